package boards

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

const (
	// saveDelay is the pause in typing after which the typed text is written to the library.
	saveDelay = 700 * time.Millisecond
	// maxUnsaved is the time after which typed text is written even if the user never pauses. A kill loses no more.
	maxUnsaved = 2 * time.Second
)

// document holds the open board with the edits that are not written yet, and the selected card. It has no widgets: it
// reports changes by callbacks. An edit changes the shown board at once, and a queue writes it to the library. Window's
// goroutine.
type document struct {
	*Deps
	view    boards.View   // the shown board; its Ref is "" until it was read
	edition int           // counts the changes of view; a part compares it to find out whether it is up to date
	cards   []boards.Card // of view, in the order of the strip
	card    string        // ID of the selected shot or keyframe; "" for none
	problem error         // why the board or its last edit could not be read or written

	commits *commits   // nil until the board was read
	unsaved int        // writes that have not ended; typed text that waits for its write counts as one
	undoing bool       // an undo or redo is being written
	waiting []func()   // edits that were made during an undo; they are made after it
	lost    *lostEdits // of boards that were left

	cancelSave func() bool // cancels the write of typed text; nil: none is due
	typedSince time.Time   // when the oldest text was typed that is not written
	replay     []func()    // repeat the edits that the library may not have, after a change elsewhere

	onChange func()            // shows the document in all parts
	onTyping func()            // shows typed text
	onSelect func(card string) // brings a selected card into view
	onAdd    func()            // moves the keyboard focus to the prompt of the selected card
}

func newDocument(d *Deps) *document {
	doc := &document{Deps: d}
	doc.lost = &lostEdits{Deps: d, byRef: map[string]*commits{}, open: func() string { return doc.view.Ref }}
	return doc
}

// close shows no board.
func (d *document) close() {
	d.dropSave() // typed text was saved, or its board failed
	d.view, d.cards, d.card, d.replay = boards.View{}, nil, "", nil
	d.commits, d.unsaved, d.undoing, d.waiting = nil, 0, false, nil
	d.edition++
}

// leave closes the board because another one opens. Its queue writes the remaining edits.
func (d *document) leave() {
	if d.unsaved > 0 {
		d.commits.shown, d.commits.step = d.view.Board, d.view.Undo
	}
	d.close()
	d.problem = nil
}

// load shows a board that was read, or the error. Edits that are not written yet stay: from a board that was read
// before them, only the takes are used. It reports whether another board was shown before.
func (d *document) load(v boards.View, err error) (opened bool) {
	if err != nil {
		d.problem = err
		d.onChange()
		return false
	}
	if d.unsaved == 0 && !isElsewhere(d.problem) {
		d.problem = nil
	}
	if d.view.Ref == v.Ref && (d.unsaved > 0 || v.Version < d.view.Version) {
		v.Board = d.view.Board
	}
	var replay []func() // typed before a change elsewhere was known
	if d.commits == nil {
		replay, d.replay = d.replay, nil
	}
	if d.commits == nil || d.unsaved == 0 {
		d.commits = newCommits(v.Board)
	}
	opened = d.view.Ref != v.Ref
	d.view = v
	d.restoreLost()
	d.refresh()
	d.onChange()
	for _, edit := range replay {
		edit()
	}
	return opened
}

// refresh updates the fields that are derived from view. If the selected card is gone, it selects the card in its
// place.
func (d *document) refresh() {
	at := d.index(d.card)
	d.edition++
	d.view = d.view.WithBoard(d.view.Board)
	d.cards = d.view.Strip()
	if d.index(d.card) >= 0 {
		return
	}
	d.card = ""
	if len(d.cards) > 0 {
		d.card = d.cards[min(max(at, 0), len(d.cards)-1)].ID
	}
}

// index returns the index of a card in cards; -1 if it is not on the board.
func (d *document) index(id string) int {
	return slices.IndexFunc(d.cards, func(c boards.Card) bool { return c.ID == id })
}

// ids returns the IDs of the shots, or of the keyframes, in the order of the strip, each once.
func (d *document) ids(shots bool) (all []string) {
	seen := map[string]bool{}
	for _, c := range d.view.Strip() {
		if (c.Shot >= 0) == shots && !seen[c.ID] {
			seen[c.ID] = true
			all = append(all, c.ID)
		}
	}
	return all
}

// cardName returns the name of a card: "shot 3", "K4"; "" if it is not on the board.
func (d *document) cardName(id string) string {
	switch i := d.index(id); {
	case i < 0:
		return ""
	case d.cards[i].Shot >= 0:
		return lang.L("shot %d", d.cards[i].Number)
	default:
		return frameName(d.cards[i].Number)
	}
}

// frameName returns the name of the keyframe with a number: "K3".
func frameName(number int) string { return lang.X("keyframe", "K%d", number) }

// selected returns the selected card; false if there is none.
func (d *document) selected() (boards.Card, bool) {
	if i := d.index(d.card); i >= 0 {
		return d.cards[i], true
	}
	return boards.Card{Frame: -1, Shot: -1}, false
}

// shot returns the selected shot; nil if none is. Only edit may change it.
func (d *document) shot() *boards.Shot {
	if i := d.view.ShotByID(d.card); i >= 0 {
		return &d.view.Shots[i]
	}
	return nil
}

// seconds returns the length that a shot is ordered with.
func (d *document) seconds(s boards.Shot) int { return cmp.Or(s.Seconds, d.view.Settings.Seconds) }

// picture returns the chosen picture of a keyframe; the zero value if it has none that can be shown.
func (d *document) picture(frame string) db.Asset { return planning.Picture(d.view, frame) }

// choose selects a card and brings it into view.
func (d *document) choose(id string) {
	if d.card != id {
		d.card = id
		d.onChange()
	}
	d.onSelect(id)
}

// locked returns why the board cannot be changed, as a sentence; "": it can.
func (d *document) locked() string {
	switch {
	case d.view.Ref == "" || d.commits == nil:
		return lang.L("The board is still loading.")
	case d.ReadOnly:
		return lang.L("The library is read-only.")
	case !d.view.TrashedAt.IsZero():
		return lang.L("The board is in the trash.")
	case d.view.ProfileID != d.Profile().ID:
		return lang.L("The board belongs to another profile.")
	}
	return ""
}

// faultNotice returns the notice about problem: a bold lead and the rest of it.
func (d *document) faultNotice() (lead, rest string) {
	switch why, elsewhere := faultText(d.problem, d.Now().Location()); {
	case !elsewhere:
		return lang.L("The board could not be read or saved."), why
	case d.replay != nil:
		return why, ""
	default:
		return why, lang.L("Your last change was not saved.")
	}
}

// touch shows the document again, with new prices.
func (d *document) touch() {
	d.edition++
	d.onChange()
}

// reload reads the board again, and drops the notice about a problem.
func (d *document) reload() {
	d.problem = nil
	d.Window.Refresh()
}

// edit changes the board, in the window at once and in the library soon after. step names the edit for undo; "": it is
// no undo step.
func (d *document) edit(step string, fn func(*boards.Board)) {
	d.flush() // typed text is an edit of its own
	if d.change(step, fn, func() { d.edit(step, fn) }) {
		d.save(step)
		d.onChange()
	}
}

// add adds a card by an edit and selects it. fn returns its ID.
func (d *document) add(step string, fn func(*boards.Board) (id string)) {
	id := ""
	d.edit(step, func(x *boards.Board) { id = fn(x) })
	if id != "" {
		d.choose(id)
	}
}

// addEmpty adds a card without a prompt, as add does, and moves the keyboard focus to its prompt.
func (d *document) addEmpty(step string, fn func(*boards.Board) (id string)) {
	id := ""
	d.add(step, func(x *boards.Board) string { id = fn(x); return id })
	if id != "" && d.card == id {
		d.onAdd()
	}
}

// addShot adds a shot before the one at an index, between two keyframes; "": those that are in its place.
func (d *document) addShot(at int, first, last string) {
	d.addEmpty(lang.L("add a shot"), func(x *boards.Board) string {
		return x.AddShot(min(at, len(x.Shots)), first, last)
	})
}

// chooseTake chooses the take of a card with an index, if it is there.
func (d *document) chooseTake(card string, i int) {
	list := d.view.Takes(card)
	if i >= len(list) || list[i].Asset.ID == 0 {
		return
	}
	ref := list[i].Asset.Ref
	d.edit(lang.L("choose take %[1]d of %[2]s", i+1, d.cardName(card)),
		func(x *boards.Board) { d.view.Choose(x, card, ref) })
}

// bringer returns a function that makes a picture of the library the chosen take of a keyframe. frame returns the ID of
// that keyframe. The function does nothing once another board is open.
func (d *document) bringer(source boards.Source, step string, frame func(*boards.Board) string) func(a db.Asset) {
	ref := d.view.Ref
	return func(a db.Asset) {
		if d.view.Ref != ref {
			return
		}
		d.view.Assets = maps.Clone(d.view.Assets) // the old map may be in use on another goroutine
		d.view.Assets[a.Ref] = a                  // until the board is read again
		d.edit(step, func(x *boards.Board) {
			i := x.FrameByID(frame(x))
			if i < 0 {
				return
			}
			k := &x.Frames[i]
			k.Source, k.Chosen, k.Next = source, a.Ref, ""
			isTake := func(t boards.Take) bool { return t.Asset.Ref == a.Ref }
			if !slices.ContainsFunc(d.view.Takes(k.ID), isTake) {
				k.Added = append(k.Added, a.Ref)
			}
		})
	}
}

// typed changes the board as the user types. The change is written after a pause.
func (d *document) typed(step string, fn func(*boards.Board)) {
	again := func() { d.typed(step, fn) }
	if !d.change(step, fn, again) {
		return
	}
	d.replay = append(d.replay, again)
	if d.cancelSave == nil {
		d.typedSince = d.Now()
	}
	d.saveAfter(max(min(saveDelay, d.typedSince.Add(maxUnsaved).Sub(d.Now())), 0))
	d.onTyping()
}

// saveAfter writes the board after a delay.
func (d *document) saveAfter(delay time.Duration) {
	if d.cancelSave == nil {
		d.unsaved++
	} else {
		d.cancelSave()
	}
	d.cancelSave = d.After(delay, func() { d.Post(d.flush) })
}

// flush writes typed text now, if there is any, and shows it everywhere.
func (d *document) flush() {
	if d.saveTyped() {
		d.onChange()
	}
}

// saveTyped writes typed text now. It reports whether there was any.
func (d *document) saveTyped() bool {
	if d.cancelSave == nil {
		return false
	}
	d.dropSave()
	d.unsaved--
	d.save(d.view.Undo)
	return true
}

// dropSave cancels the write of typed text.
func (d *document) dropSave() {
	if d.cancelSave != nil {
		d.cancelSave()
		d.cancelSave = nil
	}
}

// change changes the shown board without writing it. During an undo it does nothing, and again is called after the
// undo. It reports whether the board was changed.
func (d *document) change(step string, fn func(*boards.Board), again func()) bool {
	if why := d.locked(); why != "" {
		d.Say(kit.ToneNeutral, why, "")
		return false
	}
	if d.undoing {
		d.waiting = append(d.waiting, again)
		return false
	}
	d.Cast.Settle()
	after := d.view.Board.Clone()
	fn(&after)
	d.view.Board = after
	if step != "" {
		d.view.Undo, d.view.Redo = step, ""
	}
	d.refresh()
	return true
}

// save writes the shown board as one step.
func (d *document) save(step string) { d.commit(replace(d.Store, d.view.Board, step), func() {}) }

// undo reverts the last edit since the program started, also one of another program.
func (d *document) undo() {
	d.step(d.Store.Undo, func(what string) string { return lang.L("Undone: %s.", what) })
}

// redo makes the last edit again that was undone.
func (d *document) redo() {
	d.step(d.Store.Redo, func(what string) string { return lang.L("Redone: %s.", what) })
}

// step undoes or redoes an edit in the library. Edits that are made meanwhile wait for it.
func (d *document) step(do func(ctx context.Context, ref string, version int) (boards.Board, string, error),
	notice func(step string) string) {
	if why := d.locked(); why != "" {
		d.Say(kit.ToneNeutral, why, "")
		return
	}
	d.flush()
	d.undoing = true
	ref, step := d.view.Ref, ""
	d.commit(func(ctx context.Context, version int) (x boards.Board, err error) {
		x, step, err = do(ctx, ref, version)
		if errors.Is(err, db.ErrNotFound) { // no step is left, or the board is gone
			var now boards.View
			now, err = d.Store.Read(ctx, ref)
			x = now.Board
		}
		return x, err
	}, func() {
		if step != "" {
			d.Say(kit.ToneNeutral, notice(stepText(step)), "")
		}
	})
}

// commit adds a write to the queue of the board. do gets the version of the board in the library, off the window's
// goroutine; then is called when it is written.
func (d *document) commit(do func(ctx context.Context, version int) (boards.Board, error), then func()) {
	c, name := d.commits, d.view.Name
	d.unsaved++
	c.add(d.Host, do, func(x boards.Board, err error) {
		switch {
		case d.commits == c:
			d.committed(x, err, then)
		case err != nil: // the board was left meanwhile
			d.lost.keep(c, name, err)
		default:
			d.Unsaved(unsavedBoard(x.Ref), nil)
		}
	})
}

// committed handles the result of a write.
func (d *document) committed(x boards.Board, err error, then func()) {
	d.unsaved--
	c := d.commits
	d.undoing = d.undoing && d.unsaved > 0
	if d.problem != nil && err == nil || isElsewhere(err) {
		d.Unsaved(unsavedBoard(c.kept.Ref), nil)
	}
	switch {
	case isElsewhere(err), errors.Is(err, db.ErrNotFound): // the next read replaces the shown board
		d.problem, d.commits, d.unsaved, d.undoing = err, nil, 0, false
		d.replay, d.waiting = append(d.replay, d.waiting...), nil
		d.dropSave()
	case err != nil: // the shown board stays, and is written together with the next edit
		d.Unsaved(unsavedBoard(c.kept.Ref), err)
		d.problem, d.commits, d.unsaved, d.undoing = err, newCommits(c.kept), 0, false
		d.dropSave()
		d.saveAfter(retryDelay)
	case d.unsaved == 0:
		if !isElsewhere(d.problem) || d.replay == nil { // replayed text does not hide the notice of a change elsewhere
			d.problem = nil
		}
		d.replay = nil
		d.view.Board = x
		d.refresh()
		then()
	default:
		then()
	}
	d.resume()
	d.Window.Refresh()
	d.onChange()
}

// resume makes the edits that waited for an undo.
func (d *document) resume() {
	waiting := d.waiting
	d.waiting = nil
	for _, edit := range waiting {
		edit()
	}
}

// restoreLost shows the board as it was when it was left with edits that could not be written, and writes them. If it
// was changed elsewhere since, a notice reports that they are lost.
func (d *document) restoreLost() {
	c := d.lost.byRef[d.view.Ref]
	if c == nil || !c.ended() { // the board is read again after the running write
		return
	}
	delete(d.lost.byRef, d.view.Ref)
	switch {
	case c.err == nil: // the board that was read may be older
		d.lost.drop(c)
		d.Window.Refresh()
	case c.kept.Version != d.view.Version:
		d.lost.drop(c)
		at := lang.Clock(d.view.ChangedAt.In(d.Now().Location()))
		d.Say(kit.ToneErr, lang.L("“%s” was not saved.", d.view.Name), lang.L("Changed elsewhere at %s.", at))
	default:
		d.view.Board, d.problem = c.shown, c.err
		d.save(c.step)
	}
}

// drain writes all edits, including those that wait for an undo and those of boards that were left. It blocks on the
// library. It is called once more at the end of the program, when posted functions do not run any more.
func (d *document) drain(ctx context.Context) error {
	d.flush()
	for c := d.commits; c != nil; c = d.commits {
		err := c.result()(ctx)
		if ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		if err != nil || len(d.waiting) == 0 {
			return errors.Join(err, d.writeLost(ctx))
		}
		d.view.Board, d.undoing = c.kept, false
		d.resume()
		d.flush()
	}
	return d.writeLost(ctx)
}

func (d *document) writeLost(ctx context.Context) (err error) {
	for _, write := range d.lost.writes() {
		err = errors.Join(err, write(ctx))
	}
	return err
}

// pendingWrites starts the write of typed text. It returns functions that wait for the writes of this board and write
// the boards that were left. They may be called on any goroutine.
func (d *document) pendingWrites() []func(ctx context.Context) error {
	d.flush()
	writes := d.lost.writes()
	if d.commits != nil && d.unsaved > 0 {
		writes = append(writes, d.commits.result())
	}
	return writes
}

// ofCard returns an edit of a shot or a keyframe. It does nothing if the card is gone by then.
func ofCard(id string, shot func(*boards.Shot), frame func(*boards.Frame)) func(*boards.Board) {
	return func(x *boards.Board) {
		if i := x.ShotByID(id); i >= 0 {
			shot(&x.Shots[i])
		} else if i := x.FrameByID(id); i >= 0 {
			frame(&x.Frames[i])
		}
	}
}

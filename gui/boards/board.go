package boards

import (
	"context"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// board is the board that is open: its document with its takes, what is selected, and its parts. It belongs to the window's goroutine.
type board struct {
	*Screen
	view    boards.View   // what is shown; its Ref is "" before it was read
	edition int           // counts the changes of view, so that parts need not look whether it did
	cards   []boards.Card // of view, in the order of the strip
	card    string        // the ID of the selected shot or keyframe; "": none
	commits *commits      // of this board
	unsaved int           // commits that have not come back
	waiting []func()      // edits that were made while an undo is under way
	undoing bool
	// What the cards would cost now, in micro-units, by their IDs. The foot asks for it; absent is what nobody knows.
	estimates map[string]int64
	problem   error               // why the board or its last edit could not be read or written
	lost      map[string]*commits // of boards that were left before their last edits could be written, by ref

	header    *header
	fidelity  *fidelity
	strip     *strip
	inspector *inspector
	player    *playerPart
	foot      *foot
	frame     *fyne.Container
}

func newOpenBoard(s *Screen) *board {
	b := &board{Screen: s}
	b.header, b.fidelity = newHeader(b), &fidelity{b: b, known: map[likeness]float64{}}
	b.strip, b.inspector, b.player, b.foot = newStrip(b), newInspector(b), newPlayerPart(b), newFoot(b)
	b.frame = newBoardFrame(b)
	return b
}

// show has all parts show the board as it is now. A panic of a part closes the board instead of the program: the board
// is in the library as it was, and the list has the ways on.
func (b *board) show() {
	if err := boards.Contain(b.view.BoardHead, func() error { b.showParts(); return nil }); err != nil {
		b.fail(err)
	}
}

// fail closes the board, which cannot be shown.
func (b *board) fail(err error) {
	name, listed := b.view.Name, b.Screen.page == pageList
	b.view, b.cards, b.card, b.commits, b.unsaved, b.undoing, b.waiting = boards.View{}, nil, "", nil, 0, false, nil
	b.inspector.fresh = nil
	b.edition++
	again := boards.Contain(db.BoardHead{}, func() error {
		b.showParts() // of no board, as before the first reading
		if !listed {
			b.showList()
		}
		return nil
	})
	for _, err := range []error{err, again} {
		if bad, ok := errors.AsType[*boards.UnreadableError](err); ok {
			b.Log().Error("show board", "err", bad, "stack", bad.Stack)
		}
	}
	b.Say(kit.ToneErr, lang.L("“%s” cannot be shown.", name), wording.Fault(errors.Unwrap(err)))
}

// showParts has each part show the board. Each compares before it sets.
func (b *board) showParts() {
	b.fidelity.show()
	b.foot.weigh()
	b.header.show()
	b.strip.show()
	b.inspector.show()
	b.player.show()
	b.foot.show()
}

// actions are what can be done with the board and what is selected in it.
func (b *board) actions() []action.Action {
	list := slices.Concat(b.header.actions(), b.strip.actions(), b.inspector.actions(), b.player.actions(), b.foot.actions(), b.filmActions())
	for i, a := range list {
		list[i].Group = lang.X("menu", "Board")
		if a.Scope == (action.Scope{}) {
			list[i].Scope = action.Scope{In: "boards", When: inBoard}
		}
		if len(a.Keys) > 0 && a.Keys[0].Types() { // the strip takes letters, digits and signs, while it has the focus
			list[i].Own = true
		}
		if b.Screen.page != pageBoard || b.view.Ref == "" {
			list[i].Disabled = lang.L("Open a board first.")
		}
	}
	return list
}

// begin opens a board, which is read by the next Update.
func (b *board) begin(ref string) {
	b.inspector.flush()
	if b.view.Ref != ref {
		if b.unsaved > 0 {
			b.commits.shown, b.commits.what = b.view.Board, b.view.Undo
		}
		b.edition++
		b.view, b.cards, b.card, b.commits, b.unsaved, b.problem = boards.View{}, nil, "", nil, 0, nil
		b.inspector.fresh = nil
		clear(b.foot.accepted)
		b.show()
	}
}

// read reads the board and swaps it in. It belongs to a goroutine that is not the window's.
func (b *board) read(ctx context.Context, ref string) {
	ended := b.foot.ended.Load() // before, so that what these made is in it
	money, sides := func() {}, b.frame.Layout.(*boardFrame).read(ctx)
	v, err := b.Store.Read(ctx, ref)
	if err == nil {
		err = boards.Contain(v.BoardHead, func() error { money = b.foot.read(ctx, v, ended); return nil })
	}
	if ctx.Err() == nil {
		b.Post(func() {
			money()
			sides()
			b.take(ref, v, err)
		})
	}
}

// take shows what was read. Edits that are not committed yet stay: of what was read before them only the takes count.
func (b *board) take(ref string, v boards.View, err error) {
	if open := b.open.Load(); open == nil || *open != ref {
		return
	}
	if err != nil {
		b.problem = err
		b.show()
		return
	}
	if b.unsaved == 0 && !isElsewhere(b.problem) {
		b.problem = nil
	}
	if b.view.Ref == ref && (b.unsaved > 0 || v.Version < b.view.Version) {
		v.Board = b.view.Board
	}
	var late []func() // typed before a change of somebody else was known
	if b.commits == nil {
		late, b.inspector.fresh = b.inspector.fresh, nil
	}
	if b.commits == nil || b.unsaved == 0 {
		b.commits = newCommits(v.Board)
	}
	opened := b.view.Ref != ref
	b.view = v
	b.bringBack()
	b.changed()
	b.show()
	for _, typed := range late {
		typed()
	}
	if opened && len(v.Shots) == 0 && len(v.Frames) == 1 && v.Frames[0].Prompt == "" && b.Canvas().Focused() == fyne.Focusable(b.strip) {
		b.inspector.enter() // what an empty board is begun with
	}
}

// changed takes over that another view is shown. Where the card is gone that was selected, the one that stands there now is.
func (b *board) changed() {
	at := b.index(b.card)
	b.edition++
	b.view = b.view.WithBoard(b.view.Board)
	b.cards = b.view.Strip()
	if b.index(b.card) < 0 {
		if b.card = ""; len(b.cards) > 0 {
			b.card = b.cards[min(max(at, 0), len(b.cards)-1)].ID
		}
	}
}

// cardName is what a card is called: "shot 3", "K4"; "": there is none.
func (b *board) cardName(id string) string {
	switch i := b.index(id); {
	case i < 0:
		return ""
	case b.cards[i].Shot >= 0:
		return lang.L("shot %d", b.cards[i].Number)
	default:
		return frameName(b.cards[i].Number)
	}
}

// index is the place of a card among those of the board, -1: it is none of them.
func (b *board) index(id string) int {
	return slices.IndexFunc(b.cards, func(c boards.Card) bool { return c.ID == id })
}

// frameName is what the keyframe of a number is called: "K3".
func frameName(number int) string { return lang.X("keyframe", "K%d", number) }

// selected is the card that is selected; false where there is none.
func (b *board) selected() (boards.Card, bool) {
	if i := b.index(b.card); i >= 0 {
		return b.cards[i], true
	}
	return boards.Card{Frame: -1, Shot: -1}, false
}

// shot is the shot that is selected; nil: none is. It is not changed but by edit.
func (b *board) shot() *boards.Shot {
	if i := b.view.ShotByID(b.card); i >= 0 {
		return &b.view.Shots[i]
	}
	return nil
}

// choose selects a card and brings it into sight.
func (b *board) choose(id string) {
	if b.card != id {
		b.card = id
		b.show()
	}
	b.strip.reveal(id)
}

// locked says why the board cannot be changed, in a sentence; "": it can.
func (b *board) locked() string {
	switch {
	case b.view.Ref == "" || b.commits == nil:
		return lang.L("The board is still loading.")
	case b.ReadOnly:
		return lang.L("The library is read-only.")
	case !b.view.TrashedAt.IsZero():
		return lang.L("The board is in the trash.")
	case b.view.ProfileID != b.Profile().ID:
		return lang.L("The board belongs to another profile.")
	}
	return ""
}

// edit changes the board: at once in what is shown, and in the library behind that. what names it where it is undone, in a few words; "": it
// is not, and no step.
func (b *board) edit(what string, fn func(*boards.Board)) {
	b.inspector.flush() // is an edit of its own
	if b.change(what, fn, func() { b.edit(what, fn) }) {
		b.save(what)
		b.show()
	}
}

// change changes what is shown of the board, which [board.save] puts into the library; while an undo is under way, again is called later
// in its place.
func (b *board) change(what string, fn func(*boards.Board), again func()) bool {
	if why := b.locked(); why != "" {
		b.Say(kit.ToneNeutral, why, "")
		return false
	}
	if b.undoing {
		b.waiting = append(b.waiting, again)
		return false
	}
	after := clone(b.view.Board)
	fn(&after)
	if b.view.Board = after; what != "" {
		b.view.Undo, b.view.Redo = what, ""
	}
	b.changed()
	return true
}

// save puts the board into the library as it is shown, as one step.
func (b *board) save(what string) {
	now := b.view.Board
	b.commit(func(ctx context.Context, version int) (boards.Board, error) {
		return b.Store.Edit(ctx, now.Ref, version, what, func(x *boards.Board) error {
			*x = now
			return nil
		})
	}, func() {})
}

// clone copies a board with all that an edit may change in place.
func clone(b boards.Board) boards.Board {
	b.Frames, b.Shots, b.Films = slices.Clone(b.Frames), slices.Clone(b.Shots), slices.Clone(b.Films)
	for i := range b.Frames {
		b.Frames[i].Brought = slices.Clone(b.Frames[i].Brought)
	}
	for i := range b.Shots {
		b.Shots[i].Brought = slices.Clone(b.Shots[i].Brought)
	}
	return b
}

// undo takes back the last edit of this run of the program, also one of another program.
func (b *board) undo() {
	b.step(b.Store.Undo, func(what string) string { return lang.L("Undone: %s.", what) })
}

// redo does again what was undone last.
func (b *board) redo() {
	b.step(b.Store.Redo, func(what string) string { return lang.L("Redone: %s.", what) })
}

// step has the library take an edit back, or do it again; what is edited meanwhile waits for it.
func (b *board) step(do func(ctx context.Context, ref string, version int) (boards.Board, string, error), said func(what string) string) {
	if why := b.locked(); why != "" {
		b.Say(kit.ToneNeutral, why, "")
		return
	}
	b.inspector.flush()
	b.undoing = true
	ref, what := b.view.Ref, ""
	b.commit(func(ctx context.Context, version int) (x boards.Board, err error) {
		if x, what, err = do(ctx, ref, version); errors.Is(err, db.ErrNotFound) { // no step is left, or the board is gone
			var now boards.View
			now, err = b.Store.Read(ctx, ref)
			x = now.Board
		}
		return x, err
	}, func() {
		if what != "" {
			b.Say(kit.ToneNeutral, said(stepWords(what)), "")
		}
	})
}

// commits are the changes of a board that are not in the library yet, each written after the one before. After one that failed none is.
type commits struct {
	last <-chan struct{} // closed when all are written; belongs to the window's goroutine
	kept boards.Board    // as the library has it; belongs to what writes now
	err  error           // why the last could not be written; the same

	// The board as it was shown when it was left before all was written, and the words of its last edit. Window's
	// goroutine.
	shown boards.Board
	what  string
}

func newCommits(kept boards.Board) *commits {
	none := make(chan struct{})
	close(none)
	return &commits{last: none, kept: kept}
}

// commit writes behind what is shown, by a function that gets the version of the board in the library, also while the program ends, and
// calls then once it is written.
func (b *board) commit(do func(ctx context.Context, version int) (boards.Board, error), then func()) {
	c, before, done, name := b.commits, b.commits.last, make(chan struct{}), b.view.Name
	c.last = done
	b.unsaved++
	b.Go(func(ctx context.Context) {
		<-before
		if c.err != nil {
			close(done)
			return
		}
		x, err := do(context.WithoutCancel(ctx), c.kept.Version)
		if c.err = err; err == nil {
			c.kept = x
		}
		close(done)
		b.Post(func() {
			if b.commits == c {
				b.committed(x, err, then)
				return
			}
			if err != nil { // the board was left meanwhile
				b.keepLost(c, name, err)
				return
			}
			b.Unsaved(unsavedBoard(x.Ref), nil)
		})
	})
}

// unsavedBoard is the source of [action.Host.Unsaved] for a board, by its ref.
type unsavedBoard string

// keepLost keeps the edits of a board that was left and could not be written, and tries them again after a while. Where
// the board was changed or deleted elsewhere they cannot be written any more: a notice names it. Window's goroutine.
func (b *board) keepLost(c *commits, name string, err error) {
	ref := c.kept.Ref
	why, elsewhere := b.fault(err)
	if elsewhere || errors.Is(err, db.ErrNotFound) || c.shown.Ref == "" {
		delete(b.lost, ref)
		b.Unsaved(unsavedBoard(ref), nil)
		b.Say(kit.ToneErr, lang.L("“%s” was not saved.", name), why)
		return
	}
	if b.lost == nil {
		b.lost = map[string]*commits{}
	}
	b.lost[ref] = c
	b.Unsaved(unsavedBoard(ref), err)
	b.After(retryAfter, func() { b.Post(func() { b.retryLost(c, name) }) })
	if b.view.Ref == ref { // it came back meanwhile
		b.Window.Refresh()
	}
}

// retryLost writes the edits of a board that was left, unless the board came back to the front.
func (b *board) retryLost(c *commits, name string) {
	if b.lost[c.kept.Ref] != c || b.view.Ref == c.kept.Ref {
		return
	}
	write := b.writeLost(c)
	b.Go(func(ctx context.Context) {
		err := write(context.WithoutCancel(ctx))
		b.Post(func() {
			switch {
			case b.lost[c.kept.Ref] != c:
			case err != nil:
				b.keepLost(c, name, err)
			default:
				b.foundAgain(c)
			}
		})
	})
}

// writeLost returns the function that writes the edits of a board that was left, as one step. It waits for the write
// before. Window's goroutine; the function may be called on any.
func (b *board) writeLost(c *commits) func(ctx context.Context) error {
	before, done, now, what := c.last, make(chan struct{}), c.shown, c.what
	c.last = done
	return func(ctx context.Context) error {
		defer close(done)
		select {
		case <-before:
		case <-ctx.Done():
			return ctx.Err()
		}
		if c.err == nil { // another attempt has written it
			return nil
		}
		x, err := b.Store.Edit(ctx, now.Ref, c.kept.Version, what, func(x *boards.Board) error {
			*x = now
			return nil
		})
		if c.err = err; err == nil {
			c.kept = x
		}
		return err
	}
}

// saveLost writes the edits of all boards that were left unsaved. It blocks on the library; window's goroutine, while
// the program ends.
func (b *board) saveLost(ctx context.Context) (err error) {
	for _, c := range b.lost {
		err = errors.Join(err, b.writeLost(c)(ctx))
	}
	return err
}

// bringBack shows the board that was read as it was left, where that could not be written, and writes it. Where it was
// changed elsewhere meanwhile, a notice names it.
func (b *board) bringBack() {
	ref := b.view.Ref
	c := b.lost[ref]
	if c == nil {
		return
	}
	select {
	case <-c.last:
	default: // it is being written, and then read again
		return
	}
	delete(b.lost, ref)
	switch {
	case c.err == nil: // what was read may be older
		b.Unsaved(unsavedBoard(ref), nil)
		b.Window.Refresh()
	case c.kept.Version != b.view.Version:
		b.Unsaved(unsavedBoard(ref), nil)
		b.Say(kit.ToneErr, lang.L("“%s” was not saved.", b.view.Name), lang.L("Changed elsewhere at %s.", lang.Clock(b.view.ChangedAt.In(b.Now().Location()))))
	default:
		b.view.Board, b.problem = c.shown, c.err
		b.save(c.what)
	}
}

// foundAgain takes in that the edits of a board that was left are written.
func (b *board) foundAgain(c *commits) {
	delete(b.lost, c.kept.Ref)
	b.Unsaved(unsavedBoard(c.kept.Ref), nil)
	b.Window.Refresh()
}

// committed takes in that a change is written.
func (b *board) committed(x boards.Board, err error, then func()) {
	b.unsaved--
	c := b.commits
	b.undoing = b.undoing && b.unsaved > 0
	if b.problem != nil && err == nil || isElsewhere(err) {
		b.Unsaved(unsavedBoard(c.kept.Ref), nil)
	}
	switch {
	case isElsewhere(err), errors.Is(err, db.ErrNotFound):
		b.problem, b.commits, b.unsaved, b.undoing = err, nil, 0, false // what is next goes by a new reading
		b.inspector.fresh, b.waiting = append(b.inspector.fresh, b.waiting...), nil
		b.inspector.forget()
	case err != nil: // what is shown stays, and is written as one with what comes
		b.Unsaved(unsavedBoard(c.kept.Ref), err)
		b.problem, b.commits, b.unsaved, b.undoing = err, newCommits(c.kept), 0, false
		b.inspector.forget()
		b.inspector.wait(retryAfter)
	case b.unsaved == 0:
		if !isElsewhere(b.problem) || b.inspector.fresh == nil { // what is typed again by itself does not hide that somebody else wrote
			b.problem = nil
		}
		b.inspector.fresh = nil
		b.view.Board = x
		b.changed()
		then()
	default:
		then()
	}
	b.resume()
	b.Window.Refresh()
	b.show()
}

// resume makes the edits that waited for an undo.
func (b *board) resume() {
	late := b.waiting
	b.waiting = nil
	for _, edit := range late {
		edit()
	}
}

// stepWords says what a step was: in the words that the window kept, or whose it is.
func stepWords(what string) string {
	if by, program := strings.CutPrefix(what, boards.FromProgram); program {
		return lang.L("changes by %s", by)
	}
	if what == boards.FromFile {
		return lang.L("changes in the board’s file")
	}
	return what
}

// isElsewhere reports whether an edit failed because somebody else had changed the board.
func isElsewhere(err error) bool { return errors.As(err, new(*db.ChangedBoardError)) }

// trouble words why the board or its last edit could not be read or written.
func (b *board) trouble() (lead, rest string) {
	switch why, elsewhere := b.fault(b.problem); {
	case !elsewhere:
		return lang.L("The board could not be read or saved."), why
	case b.inspector.fresh != nil: // what was typed is typed again
		return why, ""
	default:
		return why, lang.L("Your last change was not saved.")
	}
}

// fault words why a board could not be read or written, be it because it was changed elsewhere.
func (b *board) fault(err error) (why string, elsewhere bool) {
	var changed *db.ChangedBoardError
	if errors.As(err, &changed) {
		at := lang.Clock(changed.At.In(b.Now().Location()))
		if by, program := strings.CutPrefix(changed.Step, boards.FromProgram); program {
			return lang.L("Changed by %[1]s at %[2]s.", by, at), true
		}
		return lang.L("Changed elsewhere at %s.", at), true
	}
	return wording.Fault(err), false
}

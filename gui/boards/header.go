package boards

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

const (
	clockInterval = 30 * time.Second // after which the clock is shown again if nothing else changes
	leastName     = 140              // what is shown of the name in any case, px
)

// boardHeader is the row above a board: the back button, the name, counts, the clock of the pictures, and buttons for
// the board.
type boardHeader struct {
	doc    *document
	totals headerTotals
	to     headerRoutes

	name    *kit.Text
	counts  *kit.Text
	ring    *expiryRing
	clock   *kit.Text
	undo    *kit.Button
	redo    *kit.Button
	film    *kit.Button
	details *kit.Button // opens the inspector in a narrow window
	more    *kit.Button
	problem *kit.Banner
	row     *fyne.Container
	column  *fyne.Container

	narrow     bool        // the window is
	short      bool        // there is no room for the whole text of the clock
	shown      headerState // what is shown
	cancelNext func() bool // cancels the next show of the clock
}

// headerTotals provides totals that are computed with the figures of the board.
type headerTotals interface {
	computed() int                                  // the edition that they belong to
	filmLength() time.Duration                      // of the rough cut
	firstExpiry() (frame string, expires time.Time) // of the keyframes that are needed; "": none expires
	filmIsNext() bool                               // no stage offers anything, and nothing is being made
}

// headerRoutes are the calls from the header to the page.
type headerRoutes struct {
	showList  func()
	makeFilm  func()
	hasClips  func() bool // a film can be made
	inspector func()      // shows or hides the inspector
	menu      func() []action.Action
	resized   func() // the height of the header changed
	isShown   func() bool
}

// headerState holds the inputs of the header. The header is drawn again only if they changed.
type headerState struct {
	edition, figures int
	at               time.Time
}

func newBoardHeader(doc *document, totals headerTotals, to headerRoutes) *boardHeader {
	h := &boardHeader{doc: doc, totals: totals, to: to, ring: newExpiryRing(), cancelNext: func() bool { return true }}
	back := kit.NewButton(lang.X("place", "Boards"), resources.IconArrowLeft, kit.Quiet, to.showList)
	h.name = kit.NewText("", resources.SizeH1, resources.Text1, true).Ellipsis()
	h.counts, h.clock = smallText(), smallText()
	h.undo = kit.NewIconButton(resources.IconUndo, lang.L("Undo"), doc.undo)
	h.redo = kit.NewIconButton(resources.IconRedo, lang.L("Redo"), doc.redo)
	h.film = kit.NewButton(lang.L("Make film…"), resources.IconFilm, kit.Plain, to.makeFilm)
	h.details = kit.NewButton(lang.L("Details"), resources.IconInfo, kit.Plain, to.inspector)
	h.more = kit.NewIconButton(resources.IconMore, lang.L("More"), func() { openMenu(doc, h.more, to.menu()...) })
	h.problem = kit.NewBanner(resources.IconErrorCircle, kit.ToneErr, "",
		kit.NewButton(lang.L("Reload"), nil, kit.Plain, doc.reload).Small())
	h.problem.Hide()
	h.row = kit.NewRow(8, back, h.name, h.counts, kit.NewSpring(), h.ring, h.clock, h.undo, h.redo, h.film, h.details,
		h.more)
	h.column = kit.NewColumn(0, kit.NewInset(0, 16, 0, 8, kit.NewFixed(0, headerHeight, h.row)), kit.NewRule(),
		h.problem)
	return h
}

// fit shows the objects that fit into a width, px. inspector: the inspector is shown.
func (h *boardHeader) fit(width float32, narrow, inspector bool) {
	kit.Show(h.details, narrow)
	h.details.SetOn(inspector)
	h.narrow, h.short = narrow, narrow
	h.showTexts()
	spare := []fyne.CanvasObject{h.counts, h.redo, h.clock} // the least important first
	for _, o := range spare {
		kit.Show(o, true)
	}
	fits := func() bool { return h.row.MinSize().Width+min(h.name.NaturalWidth(), leastName) <= width-24 }
	if !fits() {
		h.short = true
		h.showTexts()
	}
	for _, o := range spare {
		kit.Show(o, fits())
	}
}

// show shows the document. While a clock runs it schedules the next update.
func (h *boardHeader) show() {
	doc := h.doc
	kit.Show(h.problem, doc.problem != nil)
	if doc.problem != nil {
		h.problem.SetText(doc.faultNotice())
	}
	if h.column.Size().Height > 0 && h.column.MinSize().Height != h.column.Size().Height {
		h.to.resized()
	}
	now := headerState{doc.edition, h.totals.computed(), doc.Now().Truncate(clockInterval)}
	if h.shown.edition == now.edition && h.shown.figures == now.figures && h.shown.at.Equal(now.at) {
		return
	}
	h.shown = now
	h.scheduleNext()
	h.showTexts()
	h.undo.SetWord(withKeys(lang.L("Undo"), stepText(doc.view.Undo), "Z"))
	h.redo.SetWord(withKeys(lang.L("Redo"), stepText(doc.view.Redo), "Y"))
	kit.Enable(h.undo, doc.view.Undo != "" && doc.locked() == "")
	kit.Enable(h.redo, doc.view.Redo != "" && doc.locked() == "")
	h.showFilm()
	h.column.Refresh()
}

// showFilm enables the button of the film if a film can be made, and emphasizes it if the film is the next step. The
// button is here and not at the foot, where buttons appear and disappear while jobs end.
func (h *boardHeader) showFilm() {
	kind, can := kit.Plain, h.to.hasClips()
	if can && h.totals.filmIsNext() {
		kind = kit.Primary
	}
	h.film.SetKind(kind)
	kit.Enable(h.film, can)
}

// scheduleNext schedules the next update if the address of a picture is going to expire.
func (h *boardHeader) scheduleNext() {
	h.cancelNext()
	for _, a := range h.doc.view.Assets {
		if a.LinkExpires.After(h.doc.Now()) && h.to.isShown() {
			h.cancelNext = h.doc.After(clockInterval, func() { h.doc.Post(h.doc.onChange) })
			return
		}
	}
}

// withKeys returns the hint of Undo and Redo: "Undo: move shot 3  Ctrl+Z".
func withKeys(word, step string, key fyne.KeyName) string {
	if step != "" {
		word = lang.X("term and its meaning", "%[1]s: %[2]s", word, step)
	}
	return word + "  " + action.KeysWith(fyne.KeyModifierShortcutDefault, key)[0].Words(action.OnMac)
}

// showTexts shows the name, the counts and the clock.
func (h *boardHeader) showTexts() {
	v := h.doc.view
	h.name.SetText(v.Name)
	frames, shots := len(v.Frames), len(v.Shots)
	counts := []string{lang.N("%d keyframe", "%d keyframes", frames, frames),
		lang.N("%d shot", "%d shots", shots, shots),
		wording.Elapsed(h.totals.filmLength())}
	if h.narrow {
		counts = counts[1:]
	}
	if v.Ref == "" { // it is still loading
		counts = nil
	}
	h.counts.SetText(strings.Join(counts, " · "))
	frame, expires := h.totals.firstExpiry()
	kit.Show(h.ring, frame != "")
	if frame == "" {
		h.clock.SetText("")
		return
	}
	left, part, tone := reachable(expires, h.doc.Now())
	h.ring.set(part, tone)
	h.clock.SetText(h.clockText(h.doc.cardName(frame), expires, left, tone))
	h.clock.SetColor(tone.Color())
}

// clockText returns the time until which the pictures are reachable. If it is soon, the text names the first keyframe.
func (h *boardHeader) clockText(frame string, expires time.Time, left string, tone kit.Tone) string {
	at := lang.Clock(expires.In(h.doc.Now().Location()))
	switch {
	case tone == kit.ToneErr && left == "":
		return lang.L("%s is no longer reachable", frame)
	case tone == kit.ToneErr:
		return lang.L("%[1]s reachable until %[2]s · %[3]s", frame, at, left)
	case h.short:
		return lang.L("until %[1]s · %[2]s", at, left)
	}
	return lang.L("Pictures reachable until %[1]s · %[2]s", at, left)
}

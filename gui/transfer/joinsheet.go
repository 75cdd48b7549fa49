package transfer

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/mp4"
	"viviscope/client/transfer"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The measures of the film sheet, px.
const (
	joinWidth   = 820
	filmWidth   = 1040 // for the film of a board
	joinAside   = 308  // width of the part beside the clips, for the film of a board
	joinAround  = 74   // space around both parts in a narrow window
	joinBar     = 10   // space for the scroll bar between head and buttons
	joinPreview = 208
	joinRow     = 48
	joinRows    = 5  // visible rows; two more for a board
	joinFace    = 36 // height of a poster
	joinCell    = 16 // from the stepper to the right edge of the list
	joinPadding = 4  // of a row
)

// joinParts are the widgets of the film sheet that change while it is open.
type joinParts struct {
	heading, about, says   *kit.Text
	name                   *kit.Text // of the soundtrack
	heard                  *fyne.Container
	list                   *kit.List
	lines                  map[fyne.CanvasObject]*joinLine // by the cells of the list
	up, down, remove, play *kit.Button
	start                  *kit.Button
	repeats                *kit.Text   // how many cuts repeat a frame; nil: none did when the sheet was opened
	unrepeat               *kit.Button // removes them
	view                   *player.View
}

// ask shows the sheet. trouble is the last error, "" for none.
func (s *joinSheet) ask(trouble string) {
	s.heading, s.about, s.says = title(lang.L("Make film")), note(""), note("")
	s.list = kit.NewList(func() int { return len(s.Clips) }, s.newRow, s.bindRow)
	s.lines = map[fyne.CanvasObject]*joinLine{}
	s.list.Height = func(int, float32) float32 { return resources.Scaled(joinRow) }
	s.list.SetName(note(lang.L("Clips of the film")))
	s.list.OnOpen, s.list.OnChosen = func(int) { s.toggle() }, func(int) { s.showChosen() }
	word := lang.L("Make film")
	if s.film.ID != 0 {
		word = lang.L("Make film again")
	}
	s.start = kit.NewButton(word, resources.IconFilm, kit.Primary, s.run)
	closing := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { s.unload(); s.hide() })
	most := joinRows + 2
	if s.plan == nil { // a board has the order of its shots
		most = joinRows
		s.list.OnMove, s.list.OnKey = s.moveTo, s.typed
	}
	cuts := kit.NewInset(0, joinCell, 0, 0,
		kit.NewRow(0, kit.NewSpring(), note(lang.L("Frames cut at the end")).Wrap(false)))
	rows := kit.NewColumn(8, cuts,
		kit.NewFixed(0, resources.Scaled(joinRow)*float32(min(max(len(s.Clips), 2), most)), s.list))
	s.orderRow(rows)
	s.cutRow(rows)
	aside := kit.NewColumn(6)
	s.soundRows(aside)
	safe := s.start
	top, all := []fyne.CanvasObject{kit.NewRow(12, s.heading, s.about, kit.NewSpring())}, []fyne.CanvasObject(nil)
	if trouble != "" {
		top = append(top, kit.NewText(trouble, resources.SizeSM, resources.Err, false).Wrap(true))
	}
	if s.plan == nil {
		rows.Add(aside)
		rows.Add(s.card())
		all = append(all, rows)
	} else {
		s.wordRows(aside)
		export := s.exportRows(aside)
		if s.exports {
			safe = export
		}
		top = append(top, s.shotRows()...)
		rows.Add(s.card())
		side := kit.NewFrame(nil, kit.NewVRule(), nil, kit.NewInset(0, 0, 0, 16, kit.NewFixed(joinAside, 0, aside)))
		page := kit.NewFrame(nil, nil, kit.NewInset(0, 0, 0, 16, side), rows)
		all = append(all, page)
		if page.MinSize().Width > s.d.Canvas().Size().Width-joinAround {
			all = []fyne.CanvasObject{rows, kit.NewRule(), aside}
		}
	}
	if len(s.Refused) > 0 {
		all = append(all, note(lang.L("These cannot be joined:")), problemList(s.Refused, 0))
	}
	free := lang.L("Free, on this computer. The clips stay as they are.")
	if s.Signed > 0 {
		free += " " + lang.N("%s clip carries content credentials and keeps them. The film carries none.",
			"%s clips carry content credentials and keep them. The film carries none.", s.Signed, lang.Number(s.Signed))
	}
	part := func(rows ...fyne.CanvasObject) fyne.CanvasObject {
		return kit.NewInset(0, joinBar, 0, 0, kit.NewColumn(12, rows...))
	}
	middle := kit.NewVScroll(part(all...))
	s.show(safe, kit.NewInset(0, -joinBar, 0, 0, kit.NewFilled(12, middle, part(top...), middle,
		part(kit.NewRule(), kit.NewAnswers(closing, s.start, note(free))))))
	kit.Follow(middle, middle.Content)
	s.sheet.Send = func() { s.start.Tapped(nil) }
	s.list.Choose(0)
	s.changed()
	if safe.Disabled() {
		s.sheet.Focus()
	}
	s.request()
	if s.plan != nil {
		s.export.measure()
	}
	if s.exports {
		kit.Reveal(middle, safe, joinRow)
	}
}

// choose returns a choice between several labels, with one selected.
func choose(now int, chosen func(i int), words ...string) *kit.Segmented {
	c := kit.NewSegmented(words, chosen)
	c.SetSelected(now)
	return c
}

// head returns the heading of a part of the sheet.
func head(s string) *kit.Text { return kit.NewText(s, resources.SizeH2, resources.Text1, true) }

// orderRow adds the buttons that change the order of the clips. A board has none, because its shots have an order.
func (s *joinSheet) orderRow(to *fyne.Container) {
	shift := "  " + lang.X("key", "Shift") + "+"
	s.up = kit.NewIconButton(resources.IconArrowUp, lang.L("Move earlier")+shift+"↑", func() {
		s.moveTo(s.list.At() - 1)
	})
	s.down = kit.NewIconButton(resources.IconArrowDown, lang.L("Move later")+shift+"↓", func() {
		s.moveTo(s.list.At() + 1)
	})
	s.remove = kit.NewIconButton(resources.IconClose, lang.L("Remove from the film"), s.removeChosen)
	if s.plan == nil {
		add := kit.NewButton(lang.L("Add clips…"), resources.IconPlus, kit.Plain, s.addClips)
		to.Add(kit.NewRow(8, s.up, s.down, s.remove, kit.NewSpring(), add))
	}
}

// cutRow adds the choice between a copy, which moves cuts to where it can make them, and exact cuts, which may need the
// film to be encoded. Without clips for which the two differ there is no choice.
func (s *joinSheet) cutRow(to *fyne.Container) {
	if !s.Encodes || !slices.ContainsFunc(s.Clips, func(c transfer.JoinedClip) bool { return c.RestrictsCuts() }) {
		return
	}
	at := 0
	if s.Exact {
		at = 1
	}
	to.Add(choose(at, func(i int) {
		s.Exact = i == 1
		s.changed()
	}, lang.L("Original quality"), lang.L("Re-encode")).Tight())
}

// soundRows adds the choice of the sound.
func (s *joinSheet) soundRows(to *fyne.Container) {
	to.Add(head(lang.L("Sound")))
	sound := choose(s.Sound, func(i int) {
		if i == transfer.Soundtrack && s.Track == "" {
			s.ask("")
			s.chooseTrack()
			return
		}
		s.Sound = i
		s.changed()
	}, lang.X("sound", "None"), lang.L("From the clips"), lang.L("Soundtrack"))
	sound.SetOff(transfer.Soundtrack, !s.Encodes)
	to.Add(sound)
	if !s.Encodes {
		to.Add(note(lang.L("For a soundtrack, install %s.", media.FFmpegPackage())))
	}
	s.name = words(filepath.Base(s.Track)).Wrap(false).Ellipsis()
	s.heard = kit.NewColumn(4, kit.NewRow(8, kit.NewIcon(resources.IconSound, 16, resources.Text2), s.name,
		kit.NewSpring(),
		kit.NewButton(lang.L("Replace…"), nil, kit.Plain, s.chooseTrack)),
		note(lang.L("Ends with the film. Encoded once as AAC.")))
	to.Add(s.heard)
}

// wordRows adds the choice whether the captions of the shots become subtitles.
func (s *joinSheet) wordRows(to *fyne.Container) {
	n := 0
	for _, c := range s.Clips {
		if c.ShotCaption() != "" {
			n++
		}
	}
	if n == 0 {
		return
	}
	at := 0
	if s.Subtitles {
		at = 1
	}
	where := choose(at, func(i int) {
		s.Subtitles = i == 1
		s.changed()
	}, lang.X("subtitles", "None"), lang.L("In the film"))
	means := note(lang.N("%s caption, which players can show.", "%s captions, which players can show.", n,
		lang.Number(n)))
	for _, o := range []fyne.CanvasObject{kit.NewRule(), head(lang.L("Subtitles")), where, means} {
		to.Add(o)
	}
}

// exportRows adds the options and the folder of the export, and returns the export button.
func (s *joinSheet) exportRows(to *fyne.Container) *kit.Button {
	start := kit.NewButton(lang.X("verb", "Export"), resources.IconExport, kit.Plain, func() {
		if s.isStale() {
			return
		}
		s.unload()
		s.export.run()
	})
	to.Add(kit.NewRule())
	to.Add(head(lang.L("Export")))
	for _, row := range append(s.export.where(start), s.plan.choices(&s.export.options)...) {
		to.Add(row)
	}
	to.Add(kit.NewInset(6, 0, 3, 0, kit.NewRow(8, start, kit.NewSpring()))) // room for the focus ring
	return start
}

// shotRows returns the rows about shots without a clip and about frames that two clips share, with the choices for
// both.
func (s *joinSheet) shotRows() (rows []fyne.CanvasObject) {
	have, now := 0, 0
	for _, c := range s.Clips {
		if c.Pictures == nil {
			have++
		} else {
			now = 1
		}
	}
	if n := len(s.plan.Shots) - have; n > 0 {
		said := words(lang.N("%s shot has no clip.", "%s shots have no clip.", n, lang.Number(n)))
		row := kit.NewRow(12, said, kit.NewSpring())
		switch {
		case len(s.Clips) == 0:
			said.SetText(lang.L("No shot has a clip yet. Make clips first."))
		case !s.Encodes:
			said.SetText(said.Text() + " " + lang.L("The film leaves them out. To show their pictures, install %s.",
				media.FFmpegPackage()))
		default:
			row.Add(choose(now, func(i int) { s.showPictures(i == 1) }, lang.N("Leave it out", "Leave them out", n),
				lang.N("Show its pictures (encodes the film)", "Show their pictures (encodes the film)", n)))
		}
		rows = append(rows, row)
	}
	s.repeated = s.repeated || len(s.repeatedClips()) > 0
	if s.repeated {
		s.repeats = words("")
		s.unrepeat = kit.NewButton(lang.L("Remove repeats"), nil, kit.Plain, s.cutDoubled)
		rows = append(rows, kit.NewRow(12, s.repeats, kit.NewSpring(), s.unrepeat))
	}
	return rows
}

// showRepeats shows how many cuts repeat a frame. The row stays if none does any more, so that nothing moves.
func (s *joinSheet) showRepeats() {
	if s.repeats == nil {
		return
	}
	n := len(s.repeatedClips())
	s.repeats.SetText(lang.N("%s cut repeats a frame.", "%s cuts repeat a frame.", n, lang.Number(n)))
	if n == 0 {
		s.repeats.SetText(lang.L("No cut repeats a frame."))
	}
	kit.Enable(s.unrepeat, n > 0)
}

// card returns the card with the player. It plays a preview of the film, and shows the film once it is made.
func (s *joinSheet) card() fyne.CanvasObject {
	s.view = player.NewView(s.d.Player)
	s.d.Player.OnState(s.played)
	word, icon := playWord(false)
	s.play = kit.NewButton(word, icon, kit.Plain, s.toggle)
	lines := kit.NewColumn(4)
	if f := s.film; f.ID == 0 {
		lines.Add(note(lang.L("The film goes into the library.")))
		lines.Add(kit.NewRow(8, s.play, kit.NewSpring()))
	} else {
		from := ""
		if n := len(strings.Fields(f.Parent)); n > 0 { // a film of one whole clip is that clip
			from = lang.N("made from %s clip", "made from %s clips", n, lang.Number(n))
		}
		tag := kit.NewTag(kit.ToneOK, resources.IconCheckCircle, lang.X("state", "Saved"))
		if s.plan != nil && s.plan.Outdated {
			tag = kit.NewTag(kit.ToneWarn, resources.IconWarning, lang.L("film older than the board"))
		}
		lines.Add(kit.NewRow(8, tag,
			kit.NewText(wording.AssetTitle(f), resources.SizeBody, resources.Text1, true).Ellipsis(), kit.NewSpring(),
			note(wording.When(f.CreatedAt, s.d.Now())).Wrap(false)))
		lines.Add(note(wording.Dotted(facts.Delivered(f), wording.Bytes(f.Bytes), from)))
		if s.made != "" {
			lines.Add(note(s.made))
		}
		if costs := costWords(s.sources); costs != "" {
			lines.Add(note(costs))
		}
		does := func(word string, do func()) *kit.Button {
			return kit.NewButton(word, nil, kit.Plain, func() { s.unload(); s.hide(); do() })
		}
		what := kit.NewFlow(8, s.play, does(lang.X("verb", "Open"), func() { s.d.View(f.ID) }),
			does(lang.L("Show in the gallery"), func() {
				s.d.ShowAsset(f.ID)
			}), does(lang.L("Show in folder"), func() { s.d.Reveal(f) }))
		if s.plan == nil {
			what.Add(does(lang.L("Move to Trash"), func() { s.d.Organizer.Trash(f.ID) }))
		}
		lines.Add(what)
	}
	lines.Add(s.says)
	stage := kit.NewFixed(joinPreview, joinPreview*9/16, container.NewStack(kit.NewGround(resources.BgMat), s.view))
	return kit.NewCard(kit.NewFrame(nil, stage, nil, kit.NewInset(0, 0, 0, 12, lines)))
}

// playWord returns the label and the icon of the play button.
func playWord(plays bool) (string, fyne.Resource) {
	if plays {
		return lang.X("verb", "Pause"), resources.IconPause
	}
	return lang.X("verb", "Play"), resources.IconPlay
}

// changed updates the sheet after a change of the film. It ends the preview.
func (s *joinSheet) changed() {
	s.unload()
	form, length := s.Count()
	about := wording.Dotted(wording.Elapsed(length), pixels(form), facts.Short(form.FPS)+" fps")
	least, said, inexact := 2, s.reasons(), false
	if s.plan == nil {
		s.heading.SetText(lang.N("Join %s clip", "Join %s clips", len(s.Clips), lang.Number(len(s.Clips))))
	} else {
		least = 1
		about = wording.Dotted(s.plan.Name, lang.N("%d shot", "%d shots", len(s.Clips), len(s.Clips)), about)
		for i, c := range s.Clips {
			if c.Cut != c.Want {
				inexact = true
				said = append(said, lang.L("Shot %s loses %s frames instead of %s: a copy cannot be cut everywhere.",
					lang.Number(s.number(i)), lang.Number(c.Cut), lang.Number(c.Want)))
			}
		}
	}
	if inexact && !s.Encodes {
		said = append(said, lang.L("To cut exactly, install %s.", media.FFmpegPackage()))
	}
	if said == nil && s.made == "" { // otherwise the card says it of the film that was made
		said = append(said, lang.L("Every frame is copied as it is."))
	}
	if s.Differ != nil && !s.Encodes {
		said = append(said, lang.L("To make this film, install %s, or remove these clips.", media.FFmpegPackage()))
	}
	if len(s.Clips) == 0 {
		about, said = "", nil
	}
	s.about.SetText(about)
	s.says.SetText(strings.Join(said, "\n"))
	s.showRepeats()
	kit.Show(s.heard, s.Sound == transfer.Soundtrack)
	kit.Enable(s.start, len(s.Clips) >= least && (s.Differ == nil || s.Encodes))
	s.list.Update()
	s.showChosen()
	s.refresh()
}

// reasons returns why clips cannot be copied as they are, for at most four clips; nil if all can be copied.
func (s *joinSheet) reasons() (all []string) {
	if s.Encoded {
		all = append(all, lang.L("The whole film must be encoded, because not all of it can be copied:"))
	}
	for i, m := range s.Differ {
		if i == 4 {
			return append(all, lang.N("and %s more", "and %s more", len(s.Differ)-i, lang.Number(len(s.Differ)-i)))
		}
		all = append(all, why(m, s.number(m.Index), s.Encoded))
	}
	return all
}

// showChosen updates the buttons and the poster for the chosen clip.
func (s *joinSheet) showChosen() {
	i := min(s.list.At(), len(s.Clips)-1)
	kit.Enable(s.up, i > 0)
	kit.Enable(s.down, i >= 0 && i < len(s.Clips)-1)
	kit.Enable(s.remove, i >= 0 && len(s.Clips) > 2)
	kit.Enable(s.play, len(s.Clips) > 0)
	if i >= 0 && !s.loaded {
		s.view.SetPoster(s.pictures[s.Clips[i].Asset.ID])
	}
}

// joinLine is a row of the list: poster, number, title and format of the clip, its cut frames, and how it is written.
type joinLine struct {
	grip               *grip
	place, title, spec *kit.Text
	seam               *kit.Icon
	cut                *kit.Stepper
	how                *kit.Tag
}

// grip is a poster by which the user drags its row.
type grip struct {
	*kit.Face
	i int
	s *joinSheet
}

// Dragged moves the row to the position of the pointer.
func (g *grip) Dragged(e *fyne.DragEvent) {
	s := g.s
	if s.plan != nil {
		return
	}
	if s.dragged < 0 {
		s.dragged = g.i
	}
	y := e.AbsolutePosition.Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(s.list).Y + s.list.Offset()
	to := min(max(int(y/resources.Scaled(joinRow)), 0), len(s.Clips)-1)
	s.list.SetAt(s.dragged)
	s.moveTo(to)
	s.dragged = to
}

// DragEnd ends the drag. The row stays where it is.
func (g *grip) DragEnd() { g.s.dragged = -1 }

func (s *joinSheet) newRow() fyne.CanvasObject {
	l := &joinLine{grip: &grip{kit.NewFace(0, 4, 20), 0, s}, place: words("00"),
		seam: kit.NewIcon(resources.IconSeamCut, 14, resources.Text2),
		how:  kit.NewTag(kit.ToneOK, nil, "")}
	l.cut = kit.NewStepper(0, 99, 0, func(n int) { s.trim(l.grip.i, n) })
	l.cut.SetName(note(lang.L("Frames cut at the end")))
	l.title = kit.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis()
	l.spec = kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	face := kit.NewFixed(joinFace*16/9, joinFace, l.grip)
	cell := container.NewPadded(container.NewBorder(nil, nil, kit.NewRow(8, kit.NewFixed(20, 0, l.place), face),
		kit.NewInset(0, joinCell-joinPadding, 0, 0, kit.NewRow(12, l.how, l.cut)),
		kit.NewInset(0, 8, 0, 8, kit.NewColumn(0, l.title, kit.NewRow(4, l.seam, l.spec)))))
	s.lines[cell] = l
	return cell
}

func (s *joinSheet) bindRow(i int, cell fyne.CanvasObject) {
	l, c := s.lines[cell], s.Clips[i]
	l.grip.i = i
	look := kit.Look{Image: s.pictures[c.Asset.ID]}
	if s.pictures[c.Asset.ID] == nil {
		look.Icon = resources.IconFilm
	}
	l.grip.Set(look)
	l.place.SetText(lang.Number(s.number(i)))
	l.cut.SetValue(c.Cut)
	spec, name := facts.Delivered(c.Asset), wording.AssetTitle(c.Asset)
	if c.Pictures != nil {
		spec = wording.Elapsed(c.Length())
	}
	if c.Shot != nil { // the head of the sheet has the format of all clips
		name = cmp.Or(transfer.OneLine(c.Shot.Prompt), name)
		spec = wording.Dotted(wording.Elapsed(c.Length()), c.Shot.Remark)
	}
	hasSeam := c.Shot != nil && c.Shot.Seam != nil
	if hasSeam {
		spec = wording.Dotted(spec, wording.SeamName(*c.Shot.Seam))
		l.seam.Set(action.SeamIcon(*c.Shot.Seam), resources.Text2)
	}
	kit.Show(l.seam, hasSeam)
	l.title.SetText(name)
	l.spec.SetText(spec)
	tone, how := kit.ToneOK, lang.L("Copied")
	switch {
	case c.Pictures != nil:
		tone, how = kit.ToneWarn, lang.L("Pictures, encoded")
	case s.Encoded:
		tone, how = kit.ToneWarn, lang.L("Encoded")
	case slices.ContainsFunc(s.Differ, func(m *mp4.Mismatch) bool { return m.Index == i }):
		tone, how = kit.ToneWarn, lang.L("Sound encoded")
	}
	l.how.Set(tone, nil, how)
	cell.Refresh() // lays the cell out again, because the tag has another width
}

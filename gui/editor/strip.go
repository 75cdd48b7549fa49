package editor

import (
	"errors"
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// strip shows the versions of the picture on the canvas, and what can be done with it.
type strip struct {
	s     *Screen
	tiles []*versionTile
	shown []version
	row   *fyne.Container
	roll  *container.Scroll
	words *kit.Text // where there are no versions

	drawn      []unfinished
	drawnTiles []*versionTile
	drawnRow   *fyne.Container // with its heading
	instead    *fyne.Container // holds words
	heading    *kit.Text

	more [2]*kit.Button
	box  fyne.CanvasObject
}

func newStrip(s *Screen) *strip {
	v := &strip{s: s, row: kit.NewRow(8), words: kit.NewText("", resources.SizeSM, resources.Text3, false).Wrap(true)}
	v.heading = kit.NewText("", resources.SizeXS, resources.Text2, true)
	v.drawnRow = kit.NewRow(8, kit.NewVRule(), v.heading)
	v.drawnRow.Hide()
	v.instead = kit.NewFixed(resources.Scaled(insteadWidth), 0, kit.NewInset(8, 8, 8, 4, v.words))
	// The bar lies over what is at the bottom.
	v.roll = container.NewHScroll(kit.NewInset(0, 0, 10, 0, kit.NewRow(12, v.instead, v.row, v.drawnRow)))
	for i := range v.more {
		b := kit.NewIconButton(resources.IconMore, lang.L("More"), nil).Small()
		b.OnTapped = func() { s.showMenu(s.moreActions(), below(b)) }
		v.more[i] = b
	}
	full := func(id string) *kit.Button { return s.buttons.Full(id, kit.Plain).Small() }
	icon := func(id string) *kit.Button { return s.buttons.Icon(id, kit.Plain).Small() }
	words := kit.NewColumn(6, full(compareID), full(saveID), kit.NewRow(6, full(exportID), kit.NewSpring(), v.more[0]),
		kit.NewText(lang.L("All versions are kept here"), resources.SizeXS, resources.Text3, false))
	icons := kit.NewColumn(6, kit.NewRow(6, icon(compareID), icon(saveID)), kit.NewRow(6, icon(exportID), v.more[1]))
	v.box = container.NewStack(kit.NewGround(resources.BgPanel), kit.NewFrame(kit.NewRule(), nil, nil, container.New(stripLayout{},
		kit.NewInset(8, 0, 0, 12, v.roll), kit.NewInset(8, 16, 8, 8, words), kit.NewInset(8, 16, 8, 8, icons))))
	return v
}

// stripLayout lays the versions beside what can be done with them: in words as long as these leave most of the width to the
// versions, else in icons.
type stripLayout struct{}

const sideShare = 0.45

// MinSize has room for a part of a version.
func (stripLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	versions, words, icons := o[0].MinSize(), o[1].MinSize(), o[2].MinSize()
	return fyne.NewSize(icons.Width+min(versions.Width, tileWidth), max(versions.Height, words.Height))
}

func (stripLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	side, other := o[1], o[2]
	if side.MinSize().Width > sideShare*s.Width {
		side, other = other, side
	}
	side.Show()
	other.Hide()
	w := side.MinSize().Width
	kit.Place(side, s.Width-w, 0, w, s.Height)
	kit.Place(o[0], 0, 0, max(s.Width-w, 0), s.Height)
}

// show fills the strip. current is the ref of the picture on the canvas; words are seen where there are no versions.
func (v *strip) show(f family, current, words string) {
	s := v.s
	for len(v.tiles) < len(f.versions) {
		i := len(v.tiles)
		t := newVersionTile(func() { s.chooseVersion(v.shown[i]) }, func(at fyne.Position) { s.showMenu(s.versionActions(v.shown[i]), at) })
		v.tiles = append(v.tiles, t)
		v.row.Add(t)
	}
	v.shown = f.versions
	now := s.d.Now()
	for i, t := range v.tiles {
		kit.Show(t, i < len(f.versions))
		if i >= len(f.versions) {
			t.unbind()
			t.release()
			continue
		}
		of := f.versions[i]
		from := f.find(of.parent) + 1
		if from == i { // of the one beside it
			from = 0
		}
		t.show(s.d.Live, of, i+1, from, of.made() && of.asset.Ref == current, f.usual, now)
		t.fetch(s.d.Thumbs, of, int(pictureWidth()*s.d.Canvas().Scale()+0.5))
	}
	v.words.SetText(words)
	kit.Show(v.instead, len(f.versions) == 0)
	v.row.Refresh()
	v.roll.Refresh()
}

// showUnfinished lists the canvases whose drawings were never sent, behind the versions.
func (v *strip) showUnfinished(list []unfinished) {
	s := v.s
	for len(v.drawnTiles) < len(list) {
		i := len(v.drawnTiles)
		t := newVersionTile(func() { s.openUnfinished(v.drawn[i]) }, func(at fyne.Position) { s.showMenu(s.unfinishedActions(v.drawn[i]), at) })
		t.picture.OnDelete = func() { s.deleteUnfinished(v.drawn[i]) }
		v.drawnTiles = append(v.drawnTiles, t)
		v.drawnRow.Add(t)
		kit.Follow(v.roll, t.picture)
	}
	v.drawn = list
	v.heading.SetText(lang.L("Unfinished") + "\n" + lang.Number(len(list)))
	kit.Show(v.drawnRow, len(list) > 0)
	now := s.d.Now()
	for i, t := range v.drawnTiles {
		if kit.Show(t, i < len(list)); i >= len(list) {
			t.release()
			continue
		}
		u := list[i]
		what, drawn := u.caption(now)
		t.what.SetText(what)
		t.cost.SetText(drawn)
		t.middle.Hide()
		t.fetch(s.d.Thumbs, version{asset: u.asset}, int(pictureWidth()*s.d.Canvas().Scale()+0.5))
		if u.asset.ID == 0 {
			t.picture.SetImage(u.preview)
			t.picture.SetIcon(nil)
		}
		if u.trouble != "" {
			t.picture.SetIcon(resources.IconWarning)
		}
		t.Refresh()
	}
	v.drawnRow.Refresh()
	v.roll.Refresh()
}

func (v *strip) reveal(i int) {
	if i < 0 || i >= len(v.tiles) {
		return
	}
	step := v.tiles[i].MinSize().Width + 8
	from, to := float32(i)*step, float32(i+1)*step
	v.roll.Offset.X = max(min(max(v.roll.Offset.X, to-v.roll.Size().Width), from), 0)
	v.roll.Refresh()
}

// showVersions swaps a strip in, and says when a picture came that was waited for.
func (s *Screen) showVersions(f family) {
	before := s.family
	s.family = f
	s.strip.show(f, s.page.asset.Ref, "")
	s.showStrip()
	s.ShowActions()
	if len(before.versions) == 0 {
		s.strip.reveal(f.find(s.page.asset.Ref))
		return
	}
	for i, v := range f.versions {
		if v.made() && before.find(v.asset.Ref) < 0 && v.job.Kind == db.EditImage && v.parent == s.page.asset.Ref {
			s.strip.reveal(i)
			s.arrived(v)
		}
	}
}

// showStrip shows what can be done with the picture on the canvas, and why it has no versions.
func (s *Screen) showStrip() {
	for _, b := range s.strip.more {
		kit.Enable(b, s.page != nil)
	}
	switch {
	case s.page == nil:
		s.strip.show(family{}, "", lang.L("The versions of a picture appear here: the original and every edit with its cost."))
	case s.page.asset.ID == 0 && len(s.family.versions) == 0: // what is there may be of the picture before
		s.strip.show(family{}, "", lang.L("A sheet has no versions until it is sent or saved."))
	}
}

// chooseVersion opens a version; of one without a picture it says what became of it.
func (s *Screen) chooseVersion(v version) {
	if v.made() {
		s.OpenAsset(v.asset)
		return
	}
	state := status.Of(v.job, status.Context{}).Tag
	words := lang.L("“%s”: %s.", v.job.Prompt, state)
	if why := status.Of(v.job, status.Context{Now: s.d.Now()}).Reason; why != "" {
		words += " " + why
	} else if v.running() {
		words += " " + lang.L("You can keep working. The new version appears here.")
	}
	s.notice(words)
}

func (s *Screen) versionActions(v version) []action.Action {
	parent, other := s.family.find(v.parent), v.made() && v.asset.Ref != s.page.asset.Ref
	compare, before := lang.L("Compare with the original"), int64(0)
	if parent >= 0 {
		before = s.family.versions[parent].asset.ID
	}
	if parent > 0 {
		compare = lang.L("Compare with version %d", parent+1)
	}
	return []action.Action{
		{Label: lang.L("Open on the canvas"), Do: func() { s.chooseVersion(v) }},
		{Label: compare, Hidden: !v.made() || parent < 0, Do: func() {
			s.d.Viewer.Compare(before, v.asset.ID)
		}},
		{Label: lang.L("Place on this picture"), Hidden: !other || max(v.asset.Width, v.asset.Height) > client.MaxSide, Do: func() {
			s.place([]Source{{Asset: v.asset}})
		}},
		{Label: lang.L("Restore marks"), Hidden: len(inputOf(v.job).Drawing) == 0, Do: func() { s.Restore(v.job) }},
	}
}

// beside is the place of the next version before (-1) or after (1) the one on the canvas that has a picture; -1: there is none.
func (s *Screen) beside(by int) int {
	v, ok := s.current()
	if !ok {
		return -1
	}
	for i := s.family.find(v.asset.Ref) + by; i >= 0 && i < len(s.family.versions); i += by {
		if s.family.versions[i].made() {
			return i
		}
	}
	return -1
}

// openBeside opens the next version that has a picture before (-1) or after (1) the one on the canvas, where there is one.
func (s *Screen) openBeside(by int) {
	if i := s.beside(by); i >= 0 {
		s.strip.reveal(i)
		s.OpenAsset(s.family.versions[i].asset)
	}
}

// arrived says that a version came which was made of the picture on the canvas, for as long as that lies there.
func (s *Screen) arrived(v version) {
	before := s.page.asset
	s.notice(lang.L("“%s” is done.", v.job.Prompt),
		action.Action{Label: lang.L("Edit the result"), Do: func() { s.OpenAsset(v.asset) }},
		action.Action{Label: lang.L("Compare"), Do: func() { s.d.Viewer.Compare(before.ID, v.asset.ID) }})
}

// current is the version on the canvas; false where it is not in the strip.
func (s *Screen) current() (version, bool) {
	if s.page == nil {
		return version{}, false
	}
	if i := s.family.find(s.page.asset.Ref); i >= 0 {
		return s.family.versions[i], true
	}
	return version{}, false
}

// pair is what is compared: the picture on the canvas and what it was made of, or where it is an original the newest that
// was made of it.
func (s *Screen) pair() (before, after db.Asset, ok bool) {
	v, ok := s.current()
	if !ok {
		return db.Asset{}, db.Asset{}, false
	}
	if i := s.family.find(v.parent); i >= 0 {
		return s.family.versions[i].asset, v.asset, true
	}
	n, ok := s.family.newest(v.asset.Ref)
	return v.asset, n.asset, ok
}

// peek shows the picture without marks and steps while a key is held.
func (s *Screen) peek(on bool) {
	if s.page == nil || s.peeking == on {
		return
	}
	s.peeking = on
	s.painter.request(paintRequest{set: true, draw: s.visible(s.drawing())})
	s.showOverlay()
	if on {
		s.say(lang.L("Original (while \\ is held)"), "")
	} else {
		s.showFoot()
	}
}

const peekTime = 2 * time.Second

func (s *Screen) peekBriefly() {
	s.peek(true)
	s.d.After(peekTime, func() { s.d.Post(func() { s.peek(false) }) })
}

// Restore opens the picture that a job was to change, with the marks that were sent. What is drawn on it now is one undo
// away. Window's goroutine.
func (s *Screen) Restore(job db.Job) {
	in := inputOf(job)
	if len(in.Drawing) == 0 {
		s.notice(lang.L("This version has no saved marks to restore."))
		return
	}
	d, err := drawing.Decode(in.Drawing)
	if err != nil {
		s.d.Log().Warn("cannot restore marks", "job", job.ID, "err", err)
		words := lang.L("They cannot be read.")
		if errors.Is(err, drawing.ErrVersion) {
			words = lang.L("They were drawn with a newer version of Viviscope.")
		}
		s.notice(lang.L("The marks of this version cannot be restored.") + " " + words)
		return
	}
	if d.Source.Asset == "" {
		s.openDrawing("Restored sheet", d)
		return
	}
	s.open(Source{Ref: d.Source.Asset}, func() {
		s.do("", "restore marks", d)
		s.toolbox.Replaced()
		s.sayBriefly(lang.L("Marks restored. Undo brings back the previous ones."))
	})
}

// Measures of a version in the strip, px. The width is that of texts at 100 %.
const (
	tileWidth  = 124
	tileHeight = 80
	tileRing   = 2

	insteadWidth = 220 // of the words where there are no versions

	captionLines = 2
)

// pictureWidth is the width of the picture of a version: its caption must stay readable with large text.
func pictureWidth() float32 { return resources.Scaled(tileWidth) }

// versionTile is one version: its picture or what became of it, and a line each for what it is and what it cost.
type versionTile struct {
	widget.BaseWidget
	kit.TextRole
	picture *kit.Picture
	state   *kit.Tag
	usual   *kit.Text
	middle  *fyne.Container
	ring    *canvas.Rectangle
	caption *fyne.Container
	what    *kit.Text
	cost    *kit.Text
	onMenu  func(fyne.Position)

	on     bool      // it is on the canvas
	two    bool      // what it is takes both lines
	job    *live.Job // that the state is bound to; nil: none
	cancel func()
	shown  int64 // the asset whose picture is there or asked for
}

func newVersionTile(choose func(), menu func(fyne.Position)) *versionTile {
	t := &versionTile{
		picture: kit.NewPicture(fyne.NewSize(tileWidth, tileHeight)),
		state:   kit.NewTag(kit.ToneNeutral, nil, ""),
		usual:   kit.NewText("", resources.SizeXS, resources.Text2, false).Centered(),
		what:    kit.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		cost:    kit.NewText("", resources.SizeXS, resources.Text3, false).Ellipsis(),
		ring:    &canvas.Rectangle{CornerRadius: 8, StrokeWidth: tileRing},
		onMenu:  menu,
	}
	t.caption = kit.NewColumn(0, t.what, t.cost)
	t.picture.OnTapped = choose
	t.picture.SetName(t.what)
	t.middle = container.NewCenter(kit.NewColumn(6, container.NewCenter(t.state), t.usual))
	t.ExtendBaseWidget(t)
	return t
}

// show fills the tile and binds it to a job that runs. place counts from 1; from is the place of what it was made of, 0 where that
// goes without saying.
func (t *versionTile) show(running *live.Jobs, v version, place, from int, on bool, usual time.Duration, now time.Time) {
	what, cost := v.caption(now)
	t.what.SetText(what)
	t.cost.SetText(cost)
	two := cost == ""
	kit.Show(t.cost, !two)
	top, bottom := "", ""
	switch {
	case on:
		top = lang.L("on the canvas")
	case v.made() && v.parent == "":
		top = lang.L("original")
	}
	if from > 0 && v.made() { // the state has the room of the others
		bottom = lang.L("Version %d, from %d", place, from)
	}
	t.picture.SetCorner(kit.TopLeft, top, nil)
	t.picture.SetCorner(kit.BottomLeft, bottom, nil)
	kit.Show(t.middle, !v.made())
	if v.running() {
		job := running.Job(live.Row{Job: v.job})
		t.state.Bind(job.Detail, t.middle.Refresh)
		t.job.Release()
		t.job = job
	} else {
		t.unbind()
	}
	if !v.made() {
		st := status.Of(v.job, status.Context{})
		word := st.Tag
		if v.running() {
			word = t.state.Word()
		}
		t.state.Set(action.ToneOf(st.Tone), action.StateIcon(st.State), word)
		words := ""
		if v.running() && usual > 0 {
			words = lang.L("usually %s", wording.Elapsed(usual))
		}
		t.usual.SetText(words)
		kit.Show(t.usual, words != "")
		t.middle.Refresh()
	}
	if t.two != two { // what it is has the line of the cost where there is none
		t.two = two
		t.what.Wrap(two).MaxLines(captionLines)
	}
	t.on = on
	t.Refresh()
}

// fetch asks for the picture of the version, unless it is there.
func (t *versionTile) fetch(thumbs media.Pictures, v version, px int) {
	if t.shown == v.asset.ID {
		return
	}
	t.release()
	t.shown = v.asset.ID
	t.picture.SetImage(nil)
	t.picture.SetIcon(nil)
	if !v.made() {
		return
	}
	if im, ok := thumbs.Nearest(v.asset, px); ok {
		t.picture.SetImage(im)
	}
	t.cancel = thumbs.Request(v.asset, px, func(im image.Image, err error) {
		if err != nil {
			t.picture.SetIcon(resources.IconWarning)
			return
		}
		t.picture.SetImage(im)
	})
}

func (t *versionTile) unbind() {
	t.state.Unbind()
	t.job.Release()
	t.job = nil
}

func (t *versionTile) release() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

func (t *versionTile) AccessibilityLabel() string { return kit.Words(t.caption) }

func (t *versionTile) TappedSecondary(e *fyne.PointEvent) { t.onMenu(e.AbsolutePosition) }

// CreateRenderer draws the tile. The caption has room for two lines.
func (t *versionTile) CreateRenderer() fyne.WidgetRenderer {
	const top = tileHeight + 2*tileRing + 4
	least := func() fyne.Size {
		return fyne.NewSize(pictureWidth()+2*tileRing, top+captionLines*t.cost.MinSize().Height)
	}
	arrange := func(s fyne.Size) {
		kit.Place(t.picture, tileRing, tileRing, pictureWidth(), tileHeight)
		kit.Place(t.middle, tileRing, tileRing, pictureWidth(), tileHeight)
		kit.Place(t.ring, 0, 0, pictureWidth()+2*tileRing, tileHeight+2*tileRing)
		kit.Place(t.caption, tileRing, top, pictureWidth(), s.Height-top)
	}
	paint := func() {
		t.ring.StrokeColor = color.Transparent
		if t.on {
			t.ring.StrokeColor = theme.Color(resources.Accent)
		}
		t.ring.Refresh()
		t.caption.Refresh()
	}
	return kit.Draw(least, arrange, paint, t.picture, t.middle, t.ring, t.caption)
}

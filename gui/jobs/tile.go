package jobs

import (
	"image"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// tileActions are the actions that a tile shows under the pointer or the focus. Its menu has the others.
var tileActions = []string{"gallery/star", "gallery/first", "gallery/last", "gallery/lastFrame", "gallery/edit"}

// tile shows one whole picture or clip of a click, or the place of one that is not there yet. The pointer moving over a
// clip shows its frames. A clip plays in its tile.
type tile struct {
	widget.BaseWidget
	progress // of a job among others that has no file; the card shows that of a single job
	*media.Preview
	scrub media.Scrub

	acts    *actions
	film    *film
	focused func() bool // reports whether the keys act on this tile
	alone   bool        // no other tile is on the card
	large   bool        // the card shows one clip, or its place
	shared  click       // the jobs that have this tile together; no items: only it

	it      *item
	asset   db.Asset // ID 0: not there yet
	hovered bool

	face    *kit.Face
	strip   *fyne.Container   // the frames of a large clip, while the pointer moves over it
	line    *canvas.Rectangle // where the pointer is in the strip
	time    *kit.Tag          // the time there
	buttons action.Buttons
	more    *kit.Button
	tools   *fyne.Container // empty until they are needed
}

// Measures of a tile, px.
const (
	tileInset   = 6 // from the edge to a tag
	tileRadius  = 6
	signSize    = 24
	playSize    = 48
	stripHeight = 52
)

func newTile(acts *actions, film *film, focused func() bool) *tile {
	t := &tile{acts: acts, film: film, focused: focused, it: &item{},
		face:  kit.NewFace(canvas.ImageFillContain, tileRadius, signSize),
		strip: container.NewWithoutLayout(), line: canvas.NewRectangle(nil),
		time: kit.NewTag(kit.ToneOnPicture, nil, ""), tools: kit.NewFlow(2),
		progress: progress{tag: kit.NewTag(kit.ToneNeutral, nil, ""), bar: kit.NewProgress(4),
			text: kit.NewText("", resources.SizeSM, resources.Text2, false)},
	}
	t.Preview = media.NewPreview(acts.Posters, t.Refresh)
	t.scrub = media.NewScrub(acts.Posters, acts.ReduceMotion, t.Refresh)
	t.ExtendBaseWidget(t)
	return t
}

// bind shows a file of a job, or its place.
func (t *tile) bind(it *item, a db.Asset) {
	if a.ID != t.asset.ID || it.ID != t.it.ID {
		t.leave()
	}
	t.it, t.asset = it, a
	if t.tagged() {
		t.set(t.acts.Live.Status(it.liveRow()), "")
		t.progress.bind(t.acts.Live, it, func(job *live.Job) binding.String { return job.Detail }, t.Refresh)
	} else {
		t.progress.Unbind()
	}
	t.loadPicture()
	t.showTools()
}

// Unbind releases everything that is shown.
func (t *tile) Unbind() {
	t.leave()
	t.progress.Unbind()
	t.it, t.asset, t.hovered = &item{}, db.Asset{}, false
	t.Load(db.Asset{}, 0)
}

func (t *tile) leave() {
	t.scrub.Leave()
	t.film.stopIn(t)
}

// tagged reports whether the tile shows the status of its job.
func (t *tile) tagged() bool { return t.asset.ID == 0 && !t.alone }

func (t *tile) trashed() bool { return !t.asset.TrashedAt.IsZero() }

func (t *tile) clip() bool { return t.asset.Kind == db.Clip && !t.trashed() }

// loadPicture loads the picture of the file, or of its source, in the size of the tile.
func (t *tile) loadPicture() {
	a := t.asset
	if a.ID == 0 {
		a = t.it.source
	}
	if t.trashed() {
		a = db.Asset{}
	}
	t.Load(a, t.face.Pixels())
}

// active reports whether the pointer or the focus is on the tile or on one of its tools.
func (t *tile) active() bool {
	return t.hovered || t.focused() || slices.ContainsFunc(t.tools.Objects, func(o fyne.CanvasObject) bool {
		return o.Visible() && o.(*kit.Button).IsActive()
	})
}

// showTools shows the tools of an active tile and hides those of any other.
func (t *tile) showTools() {
	if t.active() {
		t.fillTools()
	}
	kit.Show(t.tools, t.active())
	t.Refresh()
}

// fillTools shows the possible actions on the file. The buttons are made when they are first needed.
func (t *tile) fillTools() {
	if len(t.tools.Objects) == 0 {
		t.more = kit.NewIconButton(resources.IconMore, lang.L("More"), func() { t.showMenu(below(t.more)) })
		for _, id := range tileActions {
			t.tools.Add(t.buttons.Icon(id, kit.Plain))
		}
		t.tools.Add(t.more)
		for _, o := range t.tools.Objects {
			o.(*kit.Button).Small().OnActiveChanged(t.showTools)
		}
	}
	var list []action.Action
	if t.asset.ID != 0 {
		list = t.acts.ofAsset(t.it, t.asset)
	}
	t.buttons.Show(list)
	kit.Show(t.more, len(t.acts.inMenu(t.it, t.asset, nil)) > 0)
}

func (t *tile) showMenu(at fyne.Position) {
	if len(t.shared.items) > 0 {
		t.acts.showClickMenu(t.shared, at)
		return
	}
	t.acts.showMenu(t.it, t.asset, at)
}

func (t *tile) MouseIn(e *desktop.MouseEvent) {
	t.hovered = true
	t.showTools()
	t.MouseMoved(e)
}

func (t *tile) MouseMoved(e *desktop.MouseEvent) {
	if t.clip() && (t.large || !t.plays()) {
		t.scrub.Move(t.asset, e.Position.X/t.Size().Width)
	}
}

func (t *tile) MouseOut() {
	t.hovered = false
	t.scrub.Leave()
	t.showTools()
}

// Cursor is a hand if a click opens a file.
func (t *tile) Cursor() desktop.Cursor {
	if t.asset.ID == 0 {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// Tapped opens the viewer. The sign in the middle of a large clip plays it here, and a frame of the strip plays it from
// there.
func (t *tile) Tapped(e *fyne.PointEvent) {
	d := e.Position.SubtractXY(t.Size().Width/2, t.Size().Height/2)
	switch {
	case t.strip.Visible() && e.Position.Y >= t.Size().Height-stripHeight:
		t.film.play(t, t.pointed())
	case t.large && t.clip() && max(d.X, -d.X, d.Y, -d.Y) <= playSize/2:
		t.togglePlay()
	default:
		t.open()
	}
}

// TappedSecondary opens the menu.
func (t *tile) TappedSecondary(e *fyne.PointEvent) { t.showMenu(e.AbsolutePosition) }

// Dragged reports where the file is being dragged.
func (t *tile) Dragged(e *fyne.DragEvent) {
	if t.asset.ID != 0 {
		t.acts.Window.Drag(e.AbsolutePosition, t.asset.ID)
	}
}

// DragEnd ends a drag. The tile may show another file by now.
func (t *tile) DragEnd() { t.acts.Window.EndDrag() }

func (t *tile) open() {
	if t.asset.ID != 0 {
		t.film.stop()
		t.acts.Window.ViewIn(t.acts.sequence(), t.asset)
	}
}

// togglePlay plays the clip in its tile, or pauses it.
func (t *tile) togglePlay() {
	t.scrub.Leave()
	t.film.play(t, 0)
}

func (t *tile) file() db.Asset { return t.asset }

func (t *tile) poster() image.Image { return t.Image }

// plays reports whether the tile shows the player in place of its poster.
func (t *tile) plays() bool { return t.film.frame == frame(t) }

// pointed returns the time in the clip at the pointer.
func (t *tile) pointed() time.Duration { return time.Duration(t.scrub.At * float32(length(t.asset))) }

// length returns how long a clip is.
func length(a db.Asset) time.Duration { return time.Duration(a.Seconds * float64(time.Second)) }

// AccessibilityLabel returns the title of the job, its status if the tile shows it, the length and the star.
func (t *tile) AccessibilityLabel() string {
	parts := []string{wording.Title(t.it.Job)}
	if t.tagged() {
		parts = append(parts, t.tag.Word())
	}
	if t.clip() {
		parts = append(parts, wording.Elapsed(length(t.asset)))
	}
	if t.asset.Starred {
		parts = append(parts, lang.L("Starred"))
	}
	return wording.Commas(parts...)
}

func (t *tile) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func (t *tile) CreateRenderer() fyne.WidgetRenderer {
	return kit.Draw(func() fyne.Size { return fyne.NewSquareSize(8) }, func(s fyne.Size) {
		t.face.Resize(s)
		t.loadPicture()
		t.place(s)
	}, t.paint, t.face, t.strip, t.line, t.bar, t.tag, t.time, t.tools)
}

// place lays out the objects over the picture.
func (t *tile) place(s fyne.Size) {
	m, w, y := t.tag.MinSize(), s.Width-2*tileInset, float32(tileInset)
	kit.Place(t.tag, tileInset, y, m.Width, m.Height)
	if t.tag.Visible() {
		y += m.Height + 2
	}
	kit.Place(t.tools, tileInset, y, w, kit.HeightFor(t.tools, w))
	high := t.bar.MinSize().Height
	kit.Place(t.bar, tileInset, s.Height-tileInset-high, w, high)

	x, strip, one := s.Width*t.scrub.At, s.Height-stripHeight, s.Width/media.StripTiles
	for i, o := range t.strip.Objects {
		kit.Place(o, float32(i)*one, strip, one, stripHeight)
	}
	kit.Place(t.line, x-1, strip-4, 2, stripHeight+4)
	m = t.time.MinSize()
	left := min(max(x-m.Width/2, tileInset), s.Width-m.Width-tileInset)
	kit.Place(t.time, left, strip-m.Height-6, m.Width, m.Height)
}

// paint shows the picture and the objects over it.
func (t *tile) paint() {
	still, plays, active := t.scrub.Image(), t.plays(), t.active()
	l := kit.Look{Image: t.Image, Ring: t.focused()}
	fits := t.tag.MinSize().Width <= t.Size().Width-2*tileInset
	kit.Show(t.tag, t.tagged() && fits)
	if !t.tagged() {
		t.bar.Hide()
	}
	switch {
	case t.tagged() && !fits:
		l.Icon = action.StateIcon(t.it.State)
	case t.trashed():
		l.Icon = resources.IconTrash
	case t.Image == nil:
		l.Icon = t.it.emptyIcon()
	}
	if t.asset.Starred && !active {
		l.Tags[kit.TopLeft].Icon = resources.IconStarOn
	}
	st, large := t.film.state, t.large && t.clip()
	runs := plays && !st.Paused && !st.Ended
	strip := still != nil && large && t.Size().Height >= 4*stripHeight
	switch {
	case large && runs && active:
		l.Center = resources.IconPause
	case large && !runs:
		l.Center, l.Icon = resources.IconPlay, nil
	}
	switch {
	case plays:
		l.Over, l.Icon = t.film.view, nil
		if st.Duration > 0 {
			l.Line = float32(st.Position) / float32(st.Duration)
		}
	case still != nil:
		l.Image, l.Icon = still, nil
		if !strip {
			l.Line = t.scrub.At
		}
	case large:
		l.Tags[kit.TopRight].Text = t.it.clipCorner()
	case t.clip():
		l.Tags[kit.BottomLeft].Text = wording.Elapsed(length(t.asset))
	}
	t.face.Set(l)
	t.showStrip(strip)
	t.place(t.Size())
}

// showStrip shows the frames of the clip with the time under the pointer.
func (t *tile) showStrip(on bool) {
	for _, o := range []fyne.CanvasObject{t.strip, t.line, t.time} {
		kit.Show(o, on)
	}
	if !on {
		t.strip.Objects = nil
		return
	}
	accent := theme.Color(resources.Accent)
	if t.line.FillColor != accent {
		t.line.FillColor = accent
		t.line.Refresh()
	}
	at, tenth := t.pointed(), 100*time.Millisecond
	_, point := lang.Separators()
	clock := wording.Elapsed(at.Truncate(time.Second)) + point + strconv.Itoa(int(at/tenth)%10)
	t.time.Set(kit.ToneOnPicture, nil, clock)
	if len(t.strip.Objects) == 0 {
		for _, still := range t.scrub.Tiles {
			t.strip.Add(&canvas.Image{Image: still, FillMode: canvas.ImageFillCover,
				ScaleMode: canvas.ImageScaleFastest})
		}
	}
}

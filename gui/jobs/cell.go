package jobs

import (
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

// onCell are the actions that the pointer or the focus shows on a picture or clip; the others are in its menu.
var onCell = []string{"gallery/star", "gallery/first", "gallery/last", "gallery/lastFrame", "gallery/edit"}

// cell shows one picture or clip of a click, whole, or the place of what is still being made. The pointer or the focus shows over it what
// is done with it most; the pointer moving over a clip goes through it. A clip plays in its cell.
type cell struct {
	widget.BaseWidget
	liveCell // of a job among others that has not ended well; the card says it of one that is alone
	*media.Preview
	scrub media.Scrub

	g     *grid
	at    int // in the grid
	it    item
	asset db.Asset // ID 0: it is not there yet
	over  bool     // the pointer is

	face    *kit.Face
	strip   *fyne.Container   // the frames of a large clip, while the pointer goes through it
	line    *canvas.Rectangle // where the pointer is in the strip
	time    *kit.Tag          // the time there
	buttons action.Buttons
	more    *kit.Button
	tools   *fyne.Container // empty: they were not needed yet
}

// The measures of a cell, px.
const (
	cellInset  = 6 // from the edge to a tag
	cellRadius = 6
	signSize   = 24
	discSize   = 48
	stripHigh  = 52
)

func newCell(g *grid, at int) *cell {
	c := &cell{g: g, at: at, face: kit.NewFace(canvas.ImageFillContain, cellRadius, signSize), tools: kit.NewFlow(2),
		strip: container.NewWithoutLayout(), line: canvas.NewRectangle(nil), time: kit.NewTag(kit.ToneOnPicture, nil, ""),
		liveCell: liveCell{tag: kit.NewTag(kit.ToneNeutral, nil, ""), text: kit.NewText("", resources.SizeSM, resources.Text2, false),
			bar: kit.NewProgress(4)}}
	c.Preview = media.NewPreview(g.v.Posters, c.Refresh)
	c.scrub = media.NewScrub(g.v.Posters, g.v.ReduceMotion, c.Refresh)
	c.ExtendBaseWidget(c)
	return c
}

// bind shows a file of a job, or where it will be.
func (c *cell) bind(it item, a db.Asset) {
	if a.ID != c.asset.ID || it.ID != c.it.ID {
		c.leave()
	}
	c.it, c.asset = it, a
	if c.tagged() {
		c.set(c.g.v.Live.Status(it.row()), "")
		c.liveCell.bind(c.g.v.Live, it, func(job *live.Job) binding.String { return job.Detail }, c.Refresh)
	} else {
		c.liveCell.Unbind()
	}
	c.load()
	c.warm()
}

// Unbind lets go of everything for a cell that is out of sight.
func (c *cell) Unbind() {
	c.leave()
	c.liveCell.Unbind()
	c.it, c.asset, c.over = item{}, db.Asset{}, false
	c.Load(db.Asset{}, 0)
}

func (c *cell) leave() {
	c.scrub.Leave()
	c.g.v.film.stop(c)
}

// tagged reports whether the cell says itself how its job stands.
func (c *cell) tagged() bool { return c.asset.ID == 0 && !c.g.alone }

func (c *cell) trashed() bool { return !c.asset.TrashedAt.IsZero() }

func (c *cell) clip() bool { return c.asset.Kind == db.Clip && !c.trashed() }

// load gets the picture in the size that it has: that of the file, or of the frame or picture that it is made from.
func (c *cell) load() {
	a := c.asset
	if a.ID == 0 {
		a = c.it.source
	}
	if c.trashed() {
		a = db.Asset{}
	}
	c.Load(a, c.face.Pixels())
}

// hot reports whether the pointer or the focus is on the cell or on one of its tools.
func (c *cell) hot() bool {
	return c.over || c.focused() || slices.ContainsFunc(c.tools.Objects, func(o fyne.CanvasObject) bool {
		return o.Visible() && o.(*kit.Button).Hot()
	})
}

// focused reports whether the keys mean this cell.
func (c *cell) focused() bool { return c.g.focused && c.g.at == c.at }

// warm shows the tools, or takes them away.
func (c *cell) warm() {
	if c.hot() {
		c.showTools()
	}
	kit.Show(c.tools, c.hot())
	c.Refresh()
}

// showTools shows what can be done with the file now. Each cell gets its tools when they are first needed.
func (c *cell) showTools() {
	if len(c.tools.Objects) == 0 {
		c.more = kit.NewIconButton(resources.IconMore, lang.L("More"), func() { c.menu(below(c.more)) })
		for _, id := range onCell {
			c.tools.Add(c.buttons.Icon(id, kit.Plain))
		}
		c.tools.Add(c.more)
		for _, o := range c.tools.Objects {
			o.(*kit.Button).Small().WhenHot(c.warm)
		}
	}
	var list []action.Action
	if c.asset.ID != 0 {
		list = c.g.v.ofAsset(c.it, c.asset)
	}
	c.buttons.Show(list)
	kit.Show(c.more, len(c.g.v.inMenu(c.it, c.asset, nil)) > 0)
}

func (c *cell) menu(at fyne.Position) { c.g.v.showMenu(c.it, c.asset, at) }

// showMenu opens the menu of a job and of a file of it.
func (v *Jobs) showMenu(it item, a db.Asset, at fyne.Position) {
	if list := v.inMenu(it, a, nil); len(list) > 0 {
		kit.ShowMenu(v.Canvas(), action.Menu(list, v.Post), at)
	}
}

// below is where a menu opens that belongs to a button.
func below(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(0, o.Size().Height+4)
}

func (c *cell) MouseIn(e *desktop.MouseEvent) {
	c.over = true
	c.warm()
	c.MouseMoved(e)
}

func (c *cell) MouseMoved(e *desktop.MouseEvent) {
	if c.clip() && (c.g.large || !c.plays()) {
		c.scrub.Move(c.asset, e.Position.X/c.Size().Width)
	}
}

func (c *cell) MouseOut() {
	c.over = false
	c.scrub.Leave()
	c.warm()
}

// Cursor is a hand where a click does something.
func (c *cell) Cursor() desktop.Cursor {
	if c.asset.ID == 0 {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// Tapped opens the viewer. On a large clip the sign in the middle plays it here, and a frame of the strip plays it from there.
func (c *cell) Tapped(e *fyne.PointEvent) {
	d := e.Position.SubtractXY(c.Size().Width/2, c.Size().Height/2)
	switch {
	case c.strip.Visible() && e.Position.Y >= c.Size().Height-stripHigh:
		c.g.v.film.play(c, c.pointed())
	case c.g.large && c.clip() && max(d.X, -d.X, d.Y, -d.Y) <= discSize/2:
		c.play()
	default:
		c.open()
	}
}

// TappedSecondary opens the menu.
func (c *cell) TappedSecondary(e *fyne.PointEvent) { c.menu(e.AbsolutePosition) }

// Dragged says where the file is being dragged.
func (c *cell) Dragged(e *fyne.DragEvent) {
	if c.asset.ID != 0 {
		c.g.v.Window.Drag(e.AbsolutePosition, c.asset.ID)
	}
}

// DragEnd says that it was let go, also where the cell shows another one by now.
func (c *cell) DragEnd() { c.g.v.Window.EndDrag() }

func (c *cell) open() {
	if c.asset.ID != 0 {
		c.g.v.film.stop(nil)
		c.g.v.Window.ViewIn(c.g.v.Recent.assets(), c.asset)
	}
}

// play plays a clip in its cell, or halts it.
func (c *cell) play() {
	c.scrub.Leave()
	c.g.v.film.play(c, 0)
}

// pointed is the time that the pointer is at.
func (c *cell) pointed() time.Duration { return time.Duration(c.scrub.At * float32(seconds(c.asset))) }

// plays reports whether the cell shows the player and not its poster.
func (c *cell) plays() bool { return c.g.v.film.of == c }

// AccessibilityLabel returns what is shown, and how it stands.
func (c *cell) AccessibilityLabel() string {
	words := []string{wording.Title(c.it.Job)}
	if c.tagged() {
		words = append(words, c.tag.Word())
	}
	if c.clip() {
		words = append(words, wording.Elapsed(seconds(c.asset)))
	}
	if c.asset.Starred {
		words = append(words, lang.L("Starred"))
	}
	return wording.Commas(words...)
}

func (c *cell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func seconds(a db.Asset) time.Duration { return time.Duration(a.Seconds * float64(time.Second)) }

func (c *cell) CreateRenderer() fyne.WidgetRenderer {
	return kit.Draw(func() fyne.Size { return fyne.NewSquareSize(8) }, func(s fyne.Size) {
		c.face.Resize(s)
		c.load()
		c.place(s)
	}, c.paint, c.face, c.strip, c.line, c.bar, c.tag, c.time, c.tools)
}

// place puts what lies on the picture there.
func (c *cell) place(s fyne.Size) {
	m, w, y := c.tag.MinSize(), s.Width-2*cellInset, float32(cellInset)
	kit.Place(c.tag, cellInset, y, m.Width, m.Height)
	if c.tag.Visible() {
		y += m.Height + 2
	}
	kit.Place(c.tools, cellInset, y, w, kit.HeightFor(c.tools, w))
	high := c.bar.MinSize().Height
	kit.Place(c.bar, cellInset, s.Height-cellInset-high, w, high)

	x, strip, tile := s.Width*c.scrub.At, s.Height-stripHigh, s.Width/media.StripTiles
	for i, o := range c.strip.Objects {
		kit.Place(o, float32(i)*tile, strip, tile, stripHigh)
	}
	kit.Place(c.line, x-1, strip-4, 2, stripHigh+4)
	m = c.time.MinSize()
	kit.Place(c.time, min(max(x-m.Width/2, cellInset), s.Width-m.Width-cellInset), strip-m.Height-6, m.Width, m.Height)
}

// paint shows the picture and what lies on it.
func (c *cell) paint() {
	still, plays, hot := c.scrub.Image(), c.plays(), c.hot()
	l := kit.Look{Image: c.Image, Ring: c.focused()}
	fits := c.tag.MinSize().Width <= c.Size().Width-2*cellInset
	kit.Show(c.tag, c.tagged() && fits)
	if !c.tagged() {
		c.bar.Hide()
	}
	switch {
	case c.tagged() && !fits:
		l.Icon = action.StateIcon(c.it.State)
	case c.trashed():
		l.Icon = resources.IconTrash
	case c.Image == nil:
		l.Icon = c.it.emptyIcon()
	}
	if c.asset.Starred && !hot {
		l.Tags[kit.TopLeft].Icon = resources.IconStarOn
	}
	st, large := c.g.v.film.state, c.g.large && c.clip()
	runs, strip := plays && !st.Paused && !st.Ended, still != nil && large && c.Size().Height >= 4*stripHigh
	switch {
	case large && runs && hot:
		l.Center = resources.IconPause
	case large && !runs:
		l.Center, l.Icon = resources.IconPlay, nil
	}
	switch {
	case plays:
		l.Over, l.Icon = c.g.v.film.view, nil
		if st.Duration > 0 {
			l.Line = float32(st.Position) / float32(st.Duration)
		}
	case still != nil:
		l.Image, l.Icon = still, nil
		if !strip {
			l.Line = c.scrub.At
		}
	case large:
		l.Tags[kit.TopRight].Text = c.it.clipCorner()
	case c.clip():
		l.Tags[kit.BottomLeft].Text = wording.Elapsed(seconds(c.asset))
	}
	c.face.Set(l)
	c.showStrip(strip)
	c.place(c.Size())
}

// showStrip shows the frames of the clip with the time under the pointer.
func (c *cell) showStrip(on bool) {
	for _, o := range []fyne.CanvasObject{c.strip, c.line, c.time} {
		kit.Show(o, on)
	}
	if !on {
		c.strip.Objects = nil
		return
	}
	if accent := theme.Color(resources.Accent); c.line.FillColor != accent {
		c.line.FillColor = accent
		c.line.Refresh()
	}
	at, tenth := c.pointed(), 100*time.Millisecond
	_, point := lang.Separators()
	c.time.Set(kit.ToneOnPicture, nil, wording.Elapsed(at.Truncate(time.Second))+point+strconv.Itoa(int(at/tenth)%10))
	if len(c.strip.Objects) == 0 {
		for _, tile := range c.scrub.Tiles {
			c.strip.Add(&canvas.Image{Image: tile, FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest})
		}
	}
}

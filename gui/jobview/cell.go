package jobview

import (
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
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
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

	mat, disc, line, ring *canvas.Rectangle // line: where the pointer, or what plays, is
	bitmap                *canvas.Image
	sign, middle          *widgets.Icon   // where there is no picture, and on the disc
	screen                *fyne.Container // what plays
	strip                 *fyne.Container // the frames of a large clip, while the pointer goes through it
	length, star, time    *widgets.Tag
	buttons               action.Buttons
	more                  *widgets.Button
	tools                 *fyne.Container // nil: they were not needed yet
	layer                 *fyne.Container // of the tools
}

// The measures of a cell, px.
const (
	cellInset  = 6 // from the edge to a tag
	cellRadius = 6
	signSize   = 24
	discSize   = 48
	stripHigh  = 52
	lineHigh   = 3 // of the line at the foot of a small clip
)

func newCell(g *grid, at int) *cell {
	c := &cell{g: g, at: at, liveCell: liveCell{tag: widgets.NewTag(widgets.ToneNeutral, nil, ""),
		text: widgets.NewText("", resources.SizeSM, resources.Text2, false), bar: widgets.NewProgress(4)}}
	c.Preview = media.NewPreview(g.v.Posters, c.Refresh)
	c.scrub = media.NewScrub(g.v.Posters, func() bool { return !fyne.CurrentApp().Settings().ShowAnimations() }, c.Refresh)
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
		c.set(it, c.g.v.Live.Words(it.row()), "")
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
	a, px := c.asset, c.Size()
	if a.ID == 0 {
		a = c.it.source
	}
	if c.trashed() {
		a = db.Asset{}
	}
	scale := float32(1)
	if on := fyne.CurrentApp().Driver().CanvasForObject(c); on != nil {
		scale = on.Scale()
	}
	c.Load(a, int(max(px.Width, px.Height)*scale+0.5))
}

// hot reports whether the pointer or the focus is on the cell or on one of its tools.
func (c *cell) hot() bool {
	if c.over || c.g.focused && c.g.at == c.at {
		return true
	}
	if c.tools != nil {
		for _, o := range c.tools.Objects {
			if b := o.(*widgets.Button); b.Visible() && b.Hot() {
				return true
			}
		}
	}
	return false
}

// warm shows the tools, or takes them away.
func (c *cell) warm() {
	if c.hot() && c.layer != nil {
		c.showTools()
	}
	if c.tools != nil {
		widgets.Show(c.tools, c.hot())
	}
	c.Refresh()
}

// showTools shows what can be done with the file now. Each cell gets its tools when they are first needed.
func (c *cell) showTools() {
	if c.tools == nil {
		c.tools = widgets.NewFlow(2)
		c.buttons.Keys = c.g.v.Keys()
		for _, id := range onCell {
			c.tools.Add(c.buttons.Icon(id, widgets.Plain))
		}
		c.more = widgets.NewIconButton(resources.IconMore, lang.L("More"), func() { c.menu(below(c.more)) })
		c.tools.Add(c.more)
		for _, o := range c.tools.Objects {
			b := o.(*widgets.Button)
			b.Small().WhenHot(c.warm)
		}
		c.layer.Objects = []fyne.CanvasObject{c.tools}
	}
	var list []action.Action
	if c.asset.ID != 0 {
		list = c.g.v.ofAsset(c.it, c.asset)
	}
	c.buttons.Show(list)
	widgets.Show(c.more, c.asset.ID != 0 || len(c.g.v.inMenu(c.it, c.asset, nil)) > 0)
	c.layer.Refresh()
}

func (c *cell) menu(at fyne.Position) {
	if list := c.g.v.inMenu(c.it, c.asset, nil); len(list) > 0 {
		widgets.ShowMenu(c.g.v.Canvas(), action.Menu(list, c.g.v.Post), at)
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
	if c.clip() && !c.plays() {
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

// Tapped opens the viewer; on the sign in the middle of a large clip it plays that here.
func (c *cell) Tapped(e *fyne.PointEvent) {
	d := e.Position.SubtractXY(c.Size().Width/2, c.Size().Height/2)
	if c.g.large && c.clip() && max(d.X, -d.X, d.Y, -d.Y) <= discSize/2 {
		c.play()
	} else {
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
	c.g.v.film.toggle(c)
}

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
	return wording.Commas(words)
}

func (c *cell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func seconds(a db.Asset) time.Duration { return time.Duration(a.Seconds * float64(time.Second)) }

func (c *cell) CreateRenderer() fyne.WidgetRenderer {
	plate := func() *canvas.Rectangle { return canvas.NewRectangle(nil) }
	tag := func() *widgets.Tag { return widgets.NewTag(widgets.ToneOnPicture, nil, "") }
	c.mat, c.disc, c.line, c.ring = plate(), plate(), plate(), plate()
	c.mat.CornerRadius, c.disc.CornerRadius = cellRadius, discSize/2
	c.ring.StrokeWidth, c.ring.CornerRadius = 2, cellRadius+2
	c.bitmap = &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleFastest, CornerRadius: cellRadius}
	c.bitmap.Hide()
	c.sign, c.middle = widgets.NewIcon(nil, signSize, resources.Text3), widgets.NewIcon(nil, signSize, resources.OnPictureText)
	c.screen, c.strip, c.layer = container.NewStack(), container.NewWithoutLayout(), container.NewWithoutLayout()
	c.length, c.star, c.time = tag(), tag(), tag()
	return widgets.Draw(func() fyne.Size { return fyne.NewSquareSize(8) }, c.arrange, c.paint, c.ring, c.mat, c.bitmap, c.screen, c.sign,
		c.strip, c.line, c.bar, c.tag, c.length, c.star, c.time, c.disc, c.middle, c.layer)
}

func (c *cell) arrange(s fyne.Size) {
	for _, o := range []fyne.CanvasObject{c.mat, c.bitmap, c.screen} {
		widgets.Place(o, 0, 0, s.Width, s.Height)
	}
	widgets.Place(c.ring, -3, -3, s.Width+6, s.Height+6)
	widgets.Place(c.disc, (s.Width-discSize)/2, (s.Height-discSize)/2, discSize, discSize)
	for _, o := range []fyne.CanvasObject{c.sign, c.middle} {
		widgets.Place(o, (s.Width-signSize)/2, (s.Height-signSize)/2, signSize, signSize)
	}
	c.load()
	c.place(s)
}

// place puts what lies on the picture on its corners.
func (c *cell) place(s fyne.Size) {
	put := func(t *widgets.Tag, right, bottom bool) {
		m := t.MinSize()
		x, y := float32(cellInset), float32(cellInset)
		if right {
			x = s.Width - m.Width - cellInset
		}
		if bottom {
			y = s.Height - m.Height - cellInset
		}
		widgets.Place(t, x, y, m.Width, m.Height)
	}
	put(c.tag, false, false)
	put(c.star, false, false)
	put(c.length, c.g.large, !c.g.large)
	widgets.Place(c.bar, cellInset, s.Height-cellInset-c.bar.MinSize().Height, s.Width-2*cellInset, c.bar.MinSize().Height)
	if c.tools != nil {
		w, y := s.Width-2*cellInset, float32(cellInset)
		if c.tag.Visible() {
			y += c.tag.MinSize().Height + 2
		}
		widgets.Place(c.tools, cellInset, y, w, widgets.HeightFor(c.tools, w))
	}
	st := c.g.v.film.state
	switch strip := s.Height - stripHigh; {
	case c.plays() && st.Duration > 0:
		widgets.Place(c.line, 0, s.Height-lineHigh, s.Width*float32(st.Position)/float32(st.Duration), lineHigh)
	case c.strip.Visible():
		x, w := s.Width*c.scrub.At, s.Width/media.StripTiles
		for i, o := range c.strip.Objects {
			widgets.Place(o, float32(i)*w, strip, w, stripHigh)
		}
		widgets.Place(c.line, x-1, strip-4, 2, stripHigh+4)
		m := c.time.MinSize()
		widgets.Place(c.time, min(max(x-m.Width/2, cellInset), s.Width-m.Width-cellInset), strip-m.Height-6, m.Width, m.Height)
	default:
		widgets.Place(c.line, 0, s.Height-lineHigh, s.Width*c.scrub.At, lineHigh)
	}
}

// paint reads the theme and what is shown again, and draws what changed.
func (c *cell) paint() {
	still, plays := c.scrub.Image(), c.plays()
	im, hot := c.Image, c.hot()
	if still != nil {
		im = still
	}
	if c.bitmap.Image != im {
		c.bitmap.Image = im
		widgets.Show(c.bitmap, im != nil)
		c.bitmap.Refresh()
		c.mat.Refresh() // what was hidden is on no canvas yet, and has nothing drawn by itself
	}
	fill := func(r *canvas.Rectangle, name fyne.ThemeColorName, on bool) {
		if col := theme.Color(name); r.FillColor != col {
			r.FillColor = col
			r.Refresh()
		}
		widgets.Show(r, on)
	}
	fill(c.mat, resources.BgMat, true)
	fill(c.disc, resources.OnPicture, c.g.large && c.clip() && (!c.running() || hot))
	fill(c.line, resources.Accent, still != nil || plays)
	if edge := theme.Color(resources.Text1); c.ring.StrokeColor != edge {
		c.ring.StrokeColor, c.ring.FillColor = edge, theme.Color(resources.BgPanel)
		c.ring.Refresh()
	}
	widgets.Show(c.ring, c.g.focused && c.g.at == c.at)
	c.middle.Set(resources.IconPlay, resources.OnPictureText)
	if c.running() {
		c.middle.Set(resources.IconPause, resources.OnPictureText)
	}
	widgets.Show(c.middle, c.disc.Visible())

	fits := c.tag.MinSize().Width <= c.Size().Width-2*cellInset
	widgets.Show(c.tag, c.tagged() && fits)
	if !c.tagged() {
		c.bar.Hide()
	}
	sign := c.it.emptyIcon()
	switch {
	case c.trashed():
		sign = resources.IconTrash
	case c.tagged() && !fits:
		sign = action.StateIcon(c.it.State)
	}
	c.sign.Set(sign, resources.Text3)
	widgets.Show(c.sign, !plays && !c.disc.Visible() && (im == nil || c.tagged() && !fits))
	words := ""
	if c.clip() && c.g.large {
		words = c.it.clipCorner()
	} else if c.clip() {
		words = wording.Elapsed(seconds(c.asset))
	}
	c.length.Set(widgets.ToneOnPicture, nil, words)
	widgets.Show(c.length, words != "" && still == nil && !plays)
	c.star.Set(widgets.ToneOnPicture, resources.IconStarOn, "")
	widgets.Show(c.star, c.asset.Starred && !hot)
	c.showStrip(still != nil && c.g.large)
	c.place(c.Size())
}

// running reports whether the cell plays and does not stand still.
func (c *cell) running() bool {
	st := c.g.v.film.state
	return c.plays() && !st.Paused && !st.Ended
}

// showStrip shows the frames of the clip with the time under the pointer.
func (c *cell) showStrip(on bool) {
	widgets.Show(c.strip, on)
	widgets.Show(c.time, on)
	if !on {
		c.strip.Objects = nil
		return
	}
	at := time.Duration(c.scrub.At * float32(seconds(c.asset)))
	_, point := lang.Separators()
	c.time.Set(widgets.ToneOnPicture, nil, wording.Elapsed(at.Truncate(time.Second))+point+strconv.Itoa(int(at/(100*time.Millisecond))%10))
	if len(c.strip.Objects) == 0 {
		for _, tile := range c.scrub.Tiles {
			c.strip.Add(&canvas.Image{Image: tile, FillMode: canvas.ImageFillCover, ScaleMode: canvas.ImageScaleFastest})
		}
	}
}

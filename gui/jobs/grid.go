package jobs

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/media/player"
)

// The measures of a grid, px. A picture that is alone stands beside its words, and so does a clip, which is large once it is there.
const (
	cellGap               = 8
	cellLeast             = 110 // a cell is as high, where there is room
	fewHigh, manyHigh     = 200, 150
	aloneWidth, aloneHigh = 240, 200
	emptyWidth, emptyHigh = 160, 90 // where no picture is and none is expected at once
	largeWidth, largeHigh = 496, 320
	narrowest             = 3  // sides in a greater proportion than 1 to it are shown as that
	leastPicture          = 96 // where no picture is
)

// grid holds the cells of a card. It has the keyboard for all of them: one is the current one, and the keys that things have in the gallery
// mean that one.
type grid struct {
	widget.DisableableWidget
	v            *Jobs
	shapes       []float32 // of what is shown, its width by its height
	large, alone bool
	empty        bool // there is nothing to show of the one that is alone
	cells        []*cell
	inner        *fyne.Container
	at           int // the current one
	focused      bool
}

func newGrid(v *Jobs) *grid {
	g := &grid{v: v}
	g.inner = container.New(cellLayout{g})
	g.ExtendBaseWidget(g)
	return g
}

// set takes the shapes, which is enough to measure it.
func (g *grid) set(k click) {
	g.alone, g.large = len(k.items) == 1 && len(k.items[0].assets) <= 1, k.large()
	first := k.items[0]
	g.empty = first.asset.ID == 0 && first.source.ID == 0 && (first.Kind.IsVideo() || !underWay.has(first.State))
	g.shapes = g.shapes[:0]
	k.each(func(it item, a db.Asset) {
		shape := it.shape
		if a.Width > 0 && a.Height > 0 {
			shape = float32(a.Width) / float32(a.Height)
		}
		g.shapes = append(g.shapes, min(max(shape, 1./narrowest), narrowest))
	})
	g.at = min(g.at, len(g.shapes)-1)
}

// bind fills the cells.
func (g *grid) bind(k click) {
	i := 0
	k.each(func(it item, a db.Asset) {
		if i == len(g.cells) {
			g.cells = append(g.cells, newCell(g, i))
		}
		g.cells[i].bind(it, a)
		i++
	})
	for _, c := range g.cells[i:] {
		c.Unbind()
	}
	if len(g.inner.Objects) != i {
		g.inner.Objects = nil
		for _, c := range g.cells[:i] {
			g.inner.Objects = append(g.inner.Objects, c)
		}
		g.inner.Refresh()
	} else {
		layOut(g.inner) // the shapes may be others
	}
}

// Unbind lets go of what is shown.
func (g *grid) Unbind() {
	g.at = 0
	for _, c := range g.cells {
		c.Unbind()
	}
}

// box is the room of one picture beside words that leave it a width, px: it gives way where the words would get too narrow.
func (g *grid) box(width float32) fyne.Size {
	most := fyne.NewSize(aloneWidth, aloneHigh)
	switch {
	case g.large:
		most = fyne.NewSize(largeWidth, largeHigh)
	case g.empty:
		most = fyne.NewSize(emptyWidth, emptyHigh)
	}
	w := max(min(most.Width, most.Height*g.shapes[0], width), min(leastPicture, most.Height*g.shapes[0]))
	return fyne.NewSize(w, float32(int(w/g.shapes[0]+0.5)))
}

// lay says how high the cells of a group are in a width, px, and how many stand in a row: in as few rows as leave them a height.
func (g *grid) lay(width float32) (high float32, row int) {
	n, most := len(g.shapes), float32(manyHigh)
	if n <= 4 {
		most = fewHigh
	}
	for rows := 1; ; rows++ {
		row = (n + rows - 1) / rows
		high = (width - cellGap*float32(row-1)) / (float32(row) * slices.Max(g.shapes))
		if high >= cellLeast || row == 1 {
			return float32(int(min(high, most))), row
		}
	}
}

// HeightFor returns the height of a group in a width, px.
func (g *grid) HeightFor(width float32) float32 {
	high, row := g.lay(width)
	rows := float32((len(g.shapes) + row - 1) / row)
	return rows*(high+cellGap) - cellGap
}

// cellLayout places the cells of a grid.
type cellLayout struct{ *grid }

func (g cellLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSquareSize(8) }

func (g cellLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	if g.alone {
		kit.Place(o[0], 0, 0, s.Width, s.Height)
		return
	}
	high, row := g.lay(s.Width)
	x, y := float32(0), float32(0)
	for i, cell := range o {
		if i > 0 && i%row == 0 {
			x, y = 0, y+high+cellGap
		}
		w := float32(int(high * g.shapes[i]))
		kit.Place(cell, x, y, w, high)
		x += w + cellGap
	}
}

// row is how many cells stand in a row as they are laid out.
func (g *grid) row() int {
	_, row := g.lay(g.Size().Width)
	return row
}

func (g *grid) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(g.inner) }

// Disabled reports that there is nothing to do with what is shown.
func (g *grid) Disabled() bool {
	return g.alone && (len(g.cells) == 0 || g.cells[0].asset.ID == 0)
}

// AccessibilityLabel returns what the current cell shows.
func (g *grid) AccessibilityLabel() string {
	if g.at < len(g.cells) {
		return g.cells[g.at].AccessibilityLabel()
	}
	return ""
}

func (g *grid) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

func (g *grid) FocusGained() { g.focused = true; g.move(g.at) }

func (g *grid) FocusLost() { g.focused = false; g.cells[g.at].warm() }

func (g *grid) TypedRune(rune) {}

// move makes another cell the current one, and brings it into sight.
func (g *grid) move(to int) {
	before := g.cells[g.at]
	g.at = min(max(to, 0), len(g.shapes)-1)
	before.warm()
	c, list := g.cells[g.at], g.v.Recent.list
	c.warm()
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(c).Y - driver.AbsolutePositionForObject(list).Y
	if bottom := top + c.Size().Height - list.Size().Height; top < 0 {
		list.SetOffset(list.Offset() + top - cellGap)
	} else if bottom > 0 {
		list.SetOffset(list.Offset() + bottom + cellGap)
	}
}

// TypedKey moves, opens, plays, and does what the keys of the gallery mean.
func (g *grid) TypedKey(e *fyne.KeyEvent) {
	c := g.cells[g.at]
	steps := map[fyne.KeyName]int{fyne.KeyLeft: -1, fyne.KeyRight: 1, fyne.KeyUp: -g.row(), fyne.KeyDown: g.row(),
		fyne.KeyHome: -g.at, fyne.KeyEnd: len(g.shapes) - 1 - g.at}
	if step, ok := steps[e.Name]; ok && !g.alone {
		if to := g.at + step; to >= 0 && to < len(g.shapes) {
			g.move(to)
		}
		return
	}
	switch {
	case e.Name == fyne.KeySpace && c.clip():
		c.play()
	case e.Name == fyne.KeySpace, e.Name == fyne.KeyReturn, e.Name == fyne.KeyEnter:
		c.open()
	case kit.OpensMenu(e):
		c.menu(below(c))
	default:
		pressed := action.PressedChord(e)
		if a, ok := action.Find(g.v.ofAsset(c.it, c.asset), pressed); ok {
			a.Press(pressed.Key, g.v.Post)
		} else if typed := g.v.Canvas().OnTypedKey(); typed != nil {
			typed(e)
		}
	}
}

// film plays one clip in its cell. It is let go of when its cell is out of sight, and when the place is left.
type film struct {
	v     *Jobs
	view  *player.View
	of    *cell // nil: nothing plays
	path  string
	from  time.Duration // where it begins once it is loaded
	state player.State
}

func newFilm(v *Jobs) *film {
	f := &film{v: v, view: player.NewView(v.Player)}
	v.Player.OnState(f.changed)
	return f
}

// play plays the clip of a cell from a time, with the sound that the viewer has. One that plays goes there, or from 0 goes on or halts.
func (f *film) play(c *cell, from time.Duration) {
	switch {
	case f.of != c:
		f.begin(c)
		f.from = from
	case from == 0:
		f.v.Player.Toggle()
	default:
		f.v.Player.SeekExact(from)
		f.v.Player.Play()
	}
}

func (f *film) begin(c *cell) {
	f.stop(nil)
	f.of = c
	f.view.SetPoster(c.Image)
	c.Refresh()
	a := c.asset
	f.v.Go(func(ctx context.Context) {
		path, err := f.v.Library.AbsPath(a.Path)
		volume, muted := f.v.Window.Sound(ctx)
		f.v.Post(func() {
			switch {
			case f.of != c || c.asset.ID != a.ID:
			case err != nil:
				c.open() // the viewer says why it cannot be shown
			default:
				f.path = path
				f.v.Player.Load(path)
				f.v.Player.SetVolume(volume)
				f.v.Player.SetMuted(muted)
				f.v.Player.Play()
			}
		})
	})
}

// stop ends what plays in a cell; nil: in any.
func (f *film) stop(in *cell) {
	c := f.of
	if c == nil || in != nil && in != c {
		return
	}
	f.of, f.path, f.from, f.state = nil, "", 0, player.State{}
	f.v.Player.Unload()
	f.view.SetPoster(nil)
	c.Refresh()
}

// changed takes a new state of the player.
func (f *film) changed(st player.State) {
	switch {
	case f.of == nil || st.Path != f.path || f.path == "":
	case st.Err != nil:
		f.of.open() // the viewer says what to install, or what is damaged
	default:
		if f.state = st; st.Loaded && f.from > 0 {
			f.v.Player.SeekExact(f.from)
			f.from = 0
		}
		f.of.Refresh()
	}
}

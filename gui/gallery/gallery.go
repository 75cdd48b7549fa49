package gallery

import (
	"context"
	"image"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/widgets"
)

// State is what a gallery remembers from one start to the next.
type State struct {
	RowHeight float32 `json:"row_height"` // in pixels of the window; 0: as it comes
}

// Gallery is the screen. See the package documentation for who may call what.
type Gallery struct {
	o    Options
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup

	query   query
	reading *reading // nil: none is under way
	model   *model
	undo    []db.Asset // what the banner can bring back

	search *widgets.Entry
	header fyne.CanvasObject
	count  *widgets.Text
	zoom   *widget.Slider
	toggle *widgets.Button
	kind   *widgets.Chip
	star   *widgets.Chip
	chips  *fyne.Container
	rows   *widgets.JustifiedRows
	detail *detail
	bar    *selectionBar
	banner *undoBanner
	stack  *fyne.Container // rows, or what stands in their place
	object fyne.CanvasObject
}

// New makes the screen, empty. [Gallery.Refresh] fills it.
func New(o Options) *Gallery {
	o.fill()
	g := &Gallery{o: o, model: newModel(query{}, nil, nil, 0, false)}
	g.ctx, g.stop = context.WithCancel(context.Background())
	g.rows = g.newRows()
	g.detail = newDetail(g)
	g.bar = newSelectionBar(g)
	g.banner = newUndoBanner(g)
	g.stack = container.NewStack(widgets.NewInset(0, 0, 0, 12, g.rows))
	main := container.NewBorder(
		widgets.NewColumn(0, g.newHeader(), g.newFilters(), widgets.NewRule()),
		widgets.NewColumn(0, g.banner.object, g.bar.object),
		nil, nil, g.stack)
	g.object = widgets.NewSidePane(main, g.detail.object, paneWidth, g.toggle).Object()
	return g
}

// Object gives the screen's content for the shell.
func (g *Gallery) Object() fyne.CanvasObject { return g.object }

// Close calls off what is under way and waits for it. The gallery is not used after that.
func (g *Gallery) Close() {
	g.stop()
	g.work.Wait()
}

// State gives what is to be remembered.
func (g *Gallery) State() State { return State{RowHeight: g.rows.TargetHeight()} }

// SetState puts back what was remembered.
func (g *Gallery) SetState(s State) {
	if s.RowHeight > 0 {
		g.zoom.SetValue(float64(s.RowHeight))
	}
}

// FocusSearch puts the keyboard into the search box.
func (g *Gallery) FocusSearch() { focus(g.search) }

// First returns what has the keyboard when the gallery comes to the front: the pictures.
func (g *Gallery) First() fyne.Focusable { return g.rows }

// Focus puts the keyboard on the pictures.
func (g *Gallery) Focus() { focus(g.rows) }

// Tick shows what passing time has changed: call it once a minute while the screen is in sight.
func (g *Gallery) Tick() {
	from, to := g.rows.VisibleRange()
	for _, a := range g.model.assets[from:min(to, len(g.model.assets))] {
		g.rows.Update(a.ID)
	}
	g.detail.tick()
}

// Show selects one asset and scrolls to it, as when it is chosen on another screen. It reports whether it is in the gallery as filtered now.
func (g *Gallery) Show(id int64) bool {
	i, ok := g.model.index[id]
	if ok {
		g.rows.Select(i)
	}
	return ok
}

func (g *Gallery) newRows() *widgets.JustifiedRows {
	r := widgets.NewJustifiedRows(func() fyne.CanvasObject { return newCell(g.o.Thumbs, g.o.Now) })
	r.Now = g.o.Now
	r.OnBind = func(c fyne.CanvasObject, i int) { c.(*cell).bind(g.model.assets[i]) }
	r.OnUnbind = func(c fyne.CanvasObject, _ int64) { c.(*cell).unbind() }
	r.OnOpen = func(i int) { g.open(g.model.assets[i]) }
	r.OnSelect = g.selected
	r.OnMenu = g.showMenu
	r.OnKey = g.key
	return r
}

// show puts a model in the place of the one that was shown. What is in sight and what is selected stay.
func (g *Gallery) show(m *model) {
	old := g.model
	had, current := g.rows.SelectedCount() > 0, g.currentID()
	g.model = m
	g.rows.SetTiles(m.tiles, m.groups)
	if had && g.rows.SelectedCount() == 0 {
		// All that was selected is gone: the next one takes its place, so that deleting goes on from there.
		if heir := m.heir(current, old); heir != 0 {
			g.rows.Select(m.index[heir])
		}
	}
	g.count.SetText(countWords(len(m.assets), m.total, g.query.narrow()))
	g.header.Refresh()
	g.showState()
	g.selected()
}

// selected shows what is selected now.
func (g *Gallery) selected() {
	chosen := g.chosen()
	g.bar.show(chosen, g.comparable(chosen))
	a, ok := g.current()
	if !ok {
		g.detail.showNothing()
		return
	}
	g.detail.show(a)
}

// current gives the asset that keys and the detail pane are about.
func (g *Gallery) current() (db.Asset, bool) {
	i := g.rows.Current()
	if i < 0 || i >= len(g.model.assets) || g.rows.SelectedCount() == 0 {
		return db.Asset{}, false
	}
	return g.model.assets[i], true
}

// currentID gives the ID of the tile where the keyboard stands, selected or not; 0: nowhere.
func (g *Gallery) currentID() int64 {
	if i := g.rows.Current(); i >= 0 && i < len(g.model.assets) {
		return g.model.assets[i].ID
	}
	return 0
}

// chosen gives what is selected, in the order of the wall.
func (g *Gallery) chosen() []db.Asset {
	indexes := g.rows.Selected()
	out := make([]db.Asset, 0, len(indexes))
	for _, i := range indexes {
		if i < len(g.model.assets) {
			out = append(out, g.model.assets[i])
		}
	}
	return out
}

// run runs work away from the window's goroutine; Close waits for it.
func (g *Gallery) run(fn func()) {
	g.work.Add(1)
	g.o.Run(func() {
		defer g.work.Done()
		fn()
	})
}

// picture gives an asset's picture for the detail pane.
func (g *Gallery) picture(a db.Asset, px int, done func(image.Image, error)) (now image.Image, cancel func()) {
	if im, ok := g.o.Thumbs.Cached(a, px); ok {
		return im, func() {}
	}
	now, _ = g.o.Thumbs.Nearest(a, px)
	return now, g.o.Thumbs.Request(a, px, done)
}

func focus(f fyne.Focusable) {
	if o, ok := f.(fyne.CanvasObject); ok {
		if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
			c.Focus(f)
		}
	}
}

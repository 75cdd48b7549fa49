package gallery

import (
	"context"
	"fmt"
	"image"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
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
	frame  *frameLayout
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
	g.frame = newFrameLayout(g.toggle)
	g.object = container.New(g.frame, main, widgets.NewVRule(), g.detail.object)
	g.toggle.OnTapped = func() { g.frame.toggle(g.object) }
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

func (g *Gallery) newHeader() fyne.CanvasObject {
	g.search = widgets.NewSearchEntry("Search prompts")
	g.search.OnChanged = func(text string) { g.ask(func(q *query) { q.text = strings.TrimSpace(text) }) }
	g.search.OnEscape = func() {
		if g.search.Text == "" {
			g.Focus()
			return
		}
		g.search.SetText("")
	}
	g.search.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name != fyne.KeyDown && e.Name != fyne.KeyReturn && e.Name != fyne.KeyEnter {
			return false
		}
		g.Focus()
		return true
	}
	g.count = widgets.NewText("", resources.SizeSM, resources.Text3, false)
	g.zoom = widget.NewSlider(widgets.TileHeightMin, widgets.TileHeightMax)
	g.zoom.Step = 2
	g.zoom.Value = widgets.TileHeight
	g.zoom.OnChanged = func(v float64) { g.rows.SetTargetHeight(float32(v)) }
	g.toggle = widgets.NewIconButton(resources.IconInfo(), "Details", nil)
	g.header = widgets.NewScreenHeader("Gallery", []fyne.CanvasObject{g.search}, []fyne.CanvasObject{
		g.count,
		widgets.NewIcon(resources.IconPicture(), 14, resources.Text3),
		widgets.NewFixed(96, 0, container.NewThemeOverride(g.zoom, sliderLook{})),
		g.toggle,
	})
	return g.header
}

func (g *Gallery) newFilters() fyne.CanvasObject {
	g.kind = widgets.NewChip("", nil)
	g.kind.OnTapped = func() {
		if g.query.kind != "" {
			g.kind.OnClear()
			return
		}
		g.menuAt(g.kind, fyne.NewMenu("",
			fyne.NewMenuItem("Clips", func() { g.ask(func(q *query) { q.kind = db.Clip }) }),
			fyne.NewMenuItem("Pictures", func() { g.ask(func(q *query) { q.kind = db.Picture }) }),
		))
	}
	g.kind.OnClear = func() { g.ask(func(q *query) { q.kind = "" }) }
	g.star = widgets.NewChip("Starred", func() { g.ask(func(q *query) { q.starred = !q.starred }) })
	g.star.SetIcon(resources.IconStar())
	g.star.OnClear = func() { g.ask(func(q *query) { q.starred = false }) }
	g.chips = widgets.NewRow(8, g.kind, g.star, widgets.NewSpring())
	g.showFilters()
	return widgets.NewInset(6, 16, 6, 16, g.chips)
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

// ask changes the query and reads with it. The read of the query before is called off: only the last key counts.
func (g *Gallery) ask(change func(*query)) {
	was := g.query
	change(&g.query)
	if g.query == was {
		return
	}
	g.showFilters()
	g.Refresh()
}

func (g *Gallery) showFilters() {
	word := "Kind: any"
	switch g.query.kind {
	case db.Clip:
		word = "Clips"
	case db.Picture:
		word = "Pictures"
	}
	g.kind.SetText(word)
	g.kind.SetOn(g.query.kind != "")
	g.star.SetOn(g.query.starred)
	g.chips.Refresh() // the words have other widths now
}

// show puts a model in the place of the one that was shown. What is in sight and what is selected stay.
func (g *Gallery) show(m *model) {
	old := g.model
	had, current := g.rows.SelectedCount() > 0, g.currentID()
	g.model = m
	g.rows.SetTiles(m.tiles())
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

// countWords says how many there are: "3,284 items", or "412 of 3,284".
func countWords(shown, total int, narrow bool) string {
	if !narrow {
		return wording.Count(total, "item", "items")
	}
	return strings.TrimSuffix(wording.Count(shown, "", ""), " ") + " of " + strings.TrimSuffix(wording.Count(total, "", ""), " ")
}

// showState stands an explanation in the place of the rows where there are none.
func (g *Gallery) showState() {
	var instead fyne.CanvasObject
	switch {
	case len(g.model.assets) > 0:
	case g.query.narrow():
		instead = widgets.NewEmpty(resources.IconSearch(), "Nothing found", g.query.words(),
			widgets.NewButton("Show everything", nil, widgets.Plain, g.clearQuery))
	default:
		var action fyne.CanvasObject
		if g.o.OnCreate != nil {
			action = widgets.NewButton("Create something", resources.IconCreate(), widgets.Primary, g.o.OnCreate)
		}
		instead = widgets.NewEmpty(resources.IconGallery(), "Nothing here yet",
			"Every clip and picture that you make is kept here, with what made it. It stays when the service deletes its own copy.", action)
	}
	g.instead(instead)
}

// words says what was looked for.
func (q query) words() string {
	what := "item"
	switch q.kind {
	case db.Clip:
		what = "clip"
	case db.Picture:
		what = "picture"
	}
	if q.starred {
		what = "starred " + what
	}
	if q.text == "" {
		return fmt.Sprintf("There is no %s.", what)
	}
	return fmt.Sprintf("No %s has a prompt with “%s”.", what, q.text)
}

func (g *Gallery) clearQuery() {
	g.search.SetText("") // asks by itself, when there was a text
	g.ask(func(q *query) { *q = query{} })
}

// showError says that the library could not be read. What was shown before stays behind it in the model, and comes back when reading works.
func (g *Gallery) showError(err error) {
	g.instead(widgets.NewEmpty(resources.IconWarning(), "The library could not be read", sentence(err),
		widgets.NewButton("Read again", resources.IconRefresh(), widgets.Plain, g.Refresh)))
}

// instead shows an object in the place of the rows; nil: the rows.
func (g *Gallery) instead(o fyne.CanvasObject) {
	rows := g.stack.Objects[0]
	show(rows, o == nil)
	g.stack.Objects = g.stack.Objects[:1]
	if o != nil {
		g.stack.Objects = append(g.stack.Objects, o)
	}
	g.stack.Refresh()
}

// sentence makes an error's words a sentence.
func sentence(err error) string {
	s := err.Error()
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// selected shows what is selected now.
func (g *Gallery) selected() {
	g.bar.show(g.chosen())
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

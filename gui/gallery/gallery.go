// Package gallery is the screen with everything that was ever made: clips and pictures in justified rows by day, or in a list, and beside
// them what made the one that is selected.
//
// The screen holds a compact row of every asset that is asked for ([model]) and reads the whole rows of those around what is in sight
// ([rowCache]). What is asked for stands in the search box; the chips under it are the same query in another form. Every reading is done
// away from the window's goroutine, is called off by the next key, and is shown by one function that is posted. Every change (star, tag,
// trash) is one call for all that is selected, can be undone, and is followed by a new reading. What is in sight stays where it is when
// rows come or go. Pictures are asked for while their cells are in sight and are never decoded here.
//
// Everything but Update belongs to the window's goroutine.
package gallery

import (
	"context"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/facts"
	"viviscope/gui/wording"
)

// Library is what the gallery reads and writes. *db.Library is one. Its methods are called away from the window's goroutine.
type Library interface {
	facts.Library
	action.Settings
	AbsPath(rel string) (string, error)
	Index(ctx context.Context) (*search.Index, error)
	Loading() bool // may be called anywhere
	NewestAssets(ctx context.Context, limit int) ([]db.Asset, error)
	AssetsByID(ctx context.Context, ids []int64) ([]db.Asset, error)
	Names(ctx context.Context, now time.Time) (search.Names, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	Duplicates(ctx context.Context) ([][]db.Asset, error)

	StarAll(ctx context.Context, ids []int64, on bool) (db.Undo, error)
	TrashAll(ctx context.Context, ids []int64) (db.Undo, error)
	RestoreAll(ctx context.Context, ids []int64) (db.Undo, error)
	DeleteForever(ctx context.Context, ids []int64) (int, error)
	EmptyTrash(ctx context.Context) (int, error)
	TrashDays(ctx context.Context) (int, error)
	Undo(ctx context.Context, u db.Undo) (db.Undo, error)
	SetNote(ctx context.Context, id int64, note string) (db.Undo, error)

	AddTag(ctx context.Context, tag string, ids ...int64) (db.Undo, error)
	RemoveTag(ctx context.Context, tag string, ids ...int64) (db.Undo, error)
	RenameTag(ctx context.Context, tag, to string) (db.Undo, error)

	Albums(ctx context.Context) ([]db.Album, error)
	SaveAlbum(ctx context.Context, a db.Album) (db.Album, error)
	DeleteAlbum(ctx context.Context, ref string) error
	ArrangeAlbums(ctx context.Context, refs ...string) error
	AddToAlbum(ctx context.Context, ref string, ids ...int64) (db.Undo, error)
	RemoveFromAlbum(ctx context.Context, ref string, ids ...int64) (db.Undo, error)
	MoveInAlbum(ctx context.Context, ref string, ids []int64, before int64) error
}

// Deps is what a gallery works with.
type Deps struct {
	action.Host
	Viewer    action.Viewer
	Creator   action.Creator
	Exchange  action.Exchange
	Navigator action.Navigator
	Library   Library
	Pictures  media.Pictures
	Player    *player.Player // plays a clip in the pane
	Judge     facts.Judge    // nil: what is shown counts as whole
}

// Gallery is the screen. See the package documentation for who may call what.
type Gallery struct {
	wanted bool // the pictures get the keyboard once there are some

	d    Deps
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup

	asked      question
	reading    *reading // nil: none is under way
	primed     bool     // the first one began
	complete   bool     // one has ended
	model      *model
	cache      rowCache
	history    history         // what can be undone
	changed    <-chan struct{} // closed when the change that was asked for last has ended; nil: none was
	choosing   *choosing
	moving     bool        // something is being moved in its album
	detailAt   time.Time   // when the pane last followed the selection
	detailWait func() bool // calls off that it does so later
	pending    []int64     // the IDs of assets to go to once they are read
	state      State
	fitted     int // device pixels of the window that the thumbnails were told

	head    *header
	chips   *chipRow
	rows    *kit.JustifiedRows
	detail  *detail
	bar     *selectionBar
	mode    *modeRow
	suggest *suggestions
	before  *searches
	pane    *kit.SidePane
	heads   *fyne.Container // of the columns of the list
	stack   *fyne.Container // rows, or what stands in their place
	object  fyne.CanvasObject
}

// New makes the screen, empty. [Gallery.Refresh] fills it.
func New(d Deps) *Gallery {
	g := &Gallery{d: d, model: newModel(question{}), cache: rowCache{assets: map[int64]db.Asset{}}, state: usual(),
		detailWait: func() bool { return true }}
	g.ctx, g.stop = context.WithCancel(context.Background())
	g.rows = g.newRows()
	g.detail = newDetail(g)
	g.bar = newSelectionBar(g)
	g.mode = newModeRow(g)
	g.before = &searches{g: g}
	g.suggest = newSuggestions(g)
	g.head = newHeader(g)
	g.chips = newChipRow(g)
	g.heads = newListHead()
	g.heads.Hide()
	g.stack = container.NewStack(container.NewBorder(g.heads, nil, nil, nil, kit.NewInset(0, 0, 0, wallInset, g.rows)))
	main := container.NewBorder(
		kit.NewColumn(0, g.head.object, g.chips.object, kit.NewRule(), g.mode.object),
		kit.NewColumn(0, g.bar.object), // its height changes when the bar comes and goes, so that the toolkit lays out anew
		nil, nil, g.stack)
	g.pane = kit.NewSidePane(main, g.detail.object, paneWidth, g.head.toggle)
	g.head.toggle.OnTapped = func() { g.pane.Toggle(); g.Focus() }
	g.object = container.NewStack(g.pane.Object(), g.suggest.menu.Layer)
	g.detail.fill()
	g.showAsked()
	return g
}

func (g *Gallery) Content() fyne.CanvasObject { return g.object }

// Close keeps what was typed, calls off what is under way and waits for it. The gallery is not used after that.
func (g *Gallery) Close() {
	g.detail.notes.flush()
	g.detail.leave()
	g.stop()
	g.work.Wait()
}

// Unsaved reports whether a note is not yet written. Any goroutine.
func (g *Gallery) Unsaved() bool { return g.detail.notes.saver.Unsaved() }

// Flush writes the notes that are not yet written. It blocks on the library.
func (g *Gallery) Flush(ctx context.Context) error { return g.detail.notes.saver.Flush(ctx) }

// SearchField returns the search box, which may get the keyboard before the gallery was ever painted.
func (g *Gallery) SearchField() fyne.Focusable { return g.head.search }

// First returns what has the keyboard when the gallery comes to the front: the pictures.
// While there are none they are hidden, and a hidden control is given no keyboard: the first that come get it.
func (g *Gallery) First() fyne.Focusable {
	g.wanted = len(g.model.rows) == 0
	return g.rows
}

// Left ends what plays: another place is in front, which has the keyboard.
func (g *Gallery) Left() { g.wanted = false; g.detail.end() }

// Focus puts the keyboard on the pictures.
func (g *Gallery) Focus() { g.focus(g.rows) }

// Show selects assets and scrolls to the first, as when they are chosen on another screen. It reports whether any is in the gallery as
// filtered now; before the first reading they are taken to be.
func (g *Gallery) Show(ids ...int64) bool {
	g.pending = ids
	return !g.complete || g.goToPending()
}

// goToPending selects what is there of the assets to go to, and scrolls to the first. It reports whether there are any.
func (g *Gallery) goToPending() bool {
	var places []int
	for _, id := range g.pending {
		if i := g.model.wall.IndexOf(id); i >= 0 {
			places = append(places, i)
		}
	}
	if g.pending = nil; len(places) == 0 {
		return false
	}
	g.rows.Select(slices.Min(places))
	g.rows.SelectThese(places)
	return true
}

func (g *Gallery) newRows() *kit.JustifiedRows {
	r := kit.NewJustifiedRows(g.newCell)
	r.OnBind = func(c fyne.CanvasObject, i int) { c.(bindable).bind(g.itemAt(i)) }
	r.OnOpen = g.opened
	r.OnSelect = g.selected
	r.OnMenu = g.showMenu
	r.OnDrag, r.OnDragEnd = g.dragged, g.d.Exchange.EndDrag
	r.OnKey = g.key
	r.OnShortcut = g.shortcut
	r.OnScrolled = g.scrolled
	r.LabelOf = g.dateAt
	r.Later = func(d time.Duration, f func()) func() bool { return g.d.After(d, func() { g.post(f) }) }
	return r
}

// showHeads shows the heads of the columns where there are any.
func (g *Gallery) showHeads() {
	kit.Show(g.heads, g.state.List)
	g.stack.Objects[0].Refresh()
}

func (g *Gallery) newCell() fyne.CanvasObject {
	if g.state.List {
		return newListCell(g)
	}
	return newCell(g)
}

// bindable is a cell of either kind.
type bindable interface{ bind(item) }

// item is what a cell shows: the compact row, and the whole one where it is read.
type item struct {
	row       search.Row
	asset     db.Asset // zero while it is not read
	cost      bool     // what it cost is shown
	amongPlay bool     // the profile in front is the sandbox
}

func (g *Gallery) itemAt(i int) item {
	r := g.model.rows[i]
	a := g.cache.assets[r.ID]
	return item{row: r, asset: a, cost: g.state.Costs, amongPlay: g.d.Profile().Sandbox}
}

// scrolled follows a new scroll place or a new layout.
func (g *Gallery) scrolled() {
	g.fitThumbs()
	g.readAround()
}

// show puts a model in the place of the one that was shown. What is in sight and what is selected stay; where all that was selected is
// gone, the next one takes its place, so that deleting goes on from there.
func (g *Gallery) show(m *model) {
	other := m.asked != g.model.asked
	had := g.rows.SelectedCount() > 0
	g.model, g.moving = m, false
	g.rows.Waiting = m.early
	g.rows.ShowWall(m.wall)
	switch {
	case m.early, m.stale && g.pending != nil:
	case g.goToPending():
	case other && g.rows.SelectedCount() == 0:
		g.rows.SetOffset(0)
	case other:
		g.rows.ScrollTo(g.rows.Selected()[0])
	case had && g.rows.SelectedCount() == 0:
		g.rows.Select(g.rows.Current())
	}
	g.stale()
	g.head.showCount(m)
	g.chips.show()
	g.showMode()
	g.showState()
	g.selected()
	g.d.Viewer.SequenceChanged()
}

// selected shows what is selected now.
func (g *Gallery) selected() {
	g.bar.show()
	kit.Enable(g.mode.use, g.rows.SelectedCount() == 1)
	g.showDetail()
}

// detailRest is how long a selection stands before the pane follows it, when it came soon after another one: who holds a key down goes by
// many.
const detailRest = 150 * time.Millisecond

// showDetail shows what the detail pane is about: at once where nothing was shown for a while, else when the selection comes to rest.
func (g *Gallery) showDetail() {
	g.detailWait()
	now := g.d.Now()
	if g.currentID() == g.detail.asset.ID || now.Sub(g.detailAt) > detailRest {
		g.detailAt = now
		g.showDetailNow()
		return
	}
	g.detailWait = g.d.After(detailRest, func() {
		g.post(func() {
			g.detailAt = g.d.Now()
			g.showDetailNow()
		})
	})
}

// showDetailNow shows it, as soon as its row is read.
func (g *Gallery) showDetailNow() {
	id := g.currentID()
	if id == 0 {
		g.detail.showNothing()
		return
	}
	if a, ok := g.asset(id); ok {
		g.detail.show(a)
		return
	}
	if !g.cache.busy {
		g.readRows([]int64{id}, func() {})
	} else {
		g.cache.again = true
	}
}

// currentID gives the ID of the asset that keys and the detail pane are about; 0: none.
func (g *Gallery) currentID() int64 {
	if g.rows.SelectedCount() == 0 {
		return 0
	}
	i := g.rows.Current()
	if !g.rows.IsSelected(i) {
		i = g.rows.Selected()[0]
	}
	return g.model.rows[i].ID
}

// chosen gives the IDs of what is selected, in the order of the wall.
func (g *Gallery) chosen() []int64 {
	indexes := g.rows.Selected()
	ids := make([]int64, 0, len(indexes))
	for _, i := range indexes {
		ids = append(ids, g.model.rows[i].ID)
	}
	return ids
}

// repaint has the window drawn and laid out anew: what was hidden and is shown does not see to that by itself.
func (g *Gallery) repaint() { canvas.Refresh(g.head.count) }

// run runs work away from the window's goroutine; Close waits for it.
func (g *Gallery) run(fn func()) {
	g.work.Add(1)
	g.d.Go(func(context.Context) {
		defer g.work.Done()
		fn()
	})
}

// post runs a function on the window's goroutine, unless the screen was closed meanwhile.
func (g *Gallery) post(fn func()) {
	g.d.Post(func() {
		if g.ctx.Err() == nil {
			fn()
		}
	})
}

// focus gives the keyboard to a part of the gallery. Fyne does not know the canvas of what was not painted for a minute.
func (g *Gallery) focus(f fyne.Focusable) { g.d.Canvas().Focus(f) }

// under gives the place right under an object, in the window.
func under(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(0, o.Size().Height+2)
}

// goTo goes to an asset; where it is not among what is asked for now, everything is asked for.
func (g *Gallery) goTo(a db.Asset) {
	if g.Show(a.ID) {
		g.Focus()
		return
	}
	g.pending = []int64{a.ID}
	g.find(search.Query{})
	g.leaveDuplicates()
	g.Focus()
}

// Choice is that somebody wants a picture, or several: what for, and who gets them. One of the two functions is called, once at most.
type Choice struct {
	Words   string                // stand over the gallery: "Choose a picture for the first frame"
	Frame   bool                  // only what can be a frame
	Several bool                  // all that are selected
	Clips   bool                  // clips, and no pictures
	Picked  func(list []db.Asset) // one, unless Several
	Back    func()                // a person thought better of it
}

// choosing is a choice under way, and what was asked for before.
type choosing struct {
	Choice
	linked bool // its link must live
	before question
}

// Choose shows only pictures, or only clips. A button, Enter or a double click takes the one that is selected, Esc goes back; the gallery is then as it was
// before.
func (g *Gallery) Choose(wanted Choice) {
	c := &choosing{Choice: wanted, linked: wanted.Frame && !g.d.Creator.HostsPictures(), before: g.asked}
	if g.choosing != nil {
		c.before = g.choosing.before
	}
	g.choosing = c
	kind := db.Picture
	if wanted.Clips {
		kind = db.Clip
	}
	q := search.Query{Terms: []search.Term{{Key: search.KeyKind, Text: string(kind)}}}
	if c.linked {
		q = q.With(linkLives())
	}
	g.ask(question{text: q.String(), order: g.asked.order})
	g.showMode()
	g.Focus()
}

// choosingKey takes the keys while a picture is chosen: Esc leaves, and none of those that change things does anything. The key that
// plays is left to the wall.
func (g *Gallery) choosingKey(e *fyne.KeyEvent) bool {
	if e.Name == fyne.KeyEscape {
		g.cancelChoosing()
		return true
	}
	current, _ := g.asset(g.currentID())
	a, means := g.meant(current, g.selection(), action.PressedChord(e))
	return means && a.ID != playID
}

// cancelChoosing leaves for where the picture was wanted.
func (g *Gallery) cancelChoosing() {
	back := g.choosing.Back
	g.stopChoosing()
	back()
}

// stopChoosing shows the gallery as it was before.
func (g *Gallery) stopChoosing() {
	if c := g.choosing; c != nil {
		g.choosing = nil
		g.ask(c.before)
		g.showMode()
	}
}

// pick hands over the picture that was chosen, or all that are selected, or says why it cannot be used: another search shows such as well.
func (g *Gallery) pick(id int64) {
	c, ids := g.choosing, []int64{id}
	if selected := g.chosen(); c.Several && len(selected) > 0 {
		ids = selected
	}
	g.withAssets(ids, func(list []db.Asset) {
		if len(list) == 0 || g.choosing != c {
			return
		}
		for _, a := range list {
			if c.Clips {
				if a.Kind != db.Clip {
					return // another search shows such as well
				}
				continue
			}
			if use := wording.FrameUseOf(a, g.d.Now(), g.d.Creator.HostsPictures()); !use.Edit || c.linked && !use.Frame {
				g.d.Say(kit.ToneWarn, use.Note, "", action.Action{Label: lang.L("Set up image hosting…"), Do: g.d.Navigator.ShowHosting})
				return
			}
		}
		g.stopChoosing()
		c.Picked(list)
	})
}

// State is what a gallery remembers from one start to the next.
type State struct {
	RowHeight float32      `json:"row_height"` // in pixels of the window; 0: as it comes
	List      bool         `json:"list,omitempty"`
	Order     search.Order `json:"order,omitempty"`
	Costs     bool         `json:"costs,omitempty"` // what each cost is shown on it
}

// settingName is where the library keeps it.
const settingName = "gallery"

func usual() State { return State{RowHeight: kit.TileHeight} }

// setState shows the gallery as it is remembered.
func (g *Gallery) setState(s State) {
	if s.RowHeight == 0 {
		s.RowHeight = kit.TileHeight
	}
	list := g.state.List
	g.state = s
	if s.List != list {
		g.rows.SetList(s.List, g.newCell)
	}
	g.rows.SetTargetHeight(s.RowHeight)
	g.head.showState()
	g.showHeads()
	g.rows.UpdateAll()
	q := g.asked
	q.order = s.Order
	g.ask(q)
}

// remember changes the state and keeps it in the library.
func (g *Gallery) remember(change func(*State)) {
	s := g.state
	change(&s)
	if s != g.state {
		g.setState(s)
		g.keep(settingName, s)
	}
}

// keep writes a setting to the library, also while the gallery is being closed.
func (g *Gallery) keep(name string, value any) {
	ctx := context.WithoutCancel(g.ctx)
	g.run(func() {
		if err := g.d.Library.SetSetting(ctx, name, value); err != nil {
			g.d.Log().Warn("keep a setting", "name", name, "err", err)
		}
	})
}

// setting reads a setting where it is known. Away from the window's goroutine.
func (g *Gallery) setting(ctx context.Context, name string, into any) (known bool) {
	known, err := g.d.Library.Setting(ctx, name, into)
	if err != nil {
		g.d.Log().Warn("read a setting", "name", name, "err", err)
	}
	return known && err == nil
}

// prime reads what is remembered. Away from the window's goroutine.
func (g *Gallery) prime(ctx context.Context) {
	var texts []string
	g.setting(ctx, settingSearches, &texts)
	s := usual()
	known := g.setting(ctx, settingName, &s)
	if s.Order == search.AsLaidOut { // that of an album, which is not asked for at the start
		s.Order = search.Newest
	}
	g.post(func() {
		g.before.texts = texts[:min(len(texts), searchesMost)]
		if known {
			g.setState(s)
		}
	})
}

// Package gallery is the screen with all assets: clips and pictures in justified rows by day, or in a list. Beside them
// it shows the facts of the selected one.
//
// The wall holds a compact row of every asset that matches the question ([model]). The full rows of the visible ones
// are read as the wall scrolls ([rowCache]). The question is the text of the search box; the chips under it show the
// same query. Every read runs off the window's goroutine, is cancelled by the next key, and is shown by one posted
// function. Every change (star, tag, trash) is one call for the whole selection, can be undone, and is followed by a
// new read. The scroll position stays when rows are added or removed. Pictures are loaded while their cells are visible
// and are never decoded here.
//
// Everything but Update belongs to the window's goroutine.
//
// The layers, from top to bottom. Each file uses only the files below it, and calls those above through callbacks:
//
//	gallery                              the screen: makes the parts, reads, and shows the result
//	commands, drag                       keys and menus; dragged assets (files: gui/app/drops.go)
//	header, chips, suggest, mode_row, selection_bar, empty, detail, follow, album_pane, list_head, importing
//	                                     the parts around the wall
//	album_list                           the albums, in the pane and in the sheet
//	choose, albums, tags, changes        changes of assets, and undo
//	row_cache, sequence, place, wall, reader, runner   the shown rows, and reading them
//	question, term_words, order_words, model, days, cell, list_cell   values, their words, and cells
package gallery

import (
	"context"
	"time"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// Gallery is the screen. It makes its parts, reads the answer to the question, and shows it. It also has the exported
// methods of its parts.
type Gallery struct {
	*wall
	*changes
	*albums
	*albumSheets
	*tagEditor
	*chooser
	*commands
	*albumDrop

	reader  *reader
	reading *reading // nil: no read is running
	primed  bool     // the first read was started
	fitted  int      // the window size that was last passed to the thumbnails, in device pixels

	cache   *rowCache
	before  *searches
	suggest *suggestions
	head    *header
	chips   *chipRow
	detail  *detail
	follow  *follower
	bar     *selectionBar
	mode    *modeRow
	empty   *emptyStates
	pane    *kit.SidePane
	heads   *listHead
	side    *albumPane
	place   *placeKeeper
	frame   *fyne.Container // all but the details
	object  fyne.CanvasObject
}

// New makes the screen, empty. [Gallery.Refresh] fills it.
func New(d Deps) *Gallery {
	g := &Gallery{}
	g.makeParts(d)
	g.makeViews()
	g.detail.fill()
	g.showAsked()
	return g
}

// makeParts makes the parts without widgets, from the lowest layer up.
func (g *Gallery) makeParts(d Deps) {
	r := &runner{d: d, refresh: g.Refresh, repaint: g.repaint}
	r.ctx, r.stop = context.WithCancel(context.Background())
	g.reader = &reader{r}
	g.wall = &wall{runner: r, model: newModel(question{}), state: usual(), showAsked: g.showAsked,
		closeHints: g.closeHints,
		setState:   g.setState}
	g.wall.rows = g.newRows()
	g.cache = &rowCache{wall: g.wall, assets: map[int64]db.Asset{}, currentRead: g.showDetail}
	g.changes = &changes{wall: g.wall}
	r.undo = g.changes.Undo
	g.albums = &albums{changes: g.changes}
	g.albumSheets = &albumSheets{albums: g.albums, reader: g.reader}
	g.tagEditor = &tagEditor{g.changes}
	g.chooser = &chooser{wall: g.wall, cache: g.cache, onChoosing: g.showMode}
	g.commands = &commands{wall: g.wall, cache: g.cache, chooser: g.chooser, changes: g.changes, albums: g.albums,
		organizer: g}
	g.before = &searches{runner: r}
	g.place = &placeKeeper{wall: g.wall}
}

// makeViews makes the widgets.
func (g *Gallery) makeViews() {
	g.detail = newDetail(g.cache, g.tagEditor, g.commands)
	g.follow = newFollower(g.cache, g.detail)
	g.bar = newSelectionBar(g.wall, g.commands.withSelection)
	g.mode = newModeRow(g.chooser, g.changes, g.openCurrent)
	box := kit.NewSearchEntry(lang.L("Search prompts, tags, models, seeds"))
	g.suggest = newSuggestions(g.reader, box, g.before)
	g.head = newHeader(g.wall, box, g.suggest, g.cancelChoosing)
	g.side = newAlbumPane(g.albums, g.reader)
	g.albums.onMembers = func() { g.side.read(); g.albumSheets.reread() }
	g.chips = newChipRow(g.tagEditor, g.reader, g.head.begin, g.side.toggleShown)
	g.commands.onTrash = func() { g.chips.toggle(inTheTrash()) }
	g.albumDrop = &albumDrop{wall: g.wall, pane: g.side, sheets: g.albumSheets, chip: g.chips.album}
	g.heads = newListHead(g.wall)
	g.empty = &emptyStates{wall: g.wall,
		stack: container.NewStack(container.NewBorder(g.heads.object, nil, nil, nil,
			kit.NewInset(0, 0, 0, wallInset, g.rows)))}
	g.frame = container.NewBorder(
		kit.NewColumn(0, g.head.object, g.chips.object, kit.NewRule(), g.mode.object),
		kit.NewColumn(0, g.bar.object), // the column is laid out again when the bar is shown or hidden
		g.side.object, nil, g.empty.stack)
	g.side.onShown = func() { g.frame.Refresh(); g.repaint() }
	g.pane = kit.NewSidePane(g.frame, g.detail.object, paneWidth, g.head.toggle)
	g.head.toggle.OnTapped = func() { g.pane.Toggle(); g.Focus() }
	g.commands.detail, g.commands.pane = g.detail, g.pane
	g.object = container.NewStack(g.pane.Object(), g.suggest.menu.Layer)
}

func (g *Gallery) newRows() *kit.JustifiedRows {
	r := kit.NewJustifiedRows(g.newCell)
	r.OnBind = func(c fyne.CanvasObject, i int) { c.(bindable).bind(g.itemAt(i)) }
	r.OnOpen = func(i int) { g.opened(i) }
	r.OnSelect = g.selected
	r.OnMenu = func(i int, at fyne.Position) { g.showMenu(i, at) }
	r.OnDrag = func(i int, at fyne.Position) { g.dragged(i, at) }
	r.OnDragEnd = g.d.Exchange.EndDrag
	r.OnKey = func(e *fyne.KeyEvent) bool { return g.key(e) }
	r.OnShortcut = func(s fyne.Shortcut) { g.shortcut(s) }
	r.OnScrolled = g.scrolled
	r.LabelOf = g.dateAt
	r.Later = func(d time.Duration, f func()) func() bool { return g.d.After(d, func() { g.post(f) }) }
	return r
}

func (g *Gallery) newCell() fyne.CanvasObject {
	if g.state.List {
		return newListCell(g.d)
	}
	return newCell(g.d)
}

func (g *Gallery) itemAt(i int) item {
	r := g.model.rows[i]
	a := g.cache.assets[r.ID]
	return item{row: r, asset: a, cost: g.state.Costs, amongPlay: g.d.Profile().Sandbox}
}

// scrolled handles a new scroll position or layout.
func (g *Gallery) scrolled() {
	g.fitThumbs()
	g.cache.readAround()
}

// fitThumbs lets the thumbnails cache as many pictures as the window has room for.
func (g *Gallery) fitThumbs() {
	on := g.d.Canvas()
	s, scale := on.Size(), on.Scale()
	if pixels := int(s.Width * s.Height * scale * scale); pixels != g.fitted {
		g.fitted = pixels
		g.d.Pictures.Fit(pixels)
	}
}

// show replaces the shown model. The scroll position and the selection stay. If all selected assets are gone, the next
// one is selected, so that the user can continue to delete from there.
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
	if !m.early {
		g.place.restore()
	}
	g.cache.reread()
	g.head.showCount(m)
	g.chips.show()
	g.showMode()
	g.empty.show()
	g.side.read()
	g.selected()
	g.d.Viewer.SequenceChanged()
}

// selected updates the parts that show the selection.
func (g *Gallery) selected() {
	g.bar.show()
	kit.Enable(g.mode.use, g.rows.SelectedCount() == 1)
	g.side.selectionChanged()
	g.showDetail()
}

// showMode updates the banner about the mode of the wall, such as the trash or a choice. The albums and the wall begin
// below it, so they are laid out again when its height changes.
func (g *Gallery) showMode() {
	before := g.mode.height()
	g.mode.show()
	if g.mode.height() != before {
		g.frame.Refresh()
		g.repaint()
	}
}

// showDetail updates the pane beside the wall.
func (g *Gallery) showDetail() { g.follow.show() }

// closeHints closes the suggestions under the search box.
func (g *Gallery) closeHints() { g.suggest.menu.Hide() }

// Sequence returns the assets in the order of the gallery, for a viewer.
func (g *Gallery) Sequence() *Sequence { return &Sequence{g.cache} }

// setState applies a stored state.
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
	g.heads.show()
	g.side.show()
	g.empty.stack.Objects[0].Refresh()
	g.rows.UpdateAll()
	q := g.asked
	q.order = s.Order
	g.ask(q)
}

// showAsked shows the question in the search box and the chips.
func (g *Gallery) showAsked() {
	g.head.write(g.asked.text)
	g.chips.show()
	g.heads.show()
	g.side.show()
}

// reading is a running read.
type reading struct {
	asked question
	stop  context.CancelFunc
	again bool // the library changed meanwhile: read once more
}

// Update schedules a read. Any goroutine may call it.
func (g *Gallery) Update(context.Context) { g.post(g.Refresh) }

// Refresh reads everything again off the window's goroutine and shows what changed. A running read for another question
// is cancelled. A running read for the same question finishes and is then repeated, so that a stream of changes cannot
// keep it from finishing.
func (g *Gallery) Refresh() {
	q := g.asked
	if g.reading != nil {
		if g.reading.asked == q {
			g.reading.again = true
			return
		}
		g.reading.stop()
	}
	ctx, stop := context.WithCancel(g.ctx)
	r, first := &reading{asked: q, stop: stop}, !g.primed
	g.reading, g.primed = r, true
	if q.narrow() && g.d.Library.Loading() {
		g.head.showLoading()
	}
	g.run(func() {
		if first {
			g.prime(ctx)
		}
		if first && q == (question{}) {
			g.readFirst(ctx)
		}
		m, err := g.reader.read(ctx, q)
		g.post(func() {
			stop()
			if g.reading != r {
				return
			}
			g.reading = nil
			if err != nil {
				g.d.Log().Error("read gallery", "err", err)
				g.empty.showError(err)
			} else {
				g.complete, m.stale = true, r.again
				g.show(m)
			}
			if r.again {
				g.Refresh()
			}
		})
	})
}

// firstMost is how many of the newest assets are shown before a large library is read.
const firstMost = 200

// readFirst shows the newest assets while the rest is read after the start. Keys wait for the rest, because End must
// not select the last of these.
func (g *Gallery) readFirst(ctx context.Context) {
	assets, err := g.d.Library.NewestAssets(ctx, firstMost)
	if err != nil || len(assets) < firstMost {
		return // reading everything is as fast, or fails too
	}
	m := newModel(question{})
	for _, a := range assets {
		m.rows = append(m.rows, gridRow(a))
	}
	m.early = true
	m.wall = wallOf(m.rows, daysOf(m.rows, nil, g.d.Now()))
	g.post(func() {
		if ctx.Err() == nil {
			for _, a := range assets {
				g.cache.assets[a.ID] = a
			}
			g.show(m)
		}
	})
}

// prime reads the stored state and the recent searches. It is called off the window's goroutine.
func (g *Gallery) prime(ctx context.Context) {
	var texts []string
	g.setting(ctx, settingSearches, &texts)
	s := usual()
	known := g.setting(ctx, settingName, &s)
	if s.Order == search.AlbumOrder { // the order of an album, which is not shown at the start
		s.Order = search.Newest
	}
	var last place
	there := g.setting(ctx, settingPlace, &last)
	g.post(func() {
		if there && g.pending == nil {
			g.place.before, g.place.stored = &last, last
		}
		g.before.texts = texts[:min(len(texts), searchesMost)]
		if known {
			g.setState(s)
		}
	})
}

func (g *Gallery) Content() fyne.CanvasObject { return g.object }

// Close stores the note that is being typed, cancels all work and waits for it. The gallery must not be used
// afterwards.
func (g *Gallery) Close() {
	g.place.store()
	g.detail.notes.flush()
	g.detail.leave()
	g.stop()
	g.work.Wait()
}

// Unsaved reports whether a note is not stored yet. Any goroutine may call it.
func (g *Gallery) Unsaved() bool { return g.detail.notes.saver.Unsaved() }

// Flush stores the notes that are not stored yet. It blocks on the library.
func (g *Gallery) Flush(ctx context.Context) error { return g.detail.notes.saver.Flush(ctx) }

// SearchField returns the search box, which can get the focus before the gallery is painted for the first time.
func (g *Gallery) SearchField() fyne.Focusable { return g.head.search }

// First returns the object that gets the focus when the gallery is shown: the pictures. While there are none they are
// hidden and cannot have the focus. They get it once the first ones are shown.
func (g *Gallery) First() fyne.Focusable {
	g.empty.wanted = len(g.model.rows) == 0
	return g.rows
}

// Left stops playback and stores the scroll position and the selection. It is called when another place is shown.
func (g *Gallery) Left() {
	g.empty.wanted = false
	g.detail.end()
	g.place.store()
}

// repaint redraws and lays out the window: Fyne does not do that for an object that is shown again.
func (g *Gallery) repaint() { canvas.Refresh(g.head.count) }

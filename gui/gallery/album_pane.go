package gallery

import (
	"slices"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// albumPane is the list of albums at the left of the pictures. A click shows an album; the check boxes put the
// selection into albums; assets can be dropped on a row. It is shown once there is an album, until the user hides it.
type albumPane struct {
	*albumList
	object fyne.CanvasObject
	opened bool // the user asked for it while there were no albums
	more   *kit.Button

	onShown func() // the pane was shown or hidden
}

// albumPaneWidth is the width of the pane, px.
const albumPaneWidth = 208

func newAlbumPane(b *albums, r *reader) *albumPane {
	p := &albumPane{}
	p.albumList = newAlbumList(b, r, func() []int64 {
		if b.choosing != nil {
			return nil
		}
		return b.chosen()
	})
	p.withAll, p.open, p.onRead = true, p.openRow, p.show
	p.list.OnMenu = func(_ int, at fyne.Position) { p.openMenu(p.actions(), at) }
	p.list.OnKey = p.listKey
	p.list.OnMove = p.moveTo
	p.entry.OnEscape = p.escape
	p.more = kit.NewIconButton(resources.IconMore, lang.L("Album actions"), nil)
	p.more.OnTapped = func() { p.openMenu(p.actions(), below(p.more)) }
	head := kit.NewRow(4, kit.NewText(lang.L("Albums"), resources.SizeSM, resources.Text2, true), kit.NewSpring(),
		kit.NewIconButton(resources.IconPlus, lang.L("New album…"), func() {
			p.andFocus(p.newAlbum)
		}).Small().SetKind(kit.Quiet),
		p.more.Small().SetKind(kit.Quiet))
	column := container.NewBorder(kit.NewInset(4, 8, 4, 8, kit.NewColumn(4, head, p.entry)), nil, nil, kit.NewVRule(),
		p.list)
	p.object = kit.NewFixed(albumPaneWidth, 0, column)
	p.object.Hide()
	return p
}

// show shows the pane if it should be visible, with the shown album marked.
func (p *albumPane) show() {
	if visible := p.visible(); visible != p.object.Visible() {
		kit.Show(p.object, visible)
		p.onShown()
	}
	if p.d.Canvas().Focused() == p.list {
		return // the current row is the one that the keys have reached
	}
	p.list.SetAt(p.shownRow())
	p.list.Update()
}

// visible reports whether the pane is shown.
func (p *albumPane) visible() bool { return !p.state.NoAlbums && (p.opened || len(p.all) > 0) }

// shownRow returns the row of the album whose content is shown; without one that of all assets.
func (p *albumPane) shownRow() int {
	here, shown := p.albumHere(p.listedAlbums())
	return slices.IndexFunc(p.rows, func(r listedRow) bool {
		if !shown {
			return r.kind == rowAll
		}
		return r.kind == rowAlbum && r.Ref == here.Ref
	})
}

// toggleShown shows the pane with the focus in it, or hides it.
func (p *albumPane) toggleShown() {
	show := !p.visible()
	p.opened = show
	p.remember(func(s *State) { s.NoAlbums = !show })
	p.show()
	if show {
		p.focus(p.list)
		return
	}
	p.Focus()
}

// selectionChanged reads the albums again if the pane is visible, because another selection has other check boxes.
func (p *albumPane) selectionChanged() {
	if p.visible() {
		p.read()
	}
}

// openRow shows the content of a row, or makes a new album.
func (p *albumPane) openRow(row listedRow) {
	switch row.kind {
	case rowAll:
		p.find(p.query().WithoutKey(search.KeyAlbum))
	case rowNew:
		p.saveAlbum(row.Album, false)
		p.entry.SetText("")
	default:
		p.showAlbum(row.Album)
	}
}

// escape clears the field, or returns the focus to the pictures.
func (p *albumPane) escape() {
	if p.entry.Text != "" {
		p.entry.SetText("")
		return
	}
	p.Focus()
}

// listKey handles the keys of the list that do not move in it.
func (p *albumPane) listKey(e *fyne.KeyEvent) bool {
	row, ok := p.current()
	album := ok && row.kind == rowAlbum
	switch {
	case e.Name == fyne.KeyEscape:
		p.Focus()
	case e.Name == fyne.KeySpace && album:
		p.toggle(row)
	case e.Name == fyne.KeyF2 && album:
		p.renameAlbum(row.Album)
	case (e.Name == fyne.KeyDelete || e.Name == fyne.KeyBackspace) && album:
		p.deleteAlbum(row.Album)
	default:
		return false
	}
	return true
}

// moveTo moves the current album to the position of another row.
func (p *albumPane) moveTo(to int) {
	from, ok := p.current()
	if !ok || from.kind != rowAlbum || p.rows[to].kind != rowAlbum || p.typed() != "" {
		return
	}
	albums := p.listedAlbums()
	p.list.SetAt(to)
	p.swapAlbums(albums, slices.IndexFunc(albums, func(a db.Album) bool { return a.Ref == from.Ref }),
		slices.IndexFunc(albums, func(a db.Album) bool { return a.Ref == p.rows[to].Ref }))
}

// actions lists the actions on the current row, and those that make an album.
func (p *albumPane) actions() []action.Action {
	list := p.newActions()
	if row, ok := p.current(); ok && row.kind == rowAlbum {
		list = slices.Concat(p.albumActions(p.listedAlbums(), row.Album), list)
	}
	return list
}

// rowAt returns the album at a position in the window on which assets can be dropped.
func (p *albumPane) rowAt(at fyne.Position) (*albumCell, db.Album, bool) {
	if !p.object.Visible() {
		return nil, db.Album{}, false
	}
	for _, c := range p.cells {
		if c.row >= 0 && c.row < len(p.rows) && p.rows[c.row].kind == rowAlbum && kit.Covers(c, at) {
			return c, p.rows[c.row].Album, true
		}
	}
	return nil, db.Album{}, false
}

// markTarget marks one row as the target of a drop; nil marks none.
func (p *albumPane) markTarget(target *albumCell) {
	for _, c := range p.cells {
		kit.Show(c.target, c == target)
	}
}

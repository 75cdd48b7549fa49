package gallery

import (
	"slices"
	"strings"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// albumList is a list of albums below a field that filters it by name. The check box of an album shows whether all
// assets of a selection are in it, a part of them, or none. It belongs to the window's goroutine.
type albumList struct {
	*albums
	reader   *reader
	selected func() []int64      // the assets of the check boxes; none: there are no check boxes
	open     func(row listedRow) // a row was clicked, or chosen by Enter
	onRead   func()              // the albums were read
	manual   bool                // albums that are saved searches are left out
	withAll  bool                // the first row stands for all assets

	entry *kit.Entry
	list  *kit.List
	cells []*albumCell

	all   []albumRow
	total int         // assets outside the trash
	rows  []listedRow // that match the field
	busy  bool        // a read is running
	again bool        // and must be repeated
}

// listedRow is a row of the list: an album, all assets, or a new album with the typed name.
type listedRow struct {
	kind rowKind
	albumRow
}

// rowKind is what a row of the list stands for.
type rowKind int

const (
	rowAlbum rowKind = iota
	rowAll
	rowNew
)

// albumRowHeight is the height of a row, px.
const albumRowHeight = 32

func newAlbumList(b *albums, r *reader, selected func() []int64) *albumList {
	l := &albumList{albums: b, reader: r, selected: selected, onRead: func() {}}
	l.entry = kit.NewEntry()
	l.entry.SetPlaceHolder(lang.L("Find or create an album"))
	l.entry.OnChanged = func(string) { l.match(); l.list.Choose(l.firstMatch()) }
	l.entry.OnKey = l.entryKey
	l.list = kit.NewList(func() int { return len(l.rows) }, l.newCell, l.bind)
	l.list.Height = func(int, float32) float32 { return resources.Scaled(albumRowHeight) }
	l.list.SetName(kit.NewText(lang.L("Albums"), resources.SizeSM, resources.Text2, false))
	l.list.OnOpen, l.list.OnTapped = l.openAt, l.openAt
	return l
}

// read reads the albums again. A read that runs is repeated instead.
func (l *albumList) read() {
	if l.busy {
		l.again = true
		return
	}
	l.busy, l.again = true, false
	ids := l.selected()
	l.run(func() {
		rows, total, err := l.reader.albumsWith(l.ctx, ids)
		l.post(func() {
			l.busy = false
			if err != nil {
				l.failed(lang.L("The albums could not be read."), err)
				return
			}
			l.all, l.total = rows, total
			l.match()
			l.onRead()
			if l.again {
				l.read()
			}
		})
	})
}

// typed returns the text of the field.
func (l *albumList) typed() string { return strings.TrimSpace(l.entry.Text) }

// match shows the albums whose name contains the typed text. The current row stays.
func (l *albumList) match() {
	before, had := l.current()
	typed := search.Fold(l.typed())
	l.rows = nil
	if l.withAll && typed == "" {
		l.rows = append(l.rows, listedRow{kind: rowAll, albumRow: albumRow{count: l.total}})
	}
	exact := typed == ""
	for _, a := range l.all {
		if l.manual && a.Saved() {
			continue
		}
		name := search.Fold(a.Name)
		exact = exact || name == typed
		if strings.Contains(name, typed) {
			l.rows = append(l.rows, listedRow{albumRow: a})
		}
	}
	if !exact {
		l.rows = append(l.rows, listedRow{kind: rowNew, albumRow: albumRow{Album: db.Album{Name: l.typed()}}})
	}
	at := -1
	if had {
		at = slices.IndexFunc(l.rows, func(r listedRow) bool { return r.kind == before.kind && r.Ref == before.Ref })
	}
	l.list.SetAt(at)
	l.list.Update()
}

// firstMatch returns the row that Enter means after typing; -1 while nothing is typed.
func (l *albumList) firstMatch() int {
	if l.typed() == "" {
		return -1
	}
	return 0
}

// current returns the current row.
func (l *albumList) current() (listedRow, bool) {
	if i := l.list.At(); i >= 0 && i < len(l.rows) {
		return l.rows[i], true
	}
	return listedRow{}, false
}

func (l *albumList) openAt(i int) {
	if i >= 0 && i < len(l.rows) {
		l.open(l.rows[i])
	}
}

// entryKey handles the keys of the field: Up and Down choose a row, Enter opens it.
func (l *albumList) entryKey(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyDown:
		l.list.Choose(l.list.At() + 1)
	case fyne.KeyUp:
		l.list.Choose(max(l.list.At()-1, 0))
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.list.At() < 0 {
			return false
		}
		l.openAt(l.list.At())
	default:
		return false
	}
	return true
}

// toggle puts the selection into the album of a row, or takes it out if all of it is in the album.
func (l *albumList) toggle(row listedRow) {
	ids := l.selected()
	switch {
	case len(ids) == 0 || row.kind == rowAll || row.Saved():
	case row.has == len(ids):
		l.removeFromAlbum(row.Album, ids)
	default:
		l.addToAlbum(row.Album, ids)
	}
}

// listedAlbums returns all albums in their order.
func (l *albumList) listedAlbums() []db.Album {
	out := make([]db.Album, len(l.all))
	for i, a := range l.all {
		out[i] = a.Album
	}
	return out
}

// albumCell shows a row of the list.
type albumCell struct {
	widget.BaseWidget
	l           *albumList
	row         int // -1: none
	check       *kit.Toggle
	checkRoom   *fyne.Container // of the check box, also in rows without one, so that all icons are aligned
	icon        *kit.Icon
	name, count *kit.Text
	target      *kit.Ground // while assets are dragged over it
	object      *fyne.Container
}

func (l *albumList) newCell() fyne.CanvasObject {
	c := &albumCell{l: l, row: -1, icon: kit.NewIcon(resources.IconFolder, 16, resources.Text2),
		target: kit.NewGround(resources.AccentSoft),
		name:   kit.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis(),
		count:  kit.NewText("", resources.SizeSM, resources.Text2, false).Trailing()}
	c.check = kit.NewCheck(func(bool) {
		if c.row >= 0 {
			l.toggle(l.rows[c.row])
		}
	})
	c.check.SetName(c.name)
	kit.SkipTab(c.check)
	c.target.Hide()
	c.checkRoom = kit.NewFixed(0, 0, c.check)
	c.object = container.NewStack(c.target,
		kit.NewInset(0, 8, 0, 8, kit.NewRow(8, c.checkRoom, c.icon, c.name, kit.NewSpring(), c.count)))
	c.ExtendBaseWidget(c)
	l.cells = append(l.cells, c)
	return c
}

// bind shows a row in a cell.
func (l *albumList) bind(i int, o fyne.CanvasObject) {
	c, r, chosen := o.(*albumCell), l.rows[i], len(l.selected())
	c.row = i
	icon, name, count := resources.IconFolder, r.Name, lang.Number(r.count)
	switch {
	case r.kind == rowAll:
		icon, name = resources.IconGallery, lang.X("filter", "All")
	case r.kind == rowNew:
		icon, name, count = resources.IconPlus, lang.L("Create “%s”", r.Name), ""
	case r.Saved():
		icon = resources.IconSearch
	}
	kit.Show(c.checkRoom, chosen > 0)
	kit.Show(c.check, r.kind == rowAlbum && !r.Saved() && chosen > 0)
	c.check.SetOn(r.has == chosen)
	c.check.SetSome(r.has > 0 && r.has < chosen)
	c.icon.Set(icon, resources.Text2)
	c.name.SetText(name)
	c.count.SetText(count)
	c.object.Refresh()
}

// Unbind is called when the row goes out of view.
func (c *albumCell) Unbind() { c.row = -1 }

// AccessibilityLabel returns the name, the state of the check box, and the number of items.
func (c *albumCell) AccessibilityLabel() string {
	words := c.name.Text()
	if c.check.Visible() {
		words = c.check.AccessibilityLabel()
	}
	return strings.Trim(words+", "+c.count.Text(), ", ")
}

func (c *albumCell) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (c *albumCell) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.object) }

// albumSheets opens the sheet with the albums of some assets. It belongs to the window's goroutine.
type albumSheets struct {
	*albums
	reader *reader
	shown  *kit.Sheet // nil: none was opened
	list   *albumList // of the sheet
}

// sheetRows is how many albums the sheet shows at once.
const sheetRows = 6

// Album opens the sheet with the albums of some assets. Its changes apply at once and can be undone.
func (s *albumSheets) Album(ids ...int64) {
	l := newAlbumList(s.albums, s.reader, func() []int64 { return ids })
	l.manual = true
	l.open = func(row listedRow) {
		l.toggle(row)
		l.entry.SetText("")
	}
	l.list.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeySpace {
			l.openAt(l.list.At())
		}
		return e.Name == fyne.KeySpace
	}
	l.entry.OnSubmitted = func(string) { s.shown.Hide() }
	high := sheetRows * resources.Scaled(albumRowHeight)
	n := len(ids)
	s.list, s.shown = l, kit.Ask(s.d.Canvas(), lang.N("Albums of %s item", "Albums of %s items", n, lang.Number(n)),
		lang.L("Changes are saved immediately."), kit.NewColumn(8, l.entry, kit.NewFixed(0, high, l.list)),
		kit.Answer{Word: lang.X("button", "Done"), Kind: kit.Primary})
	s.undoFrom(l.entry, l.read)
	s.d.Canvas().Focus(l.entry)
	l.read()
}

// reread reads the albums of the open sheet again.
func (s *albumSheets) reread() {
	if s.shown != nil && s.shown.Shown() {
		s.list.read()
	}
}

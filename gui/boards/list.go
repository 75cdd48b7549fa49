package boards

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db/boards"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// boardList is the page of all boards: those in use, or those in the trash.
type boardList struct {
	*Deps
	to          listRoutes
	all         []boards.Summary // as they were read, also those in the trash
	shown       []boards.Summary // those that match the search, in their order
	known       bool             // all was read at least once
	trash       bool             // the boards in the trash are shown
	order       int              // of sortOrders
	lastTrashed string           // ref of the board that Undo restores; "": none

	search        *kit.Entry
	sort, inTrash *kit.Button
	count         *kit.Text
	create        *kit.Button
	rows          *kit.List
	problem       *kit.Banner
	instead       *fyne.Container // is shown if there are no rows
	page          fyne.CanvasObject
}

// listRoutes are the calls from the list to other pages of the screen.
type listRoutes struct {
	openBoard   func(ref string)
	newBoard    func()
	openExample func()
	isShown     func() bool // reports whether the list is the page in front
}

// sortOrders are the orders that the user can choose from.
var sortOrders = []struct {
	word func() string
	less func(a, b boards.Summary) int
}{
	{func() string { return lang.L("Changed last") },
		func(a, b boards.Summary) int { return b.ChangedAt.Compare(a.ChangedAt) }},
	{func() string { return lang.L("Made last") },
		func(a, b boards.Summary) int { return b.CreatedAt.Compare(a.CreatedAt) }},
	{func() string { return lang.L("Name") }, func(a, b boards.Summary) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	}},
}

// newKey makes a new board while the list or a button that makes a board has the focus.
const newKey = fyne.KeyN

func newBoardList(d *Deps, to listRoutes) *boardList {
	l := &boardList{Deps: d, to: to, count: smallText(), instead: container.NewStack()}
	l.rows = l.newRows()
	l.search = kit.NewSearchEntry(lang.L("Search names, prompts, captions"))
	l.search.OnChanged = func(string) { l.show() }
	l.search.OnEscape = func() {
		l.search.SetText("")
		d.Canvas().Focus(l.first())
	}
	l.sort = kit.NewChip("", nil).Opens()
	l.sort.OnTapped = func() { openMenu(d, l.sort, l.sortMenu()...) }
	l.inTrash = kit.NewChip(lang.X("place", "Trash"), func() { l.trash = !l.trash; l.show() })
	l.inTrash.SetIcon(resources.IconTrash)
	l.problem = kit.NewBanner(resources.IconErrorCircle, kit.ToneErr, "",
		kit.NewButton(lang.L("Reload"), nil, kit.Plain, d.Window.Refresh).Small())
	l.problem.Hide()
	l.create = kit.NewButton(lang.L("New board"), resources.IconPlus, kit.Primary, to.newBoard)
	l.create.OnKey = l.takeNewKey
	filters := []fyne.CanvasObject{kit.NewFixed(400, 0, l.search), l.count, l.sort, l.inTrash}
	cast := kit.NewButton(lang.L("Cast…"), nil, kit.Plain, d.Cast.ShowList)
	header := kit.NewScreenHeader(lang.X("place", "Boards"), filters, []fyne.CanvasObject{cast, l.create})
	body := container.NewStack(l.rows, l.instead)
	l.page = container.NewStack(kit.NewGround(resources.BgWindow), kit.NewFilled(0, body, header, l.problem, body))
	l.show()
	return l
}

// newRows makes the rows and their keys.
func (l *boardList) newRows() *kit.List {
	rows := kit.NewList(func() int { return len(l.shown) },
		func() fyne.CanvasObject { return newBoardRow(l.Deps, l.openRow, l.showMenu) },
		func(i int, cell fyne.CanvasObject) { cell.(*boardRow).bind(l.shown[i], i == l.rows.At()) }).Spaced(rowGap,
		stripSide)
	rows.Height = func(int, float32) float32 { return rowHeight() }
	rows.OnOpen = func(i int) { l.open(l.shown[i]) }
	rows.OnChosen = func(int) { l.rows.Update() }
	rows.OnKey = func(e *fyne.KeyEvent) bool {
		chosen := l.chosen()
		switch {
		case l.takeNewKey(e):
			return true
		case kit.OpensMenu(e) && rowKey(chosen) != "":
			l.showMenu(chosen, fyne.CurrentApp().Driver().AbsolutePositionForObject(l.rows).AddXY(stripSide*2,
				stripSide*2))
			return true
		}
		return false
	}
	rows.SetName(kit.NewText(lang.X("place", "Boards"), resources.SizeSM, resources.Text2, false))
	return rows
}

// takeNewKey makes a new board if the key is newKey, and reports whether it is.
func (l *boardList) takeNewKey(e *fyne.KeyEvent) bool {
	if e.Name == newKey {
		l.Post(l.to.newBoard) // later, so that the letter is not typed into the name
	}
	return e.Name == newKey
}

// sortMenu returns the menu of the orders.
func (l *boardList) sortMenu() (menu []action.Action) {
	for i, o := range sortOrders {
		menu = append(menu, action.Action{Label: o.word(), On: i == l.order, Do: func() { l.order = i; l.show() }})
	}
	return menu
}

// first returns what gets the keyboard focus: the rows, or the button that makes the first board.
func (l *boardList) first() fyne.Focusable {
	if l.rows.Visible() {
		return l.rows
	}
	return l.create
}

// read reads the boards and shows them. It must not run on the window's goroutine.
func (l *boardList) read(ctx context.Context) {
	all, err := l.Store.List(ctx)
	if ctx.Err() == nil {
		l.Post(func() { l.take(all, err) })
	}
}

// take shows what was read. After an error the boards from before stay.
func (l *boardList) take(all []boards.Summary, err error) {
	if err != nil {
		l.problem.SetText(lang.L("The boards could not be read."), wording.Fault(err))
	} else {
		l.all, l.known = all, true
	}
	kit.Show(l.problem, err != nil)
	l.show()
	l.page.Refresh()
}

// chosen returns the board of the selected row; the zero value if there is none.
func (l *boardList) chosen() (s boards.Summary) {
	if at := l.rows.At(); at >= 0 && at < len(l.shown) {
		s = l.shown[at]
	}
	return s
}

// show shows the boards that match. The selected one stays selected.
func (l *boardList) show() {
	chosen, search := rowKey(l.chosen()), strings.ToLower(strings.TrimSpace(l.search.Text))
	l.shown = slices.DeleteFunc(slices.Clone(l.all), func(s boards.Summary) bool {
		return s.TrashedAt.IsZero() == l.trash || !strings.Contains(strings.ToLower(s.SearchText()), search)
	})
	slices.SortStableFunc(l.shown, sortOrders[l.order].less)
	l.sort.SetText(sortOrders[l.order].word())
	l.inTrash.SetOn(l.trash)
	l.count.SetText(lang.N("%d board", "%d boards", len(l.shown), len(l.shown)))
	at := l.index(chosen)
	l.rows.SetAt(max(at, min(len(l.shown), 1)-1))
	l.rows.Update()
	none := l.known && len(l.shown) == 0
	kit.Show(l.count, l.known)
	kit.Show(l.instead, none)
	if none {
		l.instead.Objects = []fyne.CanvasObject{l.nothing(search)}
		l.instead.Refresh()
	}
	if l.rows.Visible() != none {
		return
	}
	kit.Show(l.rows, !none)
	if f := l.Canvas().Focused(); f == fyne.Focusable(l.rows) || f == fyne.Focusable(l.create) {
		l.Canvas().Focus(l.first())
	}
}

// nothing returns the object that is shown if there are no rows.
func (l *boardList) nothing(search string) fyne.CanvasObject {
	switch {
	case search != "":
		return kit.NewEmpty(resources.IconSearch, lang.L("No matching boards"), "", nil)
	case l.trash:
		return kit.NewEmpty(resources.IconTrash, lang.L("The trash is empty"), "", nil)
	}
	create := kit.NewButton(lang.L("New board"), resources.IconPlus, kit.Plain, l.to.newBoard)
	example := kit.NewButton(lang.L("Open the example (sandbox)"), resources.IconBox, kit.Plain, l.to.openExample)
	create.OnKey, example.OnKey = l.takeNewKey, l.takeNewKey
	return kit.NewEmpty(resources.IconBoards, lang.L("No boards yet"),
		lang.L("A board is a strip of pictures and shots that become a film."), kit.NewRow(8, create, example))
}

// openRow selects the row of a board and opens the board.
func (l *boardList) openRow(s boards.Summary) {
	l.rows.Choose(l.index(rowKey(s)))
	l.open(s)
}

// open opens a board, or shows why it cannot be read.
func (l *boardList) open(s boards.Summary) {
	switch {
	case s.Unreadable != nil:
		l.Say(kit.ToneErr, lang.L("“%s” cannot be read.", s.Name), wording.Fault(s.Unreadable.Err), l.reveal(s))
	case s.TrashedAt.IsZero():
		l.to.openBoard(s.Ref)
	}
}

// reveal returns the action that shows the file of a board that cannot be read.
func (l *boardList) reveal(s boards.Summary) action.Action {
	show := action.Action{ID: "boards.reveal", Label: lang.L("Show in folder"), Icon: resources.IconFolderOpen}
	if s.Unreadable == nil {
		show.Hidden = true
		return show
	}
	show.Do = func() {
		path, err := l.Library.AbsPath(cmp.Or(s.Unreadable.Path, folder.Boards))
		if err != nil {
			l.Say(kit.ToneErr, lang.L("“%s” cannot be read.", s.Name), wording.Fault(err))
			return
		}
		l.Chooser.RevealFile(path)
	}
	return show
}

// rowKey identifies a row of the list; "": there is none.
func rowKey(s boards.Summary) string {
	if s.Ref == "" && s.Unreadable != nil {
		return s.Unreadable.Path
	}
	return s.Ref
}

// index returns the index of the row with a key; -1 if it is not shown.
func (l *boardList) index(key string) int {
	return slices.IndexFunc(l.shown, func(s boards.Summary) bool { return rowKey(s) == key })
}

// showMenu selects the row of a board and opens its menu.
func (l *boardList) showMenu(s boards.Summary, at fyne.Position) {
	l.rows.Choose(l.index(rowKey(s)))
	kit.ShowMenu(l.Canvas(), action.Menu(l.boardActions(), l.Post), at)
}

// listActions returns the actions of the page. A new board can be made from every page.
func (l *boardList) listActions() []action.Action {
	list := l.boardActions()
	for i := range list {
		list[i].Hidden = list[i].Hidden || !l.to.isShown()
	}
	list = append(list, action.Action{ID: "board.new", Label: lang.L("New board"), Icon: resources.IconPlus, Own: true,
		Keys: action.BareKeys(newKey), Do: l.to.newBoard})
	for i := range list {
		list[i].Group, list[i].Scope = lang.X("menu", "Board"), action.Scope{In: "boards", When: inList}
	}
	return list
}

// boardActions returns the actions of the selected board.
func (l *boardList) boardActions() []action.Action {
	s := l.chosen()
	list := []action.Action{
		{ID: "boards.open", Label: lang.X("verb", "Open"), Hidden: l.trash, Do: func() { l.open(s) }},
		{ID: "boards.rename", Label: lang.L("Rename…"), Icon: resources.IconPencil, Hidden: l.trash,
			Keys: action.BareKeys(fyne.KeyF2), Do: func() { l.rename(s) }},
		l.reveal(s),
		{ID: "boards.trash", Label: lang.L("Move the board to the trash"), Icon: resources.IconTrash, Line: true,
			Keys: action.BareKeys(fyne.KeyDelete), Hidden: l.trash, Do: func() { l.toTrash(s.Ref, s.Name) }},
		{ID: "boards.restore", Label: lang.X("verb", "Restore"), Icon: resources.IconUndo, Hidden: !l.trash,
			Do: func() { l.restore(s.Ref) }},
		{ID: "boards.delete", Label: lang.L("Delete for good…"), Icon: resources.IconTrash, Hidden: !l.trash,
			Do: func() { l.askDelete(s) }},
	}
	readOnly := []string{"boards.open", "boards.reveal"} // change nothing
	for i := range list {
		switch id := list[i].ID; {
		case rowKey(s) == "":
			list[i].Disabled = lang.L("No board is selected.")
		case s.Unreadable != nil && (s.Ref == "" || id == "boards.rename") && !slices.Contains(readOnly, id):
			list[i].Disabled = lang.L("This board cannot be read.")
		case l.ReadOnly && !slices.Contains(readOnly, id):
			list[i].Disabled = lang.L("The library is read-only.")
		}
	}
	return list
}

func (l *boardList) rename(s boards.Summary) {
	askName(l, s.Name, func(name string) {
		l.change(lang.L("The board could not be renamed."), func(ctx context.Context) error {
			_, err := l.Store.Edit(ctx, s.Ref, s.Version, lang.L("rename to “%s”", name),
				func(b *boards.Board) error { b.Name = name; return nil })
			return err
		})
	})
}

// toTrash moves a board to the trash. The next undo restores it.
func (l *boardList) toTrash(ref, name string) {
	l.change(lang.L("The board could not be moved to the trash."), func(ctx context.Context) error {
		err := l.Store.SetTrashed(ctx, ref, l.Now())
		if err == nil {
			l.Post(func() {
				l.Cast.Settle()
				l.lastTrashed = ref
				l.Say(kit.ToneNeutral, lang.L("“%s” is in the trash.", name),
					lang.L("Its clips and pictures stay in the gallery."),
					action.Action{Label: lang.L("Undo"), Do: l.undo})
			})
		}
		return err
	})
}

// undo restores the board that was moved to the trash last.
func (l *boardList) undo() {
	if l.lastTrashed != "" {
		l.restore(l.lastTrashed)
		l.lastTrashed = ""
	}
}

func (l *boardList) restore(ref string) {
	l.change(lang.L("The board could not be restored."), func(ctx context.Context) error {
		err := l.Store.SetTrashed(ctx, ref, time.Time{})
		if err == nil {
			// It replaces the notice that the board is in the trash.
			l.Post(func() { l.Say(kit.ToneNeutral, lang.L("The board was restored."), "") })
		}
		return err
	})
}

func (l *boardList) askDelete(s boards.Summary) {
	kit.Ask(l.Canvas(), lang.L("Delete “%s” for good?", s.Name),
		lang.L("Its clips and pictures stay in the gallery, their costs in the ledger."), nil,
		kit.Answer{Word: lang.L("Delete"), Kind: kit.Danger, Do: func() {
			l.change(lang.L("The board could not be deleted."),
				func(ctx context.Context) error { return l.Store.Delete(ctx, s.Ref) })
		}}, kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain, Enter: true})
}

// change changes boards, and reads them again. failed is the sentence before its error.
func (l *boardList) change(failed string, do func(ctx context.Context) error) {
	l.Do(failed, func(ctx context.Context) error {
		err := do(context.WithoutCancel(ctx))
		l.Window.Refresh()
		return err
	})
}

package boards

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// boardPage is the page of the open board: the document and the parts that show it. Window's goroutine.
type boardPage struct {
	*boardModel
	to boardRoutes

	header    *boardHeader
	strip     *cardStrip
	cardKeys  *cardActions
	film      *filmMaker
	sheet     *checkSheet // the last one; nil: none was opened
	inspector *cardInspector
	player    *boardPlayer
	foot      *boardFoot
	frame     *boardFrame
	cast      *castPanel
}

// boardRoutes are the calls from the board to other pages of the screen.
type boardRoutes struct {
	showList func()
	fail     func() // shows the list if the board was shown
	trash    func(ref, name string)
	create   func(x boards.Board, profile func(context.Context) (int64, error)) // creates a board and opens it
	isShown  func() bool
	isOpen   func(ref string) bool // reports whether a board is the open one
}

func newOpenBoard(d *Deps, to boardRoutes) *boardPage {
	b := &boardPage{boardModel: newBoardModel(d), to: to}
	b.film = &filmMaker{b.boardModel}
	b.foot = newBoardFoot(b.boardModel, b.footRoutes())
	b.strip = newCardStrip(b.boardModel, b)
	b.inspector = newInspector(b.boardModel, b.inspectorRoutes())
	b.player = newBoardPlayer(b.document, b.prices)
	b.header = newBoardHeader(b.document, b.prices, headerRoutes{showList: to.showList, makeFilm: b.film.make,
		hasClips: b.film.hasClips, menu: b.menu,
		inspector: func() { b.frame.toggleInspector() }, resized: b.layOut, isShown: to.isShown})
	b.cardKeys = &cardActions{b.boardModel, b.strip}
	b.cast = newCastPanel(b.boardModel, b.layOut)
	b.frame = newBoardFrame(d, b.header, b.strip, b.cast.Panel, b.player, b.foot.content, b.inspector)
	b.onChange, b.onSelect, b.onAdd = b.show, b.strip.reveal, b.inspector.enter
	b.prices.onPanic, b.orders.openSheet = b.fail, b.openSheet
	b.onTyping = b.inspector.show
	return b
}

// inspectorRoutes returns the calls from the inspector to other parts.
func (b *boardPage) inspectorRoutes() inspectorRoutes {
	return inspectorRoutes{
		show: func() { b.frame.showInspector() },
		close: func() {
			b.frame.toggleInspector()
			b.Canvas().Focus(b.strip)
		},
		cardMenu: func() []action.Action { return b.cardKeys.all() },
		send:     func() { b.foot.pressStage() },
	}
}

// footRoutes returns the calls from the foot to other parts.
func (b *boardPage) footRoutes() footRoutes {
	return footRoutes{copyHere: b.copyHere, rehearse: b.rehearse, focusStrip: func() { b.Canvas().Focus(b.strip) },
		resized: b.layOut}
}

// layOut lays the page out again.
func (b *boardPage) layOut() { b.frame.content.Refresh() }

// openSheet opens the check sheet.
func (b *boardPage) openSheet(of offer) {
	sheet := openCheckSheet(b.boardModel, of)
	if sheet != nil {
		b.sheet = sheet
	}
}

// show shows the document in all parts. If a part panics, the board is closed instead of the program: it is in the
// library as it was, and the user is back in the list.
func (b *boardPage) show() {
	err := boards.CatchPanic(b.view.BoardHead, func() error { b.showParts(); return nil })
	if err != nil {
		b.fail(err)
	}
}

// fail closes a board that cannot be shown, and reports it.
func (b *boardPage) fail(err error) {
	name := b.view.Name
	b.close()
	again := boards.CatchPanic(db.BoardHead{}, func() error {
		b.showParts() // without a board, as before the first read
		b.to.fail()
		return nil
	})
	for _, err := range []error{err, again} {
		if bad, ok := errors.AsType[*boards.UnreadableError](err); ok {
			b.Log().Error("show board", "err", bad, "stack", bad.Stack)
		}
	}
	b.Say(kit.ToneErr, lang.L("“%s” cannot be shown.", name), wording.Fault(errors.Unwrap(err)))
}

// showParts shows the document in each part. Each part sets only what changed.
func (b *boardPage) showParts() {
	b.fidelity.update()
	b.prices.update()
	b.header.show()
	b.strip.show()
	b.frame.fitStrip()
	b.cast.show()
	b.inspector.show()
	b.player.show()
	b.foot.show()
	b.orders.compareRenewed()
	if b.sheet != nil {
		b.sheet.show()
	}
}

// actions returns the actions of the board and its selected card.
func (b *boardPage) actions() []action.Action {
	compare := []action.Action{b.cardKeys.compareFrame()}
	list := slices.Concat(b.boardActions(), b.cardKeys.all(), b.inspector.inspectorActions(), b.player.playerActions(),
		compare, b.foot.footActions(b.inspector.another), b.film.filmActions())
	for i, a := range list {
		list[i].Group = lang.X("menu", "Board")
		if a.Scope == (action.Scope{}) {
			list[i].Scope = action.Scope{In: "boards", When: inBoard}
		}
		if len(a.Keys) > 0 && a.Keys[0].Types() { // the strip handles keys of characters while it has the focus
			list[i].Own = true
		}
		if !b.to.isShown() || b.view.Ref == "" {
			list[i].Disabled = lang.L("Open a board first.")
		}
	}
	return list
}

// doKey does the action of a key of the strip.
func (b *boardPage) doKey(c action.Chord) {
	a, ok := action.Find(b.actions(), c)
	if ok {
		a.Press(c.Key, b.Post)
	}
}

// cardMenu returns the menu of the selected card.
func (b *boardPage) cardMenu() []action.Action { return b.cardKeys.menu() }

// boardActions returns the actions of the whole board that belong to no part.
func (b *boardPage) boardActions() []action.Action {
	noFrame := b.locked()
	described := b.view.Board.Clone()
	if noFrame == "" && described.DescribeFrames() == 0 {
		noFrame = lang.L("Every keyframe of a described shot has a prompt or a picture.")
	}
	return []action.Action{
		{ID: "board.list", Label: lang.L("Back to the boards"), Icon: resources.IconArrowLeft, Do: b.to.showList,
			Keys: action.KeysWith(fyne.KeyModifierAlt, fyne.KeyUp)},
		{ID: "board.rename", Label: lang.L("Rename…"), Icon: resources.IconPencil, Disabled: b.locked(), Do: b.rename,
			Keys: action.BareKeys(fyne.KeyF2)},
		{ID: "board.describe", Label: lang.L("Describe keyframes from their shots"), Icon: resources.IconText,
			Disabled: noFrame, Do: b.describeFrames},
		{ID: "board.trash", Label: lang.L("Move the board to the trash"), Icon: resources.IconTrash, Line: true,
			Disabled: b.locked(), Do: b.trash},
	}
}

func (b *boardPage) rename() {
	askName(b, b.view.Name, func(name string) {
		b.edit(lang.L("rename to “%s”", name), func(x *boards.Board) { x.Name = name })
	})
}

// describeFrames gives keyframes without a prompt the prompts of their shots.
func (b *boardPage) describeFrames() {
	b.edit(lang.L("describe keyframes"), func(x *boards.Board) { x.DescribeFrames() })
}

func (b *boardPage) trash() {
	ref, name := b.view.Ref, b.view.Name
	b.to.showList()
	b.to.trash(ref, name)
}

// copyHere creates a copy of the board for the selected profile, and opens it.
func (b *boardPage) copyHere() {
	x := copyOf(b.view, b.prices.known.account.ID, b.view.Name, true)
	b.to.create(x, func(context.Context) (int64, error) { return x.ProfileID, nil })
}

// rehearse creates a copy of the board in the sandbox, where clips are free, and opens it.
func (b *boardPage) rehearse() {
	b.to.create(rehearsalOf(b.view, b.prices.context().Models), b.Window.Sandbox)
}

// menu returns the actions of the whole board that have no button. The selected card has a menu of its own.
func (b *boardPage) menu() (list []action.Action) {
	all := b.actions()
	for _, id := range []string{"board.rename", "board.settings", "board.describe", "board.rehearse", "board.export",
		"board.trash"} {
		list = append(list, action.ByID(all, id))
	}
	return list
}

// begin shows the board with a ref. The next Update reads it.
func (b *boardPage) begin(ref string) {
	b.flush()
	if b.view.Ref != ref {
		b.leave()
		b.show()
	}
}

// read reads the board and shows it. It must not run on the window's goroutine.
func (b *boardPage) read(ctx context.Context, ref string) {
	ended := b.orders.ended.Load() // read before the board, so that the board has the jobs of these clicks
	applySplit := b.frame.read(ctx)
	v, err := b.Store.Read(ctx, ref)
	var known spending
	ok := false
	if err == nil {
		err = boards.CatchPanic(v.BoardHead, func() error { known, ok = readSpending(ctx, b.Deps, v); return nil })
	}
	if ctx.Err() != nil {
		return
	}
	b.Post(func() {
		if ok {
			b.prices.set(known)
			b.orders.seen = ended
		}
		applySplit()
		b.take(ref, v, err)
	})
}

// take shows a board that was read, if it is still the open one.
func (b *boardPage) take(ref string, v boards.View, err error) {
	if !b.to.isOpen(ref) {
		return
	}
	opened := b.load(v, err)
	blank := len(v.Shots) == 0 && len(v.Frames) == 1 && v.Frames[0].Prompt == ""
	if opened && blank && b.Canvas().Focused() == fyne.Focusable(b.strip) {
		b.inspector.enter() // to describe the first keyframe
	}
}

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
)

// board is the page of the open board: the document and the parts that show it. Window's goroutine.
type board struct {
	*model
	screen *Screen

	header    *header
	strip     *strip
	cardKeys  *cardActions
	inspector *inspector
	player    *boardPlayer
	foot      *foot
	frame     *fyne.Container
}

func newOpenBoard(s *Screen) *board {
	b := &board{model: newModel(s.Deps), screen: s}
	b.header = newHeader(b)
	b.foot = newFoot(b)
	b.strip, b.inspector, b.player = newStrip(b.model, b), newInspector(b), newBoardPlayer(b.document, b.foot)
	b.cardKeys = &cardActions{b.model, b.strip}
	b.frame = newBoardFrame(b)
	b.onChange, b.onSelect = b.show, b.strip.reveal
	b.onTyping = func(starts bool) {
		if starts {
			b.strip.plane.Update() // the card is being described
		}
		b.inspector.show()
	}
	return b
}

// show shows the document in all parts. If a part panics, the board is closed instead of the program: it is in the
// library as it was, and the user is back in the list.
func (b *board) show() {
	err := boards.Contain(b.view.BoardHead, func() error { b.showParts(); return nil })
	if err != nil {
		b.fail(err)
	}
}

// fail closes a board that cannot be shown, and reports it.
func (b *board) fail(err error) {
	name, listed := b.view.Name, b.screen.page == pageList
	b.close()
	again := boards.Contain(db.BoardHead{}, func() error {
		b.showParts() // of no board, as before the first reading
		if !listed {
			b.screen.showList()
		}
		return nil
	})
	for _, err := range []error{err, again} {
		if bad, ok := errors.AsType[*boards.UnreadableError](err); ok {
			b.Log().Error("show board", "err", bad, "stack", bad.Stack)
		}
	}
	b.Say(kit.ToneErr, lang.L("“%s” cannot be shown.", name), wording.Fault(errors.Unwrap(err)))
}

// showParts has each part show the document. Each compares before it sets.
func (b *board) showParts() {
	b.fidelity.update()
	b.foot.weigh()
	b.header.show()
	b.strip.show()
	b.inspector.show()
	b.player.show()
	b.foot.show()
}

// actions are what can be done with the board and what is selected in it.
func (b *board) actions() []action.Action {
	list := slices.Concat(b.header.actions(), b.cardKeys.all(), b.inspector.actions(), b.player.playerActions(), []action.Action{b.cardKeys.compareFrame()}, b.foot.actions(), b.filmActions())
	for i, a := range list {
		list[i].Group = lang.X("menu", "Board")
		if a.Scope == (action.Scope{}) {
			list[i].Scope = action.Scope{In: "boards", When: inBoard}
		}
		if len(a.Keys) > 0 && a.Keys[0].Types() { // the strip takes letters, digits and signs, while it has the focus
			list[i].Own = true
		}
		if b.screen.page != pageBoard || b.view.Ref == "" {
			list[i].Disabled = lang.L("Open a board first.")
		}
	}
	return list
}

// doKey does the action of a key of the strip.
func (b *board) doKey(c action.Chord) {
	a, ok := action.Find(b.actions(), c)
	if ok {
		a.Press(c.Key, b.Post)
	}
}

// cardMenu returns the menu of the selected card.
func (b *board) cardMenu() []action.Action { return b.cardKeys.menu() }

// begin shows the board with a ref. The next Update reads it.
func (b *board) begin(ref string) {
	b.flush()
	if b.view.Ref != ref {
		b.leave()
		clear(b.foot.accepted)
		b.show()
	}
}

// read reads the board and shows it. It must not run on the window's goroutine.
func (b *board) read(ctx context.Context, ref string) {
	ended := b.foot.ended.Load() // before the reading, which then has the jobs of these clicks
	money, sides := func() {}, b.frame.Layout.(*boardFrame).read(ctx)
	v, err := b.Store.Read(ctx, ref)
	if err == nil {
		err = boards.Contain(v.BoardHead, func() error { money = b.foot.read(ctx, v, ended); return nil })
	}
	if ctx.Err() == nil {
		b.Post(func() {
			money()
			sides()
			b.take(ref, v, err)
		})
	}
}

// take shows what was read of a board, if that is still the open one.
func (b *board) take(ref string, v boards.View, err error) {
	open := b.screen.open.Load()
	if open == nil || *open != ref {
		return
	}
	opened := b.load(v, err)
	blank := len(v.Shots) == 0 && len(v.Frames) == 1 && v.Frames[0].Prompt == ""
	if opened && blank && b.Canvas().Focused() == fyne.Focusable(b.strip) {
		b.inspector.enter() // to describe the first keyframe
	}
}

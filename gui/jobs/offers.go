package jobs

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/resources"
)

// The actions that have buttons, in their order. Menus have the others.
var (
	cardButtons = []string{actOtherForm, actReuse, actOneMore, actReplaceKey, actApprove, actSend, actEdit, actRemove,
		actAsk, actTryNow, actResolve, actEnterTask, actCharged, actNotCharged, actSendAgain, actSame,
		actStop, actWatch}
	rowButtons = []string{actApprove, actSend, actEdit, actNotCharged, actAsk, actResolve, actTryNow, actAskSame,
		actStop, actWatch, actOpen, actReveal, actRemove}
)

// singleActions are offered on a card only if it shows one job: of several jobs each costs as much again, or must be
// decided alone. firstActions are done with the first of several jobs, and all others with each. alikeActions are
// offered only if it does not matter which job they take; otherwise the menu of each tile has them.
var (
	singleActions = []string{actEdit, actResolve, actEnterTask, actCharged, actNotCharged, actSendAgain, actSame}
	firstActions  = []string{actReuse, actOneMore, actOtherForm, actReplaceKey, actApprove}
	alikeActions  = []string{actReuse, actOneMore}
)

// maxButtons is how many buttons a card has besides its menu if its jobs have ended or are several.
const maxButtons = 2

// onRow lists the buttons of a row. The user decides the outcome of a job in a sheet. Only if the service sent an
// answer, the row has the button Not charged.
func (s *actions) onRow(it *item) (list []action.Action) {
	can := s.ofJob(it)
	for _, id := range rowButtons {
		a := action.ByID(can, id)
		switch {
		case a.ID == "":
		case id == actStop && action.ByID(list, actAsk).ID != "": // there is room for one label; the menu has Stop
		case id == actNotCharged && status.Of(it.Job, status.Context{}).Answer == "":
		default:
			list = append(list, a)
		}
	}
	beside := list
	if it.State.Ended() {
		list = s.withMenu(list, func() []action.Action { return s.inMenu(it, it.asset, beside) })
	}
	return list
}

// onCard lists the buttons of a card.
func (s *actions) onCard(k click) []action.Action {
	list := s.ofClick(k)
	if !k.single() || k.items[0].State.Ended() {
		list = slices.Clip(list[:min(maxButtons, len(list))])
	}
	beside := list
	return s.withMenu(list, func() []action.Action { return s.cardMenu(k, beside) })
}

// ofClick lists the actions on the jobs of a click, in the order of the buttons of its card.
func (s *actions) ofClick(k click) (list []action.Action) {
	can := make([][]action.Action, len(k.items))
	for i, it := range k.items {
		can[i] = s.ofJob(it)
	}
	for _, id := range cardButtons {
		if k.single() && id == actResolve && !k.items[0].State.Ended() {
			continue // the card has a button for each decision
		}
		if !k.single() && slices.Contains(singleActions, id) || !k.alike() && slices.Contains(alikeActions, id) {
			continue
		}
		var each []action.Action
		for i, it := range k.items {
			a := action.ByID(can[i], id)
			if a.ID == "" {
				continue
			}
			each = append(each, a)
			if id == actReuse && it.State == db.Saved && k.items[0].State != db.Saved {
				each[0] = a // the settings of a job that succeeded
			}
		}
		if len(each) > 0 {
			list = append(list, s.together(k, each))
		}
	}
	return list
}

// together merges an action of several jobs of a click.
func (s *actions) together(k click, each []action.Action) action.Action {
	a, n := each[0], len(each)
	switch {
	case n > 1 && a.ID == actSend:
		held := releasable(k.items)
		a.Label, a.Do = sendLabel(held, false), func() { s.release(held) }
	case a.ID == actRemove && !k.single():
		a.Label = lang.N("Remove %s unsent job…", "Remove %s unsent jobs…", n, lang.Number(n))
		a.Do = func() {
			s.discardAll(filter(k.items, func(it *item) bool { return unsent([]*item{it}) }))
		}
	case n > 1 && !slices.Contains(firstActions, a.ID):
		a.Label += " · " + lang.Number(n)
		a.Do = func() {
			for _, a := range each {
				a.Do()
			}
		}
	}
	return a
}

// inMenu lists all that can be done with a job and one of its files, except for what has a button beside the menu.
func (s *actions) inMenu(it *item, a db.Asset, beside []action.Action) []action.Action {
	skip := append(actionIDs(beside), actReveal, actResolve, actAskSame) // other actions do the same
	shown := *it
	if a.ID != 0 {
		shown.asset = a
		skip = append(skip, actReuse, actPart)
	}
	list := without(slices.Concat(s.ofJob(&shown), s.reuseParts(it)), skip...)
	if a.ID != 0 {
		files := s.ofAsset(it, a)
		files[0].Line = true
		list = append(list, files...)
	}
	return list
}

// cardMenu lists the actions of a card that have no button. For several jobs they apply to all of them and all of their
// files.
func (s *actions) cardMenu(k click, beside []action.Action) []action.Action {
	if k.single() {
		return s.inMenu(k.items[0], k.items[0].asset, beside)
	}
	list := without(s.ofClick(k), actionIDs(beside)...)
	files := action.Selection{}
	for _, a := range k.assets() {
		one := action.One(a)
		files.IDs = append(files.IDs, a.ID)
		files.Clips += one.Clips
		files.Starred += one.Starred
	}
	if len(files.IDs) > 0 {
		if k.alike() {
			list = append(list, s.reuseParts(k.items[0])...)
		}
		list = append(list, s.ofAssets(files)...)
	}
	return list
}

// withMenu adds a button that opens a menu, unless the menu is empty.
func (s *actions) withMenu(list []action.Action, menu func() []action.Action) []action.Action {
	if len(menu()) == 0 {
		return list
	}
	return append(list, action.Action{ID: actMore, Label: lang.L("More"), Icon: resources.IconMore, Do: func() {
		s.openMenu(menu(), below(s.pressed))
	}})
}

// showMenu opens the menu of a job and one of its files.
func (s *actions) showMenu(it *item, a db.Asset, at fyne.Position) {
	s.openMenu(s.inMenu(it, a, nil), at)
}

// showClickMenu opens the menu of the jobs of a click.
func (s *actions) showClickMenu(k click, at fyne.Position) { s.openMenu(s.cardMenu(k, nil), at) }

func (s *actions) openMenu(list []action.Action, at fyne.Position) {
	if len(list) > 0 {
		kit.ShowMenu(s.Canvas(), action.Menu(list, s.Post), at)
	}
}

// below returns where the menu of a button opens.
func below(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(0, o.Size().Height+4)
}

// notice is why some jobs of a click have no file, and what the user decides about them.
type notice struct {
	reason string
	decide action.Action // ID "": nothing
}

// maxNotices is how many different reasons a card shows.
const maxNotices = 3

// notices lists the different reasons. If several jobs must be decided, the button decides the first and names it.
func (s *actions) notices(k click, now time.Time) (list []notice) {
	for _, st := range k.states() {
		for i, it := range k.items {
			n := notice{reason: status.Of(it.Job, status.Context{Now: now}).Reason}
			same := func(o notice) bool { return o.reason == n.reason }
			if it.State != st.State || n.reason == "" || len(list) == maxNotices || slices.ContainsFunc(list, same) {
				continue
			}
			can := s.ofJob(it)
			switch {
			case jobs.CanReleaseTogether(it.Job):
				n.decide = action.ByID(s.ofClick(k), actSend)
			case jobs.CanRelease(it.Job):
				n.decide = action.ByID(can, actApprove)
			default:
				n.decide = action.ByID(can, actResolve)
				if n.decide.ID != "" {
					n.decide.Label = lang.L("Resolve number %s…", lang.Number(i+1))
				}
			}
			list = append(list, n)
		}
	}
	return list
}

// actionButtons shows actions on a job as buttons.
type actionButtons struct {
	acts *actions
	make func(a action.Action, do func()) fyne.CanvasObject
	in   *fyne.Container
	rows *kit.List // that the buttons are in
	id   int64     // of the job
	list []action.Action
}

// show makes new buttons only if the job or a label changed, so that a button that stays keeps the focus, and a key
// that is pressed twice does not reach the job that came into the place of the first.
func (b *actionButtons) show(id int64, list []action.Action, busy bool) {
	looksSame := func(x, y action.Action) bool { return x.ID == y.ID && x.Label == y.Label }
	if b.id == id && slices.EqualFunc(b.list, list, looksSame) {
		copy(b.list, list)
	} else {
		if b.id == id {
			b.rows.Moved()
		}
		b.id, b.list, b.in.Objects = id, list, nil
		for i, a := range list {
			b.in.Objects = append(b.in.Objects, b.make(a, func() { b.press(i, list) }))
		}
		b.in.Refresh()
	}
	for _, o := range b.in.Objects {
		if o, ok := o.(fyne.Disableable); ok {
			kit.Enable(o, !busy)
		}
	}
}

// press does an action of the list that its button was made for: a button can keep the focus after others took its
// place.
func (b *actionButtons) press(i int, list []action.Action) {
	if i < len(b.in.Objects) {
		b.acts.pressed = b.in.Objects[i]
	}
	list[i].Do()
}

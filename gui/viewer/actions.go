package viewer

import (
	"viviscope/db"
	"viviscope/gui/action"
)

// organizer changes what is shown at once, before the library is read again.
type organizer struct {
	action.Organizer
	s *Screen
}

// Star implements [action.Organizer].
func (o organizer) Star(on bool, assets ...int64) {
	o.s.asset.Starred = on
	o.Organizer.Star(on, assets...)
	o.s.head.show()
}

// Trash goes on to the next, or to the one before; where there is neither, back.
func (o organizer) Trash(assets ...int64) {
	s := o.s
	next, ok := s.neighbour(1)
	if !ok {
		next, ok = s.neighbour(-1)
	}
	if ok {
		s.show(next)
		s.Focus()
	}
	o.Organizer.Trash(assets...)
	if !ok {
		s.setFull(false)
		s.Back()
	}
}

// forAsset lists what can be done with what is shown, whether it is compared or not.
func (s *Screen) forAsset() []action.Action {
	a := s.asset
	if s.known.gone {
		a = db.Asset{}
	}
	selected := action.One(a)
	selected.Price = s.known.Price
	list := action.ForAssets(action.InViewer, s.d.Nav, organizer{s.d.Organizer, s}, selected, s.d.Now())
	return append(list, s.table()...)
}

// Actions lists what can be done now.
func (s *Screen) Actions() []action.Action {
	list, state := s.forAsset(), s.state()
	for i := range list {
		when := list[i].Scope.When
		list[i].Hidden = list[i].Hidden || when != 0 && when&state == 0
	}
	return list
}

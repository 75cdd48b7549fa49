package shell

import (
	"slices"

	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// ShowPalette lists every action that can be done now, to be found by its name.
func (s *Shell) ShowPalette() {
	if s.palette != nil && s.palette.Shown() {
		return
	}
	s.palette = action.ShowPalette(s.window.Canvas(), s.paletteActions(), s.deps.Program.Personal().Recent, s.used)
}

// paletteActions returns the actions of the current place, then those of the menus, then the profiles, and at the end
// those of every text.
func (s *Shell) paletteActions() []action.Action {
	var here, menus, texts []action.Action
	for _, a := range s.Actions() {
		switch {
		case a.Do == nil || a.Hidden || !s.here(a) || a.ID == "help.find":
		case !inMenu(a.ID):
			here = append(here, a)
		case s.ofText(a) != nil:
			texts = append(texts, a)
		default:
			menus = append(menus, a)
		}
	}
	return slices.Concat(here, menus, s.profileActions(), texts)
}

// profileActions switch to the other profiles.
func (s *Shell) profileActions() (list []action.Action) {
	front := s.profiles.inFront()
	for _, p := range s.profiles.known() {
		if p.ID != front.ID {
			list = append(list, action.Action{
				ID: "profile." + p.Name, Group: lang.L("Profile"), Label: lang.L("Use %s", p.Name), Do: func() {
					s.UseProfile(p.ID)
				},
			})
		}
	}
	return list
}

// used remembers an action as the one that was used last.
func (s *Shell) used(id string) {
	s.changePersonal(func(p *Personal) {
		list := slices.DeleteFunc(slices.Clone(p.Recent), func(x string) bool { return x == id })
		p.Recent = append([]string{id}, list[:min(len(list), mostRecent-1)]...)
	})
}

package compose

import (
	"slices"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// render shows the form as it is. Everything it calls leaves alone what did not change, because it runs at every key.
func (s *Screen) render() {
	env := s.env()
	s.drawing.lay()
	s.slots.measure()
	order, problems := s.form.Build(env)
	if s.held != nil && order.Jobs() > 1 {
		problems = append(problems, client.ValidationError{Field: form.FieldPrompt, Message: lang.L("a held job is one job: one clip, and no variations in braces")})
	}
	s.order, s.problems = order, problems
	s.charges.want(s.charges.key(s.account, order))
	s.kind.SetSelected(slices.Index(Kinds(), s.form.Kind))
	s.tellKind()
	s.drawing.tellWay(env)
	under := s.form.Under(env)
	s.fields.show(under, env, problems, s.tariff, s.asked)
	s.slots.show(under, env, s.pictureProblems(under))
	if s.foot.show(s.footState(order, problems)) {
		s.box.Refresh() // the foot takes room from the fields
	}
	s.showHeld(problems)
	if s.scroll.Content.MinSize().Height != s.fieldsHigh { // a field came or went, or grew with its text
		s.refit()
	}
}

// tellKind says which kind of job is in front, when it is another one than before.
func (s *Screen) tellKind() {
	if s.told == s.form.Kind {
		return
	}
	s.told = s.form.Kind
	s.d.OnKind(s.told)
}

// refit lays the fields out again after some of them came or went.
func (s *Screen) refit() {
	s.fieldsHigh = s.scroll.Content.MinSize().Height
	s.follower.Follow(s.scroll.Content)
	s.scroll.Refresh()
}

package shell

import (
	"regexp"
	"slices"
	"strings"

	"fyne.io/fyne/v2/container"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// overlayPlace counts the panics of what covers the places.
const overlayPlace = places

// packageRE finds the packages of this module in the functions of a stack, the innermost first.
var packageRE = regexp.MustCompile(`(?m)^(viviscope[a-z0-9_/]*)\.`)

// Panicked shows that a piece of work ended with a panic. The first one in a place is a notice. The second one closes
// the place: a panel in it names the failure, and the user can try again. Whatever covers the place, or a dialog over
// it, is closed as well. Window's goroutine.
func (s *Shell) Panicked(p *guard.Panic) {
	at, known := s.placeOf(p)
	lead, rest := lang.L("Something went wrong."), lang.L("One step ended early. What is saved is intact.")
	if known {
		s.panics[at]++
		if at != overlayPlace {
			lead = lang.L("Something went wrong in %s.", at)
		}
		if s.panics[at] > 1 {
			s.closePlace(at, p)
		}
	}
	s.Say(kit.ToneErr, lead, rest, s.copyDetails(p))
}

func (s *Shell) copyDetails(p *guard.Panic) action.Action {
	return action.Action{Label: lang.L("Copy details"), Do: func() { s.Copy(p.Details()) }}
}

// placeOf returns the place of the code that panicked. known is false for work without a place, such as a download.
func (s *Shell) placeOf(p *guard.Panic) (at Place, known bool) {
	front := s.Place()
	if name, ok := strings.CutPrefix(p.Task, updateWork); ok {
		return PlaceNamed(name), true
	}
	for _, m := range packageRE.FindAllStringSubmatch(p.Stack, -1) {
		of := s.screens.Packages[m[1]]
		switch {
		case slices.Contains(of, front):
			return front, true
		case len(of) > 0:
			return of[0], true
		}
	}
	if s.overlay != nil && s.root.covered {
		front = overlayPlace
	}
	return front, p.Task == guard.Window
}

// closePlace replaces a screen by an error panel. Other places keep working.
func (s *Shell) closePlace(at Place, p *guard.Panic) {
	for _, dialog := range slices.Backward(s.window.Canvas().Overlays().List()) {
		s.window.Canvas().Overlays().Remove(dialog)
	}
	s.leaveOverlay()
	if at == overlayPlace {
		s.panics[at] = 0
		return
	}
	details := s.copyDetails(p)
	again := kit.NewButton(lang.L("Try again"), nil, kit.Primary, func() { s.reopen(at) })
	s.closed[at].Store(&closedPlace{first: again, content: container.NewStack(kit.NewGround(resources.BgWindow),
		kit.NewInset(48, 24, 24, 48, kit.NewColumn(12,
			kit.NewText(lang.L("Something went wrong in %s.", at), resources.SizeH1, resources.Text1, true),
			kit.NewText(lang.L("It failed twice and was closed. The other places work, and what is saved is intact."),
				resources.SizeBody, resources.Text1, false).Wrap(true),
			kit.NewText(p.Error(), resources.SizeSM, resources.Text2, false).Mono().Wrap(true),
			kit.NewRow(8, again, kit.NewButton(details.Label, nil, kit.Plain, details.Do)),
		)))})
	if s.Place() == at {
		s.Show(at)
		s.bringKeyboard(at)
	}
}

// reopen shows a screen again that was closed.
func (s *Shell) reopen(at Place) {
	s.panics[at] = 0
	s.closed[at].Store(nil)
	s.Show(at)
	s.bringKeyboard(at)
}

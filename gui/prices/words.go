package prices

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/wording"
	"viviscope/resources"
)

func (p *Pane) aboutWords() string {
	words := p.answer.profile.Name + ", " + strings.TrimSpace(wording.CurrencySign(p.draft.Currency)) + " per second"
	if p.answer.profile.Sandbox {
		words += " (sandbox)"
	}
	if len(p.answer.versions) > 0 {
		words += ", valid from " + p.answer.versions[0].from.In(p.d.Now().Location()).Format("2 Jan 2006")
	}
	return words + ". Old jobs keep the price of their day."
}

// statusWords says what Save would do, or why it is off.
func (p *Pane) statusWords(changes []string, problems []Problem) (string, fyne.Resource, fyne.ThemeColorName) {
	switch {
	case p.saving:
		return "Saving", resources.IconProgress(), resources.Text2
	case p.said != "" && p.failed:
		return p.said, resources.IconErrorCircle(), resources.Err
	case len(problems) == 1:
		return "One field cannot be read.", resources.IconErrorCircle(), resources.Err
	case len(problems) > 1:
		return fmt.Sprintf("%d fields cannot be read.", len(problems)), resources.IconErrorCircle(), resources.Err
	case len(changes) > 2:
		return fmt.Sprintf("Changed: %s, and %d more", changes[0], len(changes)-1), resources.IconInfo(), resources.Text2
	case len(changes) > 0:
		return "Changed: " + strings.Join(changes, "; "), resources.IconInfo(), resources.Text2
	case p.said != "":
		return p.said, resources.IconCheckCircle(), resources.OK
	}
	return "Nothing is changed.", resources.IconInfo(), resources.Text3
}

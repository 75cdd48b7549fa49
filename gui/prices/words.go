package prices

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func (p *Pane) aboutWords() string {
	name, sign := p.answer.profile.Name, strings.TrimSpace(wording.CurrencySign(p.draft.Currency))
	dated, from := len(p.answer.versions) > 0, ""
	if dated {
		from = lang.Day(p.answer.versions[0].from.In(p.d.Now().Location()))
	}
	var words string
	switch sandbox := p.answer.profile.Sandbox; {
	case sandbox && dated:
		words = lang.L("%[1]s, %[2]s per second (sandbox), valid from %[3]s.", name, sign, from)
	case sandbox:
		words = lang.L("%[1]s, %[2]s per second (sandbox).", name, sign)
	case dated:
		words = lang.L("%[1]s, %[2]s per second, valid from %[3]s.", name, sign, from)
	default:
		words = lang.L("%[1]s, %[2]s per second.", name, sign)
	}
	return words + " " + lang.L("Old jobs keep the price of their day.")
}

// statusWords says what Save would do, or why it is off.
func (p *Pane) statusWords(changes []string, problems []Problem) (string, fyne.Resource, fyne.ThemeColorName) {
	switch {
	case p.saving:
		return lang.L("Saving…"), resources.IconProgress(), resources.Text2
	case p.said != "" && p.failed:
		return p.said, resources.IconErrorCircle(), resources.Err
	case len(problems) > 0:
		return lang.N("%d field cannot be read.", "%d fields cannot be read.", len(problems), len(problems)), resources.IconErrorCircle(), resources.Err
	case len(changes) > 2:
		return lang.N("Changed: %[1]s, and %[2]d more", "Changed: %[1]s, and %[2]d more", len(changes)-1, changes[0], len(changes)-1), resources.IconInfo(), resources.Text2
	case len(changes) > 0:
		return lang.L("Changed: %s", strings.Join(changes, "; ")), resources.IconInfo(), resources.Text2
	case p.said != "":
		return p.said, resources.IconCheckCircle(), resources.OK
	}
	return lang.L("Nothing is changed."), resources.IconInfo(), resources.Text3
}

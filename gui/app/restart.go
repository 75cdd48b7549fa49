package app

import (
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// restart ends the program and starts it again. It asks first if something would be lost. Window's goroutine.
func (p *program) restart() {
	var lost []string
	if p.session.HasKeys() {
		lost = append(lost, lang.L("A key used for this session only must be entered again."))
	}
	p.shell.RestartWith(func() {
		p.again = true
		p.goOn()
		p.app.Quit()
	}, lost...)
}

// typed returns the input that is stored nowhere. It can be saved if all of it is prices. Window's goroutine.
func (p *program) typed() shell.Typed {
	t := shell.Typed{Lost: p.unsaved()}
	if len(t.Lost) == 1 && p.places.prices.Dirty() {
		t.Save = p.places.prices.SaveAll()
	}
	return t
}

// unsaved returns messages about input that is stored nowhere, which would be lost when the places are made anew.
// Window's goroutine.
func (p *program) unsaved() (words []string) {
	if p.places.settings.Dirty() {
		words = append(words, lang.L("Unsaved changes in Settings will be lost."))
	}
	if p.places.prices.Dirty() {
		words = append(words, lang.L("Unsaved price changes will be lost."))
	}
	if ref := p.places.composer.ChangedHeld(); ref != "" {
		words = append(words, lang.L("Unsaved changes to held job %s will be lost.", ref))
	}
	return words
}

// goOn prepares the options for the next start, or for the library that is opened next. The options of the command line
// still apply, with three exceptions: its files, which are open by now, a replaced key, and a profile that is no longer
// current. Window's goroutine.
func (p *program) goOn() {
	p.options.Open, p.options.APIKey = nil, p.Keys.EnvironmentKey(p.named)
	front := p.shell.Profile()
	p.options.LastProfile = p.options.LastProfile || front.ID != p.named.ID
	if front.ID == p.named.ID && p.options.ProfileName != "" {
		p.options.ProfileName = front.Name // it may have another one now
	}
}

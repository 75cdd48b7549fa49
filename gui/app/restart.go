package app

import (
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// restart ends the program and starts it anew, where it asks first about what that would lose. Window's goroutine.
func (p *program) restart() {
	restart := func() {
		p.shell.QuitWith(func() {
			p.again = true
			p.goOn()
			p.app.Quit()
		})
	}
	words := p.unsaved()
	if p.session.Any() {
		words = append(words, lang.L("A key used for this session only must be entered again."))
	}
	if len(words) == 0 {
		restart()
		return
	}
	p.ask(lang.L("Restart now?"), paragraphs(words), nil, kit.Answer{Word: lang.L("Stay"), Kind: kit.Primary},
		kit.Answer{Word: lang.L("Restart now"), Kind: kit.Danger, Do: restart})
}

// unsaved says what was typed and is not kept anywhere, so that it is lost when the places are made anew. Window's goroutine.
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

// goOn makes the options those of the next start, or of the library that is opened next: what the command line said goes on to count, but
// for the files, which are open, a key that was replaced, and a profile that is not in front any more. Window's goroutine.
func (p *program) goOn() {
	p.options.Open, p.options.APIKey = nil, p.Keys.EnvironmentKey(p.named)
	front := p.shell.Profile()
	p.options.LastProfile = p.options.LastProfile || front.ID != p.named.ID
	if front.ID == p.named.ID && p.options.ProfileName != "" {
		p.options.ProfileName = front.Name // it may have another one now
	}
}

package app

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"

	toolkit "fyne.io/fyne/v2/lang"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// setLanguage sets the language of the process: from the command line, else from Settings, else from the system. It is
// English if no font on the computer supports the language. The window is built after it.
func (p *program) setLanguage() {
	tag := p.options.Language
	if tag == "" {
		tag = p.nextLanguage()
	}
	if s, ok := missingFont(tag); ok {
		p.unsupported, tag = s, "en"
	}
	if err := lang.Use(tag); err != nil {
		p.options.Log.Warn("the language is not known", "err", err)
	}
	if err := translateToolkit(); err != nil {
		p.options.Log.Error("the toolkit keeps its words", "err", err)
	}
}

// warnOfMissingFont warns that the window is in English because no font here supports the chosen language.
func (p *program) warnOfMissingFont() {
	if p.unsupported.tag != "" {
		p.shell.Say(kit.ToneWarn, lang.L("No font on this computer supports %s, so English is shown.",
			p.unsupported.name),
			fontAdvice(runtime.GOOS, p.unsupported))
	}
}

// translateToolkit translates the toolkit's own texts, in the menus of text fields and of the program, into the current
// language. The toolkit knows only the system's language, so the texts are registered for that one.
func translateToolkit() error {
	catalog, err := json.Marshal(map[string]string{
		"Copy": lang.L("Copy"), "Cut": lang.L("Cut"), "Paste": lang.L("Paste"), "Quit": lang.L("Quit"),
		"Redo":       lang.L("Redo"),
		"Select all": lang.L("Select all"), "Undo": lang.L("Undo"),
	})
	if err != nil {
		return fmt.Errorf("write the toolkit's words: %w", err)
	}
	return toolkit.AddTranslationsForLocale(catalog, toolkit.SystemLocale())
}

// chooseLanguage stores the choice for the next start, "" for the system's language. It has no effect on the running
// window, which formats words, amounts and dates while it is built. Window's goroutine.
func (p *program) chooseLanguage(tag string) {
	for _, l := range lang.Languages() { // remove the notice of an earlier choice
		p.shell.Unsay(changesTo(l))
	}
	p.shell.Do(lang.L("The language could not be saved."), func(context.Context) error {
		err := p.device.change(func(m *deviceValues) { m.Language = tag })
		p.shell.Refresh(shell.Settings)
		return err
	})
}

func changesTo(l lang.Language) string {
	return lang.L("The language changes to %s at the next start.", l.Name)
}

// nextLanguage is the tag of the language that a start has: the one chosen in Settings, else that of the system.
func (p *program) nextLanguage() string {
	if chosen := p.device.get().Language; chosen != "" {
		return chosen
	}
	return systemLanguage()
}

// languageActions choose the language of the next start. Each is labelled in its own language, for users who cannot
// read the current one.
func (p *program) languageActions() (list []action.Action) {
	next := p.nextLanguage()
	for _, l := range lang.Languages() {
		list = append(list, action.Action{
			ID: "language/" + l.Tag, Group: lang.L("Language"), Label: l.Name,
			Hidden: l.Tag == next, Do: func() {
				if advice := p.missingFonts[l.Tag]; advice != "" {
					p.shell.Say(kit.ToneWarn, lang.L("No font on this computer supports %s, so it was not chosen.",
						l.Name), advice)
					return
				}
				p.chooseLanguage(l.Tag)
				if l.Tag != lang.Current() {
					p.shell.Say(kit.ToneAccent, changesTo(l),
						lang.L("Prompts and forms are kept, and jobs continue."),
						action.Action{Label: lang.L("Restart now"), Do: p.restart})
				}
			},
		})
	}
	return list
}

// LanguageFlag returns the help text of the flag that starts the program in a language once.
func LanguageFlag() string {
	var tags []string
	for _, l := range lang.Languages() {
		tags = append(tags, l.Tag)
	}
	return "speak the language of this `tag` once: " + strings.Join(tags, ", ")
}

// findMissingFonts finds the window languages that no font on this computer supports. It may take a second if the
// system has no font list yet, so it runs off the window's goroutine.
func (p *program) findMissingFonts(context.Context) {
	missing := map[string]string{}
	for _, l := range lang.Languages() {
		if s, ok := missingFont(l.Tag); ok {
			missing[l.Tag] = fontAdvice(runtime.GOOS, s)
		}
	}
	p.shell.Post(func() {
		p.missingFonts = missing
		p.shell.Refresh(shell.Settings)
	})
}

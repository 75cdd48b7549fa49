package app

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/lang"
	"github.com/jeandeaual/go-locale"

	"viviscope/gui/action"
	"viviscope/gui/editor/paint"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// setLanguage gives the process the language that was asked for on the command line, else the one chosen in Settings, else the one of
// the system; English where no font on the computer supports it. The window is built after it.
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

// warnOfMissingFont says that the window is in English because no font here supports the language that was asked for.
func (p *program) warnOfMissingFont() {
	if p.unsupported.tag != "" {
		p.shell.Say(kit.ToneWarn, lang.L("No font on this computer supports %s, so English is shown.", p.unsupported.name),
			fontAdvice(runtime.GOOS, p.unsupported))
	}
}

// systemLanguage is the language of the window that suits the system's settings best.
func systemLanguage() string {
	wanted, err := locale.GetLocales()
	if err != nil {
		return lang.Nearest()
	}
	return lang.Nearest(wanted...)
}

// translateToolkit translates the toolkit's own words, those of the menus of a text field and of the program, into the language in use. The
// toolkit knows the language of the system only, so the words are registered for that language.
func translateToolkit() error {
	catalog, err := json.Marshal(map[string]string{
		"Copy": lang.L("Copy"), "Cut": lang.L("Cut"), "Paste": lang.L("Paste"), "Quit": lang.L("Quit"), "Redo": lang.L("Redo"),
		"Select all": lang.L("Select all"), "Undo": lang.L("Undo"),
	})
	if err != nil {
		return fmt.Errorf("write the toolkit's words: %w", err)
	}
	return toolkit.AddTranslationsForLocale(catalog, toolkit.SystemLocale())
}

// chooseLanguage keeps the choice, "" for the system's language, for the next start: words, amounts and dates are made while the window is
// built. Window's goroutine.
func (p *program) chooseLanguage(tag string) {
	for _, l := range lang.Languages() { // what an earlier choice said
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

// languageActions choose the language of the next start, each under its own name: who cannot read the window finds the way out of it.
func (p *program) languageActions() (list []action.Action) {
	next := p.nextLanguage()
	for _, l := range lang.Languages() {
		list = append(list, action.Action{
			ID: "language/" + l.Tag, Group: lang.L("Language"), Label: l.Name,
			Hidden: l.Tag == next, Do: func() {
				if advice := p.missingFonts[l.Tag]; advice != "" {
					p.shell.Say(kit.ToneWarn, lang.L("No font on this computer supports %s, so it was not chosen.", l.Name), advice)
					return
				}
				p.chooseLanguage(l.Tag)
				if l.Tag != lang.Current() {
					p.shell.Say(kit.ToneAccent, changesTo(l),
						lang.L("Prompts and forms are kept, and jobs continue."), action.Action{Label: lang.L("Restart now"), Do: p.restart})
				}
			},
		})
	}
	return list
}

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

// ask shows a question over the window, unless there is one already; the first answer is that of Enter. Window's goroutine.
func (p *program) ask(title, words string, body fyne.CanvasObject, answers ...kit.Answer) {
	if p.window.Canvas().Overlays().Top() == nil {
		answers[0].Enter = true
		kit.Ask(p.window.Canvas(), title, words, body, answers...)
	}
}

// paragraphs puts sentences below each other.
func paragraphs(words []string) string { return strings.Join(words, "\n\n") }

// LanguageFlag words the flag that starts the program in a language once.
func LanguageFlag() string {
	var tags []string
	for _, l := range lang.Languages() {
		tags = append(tags, l.Tag)
	}
	return "speak the language of this `tag` once: " + strings.Join(tags, ", ")
}

// script is a writing system that the fonts in the program do not support: it needs a font of the computer.
type script struct {
	tag    string // of the language of the window that is written in it; "": none is
	name   string // in English
	sample string // characters that any font for it has
	debian string // the package that brings it there
}

const cjk = "fonts-noto-cjk"

var scripts = []script{
	{"zh-CN", "Chinese", "简体中文與繁體", cjk},
	{"ja", "Japanese", "日本語のかなカナ", cjk},
	{"", "Korean", "한국어", cjk},
	{"", "Arabic", "العربية", "fonts-noto-core"},
	{"", "Hebrew", "עברית", "fonts-noto-core"},
	{"", "Devanagari", "हिन्दी", "fonts-noto-core"},
	{"", "Thai", "ภาษาไทย", "fonts-noto-core"},
}

// missingFont returns the script of a language of the window that no font on this computer supports; ok is false where one does, and for
// languages whose fonts the program contains.
func missingFont(tag string) (s script, ok bool) {
	for _, s := range scripts {
		if s.tag == tag {
			return s, len(paint.NewFonts().Missing(s.sample)) > 0
		}
	}
	return script{}, false
}

// findMissingFonts finds the languages of the window that no font on this computer supports. It may take a second where nothing has
// listed the fonts of this computer before: off the window's goroutine.
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

// fontAdvice says how to install the missing fonts.
func fontAdvice(system string, missing ...script) string {
	if system != "linux" {
		return lang.L("Add a font for it in the system settings.")
	}
	var packages []string
	for _, s := range missing {
		packages = append(packages, s.debian)
	}
	packages = slices.Compact(packages) // scripts stand in their order
	return lang.L("Install a font for it. Debian and Ubuntu: %s.", "apt install "+strings.Join(packages, " "))
}

// fontWords returns which scripts of prompts and names no font on this computer supports.
func fontWords() string {
	var missing []string
	here := paint.NewFonts()
	for _, s := range scripts {
		if len(here.Missing(s.sample)) > 0 {
			missing = append(missing, s.name)
		}
	}
	if len(missing) == 0 {
		return "complete"
	}
	return "missing: " + strings.Join(missing, ", ")
}

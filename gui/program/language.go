package program

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	toolkit "fyne.io/fyne/v2/lang"
	"github.com/jeandeaual/go-locale"

	"viviscope/gui"
	"viviscope/gui/fonts"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// speak gives the process the language that was asked for on the command line, else the one chosen in Settings, else the one of
// the system; English where the computer has no letters for it. The window is built after it.
func (p *program) speak() {
	tag := p.options.Language
	if tag == "" {
		tag = p.machine.get().Language
	}
	if tag == "" {
		tag = systemLanguage()
	}
	p.unread = ""
	if !readable(tag, func(sample string) bool { return len(fonts.NewLetters().Missing(sample)) > 0 }) {
		p.unread, tag = tag, "en"
	}
	if err := lang.Use(tag); err != nil {
		p.options.Log.Warn("the language is not known", "err", err)
	}
	if err := teachToolkit(); err != nil {
		p.options.Log.Error("the toolkit keeps its words", "err", err)
	}
}

// sayUnread tells that English stands in for a language that nobody could read here.
func (p *program) sayUnread() {
	for _, l := range lang.Languages() {
		if l.Tag == p.unread {
			s := scriptOf(l.Tag)
			p.shell.Say(widgets.ToneWarn, lang.L("No font of this computer has the letters of %s, so this is English.", l.Name), fontAdvice(runtime.GOOS, []script{s}))
		}
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

// teachToolkit gives the toolkit its own words, of its file dialog and of the menu of a text field, in the language in use. The
// toolkit knows the language of the system alone, so that the words are given as those of that.
func teachToolkit() error {
	type form struct {
		Other string `json:"other"`
	}
	words := map[string]any{
		"Advanced": lang.L("Advanced"), "Cancel": lang.L("Cancel"), "Confirm": lang.L("Confirm"), "Copy": lang.L("Copy"),
		"Create Folder": lang.L("Create folder"), "Cut": lang.L("Cut"), "Enter filename": lang.L("Name of the file"), "Error": lang.L("Error"),
		"Favourites": lang.L("Favourites"), "File": lang.L("File"), "Folder": lang.L("Folder"), "New Folder": lang.L("New folder"),
		"No": lang.L("No"), "OK": lang.L("OK"), "Open": lang.X("verb", "Open"), "Paste": lang.L("Paste"), "Quit": lang.L("Quit"), "Redo": lang.L("Redo"),
		"Save": lang.X("verb", "Save"), "Select all": lang.L("Select all"), "Show Hidden Files": lang.L("Show hidden files"), "Undo": lang.L("Undo"), "Yes": lang.L("Yes"),
		"file.name": form{lang.X("of a file", "Name")}, "file.parent": form{lang.L("Folder above")},
	}
	// Any Monday begins a week of names.
	monday := time.Date(2024, time.January, 1, 12, 0, 0, 0, time.UTC)
	for i, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
		words[day+".short"] = lang.Weekday(monday.AddDate(0, 0, i))
	}
	catalog, err := json.Marshal(words)
	if err != nil {
		return fmt.Errorf("write the toolkit's words: %w", err)
	}
	return toolkit.AddTranslationsForLocale(catalog, toolkit.SystemLocale())
}

// languagePatience is how often a change of language looks whether what it waits for has ended.
const languagePatience = 500 * time.Millisecond

// setLanguage keeps the choice, "" for the system's language, and builds the window anew in it. Window's goroutine.
func (p *program) setLanguage(tag string) {
	if p.places.costs.prices.Draft().Dirty() { // amounts are typed in the language that is in use
		p.shell.Offer(widgets.ToneWarn, lang.L("The changed prices are not saved."), lang.L("Save or discard them before the language changes."), lang.L("Show the prices"), func() {
			p.shell.Show(gui.Costs)
			p.places.costs.ShowPrices()
		})
		p.shell.Refresh(gui.Settings) // its list goes back to the language in use
		return
	}
	p.shell.Do(lang.L("Could not keep the language."), func(context.Context) error {
		err := p.machine.change(func(m *machineSettings) { m.Language = tag })
		p.shell.Post(func() {
			p.options.Language = ""
			p.changeLanguage(false)
		})
		return err
	})
}

// changeLanguage builds the window anew as soon as nothing is lost by that. A picture that is being made has no task at the service:
// its call is its only way here. A click on its way to its rows may have another one behind it. A sheet holds what was typed into it, and would stay over the new window. told says that the
// person knows of the picture. Window's goroutine.
func (p *program) changeLanguage(told bool) {
	if p.stage != filled || p.renewing.Load() {
		return
	}
	calls := p.engine.OpenPictureCalls() > 0
	if !calls && !p.places.composer.Committing() && p.window.Canvas().Overlays().Top() == nil {
		p.rebuildWindow()
		return
	}
	if calls && !told {
		p.shell.Say(widgets.ToneNeutral, lang.L("The language changes in a moment."), lang.L("A picture is being made, and its call is not cut."))
	}
	shell := p.shell
	shell.Go(func(ctx context.Context) {
		select {
		case <-ctx.Done(): // the next start speaks it
		case <-time.After(languagePatience):
			shell.Post(func() {
				if shell == p.shell {
					p.changeLanguage(told || calls)
				}
			})
		}
	})
}

// rebuildWindow ends all work behind the window, and begins as after a start: all words are made while the window is built. What was
// typed into the form is kept with the drafts, what was typed elsewhere is brought along, tasks are picked up again, and the place in
// front stays there. Window's goroutine.
func (p *program) rebuildWindow() {
	p.renewing.Store(true)
	p.shell.Retire()
	p.shell.ComeBack() // the next shell would not know that the window is in the tray, and could not bring it back
	place, frame := p.shell.Place(), p.frame()
	p.window.Canvas().Unfocus() // a field that keeps what was typed when it is left is left
	typed := p.typed()
	p.window.SetMainMenu(nil) // its commands are those of the shell that ends
	p.window.Canvas().SetOnTypedKey(nil)
	p.window.SetCloseIntercept(func() { p.over.Store(true); p.app.Quit() })
	p.window.SetContent(problemFrame(widgets.NewText(lang.L("The language changes in a moment."), resources.SizeH1, resources.Text1, true)))
	p.early = catchEarlyKeys(p.window.Canvas())
	p.opening.Go(func() {
		// A request that left since the window looked may cost money: it is cut only where the program ends.
		if err := p.engine.Stop(p.life); err != nil {
			p.options.Log.Error("stop the workers", "err", err)
		}
		p.shell.End()
		p.remember(frame)
		typed.unreached = p.unreached(p.life)
		if err := p.takeDown(); err != nil {
			p.options.Log.Error("end the work behind the window", "err", err)
		}
		p.speak()
		p.brought = typed
		p.greet = func() { p.shell.Show(place) }
		p.renewing.Store(false)
		p.load(p.life)
	})
}

// LanguageFlag words the flag that starts the program in a language once.
func LanguageFlag() string {
	words := "speak the language of this `tag` once:"
	for i, l := range lang.Languages() {
		if i > 0 {
			words += ","
		}
		words += " " + l.Tag
	}
	return words
}

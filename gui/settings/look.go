package settings

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// lookSection is the part about colours and the language.
type lookSection struct {
	s        *Screen
	look     *widgets.Segmented
	tags     []string // of the languages, in the order of the choice; "": as the system
	language *widgets.Picker
	pending  fyne.CanvasObject // another language is chosen than the one in use: the next start speaks it
	content  fyne.CanvasObject
}

var looks = []resources.Variant{resources.Follow, resources.Dark, resources.Light}

func newLookSection(s *Screen) *lookSection {
	w := &lookSection{s: s}
	w.look = widgets.NewSegmented([]string{lang.L("Follow the system"), lang.X("theme", "Dark"), lang.X("theme", "Light")}, func(i int) { s.deps.SetLook(looks[i]) })
	w.content = widgets.NewColumn(12, heading(lang.L("Look and language")),
		field(lang.L("Language"), w.newLanguage()),
		field(lang.L("Colours"), widgets.NewRow(12, fitted(420, w.look))))
	return w
}

// newLanguage makes the choice of language, and says for which of them the system has no letters.
func (w *lookSection) newLanguage() fyne.CanvasObject {
	w.tags = []string{""}
	titles := []string{lang.L("As the system: %s", languageName(w.s.deps.SystemLanguage()))}
	var missing, names []string
	for _, l := range lang.Languages() {
		w.tags, titles = append(w.tags, l.Tag), append(titles, l.Name)
		words := w.s.deps.FontMissing(l.Tag)
		if words == "" {
			continue
		}
		names = append(names, l.Name)
		if !slices.Contains(missing, words) {
			missing = append(missing, words)
		}
	}
	w.language = widgets.NewSimplePicker(titles, func(i int) {
		if tag := w.tags[i]; tag != w.s.deps.Language() {
			w.s.deps.OnLanguage(tag)
		}
	})
	next := note(lang.L("Counts from the next start. Prompts and forms stay as they are, and jobs go on.")).Wrap(true)
	w.pending = widgets.NewRow(12, widgets.NewButton(lang.L("Restart now"), nil, widgets.Primary, w.s.deps.OnRestart), next)
	row := widgets.NewRow(12, w.language)
	if len(missing) > 0 {
		words := lang.L("No font of this computer has the letters of %s: English is shown instead.", wording.Commas(names))
		row.Add(widgets.NewText(words+" "+strings.Join(missing, " "), resources.SizeSM, resources.Warn, false).Wrap(true))
	}
	return widgets.NewColumn(8, row, w.pending)
}

// languageName is what a language calls itself; the tag where the window does not speak it.
func languageName(tag string) string {
	for _, l := range lang.Languages() {
		if l.Tag == tag {
			return l.Name
		}
	}
	return tag
}

// show brings the look and the language up to date: commands of the window change them too.
func (w *lookSection) show() {
	w.look.SetSelected(slices.Index(looks, w.s.deps.Look()))
	tag := w.s.deps.Language()
	w.language.SetSelected(max(slices.Index(w.tags, tag), 0))
	next := cmp.Or(tag, w.s.deps.SystemLanguage())
	setVisible(w.pending, next != lang.Current() && w.s.deps.FontMissing(next) == "")
	w.content.Refresh()
}

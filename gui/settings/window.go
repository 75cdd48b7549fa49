package settings

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// windowPage is the page on the window: its language and look, notifications, and what closing it does.
type windowPage struct {
	s        *Screen
	look     *kit.Segmented
	text     *kit.Segmented
	motion   *kit.Toggle
	notify   *kit.Toggle
	tray     *kit.Toggle
	trayNote *kit.Text
	proxy    *proxyField
	tags     []string // of the languages, in the order of the choice; "": as the system
	language *kit.Picker
	asked    string            // the tag that was chosen last: a language that cannot be read is refused
	missing  *kit.Text         // why
	pending  fyne.CanvasObject // another language is chosen than the one in use: the next start speaks it
	content  fyne.CanvasObject
}

var looks = []resources.Variant{resources.Follow, resources.Dark, resources.Light}

func newWindowPage(s *Screen) *windowPage {
	w := &windowPage{s: s}
	w.look = kit.NewSegmented([]string{lang.L("Follow the system"), lang.X("theme", "Dark"), lang.X("theme", "Light")},
		func(i int) { s.deps.SetLook(looks[i]) })
	var sizes []string
	for _, v := range s.deps.TextScales {
		sizes = append(sizes, strconv.Itoa(int(v*100+0.5))+" %")
	}
	w.text = kit.NewSegmented(sizes, func(i int) { s.deps.SetTextScale(s.deps.TextScales[i]) })
	w.motion = kit.NewToggle(s.deps.ReduceMotion(), s.deps.SetReduceMotion)
	w.notify = kit.NewToggle(s.deps.Notify(), s.deps.SetNotify)
	w.tray = kit.NewToggle(false, w.keepInTray)
	w.trayNote = note(trayWords()).Wrap(true)
	w.proxy = newProxyField(s)
	w.content = kit.NewColumn(12, heading(lang.L("Window")),
		field(lang.L("Language"), w.newLanguage()),
		field(lang.L("Colours"), kit.NewRow(0, kit.NewFixed(420, 0, w.look))),
		field(lang.L("Text size"), kit.NewRow(0, w.text)),
		explained(lang.L("Reduce motion"), w.motion, lang.L("Clips do not play on hover")),
		explained(lang.L("Notifications"), w.notify, lang.L("when a job ends while the window is in the background")),
		field(lang.L("On close"), w.tray, bodyText(lang.L("Keep running in the tray")), w.trayNote),
		field(lang.L("Proxy"), w.proxy.content))
	return w
}

// newLanguage makes the choice of language.
func (w *windowPage) newLanguage() fyne.CanvasObject {
	in := w.s.deps.Program
	system := in.SystemLanguage()
	w.tags = []string{""}
	titles := []string{""}
	for _, l := range lang.Languages() {
		w.tags, titles = append(w.tags, l.Tag), append(titles, l.Name)
		if l.Tag == system {
			system = l.Name
		}
	}
	titles[0] = lang.L("System: %s", system)
	w.language = kit.NewSimplePicker(titles, func(i int) {
		if w.asked = w.tags[i]; w.asked != in.Language() && in.MissingFont(cmp.Or(w.asked, in.SystemLanguage())) == "" {
			in.SetLanguage(w.asked)
		}
		w.show()
	})
	w.asked, w.missing = in.Language(), kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	w.pending = kit.NewRow(12, kit.NewButton(lang.L("Restart now"), nil, kit.Primary, in.Restart),
		note(lang.L("Applies at the next start. Prompts and forms are kept, and jobs continue.")).Wrap(true))
	return kit.NewColumn(8, kit.NewRow(0, w.language), w.missing, w.pending)
}

// show brings the page up to date: commands of the window change the same settings.
func (w *windowPage) show() {
	in := w.s.deps.Program
	w.look.SetSelected(slices.Index(looks, w.s.deps.Look()))
	distance := func(scale float32) float64 { return math.Abs(float64(scale - w.s.deps.TextScale())) }
	nearest := slices.MinFunc(w.s.deps.TextScales, func(a, b float32) int { return cmp.Compare(distance(a), distance(b)) })
	w.text.SetSelected(slices.Index(w.s.deps.TextScales, nearest))
	w.motion.SetOn(w.s.deps.ReduceMotion())
	w.notify.SetOn(w.s.deps.Notify())
	w.tray.SetOn(in.Tray())
	w.proxy.show()
	w.language.SetSelected(max(slices.Index(w.tags, in.Language()), 0))
	next := cmp.Or(in.Language(), in.SystemLanguage())
	name, asked := "", cmp.Or(w.asked, in.SystemLanguage())
	for _, l := range lang.Languages() {
		if l.Tag == asked {
			name = l.Name
		}
	}
	advice := in.MissingFont(asked)
	w.missing.SetText(lang.L("No font on this computer supports %s, so it was not chosen.", name) + " " + advice)
	kit.Show(w.missing, advice != "")
	kit.Show(w.pending, next != lang.Current() && in.MissingFont(next) == "")
	w.content.Refresh()
}

func trayWords() string { return lang.L("Shows running jobs, Pause and Quit") }

// keepInTray changes what closing the window does.
func (w *windowPage) keepInTray(on bool) {
	w.s.run(func(ctx context.Context) error { return w.s.deps.Program.SetTray(ctx, on) }, func(err error) {
		w.trayNote.SetText(trayWords())
		if err != nil {
			w.trayNote.SetText(lang.L("Not changed: %s.", wording.Fault(err)))
		}
		w.show()
	})
}

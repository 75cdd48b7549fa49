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

// windowPage is the page of the window: its language and look, notifications, closing and the proxy.
type windowPage struct {
	host     *host
	look     *kit.Segmented
	text     *kit.Segmented
	motion   *kit.Toggle
	notify   *kit.Toggle
	tray     *kit.Toggle
	trayNote *kit.Text
	proxy    *proxyField
	tags     []string // of the languages, in the order of the choice; "": as the system
	language *kit.Picker
	asked    string            // the tag that was chosen last; a language without a font is refused
	missing  *kit.Text         // why
	pending  fyne.CanvasObject // shown if another language is chosen than the one in use
	content  fyne.CanvasObject
}

var looks = []resources.Variant{resources.FollowSystem, resources.Dark, resources.Light}

func newWindowPage(h *host) *windowPage {
	w := &windowPage{host: h}
	w.look = kit.NewSegmented([]string{lang.L("Follow the system"), lang.X("theme", "Dark"), lang.X("theme", "Light")},
		func(i int) { h.SetLook(looks[i]) })
	var sizes []string
	for _, v := range h.TextScales {
		sizes = append(sizes, strconv.Itoa(int(v*100+0.5))+" %")
	}
	w.text = kit.NewSegmented(sizes, func(i int) { h.SetTextScale(h.TextScales[i]) })
	w.motion = kit.NewToggle(h.ReduceMotion(), h.SetReduceMotion)
	w.notify = kit.NewToggle(h.Notify(), h.SetNotify)
	w.tray = kit.NewToggle(false, w.keepInTray)
	w.trayNote = note(trayWords()).Wrap(true)
	w.proxy = newProxyField(h)
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
	in := w.host.Program
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
		w.asked = w.tags[i]
		if w.asked != in.Language() && in.MissingFont(cmp.Or(w.asked, in.SystemLanguage())) == "" {
			in.SetLanguage(w.asked)
		}
		w.show()
	})
	w.asked, w.missing = in.Language(), kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	w.pending = kit.NewRow(12, kit.NewButton(lang.L("Restart now"), nil, kit.Primary, in.Restart),
		note(lang.L("Applies at the next start. Prompts and forms are kept, and jobs continue.")).Wrap(true))
	return kit.NewColumn(8, kit.NewRow(0, w.language), w.missing, w.pending)
}

// show shows the settings, which commands of the window change too.
func (w *windowPage) show() {
	in := w.host.Program
	w.look.SetSelected(slices.Index(looks, w.host.Look()))
	distance := func(scale float32) float64 { return math.Abs(float64(scale - w.host.TextScale())) }
	nearest := slices.MinFunc(w.host.TextScales, func(a, b float32) int {
		return cmp.Compare(distance(a), distance(b))
	})
	w.text.SetSelected(slices.Index(w.host.TextScales, nearest))
	w.motion.SetOn(w.host.ReduceMotion())
	w.notify.SetOn(w.host.Notify())
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
	w.host.run(func(ctx context.Context) error { return w.host.Program.SetTray(ctx, on) }, func(err error) {
		w.trayNote.SetText(trayWords())
		if err != nil {
			w.trayNote.SetText(lang.L("Not changed: %s.", wording.Fault(err)))
		}
		w.show()
	})
}

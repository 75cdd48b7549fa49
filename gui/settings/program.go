package settings

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// lookSection is the part about the language, colours, the size of text and motion.
type lookSection struct {
	s        *Screen
	look     *widgets.Segmented
	text     *widgets.Segmented
	motion   *widgets.Toggle
	tags     []string // of the languages, in the order of the choice; "": as the system
	language *widgets.Picker
	asked    string            // the tag that was chosen last: a language that cannot be read is refused
	missing  *widgets.Text     // why
	pending  fyne.CanvasObject // another language is chosen than the one in use: the next start speaks it
	content  fyne.CanvasObject
}

var looks = []resources.Variant{resources.Follow, resources.Dark, resources.Light}

func newLookSection(s *Screen) *lookSection {
	w := &lookSection{s: s}
	w.look = widgets.NewSegmented([]string{lang.L("Follow the system"), lang.X("theme", "Dark"), lang.X("theme", "Light")},
		func(i int) { s.deps.SetLook(looks[i]) })
	var sizes []string
	for _, v := range s.deps.TextScales {
		sizes = append(sizes, strconv.Itoa(int(v*100+0.5))+" %")
	}
	w.text = widgets.NewSegmented(sizes, func(i int) { s.deps.SetTextScale(s.deps.TextScales[i]) })
	w.motion = widgets.NewToggle(s.deps.ReduceMotion(), s.deps.SetReduceMotion)
	w.content = widgets.NewColumn(12, heading(lang.L("Look and language")),
		field(lang.L("Language"), w.newLanguage()),
		field(lang.L("Colours"), widgets.NewRow(0, widgets.NewFixed(420, 0, w.look))),
		field(lang.L("Text size"), widgets.NewRow(0, w.text)),
		explained(lang.L("Reduce motion"), w.motion, lang.L("Clips do not play on hover")))
	return w
}

// newLanguage makes the choice of language.
func (w *lookSection) newLanguage() fyne.CanvasObject {
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
	w.language = widgets.NewSimplePicker(titles, func(i int) {
		if w.asked = w.tags[i]; w.asked != in.Language() && in.MissingFont(cmp.Or(w.asked, in.SystemLanguage())) == "" {
			in.SetLanguage(w.asked)
		}
		w.show()
	})
	w.asked, w.missing = in.Language(), widgets.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	w.pending = widgets.NewRow(12, widgets.NewButton(lang.L("Restart now"), nil, widgets.Primary, in.Restart),
		note(lang.L("Applies at the next start. Prompts and forms are kept, and jobs continue.")).Wrap(true))
	return widgets.NewColumn(8, widgets.NewRow(0, w.language), w.missing, w.pending)
}

// show brings the section up to date: commands of the window change the same settings.
func (w *lookSection) show() {
	in := w.s.deps.Program
	w.look.SetSelected(slices.Index(looks, w.s.deps.Look()))
	distance := func(scale float32) float64 { return math.Abs(float64(scale - w.s.deps.TextScale())) }
	nearest := slices.MinFunc(w.s.deps.TextScales, func(a, b float32) int { return cmp.Compare(distance(a), distance(b)) })
	w.text.SetSelected(slices.Index(w.s.deps.TextScales, nearest))
	w.motion.SetOn(w.s.deps.ReduceMotion())
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
	widgets.Show(w.missing, advice != "")
	widgets.Show(w.pending, next != lang.Current() && in.MissingFont(next) == "")
	w.content.Refresh()
}

// programSection is the section on the program itself.
type programSection struct {
	s *Screen

	proxy     *textField
	proxyNote *widgets.Text
	shown     string // the address that the field was last filled with
	saving    bool   // the proxy is being saved
	tray      *widgets.Toggle
	trayNote  *widgets.Text
	content   fyne.CanvasObject
}

func newProgramSection(s *Screen) *programSection {
	w := &programSection{s: s}
	w.proxyNote = note("")
	w.proxy = newTextField("http://proxy.example:8080", w.proxyNote, func(string) { w.proxy.mark("") }, w.keepProxy).mono()
	w.proxy.entry.OnFocus = func(on bool) {
		if !on {
			w.keepProxy()
		}
	}
	w.tray = widgets.NewToggle(false, w.keepInTray)
	w.trayNote = note(trayWords()).Wrap(true)
	w.content = widgets.NewColumn(12, heading(lang.L("Program")),
		field(lang.L("On close"), w.tray, bodyText(lang.L("Keep running in the tray")), w.trayNote),
		field(lang.L("Proxy"), w.proxy.content),
		explained(lang.L("Log"), s.buttons.Label("help.log", widgets.Plain),
			lang.L("contains no keys or signed links and never leaves this computer")),
		field(lang.L("Diagnostics"), widgets.NewRow(0, s.buttons.Label("help.diagnostics", widgets.Plain))))
	return w
}

// show brings the section up to date. A proxy that was typed and not saved stays.
func (w *programSection) show() {
	in := w.s.deps.Program.Proxy()
	if !w.dirty() && w.shown != in.Address {
		w.fill(in.Address)
	}
	w.proxyNote.SetText(lang.L("empty: the system’s proxy; not used for local addresses"))
	if in.Login {
		w.proxyNote.SetText(lang.L("with a stored login; not used for local addresses"))
	}
	w.tray.SetOn(w.s.deps.Program.Tray())
	w.content.Refresh()
}

func (w *programSection) fill(address string) {
	w.shown = address
	w.proxy.entry.SetText(address)
}

func (w *programSection) dirty() bool { return strings.TrimSpace(w.proxy.entry.Text) != w.shown }

func trayWords() string { return lang.L("Shows running jobs, Pause and Quit") }

// keepInTray changes what closing the window does.
func (w *programSection) keepInTray(on bool) {
	w.s.run(func(ctx context.Context) error { return w.s.deps.Program.SetTray(ctx, on) }, func(err error) {
		w.trayNote.SetText(trayWords())
		if err != nil {
			w.trayNote.SetText(lang.L("Not changed: %s.", err))
		}
		w.show()
	})
}

// keepProxy uses and stores the proxy that was typed. A login that was typed into the address leaves the field.
func (w *programSection) keepProxy() {
	typed := w.proxy.entry.Text
	if w.saving || !w.dirty() {
		return
	}
	w.saving = true
	w.s.run(func(ctx context.Context) error { return w.s.deps.Program.SetProxy(ctx, typed) }, func(err error) {
		w.saving = false
		switch {
		case errors.Is(err, client.ErrProxyAddress):
			w.mark(lang.L("Enter an address such as http://proxy.example:8080. It can start with http://, https:// or socks5://, and a login (user:password@) can stand before the host."))
		case errors.Is(err, keys.ErrUnavailable):
			w.mark(lang.L("The system keychain is not responding, so the login cannot be stored. Leave the field empty and set HTTPS_PROXY in the environment."))
		case err != nil:
			w.mark(lang.L("Not saved: %s", wording.Fault(err)))
		case w.proxy.entry.Text == typed: // what was typed since stays
			w.fill(w.s.deps.Program.Proxy().Address)
		}
		w.show()
	})
}

// mark shows what is wrong with the proxy.
func (w *programSection) mark(why string) {
	w.proxy.mark(why)
	w.content.Refresh()
}

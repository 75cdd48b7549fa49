package settings

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

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

// proxyModes are the ways out, in the order of the control.
var proxyModes = []client.ProxyMode{client.ProxySystem, client.NoProxy, client.FixedProxy}

// programSection is the section on the program itself.
type programSection struct {
	s *Screen

	mode     *widgets.Segmented
	address  *widgets.Entry
	save     *widgets.Button
	note     *widgets.Text
	login    *secretRow
	ofFixed  fyne.CanvasObject // the address
	ofLogin  fyne.CanvasObject
	entering bool   // an address is about to be entered: the way in use is still another
	shown    string // the address that the field was last filled with
	tray     *widgets.Toggle
	trayNote *widgets.Text
	content  fyne.CanvasObject
}

func newProgramSection(s *Screen) *programSection {
	w := &programSection{s: s}
	w.mode = widgets.NewSegmented([]string{lang.L("System"), lang.X("proxy", "None"), lang.L("This address")}, w.choose)
	w.address = widgets.NewEntry()
	w.address.SetPlaceHolder("http://proxy.example:8080")
	w.address.OnChanged = func(string) { w.mark("") }
	w.address.OnSubmitted = func(string) { w.use(client.FixedProxy) }
	w.save = widgets.NewButton(lang.L("Use this address"), nil, widgets.Plain, func() { w.use(client.FixedProxy) })
	w.note = note("").Wrap(true)
	w.login = newSecretRow(s, proxyLogin(), func() keeper { return s.deps.Program.SaveProxyLogin }, func() {},
		func() work { return s.deps.Program.RemoveProxyLogin })
	entering := widgets.NewRow(8, widgets.NewFixed(fieldWidth-140, 0, w.address), w.save)
	w.ofFixed = field(lang.L("Proxy address"), widgets.NewColumn(4, entering, w.note))
	w.ofLogin = field(lang.L("Proxy login"), widgets.NewColumn(4, w.login.content,
		note(lang.L("user:password, if required; stored like a key, never in the library")).Wrap(true)))
	w.tray = widgets.NewToggle(false, w.keepInTray)
	w.trayNote = note(trayWords()).Wrap(true)
	w.content = widgets.NewColumn(12, heading(lang.L("Program")),
		field(lang.L("On close"), w.tray, bodyText(lang.L("Keep running in the tray")), w.trayNote),
		field(lang.L("Proxy"), widgets.NewRow(12, widgets.NewFixed(420, 0, w.mode), note(lang.L("never used for local addresses")).Wrap(true))),
		w.ofFixed, w.ofLogin,
		explained(lang.L("Log"), s.buttons.Label("help.log", widgets.Plain),
			lang.L("contains no keys or signed links and never leaves this computer")),
		field(lang.L("Diagnostics"), widgets.NewRow(0, s.buttons.Label("help.diagnostics", widgets.Plain))))
	return w
}

// show shows the way in use.
func (w *programSection) show() {
	in := w.s.deps.Program.Proxy()
	if in.Mode == client.FixedProxy {
		w.entering = false
	}
	if w.shown != in.Address {
		w.shown = in.Address
		w.address.SetText(in.Address)
	}
	mode := in.Mode
	if w.entering {
		mode = client.FixedProxy
	}
	w.mode.SetSelected(max(slices.Index(proxyModes, mode), 0))
	widgets.Show(w.ofFixed, mode == client.FixedProxy)
	widgets.Show(w.ofLogin, in.Mode == client.FixedProxy)
	w.tray.SetOn(w.s.deps.Program.Tray())
	place := w.s.deps.Program.ProxyLoginPlace()
	w.login.show(secretView{place: place, words: loginWords(place)})
	w.content.Refresh()
}

func (w *programSection) dirty() bool { return w.address.Text != w.shown || w.login.typed() != "" }

// loginWords says where the login of the proxy is.
func loginWords(place keys.Place) string {
	switch place {
	case keys.InKeychain:
		return lang.L("In the system keychain")
	case keys.Nowhere:
		return lang.L("None")
	}
	return placeWords(place, time.Time{}, time.Time{})
}

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

// choose turns to another way. An address is first to be entered, unless one was used before.
func (w *programSection) choose(i int) {
	mode := proxyModes[i]
	w.entering = mode == client.FixedProxy
	if mode == client.FixedProxy && strings.TrimSpace(w.address.Text) == "" {
		w.show()
		w.s.deps.Post(func() { focus(w.address) }) // later: the control that was clicked takes the keyboard first
		return
	}
	w.use(mode)
}

// use changes the way. A password that was typed into the address leaves the field.
func (w *programSection) use(mode client.ProxyMode) {
	typed := w.address.Text
	w.s.run(func(ctx context.Context) error { return w.s.deps.Program.SetProxy(ctx, mode, typed) }, func(err error) {
		if err == nil && mode == client.FixedProxy {
			w.shown = "" // the field shows what is used
		}
		w.show()
		switch {
		case errors.Is(err, client.ErrProxyAddress):
			w.mark(lang.L("Enter an address such as http://proxy.example:8080, starting with http://, https:// or socks5:// and ending with the port. A login is user:password."))
		case err != nil:
			w.mark(lang.L("Not saved: %s", wording.Fault(err)))
		case mode == client.FixedProxy:
			widgets.ShowText(w.note, lang.L("In use."))
			w.content.Refresh()
		default:
			w.mark("")
		}
	})
}

// mark says what is wrong with the address; "" for nothing.
func (w *programSection) mark(why string) {
	w.address.SetFailed(why != "")
	widgets.ShowText(w.note, why)
	w.content.Refresh()
}

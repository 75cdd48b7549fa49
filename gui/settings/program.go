package settings

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/keys"
	"viviscope/client/proxy"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// proxyModes are the ways out, in the order of the control.
var proxyModes = []proxy.Mode{proxy.System, proxy.None, proxy.Fixed}

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
	w.mode = widgets.NewSegmented([]string{lang.L("As the system says"), lang.X("proxy", "None"), lang.L("This address")}, w.choose)
	w.address = widgets.NewEntry()
	w.address.SetPlaceHolder("http://proxy.example:8080")
	w.address.OnChanged = func(string) { w.address.SetFailed(false); w.say("") }
	w.address.OnSubmitted = func(string) { w.keepAddress() }
	w.save = widgets.NewButton(lang.L("Use this address"), nil, widgets.Plain, w.keepAddress)
	w.note = note("").Wrap(true)
	w.login = newSecretRow(s, proxyLogin(), func() keeper { return s.deps.Program.SaveProxyLogin }, func() {}, func() {
		s.deps.Do(lang.L("Could not remove the login of the proxy."), s.deps.Program.RemoveProxyLogin)
	})
	w.ofFixed = field(lang.L("Proxy’s address"), widgets.NewColumn(4, widgets.NewRow(8, widgets.NewFixed(fieldWidth-140, 0, w.address), w.save), w.note))
	w.ofLogin = field(lang.L("Proxy’s login"), widgets.NewColumn(4, w.login.content,
		note(lang.L("user:password, where the proxy asks for one; kept like a key, never in the library")).Wrap(true)))
	w.tray = widgets.NewToggle(false, w.keepInTray)
	w.trayNote = note("").Wrap(true)
	w.content = widgets.NewColumn(12, heading(lang.L("Program")),
		field(lang.L("When it is closed"), widgets.NewRow(12, w.tray, widgets.NewText(lang.L("Stay in the tray"), resources.SizeBody, resources.Text1, false), w.trayNote)),
		field(lang.L("Proxy"), widgets.NewRow(12, fitted(420, w.mode))),
		w.ofFixed, w.ofLogin,
		field("", note(lang.L("For services, image hosting, links and downloads alike. What is on this computer, such as the sandbox, is never asked through a proxy.")).Wrap(true)),
		field(lang.L("Log"), widgets.NewRow(12, widgets.NewButton(lang.L("Show log"), nil, widgets.Plain, s.deps.OnLog),
			note(lang.L("what the program did; holds no key and no signed link, and is sent nowhere")).Wrap(true))),
		field(lang.L("Diagnostics"), widgets.NewRow(12, widgets.NewButton(lang.L("Diagnostics…"), nil, widgets.Plain, s.deps.OnDiagnose),
			note(lang.L("versions, playback, keychain, database, network and folders")).Wrap(true))))
	return w
}

// show shows the way in use.
func (w *programSection) show() {
	in := w.s.deps.Program.Proxy()
	if in.Mode == proxy.Fixed {
		w.entering = false
	}
	if w.shown != in.Address {
		w.shown = in.Address
		w.address.SetText(in.Address)
	}
	at := max(slices.Index(proxyModes, in.Mode), 0)
	if w.entering {
		at = len(proxyModes) - 1
	}
	w.mode.SetSelected(at)
	setVisible(w.ofFixed, proxyModes[at] == proxy.Fixed)
	setVisible(w.ofLogin, in.Mode == proxy.Fixed)
	w.tray.SetOn(w.s.deps.Program.Tray())
	if w.trayNote.Text() == "" {
		w.trayNote.SetText(trayWords())
	}
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
		return lang.L("None: the proxy asks for no login")
	}
	return placeWords(place, time.Time{}, time.Time{})
}

func trayWords() string { return lang.L("with the jobs that run, pause, and quit") }

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
	w.entering = mode == proxy.Fixed
	if mode == proxy.Fixed && strings.TrimSpace(w.address.Text) == "" {
		w.show()
		w.s.deps.Post(func() { focus(w.address) }) // later: the control that was clicked takes the keyboard first
		return
	}
	w.use(mode)
}

func (w *programSection) keepAddress() { w.use(proxy.Fixed) }

func (w *programSection) use(mode proxy.Mode) {
	typed := w.address.Text
	w.s.run(func(ctx context.Context) error { return w.s.deps.Program.SetProxy(ctx, mode, typed) }, func(err error) { w.used(mode, err) })
}

// used shows what became of it. A password that was typed into the address leaves the field.
func (w *programSection) used(mode proxy.Mode, err error) {
	w.address.SetFailed(err != nil)
	switch {
	case errors.Is(err, proxy.ErrBadAddress):
		w.show()
		w.say(lang.L("An address such as http://proxy.example:8080 is needed: it begins with http://, https:// or socks5://, and ends with the port. A login is user:password."))
		return
	case err != nil:
		w.say(lang.L("Not saved: %s", wording.Fault(err)))
	case mode == proxy.Fixed:
		w.shown = "" // the field shows what is used
		w.show()
		w.say(lang.L("Used from now on."))
	default:
		w.say("")
	}
	w.show()
}

func (w *programSection) say(words string) {
	sayProblem(w.note, words)
	w.content.Refresh()
}

package settings

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/resources"
)

func (*fakeProgram) Executable() string { return "/opt/viviscope" }

// fakeProgram keeps what is set in memory.
type fakeProgram struct {
	in    client.ProxySetting
	fault error
	tray  bool

	language, system string
	missing          map[string]string
	asked            []string // the languages that were chosen
	restarts         int
	playback         func() string // nil: it is known at once
}

func (f *fakeProgram) Version() string               { return "0.1.0" }
func (f *fakeProgram) Language() string              { return f.language }
func (f *fakeProgram) SystemLanguage() string        { return f.system }
func (f *fakeProgram) SetLanguage(tag string)        { f.asked = append(f.asked, tag) }
func (f *fakeProgram) MissingFont(tag string) string { return f.missing[tag] }
func (f *fakeProgram) Restart()                      { f.restarts++ }

func (f *fakeProgram) Playback() string {
	if f.playback != nil {
		return f.playback()
	}
	return "libmpv.so.2"
}

func (f *fakeProgram) Actions() (list []action.Action) {
	for _, id := range []string{"library.use", "library.folder", "library.rebuild", "help.log", "help.diagnostics"} {
		list = append(list, action.Action{ID: id, Label: lang.L("Show log"), Icon: resources.IconFolder, Do: func() {}})
	}
	return list
}

func (f *fakeProgram) Tray() bool { return f.tray }

func (f *fakeProgram) SetTray(_ context.Context, on bool) error {
	if f.fault == nil {
		f.tray = on
	}
	return f.fault
}

func (f *fakeProgram) Proxy() client.ProxySetting { return f.in }

func (f *fakeProgram) SetProxy(_ context.Context, typed string) error {
	if typed == "" {
		f.in = client.ProxySetting{}
		return nil
	}
	address, login, err := client.CleanProxyAddress(typed)
	if err != nil {
		return err
	}
	if login != "" && f.fault != nil {
		return f.fault
	}
	f.in = client.ProxySetting{Address: address, Login: login != ""}
	return nil
}

func windowOf(t *testing.T, f *fakeProgram) (*Screen, *windowPage) {
	t.Helper()
	s := newScreen(t, newHouse())
	s.host.Program = f
	s.window.show()
	return s, s.window
}

// A proxy is used after Enter or when the field is left, and a password that was typed with it does not stay in sight.
func TestAProxyIsEntered(t *testing.T) {
	f := &fakeProgram{}
	s, w := windowOf(t, f)
	entry := w.proxy.entry
	leave := func(text string) {
		entry.SetText(text)
		entry.OnFocus(false)
	}
	leave("ftp://proxy.example")
	if !entry.Failed() || !w.proxy.problem.Visible() || f.in.Address != "" || !s.Dirty() {
		t.Errorf("a wrong address: failed %v, in use %q", entry.Failed(), f.in.Address)
	}
	entry.SetText("ann:hush@proxy.example:3128")
	if entry.Failed() {
		t.Error("what is typed anew is still marked")
	}
	entry.OnSubmitted(entry.Text)
	if entry.Failed() || f.in.Address != "http://proxy.example:3128" || entry.Text != f.in.Address || s.Dirty() ||
		!strings.Contains(w.proxy.note.Text(), "login") {
		t.Errorf("in use %+v, the field holds %q, %q", f.in, entry.Text, w.proxy.note.Text())
	}
	f.fault = keys.ErrUnavailable
	leave("ann:hush@other.example")
	if !strings.Contains(w.proxy.problem.Text(), "keychain") || f.in.Address != "http://proxy.example:3128" {
		t.Errorf("without a keychain: %q, in use %+v", w.proxy.problem.Text(), f.in)
	}
	leave("")
	if f.in.Address != "" || s.Dirty() || strings.Contains(w.proxy.note.Text(), "login") {
		t.Errorf("after it was cleared: %+v", f.in)
	}
}

// Where the desktop shows no tray, the switch returns to off with the reason.
func TestTheTrayIsAChoice(t *testing.T) {
	f := &fakeProgram{fault: errors.New("this desktop shows no tray")}
	_, w := windowOf(t, f)
	test.Tap(w.tray)
	if f.tray || w.tray.On() || !strings.Contains(w.trayNote.Text(), "no tray") {
		t.Errorf("kept %v, shown %v: %q", f.tray, w.tray.On(), w.trayNote.Text())
	}
	f.fault = nil
	test.Tap(w.tray)
	if !f.tray || !w.tray.On() || w.trayNote.Text() != trayWords() {
		t.Errorf("kept %v, shown %v: %q", f.tray, w.tray.On(), w.trayNote.Text())
	}
}

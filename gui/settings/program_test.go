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
	login string
	place keys.Place
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
	for _, id := range []string{"library.move", "library.folder", "library.rebuild", "help.log", "help.diagnostics"} {
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

func (f *fakeProgram) SetProxy(_ context.Context, mode client.ProxyMode, address string) error {
	if mode == client.FixedProxy {
		clean, _, err := client.CleanProxyAddress(address)
		if err != nil {
			return err
		}
		f.in.Address = clean
	}
	f.in.Mode = mode
	return nil
}

func (f *fakeProgram) ProxyLoginPlace() keys.Place { return f.place }

func (f *fakeProgram) SaveProxyLogin(_ context.Context, login string, where keys.Place) error {
	if f.fault != nil && where == keys.InKeychain {
		return f.fault
	}
	f.login, f.place = login, where
	return nil
}

func (f *fakeProgram) RemoveProxyLogin(context.Context) error {
	f.login, f.place = "", keys.Nowhere
	return nil
}

func programOf(t *testing.T, f *fakeProgram) (*Screen, *programSection) {
	t.Helper()
	s := newScreen(t, newHouse())
	s.deps.Program = f
	s.program.show()
	return s, s.program
}

// The address is asked for before the way is changed, and a password that was typed with it does not stay in sight.
func TestAProxyIsEntered(t *testing.T) {
	f := &fakeProgram{}
	_, w := programOf(t, f)
	if w.ofFixed.Visible() || w.ofLogin.Visible() || w.mode.Selected() != 0 {
		t.Error("the system's way asks for an address")
	}
	w.mode.OnChanged(2)
	if !w.ofFixed.Visible() || w.mode.Selected() != 2 || f.in.Mode == client.FixedProxy {
		t.Errorf("before an address: shown %v, in use %q", w.ofFixed.Visible(), f.in.Mode)
	}
	w.address.SetText("ftp://proxy.example")
	test.Tap(w.save)
	if !w.address.Failed() || !w.note.Visible() || f.in.Mode == client.FixedProxy {
		t.Errorf("a wrong address: failed %v, in use %q", w.address.Failed(), f.in.Mode)
	}
	w.address.SetText("ann:hush@proxy.example:3128")
	test.Tap(w.save)
	if w.address.Failed() || f.in.Mode != client.FixedProxy || w.address.Text != "http://proxy.example:3128" || !w.ofLogin.Visible() {
		t.Errorf("in use %+v, the field holds %q", f.in, w.address.Text)
	}
	w.mode.OnChanged(1)
	if f.in.Mode != client.NoProxy || w.ofFixed.Visible() || w.ofLogin.Visible() {
		t.Errorf("in use %q", f.in.Mode)
	}
	w.mode.OnChanged(2)
	if f.in.Mode != client.FixedProxy {
		t.Error("the address that was used before is not used again")
	}
}

func TestTheLoginOfAProxyIsKeptLikeAKey(t *testing.T) {
	f := &fakeProgram{in: client.ProxySetting{Mode: client.FixedProxy, Address: "http://proxy.example:3128"}, fault: keys.ErrUnavailable}
	_, w := programOf(t, f)
	w.login.entry.SetText("ann:hush")
	test.Tap(w.login.save)
	if f.login != "" || !w.login.others.Visible() {
		t.Errorf("without a keychain: kept %q, other places offered: %v", f.login, w.login.others.Visible())
	}
	test.Tap(w.login.inFile)
	w.show()
	if f.login != "ann:hush" || f.place != keys.InFile || w.login.entry.Text != "" || !w.login.remove.Visible() {
		t.Errorf("kept %q in %v; the field holds %q", f.login, f.place, w.login.entry.Text)
	}
	test.Tap(w.login.remove)
	if f.login != "" {
		t.Error("not removed")
	}
}

// Where the desktop shows no tray the switch goes back, and says why.
func TestTheTrayIsAChoice(t *testing.T) {
	f := &fakeProgram{fault: errors.New("this desktop shows no tray")}
	_, w := programOf(t, f)
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

package app

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/gui/backend"
	"viviscope/gui/shell"
)

func TestTheSettingsOfThisComputerComeBack(t *testing.T) {
	file := filepath.Join(t.TempDir(), "viviscope", "program.json")
	m, err := openDeviceSettings(file)
	if err != nil {
		t.Fatal(err)
	}
	want := deviceValues{ProxyValues: backend.ProxyValues{Proxy: "address", ProxyAddress: "http://proxy.example:1"},
		Language: "ja", Personal: shell.Personal{Text: 1.5, Recent: []string{"help.keys"}},
		Frame: lastFrame{1200, 800, "dark"}}
	if err := m.change(func(m *deviceValues) { *m = want }); err != nil {
		t.Fatal(err)
	}
	if at, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && at.Mode().Perm() != 0o600 {
		t.Errorf("the file is not this account's alone: %v, %v", at.Mode(), err)
	}
	again, err := openDeviceSettings(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, again.get()); d != "" {
		t.Errorf("(-kept +read)\n%s", d)
	}
}

// A crash finds the file as it is at any moment: it must be whole at each of them.
func TestTheSettingsOfThisComputerAreWholeAtAnyMoment(t *testing.T) {
	file := filepath.Join(t.TempDir(), "program.json")
	m, err := openDeviceSettings(file)
	if err != nil {
		t.Fatal(err)
	}
	change := func() {
		if err := m.change(func(m *deviceValues) { m.Frame.Width++ }); err != nil {
			t.Error(err)
		}
	}
	change()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 200 {
			change()
		}
	}()
	for looks := 0; ; looks++ {
		data, err := os.ReadFile(file)
		if err != nil || !json.Valid(data) {
			t.Fatalf("look %d: %q, %v", looks, data, err)
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

// The windows of two libraries are two programs with one file: neither takes back what a person chose in the other.
func TestTwoProgramsKeepWhatEitherChanged(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "viviscope")
	file := filepath.Join(folder, "program.json")
	open := func() *deviceSettings {
		m, err := openDeviceSettings(file)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	change := func(m *deviceSettings, f func(*deviceValues)) {
		t.Helper()
		if err := m.change(f); err != nil {
			t.Fatal(err)
		}
	}
	one, other := open(), open()
	change(one, func(s *deviceValues) { s.Personal.Text = 1.5 })
	change(other, func(s *deviceValues) { s.Frame = lastFrame{1200, 800, "dark"} })
	if got := open().get(); got.Personal.Text != 1.5 || got.Frame.Look != "dark" {
		t.Errorf("%+v: half of it is gone", got)
	}

	// What the disk did not take is written with the next change.
	if err := errors.Join(os.RemoveAll(folder), os.WriteFile(folder, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := one.change(func(s *deviceValues) { s.Language = "ja" }); err == nil || one.get().Language != "ja" {
		t.Errorf("%v, and the language is %q", err, one.get().Language)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	change(other, func(s *deviceValues) { s.Tray = true })
	change(one, func(s *deviceValues) { s.TrayTold = true })
	if got := open().get(); got.Language != "ja" || !got.TrayTold {
		t.Errorf("%+v: the language is not kept", got)
	}
}

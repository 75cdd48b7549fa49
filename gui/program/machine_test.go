package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client/proxy"
)

func TestTheSettingsOfThisComputerComeBack(t *testing.T) {
	file := filepath.Join(t.TempDir(), "viviscope", "program.json")
	m, err := openMachine(file)
	if err != nil {
		t.Fatal(err)
	}
	want := machineSettings{Proxy: proxy.Fixed, ProxyAddress: "http://proxy.example:1", Language: "ja", Personal: json.RawMessage(`{"text_scale":1.5}`),
		Frame: lastFrame{1200, 800, "dark"}}
	if err := m.change(func(m *machineSettings) { *m = want }); err != nil {
		t.Fatal(err)
	}
	again, err := openMachine(file)
	if err != nil {
		t.Fatal(err)
	}
	values := cmp.Transformer("value", func(raw json.RawMessage) (v any) {
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Error(err)
		}
		return v
	})
	if d := cmp.Diff(want, again.get(), values); d != "" {
		t.Errorf("(-kept +read)\n%s", d)
	}
}

// A crash finds the file as it is at any moment: it must be whole at each of them.
func TestTheSettingsOfThisComputerAreWholeAtAnyMoment(t *testing.T) {
	file := filepath.Join(t.TempDir(), "program.json")
	m, err := openMachine(file)
	if err != nil {
		t.Fatal(err)
	}
	change := func() {
		if err := m.change(func(m *machineSettings) { m.Frame.Width++ }); err != nil {
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

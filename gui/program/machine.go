package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/adrg/xdg"

	"viviscope/client/keys"
	"viviscope/client/proxy"
)

// machineFile keeps what is set for this computer, whatever library is open. Nothing is kept in the toolkit's preferences: that file
// is emptied and written anew in its place, so a crash could lose all of it, and a second start could read half of it.
func machineFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "program.json") }

// machine is what is set for this computer. It holds no secret. It is safe for concurrent use.
type machine struct {
	file string

	writing sync.Mutex // held while a change is made and written; who only reads the settings does not wait for the disk
	unkept  bool       // the file lacks a change because the disk failed; guarded by writing

	mu  sync.Mutex
	set machineSettings // guarded by mu
}

type machineSettings struct {
	Proxy        proxy.Mode `json:"proxy,omitempty"`
	ProxyAddress string     `json:"proxy_address,omitempty"`
	ProxyLogin   keys.Place `json:"proxy_login,omitempty"` // where its login is kept; 0: it has none
	Tray         bool       `json:"tray,omitempty"`        // closing the window leaves the program in the tray
	TrayTold     bool       `json:"tray_told,omitempty"`   // that was said once
	Language     string     `json:"language,omitempty"`    // BCP 47 tag; "": the system's

	Personal json.RawMessage `json:"personal,omitempty"` // the shell's own
	Frame    lastFrame       `json:"frame,omitzero"`
}

// openMachine reads the settings. Without a file all have their first values; an error comes with those as well.
func openMachine(file string) (*machine, error) {
	set, err := readMachine(file)
	m := &machine{file: file, set: set}
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	return m, err
}

// readMachine reads the file of the settings whole, or nothing of it.
func readMachine(file string) (set machineSettings, err error) {
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &set)
	}
	if err != nil {
		return machineSettings{}, fmt.Errorf("read the settings of this computer: %w", err)
	}
	return set, nil
}

func (m *machine) get() machineSettings {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.set
}

// change changes settings and keeps them; those in memory are changed also where the disk fails. What the window of another library, which
// is a program of its own, has changed in the meantime stays so.
func (m *machine) change(f func(*machineSettings)) error {
	m.writing.Lock()
	defer m.writing.Unlock()
	set := m.get()
	if !m.unkept {
		if there, err := readMachine(m.file); err == nil {
			set = there
		}
	}
	f(&set)
	m.mu.Lock()
	m.set = set
	m.mu.Unlock()
	data, err := json.MarshalIndent(set, "", "\t")
	if err == nil {
		err = writeWhole(m.file, append(data, '\n'))
	}
	if m.unkept = err != nil; m.unkept {
		return fmt.Errorf("keep the settings of this computer: %w", err)
	}
	return nil
}

// keepPersonal keeps what the person chose in the window: keys, text size, motion.
func (p *program) keepPersonal(chosen json.RawMessage) error {
	return p.machine.change(func(m *machineSettings) { m.Personal = chosen })
}

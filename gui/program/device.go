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

// deviceFile keeps what is set for this computer, whatever library is open. Nothing is kept in the toolkit's preferences: that file
// is emptied and written anew in its place, so a crash could lose all of it, and a second start could read half of it.
func deviceFile() string { return filepath.Join(xdg.ConfigHome, "viviscope", "program.json") }

// deviceSettings are what is set for this computer. It holds no secret. It is safe for concurrent use.
type deviceSettings struct {
	file string

	writing sync.Mutex // held while a change is made and written; who only reads the settings does not wait for the disk
	unkept  bool       // the file lacks a change because the disk failed; guarded by writing

	mu  sync.Mutex
	set deviceValues // guarded by mu
}

type deviceValues struct {
	Proxy        proxy.Mode `json:"proxy,omitempty"`
	ProxyAddress string     `json:"proxy_address,omitempty"`
	ProxyLogin   keys.Place `json:"proxy_login,omitempty"` // where its login is kept; 0: it has none
	Tray         bool       `json:"tray,omitempty"`        // closing the window leaves the program in the tray
	TrayTold     bool       `json:"tray_told,omitempty"`   // that was said once
	Language     string     `json:"language,omitempty"`    // BCP 47 tag; "": the system's

	Personal json.RawMessage `json:"personal,omitempty"` // the shell's own
	Frame    lastFrame       `json:"frame,omitzero"`
}

// openDeviceSettings reads the settings. Without a file all have their first values; an error comes with those as well.
func openDeviceSettings(file string) (*deviceSettings, error) {
	set, err := readDeviceValues(file)
	m := &deviceSettings{file: file, set: set}
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	return m, err
}

// readDeviceValues reads the file of the settings whole, or nothing of it.
func readDeviceValues(file string) (set deviceValues, err error) {
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &set)
	}
	if err != nil {
		return deviceValues{}, fmt.Errorf("read the settings of this computer: %w", err)
	}
	return set, nil
}

func (m *deviceSettings) get() deviceValues {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.set
}

// change changes settings and keeps them; those in memory are changed also where the disk fails. What the window of another library, which
// is a program of its own, has changed in the meantime stays so.
func (m *deviceSettings) change(f func(*deviceValues)) error {
	m.writing.Lock()
	defer m.writing.Unlock()
	set := m.get()
	if !m.unkept {
		if there, err := readDeviceValues(m.file); err == nil {
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

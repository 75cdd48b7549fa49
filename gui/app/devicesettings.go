package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"viviscope/gui/backend"
	"viviscope/gui/shell"
)

// deviceSettings stores the settings of this computer. It holds no secret. It is safe for concurrent use.
type deviceSettings struct {
	file string

	// held while a change is made and written; who only reads the settings does not wait for the disk
	writing sync.Mutex
	unkept  bool // the file lacks a change because the disk failed; guarded by writing

	mu  sync.Mutex
	set deviceValues // guarded by mu
}

func (m *deviceSettings) get() deviceValues {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.set
}

func (m *deviceSettings) ProxyValues() backend.ProxyValues { return m.get().ProxyValues }

func (m *deviceSettings) ChangeProxy(f func(*backend.ProxyValues)) error {
	return m.change(func(v *deviceValues) { f(&v.ProxyValues) })
}

// apply changes settings until the program ends; see keep.
func (m *deviceSettings) apply(f func(*deviceValues)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f(&m.set)
}

// change changes settings and stores them. The values in memory change even if storing fails.
func (m *deviceSettings) change(f func(*deviceValues)) error {
	m.apply(f)
	return m.keep(f)
}

// keep changes the settings in their file. What the window of another library, which is a program of its own, has
// changed in the meantime stays so.
func (m *deviceSettings) keep(f func(*deviceValues)) error {
	m.writing.Lock()
	defer m.writing.Unlock()
	set := m.get()
	if !m.unkept {
		if there, err := readDeviceValues(m.file); err == nil {
			set = there
		}
	}
	f(&set)
	data, err := json.MarshalIndent(set, "", "\t")
	if err == nil {
		err = backend.WriteFileAtomic(m.file, append(data, '\n'))
	}
	m.unkept = err != nil
	if m.unkept {
		return fmt.Errorf("keep the settings of this computer: %w", err)
	}
	return nil
}

type deviceValues struct {
	backend.ProxyValues

	Tray     bool        `json:"tray,omitempty"`      // closing the window leaves the program in the tray
	TrayTold bool        `json:"tray_told,omitempty"` // the user has seen the notice about the tray
	Language string      `json:"language,omitempty"`  // BCP 47 tag; "": the system's
	Moved    movedFolder `json:"moved,omitzero"`

	Personal shell.Personal `json:"personal,omitzero"`
	Frame    lastFrame      `json:"frame,omitzero"`
}

// movedFolder is a move of a library by an earlier version, which was interrupted: something of the old folder may be
// left.
type movedFolder struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// openDeviceSettings reads the settings. Without a file they have their defaults; also together with an error.
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

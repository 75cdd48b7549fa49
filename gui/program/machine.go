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
	m := &machine{file: file}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &m.set)
	}
	if err != nil {
		m.set = machineSettings{}
		return m, fmt.Errorf("read the settings of this computer: %w", err)
	}
	return m, nil
}

func (m *machine) get() machineSettings {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.set
}

// change changes settings and keeps them; those in memory are changed also where the disk fails.
func (m *machine) change(f func(*machineSettings)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	f(&m.set)
	data, err := json.MarshalIndent(m.set, "", "\t")
	if err == nil {
		err = writeWhole(m.file, append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the settings of this computer: %w", err)
	}
	return nil
}

// keepPersonal keeps what the person chose in the window: keys, text size, motion.
func (p *program) keepPersonal(chosen json.RawMessage) error {
	return p.machine.change(func(m *machineSettings) { m.Personal = chosen })
}

package db

import (
	"encoding/json"
	"path"
	"strings"
	"time"
)

// sidecarVersion is the format of sidecars that this program writes.
const sidecarVersion = 1

// Sidecar is the .json beside a file of the library: which file it is, and what made it. With it the library can be made
// again from the folder alone.
type Sidecar struct {
	Version int             `json:"viviscope"` // the format
	Ref     string          `json:"ref"`       // of the asset
	File    string          `json:"file"`      // the name of the file beside it
	SHA256  string          `json:"sha256"`    // hex
	Bytes   int64           `json:"bytes"`
	Landed  time.Time       `json:"landed"`
	Made    json.RawMessage `json:"made,omitempty"` // [Landing].Sidecar
}

// sidecarOf returns the path of the sidecar of a file.
func sidecarOf(rel string) string { return strings.TrimSuffix(rel, path.Ext(rel)) + ".json" }

func (l *Library) writeSidecar(to Landed, m Landing) error {
	made, err := json.Marshal(m.Sidecar)
	if err != nil {
		return err
	}
	if m.Sidecar == nil {
		made = nil
	}
	data, err := json.MarshalIndent(Sidecar{
		Version: sidecarVersion, Ref: m.Ref, File: path.Base(to.Path), SHA256: to.SHA256, Bytes: to.Bytes,
		Landed: l.now().UTC(), Made: made,
	}, "", "\t")
	if err != nil {
		return err
	}
	return l.writeFile(sidecarOf(to.Path), append(data, '\n'))
}

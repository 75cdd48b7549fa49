package db

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"
)

const (
	// sidecarVersion is the format of sidecars that this program writes.
	sidecarVersion = 1
	// maxSidecar is the size up to which a sidecar is read. A request may hold pictures as data URLs.
	maxSidecar = 32 << 20
)

// Sidecar is the .json beside a file of the library: which file it is, and what made it. With it the library can be made
// again from the folder alone; see [Rebuild].
type Sidecar struct {
	Version int             `json:"viviscope"` // the format
	Ref     string          `json:"ref"`       // of the asset
	File    string          `json:"file"`      // the name of the file beside it
	SHA256  string          `json:"sha256"`    // hex
	Bytes   int64           `json:"bytes"`
	Landed  time.Time       `json:"landed"`
	Starred bool            `json:"starred,omitempty"`
	Made    json.RawMessage `json:"made,omitempty"` // [Landing].Sidecar, a [Made] for what a job made
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
	return l.putSidecar(to.Path, Sidecar{
		Version: sidecarVersion, Ref: m.Ref, File: path.Base(to.Path), SHA256: to.SHA256, Bytes: to.Bytes,
		Landed: l.now().UTC(), Made: made,
	})
}

// putSidecar writes the sidecar of a file, whole or not at all.
func (l *Library) putSidecar(file string, s Sidecar) error {
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return l.writeFile(sidecarOf(file), append(data, '\n'))
}

// readSidecar reads the sidecar at a path: [fs.ErrNotExist] where there is none, another error where it is none of ours.
// What it says is not believed yet.
func (l *Library) readSidecar(rel string) (Sidecar, error) {
	data, err := l.readSmall(rel, maxSidecar)
	if err != nil {
		return Sidecar{}, err
	}
	return parseSidecar(data)
}

func parseSidecar(data []byte) (Sidecar, error) {
	var s Sidecar
	if err := json.Unmarshal(data, &s); err != nil {
		return Sidecar{}, fmt.Errorf("no sidecar: %w", err)
	}
	if s.Version < 1 || s.Version > sidecarVersion {
		return Sidecar{}, fmt.Errorf("no sidecar of a known format: %d", s.Version)
	}
	if !validRef.MatchString(s.Ref) {
		return Sidecar{}, fmt.Errorf("no sidecar: %w: ref %.40q", ErrName, s.Ref)
	}
	if bytes.Equal(s.Made, []byte("null")) {
		s.Made = nil
	}
	return s, nil
}

// readSmall reads a plain file that has at most limit bytes.
func (l *Library) readSmall(rel string, limit int64) (data []byte, err error) {
	info, err := l.root.Lstat(rel)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fmt.Errorf("%s: no plain file of at most %d bytes", path.Base(rel), limit)
	}
	f, err := l.root.Open(rel)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(io.LimitReader(f, limit))
}

// starSidecar writes an asset's star beside its file, so that it survives the database. A file that has no sidecar, as
// one that was imported, gets one; one that is gone, or a sidecar that is none of ours, is left alone.
func (l *Library) starSidecar(a Asset) error {
	s, err := l.readSidecar(sidecarOf(a.Path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if there, err := l.exists(a.Path); err != nil || !there {
			return err
		}
		s = Sidecar{Version: sidecarVersion, Ref: a.Ref, File: path.Base(a.Path), SHA256: a.SHA256, Bytes: a.Bytes, Landed: a.CreatedAt}
	case err != nil:
		return err
	case s.Ref != a.Ref || s.Starred == a.Starred:
		return nil
	}
	s.Starred = a.Starred
	return l.putSidecar(a.Path, s)
}

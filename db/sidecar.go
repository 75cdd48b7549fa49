package db

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
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
	Tags    []string        `json:"tags,omitempty"`
	Note    string          `json:"note,omitempty"`
	Albums  []InAlbum       `json:"albums,omitempty"`   // those kept by hand that it is in
	Import  *Imported       `json:"imported,omitempty"` // nil: a job made it
	Made    json.RawMessage `json:"made,omitempty"`     // [Landing].Sidecar, a [Made] for what a job made
}

// InAlbum is the place of a file in an album that is kept by hand.
type InAlbum struct {
	Ref   string `json:"ref"`
	Name  string `json:"name"` // for where the list of albums is lost
	Place int64  `json:"place"`
}

// Imported is what is known of a file that a person brought.
type Imported struct {
	Name   string          `json:"name"` // as it was given, without its folder
	At     time.Time       `json:"at"`
	Prompt string          `json:"prompt,omitempty"`
	Model  string          `json:"model,omitempty"`
	Seed   *int64          `json:"seed,omitempty"`
	Parent string          `json:"parent,omitempty"` // ref of the asset that it was taken from
	Recipe json.RawMessage `json:"recipe,omitempty"` // a [Made]; it makes no job and costs nothing
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
		Landed: l.now().UTC(), Made: made, Import: m.Imported, Starred: m.Starred, Tags: m.Tags, Note: m.Note,
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
	read := struct {
		*Sidecar
		Tags   few[string]  `json:"tags"`
		Albums few[InAlbum] `json:"albums"`
	}{Sidecar: &s}
	if err := json.Unmarshal(data, &read); err != nil {
		return Sidecar{}, fmt.Errorf("no sidecar: %w", err)
	}
	s.Tags, s.Albums = cleanTags(read.Tags), read.Albums
	if s.Version < 1 || s.Version > sidecarVersion {
		return Sidecar{}, fmt.Errorf("no sidecar of a known format: %d", s.Version)
	}
	if !validRef.MatchString(s.Ref) {
		return Sidecar{}, fmt.Errorf("no sidecar: %w: ref %.40q", ErrName, s.Ref)
	}
	if bytes.Equal(s.Made, []byte("null")) {
		s.Made = nil
	}
	s.Note = cleanNote(s.Note)
	s.Albums = slices.DeleteFunc(s.Albums, func(in InAlbum) bool { return !validRef.MatchString(in.Ref) })
	for i := range s.Albums {
		s.Albums[i].Name = plainLine(s.Albums[i].Name, maxName)
	}
	if s.Import != nil {
		s.Import.settle()
	}
	return s, nil
}

// settle makes what a sidecar says of an import harmless.
func (i *Imported) settle() {
	i.Name, i.Model = plainLine(i.Name, maxName), plainLine(i.Model, maxName)
	i.Prompt = cleanPrompt(i.Prompt)
	keepIf(&i.At, isTime(i.At))
	keepIf(&i.Parent, validRef.MatchString(i.Parent))
	i.Recipe = cleanRecipe(i.Recipe)
}

// readList reads a small file of the library that lists something, and makes it harmless by parse; nothing where there is no
// such file.
func readList[T any](l *Library, rel string, limit int64, parse func([]byte) ([]T, error)) ([]T, error) {
	data, err := l.readSmall(rel, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parse(data)
}

// writeList writes a small file of the library that lists something, where it does not say so already. An empty list needs no file.
func (l *Library) writeList(rel string, limit int64, list any, empty bool) error {
	data, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	data = append(data, '\n')
	there, err := l.readSmall(rel, limit)
	if err == nil && bytes.Equal(there, data) || errors.Is(err, fs.ErrNotExist) && empty {
		return nil
	}
	return l.writeFile(rel, data)
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

package db

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"viviscope/db/folder"
)

// sidecarVersion is the current format of sidecars.
const sidecarVersion = 1

// maxSidecar is the maximum size of a sidecar, in bytes. A request may contain pictures as data URLs.
const maxSidecar = 32 << 20

// Sidecar is the content of the .json file beside a file of the library: identity, annotations and origin of the file.
// [Rebuild] restores the library from the sidecars alone.
type Sidecar struct {
	Version  int                 `json:"viviscope"` // the format
	Ref      string              `json:"ref"`       // of the asset
	File     string              `json:"file"`      // the name of the file beside it
	SHA256   string              `json:"sha256"`    // hex
	Bytes    int64               `json:"bytes"`
	StoredAt time.Time           `json:"landed"`
	Starred  bool                `json:"starred,omitempty"`
	Tags     cappedList[string]  `json:"tags,omitempty"`
	Note     string              `json:"note,omitempty"`
	Albums   cappedList[InAlbum] `json:"albums,omitempty"`   // its manual albums
	Import   *Imported           `json:"imported,omitempty"` // nil: a job made it
	Checks   json.RawMessage     `json:"checks,omitempty"`   // a [takecheck.Result]; nil: not checked
	// [IngestRequest].Sidecar; for the result of a job a [Provenance]
	Made json.RawMessage `json:"made,omitempty"`
}

// InAlbum is the membership of a file in a manual album.
type InAlbum struct {
	Ref   string `json:"ref"`
	Name  string `json:"name"` // in case albums.json is lost
	Place int64  `json:"place"`
}

// Imported is the metadata of an imported file.
type Imported struct {
	Name   string    `json:"name"` // original file name
	At     time.Time `json:"at"`
	Prompt string    `json:"prompt,omitempty"`
	Model  string    `json:"model,omitempty"`
	Seed   *int64    `json:"seed,omitempty"`
	Parent string    `json:"parent,omitempty"` // see [Asset].Parent
	// of a film: SHA-256 of the clips, in the order of Parent, for another library
	ParentHashes string          `json:"parent_sha256,omitempty"`
	Recipe       json.RawMessage `json:"recipe,omitempty"` // a [Provenance]; a rebuild makes no job and no cost from it
}

// putSidecar writes the sidecar of a file atomically.
func putSidecar(f *folder.Folder, file string, s Sidecar) error {
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return f.Write(folder.SidecarOf(file), append(data, '\n'))
}

// readSidecar reads and parses the sidecar at a path. It returns [fs.ErrNotExist] if there is none, and [ErrSidecar] if
// it is invalid.
func readSidecar(f *folder.Folder, rel string) (Sidecar, error) {
	data, err := f.ReadSmall(rel, maxSidecar)
	if err != nil {
		return Sidecar{}, err
	}
	return ParseSidecar(data)
}

// ParseSidecar parses an untrusted sidecar. Harmful and invalid values are dropped. The caller checks whether it
// belongs to the file beside it. Errors: [ErrSidecar].
func ParseSidecar(data []byte) (s Sidecar, err error) {
	if len(data) > maxSidecar {
		return Sidecar{}, fmt.Errorf("%w: %d bytes", ErrSidecar, len(data))
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &s); err != nil {
		return Sidecar{}, fmt.Errorf("%w: %w", ErrSidecar, err)
	}
	if s.Version < 1 || s.Version > sidecarVersion {
		return Sidecar{}, fmt.Errorf("%w: its format is %d", ErrSidecar, s.Version)
	}
	if !validRef.MatchString(s.Ref) {
		return Sidecar{}, fmt.Errorf("%w: ref %.40q", ErrSidecar, s.Ref)
	}
	if bytes.Equal(s.Made, []byte("null")) {
		s.Made = nil
	}
	s.Checks = checksJSON(parseChecks(s.Checks))
	s.Tags, s.Note = cleanTags(s.Tags), cleanNote(s.Note)
	s.Albums = slices.DeleteFunc(s.Albums, func(in InAlbum) bool { return !validRef.MatchString(in.Ref) })
	for i := range s.Albums {
		s.Albums[i].Name = cleanLine(s.Albums[i].Name, maxName)
	}
	if s.Import != nil {
		s.Import.sanitize()
	}
	return s, nil
}

// sanitize drops invalid values.
func (i *Imported) sanitize() {
	i.Name, i.Model = cleanLine(i.Name, maxName), cleanLine(i.Model, maxName)
	i.Prompt = cleanText(i.Prompt, maxPrompt)
	zeroUnless(&i.At, IsPlausibleTime(i.At))
	zeroUnless(&i.Parent, len(i.Parent) < maxPrompt && validRefs.MatchString(i.Parent))
	zeroUnless(&i.ParentHashes, len(i.ParentHashes) < maxPrompt && validSums.MatchString(i.ParentHashes))
	i.Recipe = cleanRecipe(i.Recipe)
}

// Recipe returns how to make the file again: its job, or the recipe of an imported file. It contains no account, no
// costs and no upload links. ok is false if the sidecar has no recipe.
func (s Sidecar) Recipe() (m Provenance, ok bool) {
	if m, ok = parseProvenance(cleanRecipe(s.Made)); !ok && s.Import != nil {
		return parseProvenance(cleanRecipe(s.Import.Recipe))
	}
	return m, ok
}

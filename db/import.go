package db

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"viviscope/client/decode"
	"viviscope/db/folder"
)

// ImportMeta is what is known of a file that a person brings. The zero value is a file of which nothing is known.
type ImportMeta struct {
	At      time.Time // when it counts as made; gives folder and date in its own location; zero: now
	Prompt  string
	Model   string
	Seed    *int64
	Tags    []string
	Note    string
	Starred bool
	Parent  string // ref of the asset that it was taken from; those of the clips of a film, in their order, with spaces between them
	Sums    string // SHA-256 of the clips of a film, in hex, as their refs stand in Parent
	Ref     string // that it gets, where it is to be the same at every attempt; "": a new one
	Sidecar []byte // the .json that lay beside it; fills what is empty above. nil: there was none
	// Check looks at a picture that is not in the library yet, in a file of the library; its error is that of the import, which then takes
	// nothing in. nil: nothing is looked at but the header.
	Check func(path string) error
}

// Import copies a file into the library and returns its asset. name is how it was called, data its bytes to the end. What it is is told
// from its bytes; the prober of [Options] says the rest. Where a file with the same bytes is there already that asset is returned with
// known true and nothing is written, but that it comes back from the trash.
//
// Import is as safe against a crash as [Library.Land]: afterwards the whole file is there with its sidecar, or nothing is. Errors:
// [folder.ErrNoMedia], [ErrSidecar] where the sidecar is none of this file (import it again without), [folder.ErrDiskFull].
func (l *Library) Import(ctx context.Context, name string, data io.Reader, m ImportMeta) (a Asset, known bool, err error) {
	defer wrapTo(&err, "import %.100q", path.Base(filepath.ToSlash(name)))
	ref := cmp.Or(m.Ref, newRef())
	// Until it is whole it has the name of a part, which a later start may clear away.
	part := IncomingName(newRef(), 0, "import.part")
	l.arriving.Store(part, true)
	defer l.arriving.Delete(part)
	sum, err := l.takeIn(ctx, path.Join(folder.Incoming, part), data)
	defer func() { _ = l.Remove(path.Join(folder.Incoming, part)) }() // landed: it is not there any more
	if err != nil {
		return Asset{}, false, err
	}
	l.importing.Lock() // so that the same file, dropped twice, is one asset
	defer l.importing.Unlock()
	if a, err := l.assetByHash(ctx, sum); err == nil {
		a, err = l.outOfTrash(ctx, a)
		return a, true, err
	} else if !errors.Is(err, sql.ErrNoRows) {
		return Asset{}, false, err
	}
	m, recipe, err := m.withSidecar(sum)
	if err != nil {
		return Asset{}, false, err
	}
	kind, media, err := l.probed(ctx, path.Join(folder.Incoming, part))
	if err == nil && kind == Picture && m.Check != nil {
		err = m.Check(filepath.Join(l.Dir(), folder.Incoming, part))
	}
	if err != nil {
		return Asset{}, false, err
	}
	m.At = cmp.Or(m.At, l.now())
	imported := &Imported{Name: filepath.Base(filepath.FromSlash(name)), At: m.At.UTC(), Prompt: m.Prompt, Model: m.Model, Seed: m.Seed,
		Parent: m.Parent, Sums: m.Sums, Recipe: recipe}
	keepIf(&imported.Name, name != "")
	imported.settle()
	landing := Landing{Ref: ref, At: m.At, Words: cmp.Or(m.Prompt, strings.TrimSuffix(imported.Name, path.Ext(imported.Name))),
		Ext: extensionOf(media.MIME), Imported: imported, Starred: m.Starred, Tags: cleanTags(m.Tags), Note: cleanNote(m.Note)}
	to, err := l.Land(ctx, part, landing)
	if err != nil {
		return Asset{}, false, err
	}
	a, err = l.addImported(ctx, Sidecar{Ref: ref, Starred: m.Starred, Tags: landing.Tags, Note: landing.Note, Import: imported}.asset(kind, media, to))
	return a, false, err
}

func (l *Library) outOfTrash(ctx context.Context, a Asset) (Asset, error) {
	if a.TrashedAt.IsZero() {
		return a, nil
	}
	if _, err := l.RestoreAll(ctx, []int64{a.ID}); err != nil {
		return a, err
	}
	return l.Asset(ctx, a.ID)
}

// ImportFrame is [Library.Import] of the frame of a clip that is shown at a time: take gives it as a PNG. One that was imported before is
// found without taking it again, so that none is there twice, also after a crash.
func (l *Library) ImportFrame(ctx context.Context, clip Asset, at time.Duration, take func() ([]byte, error)) (a Asset, known bool, err error) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s at %d ms", clip.Ref, at.Milliseconds()))
	ref := hex.EncodeToString(sum[:16])
	if a, err = l.AssetByRef(ctx, ref); err == nil {
		a, err = l.outOfTrash(ctx, a)
	}
	if !errors.Is(err, ErrNotFound) {
		return a, true, err
	}
	data, err := take()
	if err != nil {
		return Asset{}, false, err
	}
	name := fmt.Sprintf("frame at %.2f s.png", at.Seconds()) // a file’s name, the same in every language
	return l.Import(ctx, name, bytes.NewReader(data), ImportMeta{Parent: clip.Ref, Prompt: clip.Prompt, Model: clip.Model, Ref: ref})
}

// LastFrame is when the last frame of a clip begins.
func (a Asset) LastFrame() time.Duration {
	end := time.Duration(a.Seconds * float64(time.Second))
	if a.FPS > 0 {
		end -= time.Duration(float64(time.Second) / a.FPS)
	}
	return max(end, 0)
}

// takeIn copies a file into incoming/ and returns the hash of its bytes.
func (l *Library) takeIn(ctx context.Context, rel string, data io.Reader) (sum string, err error) {
	f, err := l.Root.OpenFile(rel, os.O_WRONLY|os.O_CREATE|os.O_EXCL, folder.FileMode)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(f, h), folder.Reader(ctx, data))
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	if n == 0 {
		return "", fmt.Errorf("%w: it is empty", folder.ErrNoMedia)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (l *Library) assetByHash(ctx context.Context, sum string) (Asset, error) {
	return scanAsset(l.reader.QueryRowContext(ctx,
		"SELECT "+assetColumns+" FROM assets WHERE sha256 = ? ORDER BY trashed_at IS NOT NULL, id LIMIT 1", sum))
}

// withSidecar fills what is empty from the sidecar that came along, and returns what it says made the file.
func (m ImportMeta) withSidecar(sum string) (ImportMeta, []byte, error) {
	if m.Sidecar == nil {
		return m, nil, nil
	}
	side, err := ParseSidecar(m.Sidecar)
	if err != nil {
		return m, nil, err
	}
	if side.SHA256 != sum {
		return m, nil, fmt.Errorf("%w: it speaks of other bytes", ErrSidecar)
	}
	recipe := cleanRecipe(side.Made)
	if made, ok := parseMade(recipe); ok {
		m.Prompt, m.Model = cmp.Or(m.Prompt, made.Prompt), cmp.Or(m.Model, made.Model)
		m.Seed = cmp.Or(m.Seed, seedOf(made.Request))
	}
	if in := side.Import; in != nil {
		m.Prompt, m.Model = cmp.Or(m.Prompt, in.Prompt), cmp.Or(m.Model, in.Model)
		m.Parent, m.Sums = cmp.Or(m.Parent, in.Parent), cmp.Or(m.Sums, in.Sums)
		m.Seed = cmp.Or(m.Seed, in.Seed)
		if recipe == nil {
			recipe = in.Recipe
		}
	}
	m.Tags, m.Note, m.Starred = append(m.Tags, side.Tags...), cmp.Or(m.Note, side.Note), m.Starred || side.Starred
	return m, recipe, nil
}

// mediaKind tells a clip from a picture by the first bytes of a file.
func (l *Library) mediaKind(ctx context.Context, rel string) (kind AssetKind, m Media, err error) {
	f, err := l.Root.Open(rel)
	if err != nil {
		return "", Media{}, err
	}
	defer f.Close()
	m.MIME, m.Width, m.Height, err = folder.Measure(f)
	if decode.IsClip(m.MIME) {
		return Clip, m, err
	}
	if m.MIME == "" || l.probe == nil {
		return Picture, m, err
	}
	// Its header does not show that it is turned, or that it is played; that of a rare kind shows nothing.
	seen, probeErr := l.probe(ctx, Picture, filepath.Join(l.Dir(), filepath.FromSlash(rel)))
	switch {
	case probeErr == nil && seen.Seconds > 0:
		return Clip, seen, nil
	case probeErr == nil:
		m.Width, m.Height, err = seen.Width, seen.Height, nil
	case err != nil:
		err = &notKept{probeErr}
	}
	return Picture, m, err
}

// notKept is [folder.ErrNoMedia] with the reason as its only words.
type notKept struct{ why error }

func (e *notKept) Error() string   { return e.why.Error() }
func (e *notKept) Unwrap() []error { return []error{folder.ErrNoMedia, e.why} }

// probed says what a file is, by its first bytes and by the prober.
func (l *Library) probed(ctx context.Context, rel string) (AssetKind, Media, error) {
	kind, media, err := l.mediaKind(ctx, rel)
	if err != nil || l.probe == nil || kind == Picture || media.Seconds > 0 {
		return kind, media, err
	}
	said, err := l.probe(ctx, kind, filepath.Join(l.Dir(), filepath.FromSlash(rel)))
	if err != nil {
		return "", Media{}, &notKept{err}
	}
	said.MIME = media.MIME
	said.settle()
	return kind, said, nil
}

// extensionOf is the ending of a file's name, by what the file is.
func extensionOf(mime string) string {
	return cmp.Or(decode.Extension(mime), strings.TrimPrefix(mime, "image/"))
}

// asset is the row of a file and of what its sidecar says, but for what a job made.
func (s Sidecar) asset(kind AssetKind, m Media, at Landed) Asset {
	a := Asset{Ref: s.Ref, Kind: kind, Path: at.Path, SHA256: at.SHA256, Bytes: at.Bytes, Starred: s.Starred, Tags: s.Tags, Note: s.Note,
		CreatedAt: s.Landed, MIME: m.MIME, Width: m.Width, Height: m.Height, Seconds: m.Seconds, FPS: m.FPS, HasAudio: m.HasAudio}
	if i := s.Import; i != nil {
		a.Name, a.Prompt, a.Model, a.Seed, a.Parent, a.Recipe = i.Name, i.Prompt, i.Model, i.Seed, i.Parent, i.Recipe
		a.CreatedAt = cmp.Or(i.At, a.CreatedAt)
	}
	return a
}

func (l *Library) addImported(ctx context.Context, a Asset) (Asset, error) {
	err := l.write(ctx, func(tx *sql.Tx) (err error) {
		a, err = insertAsset(ctx, tx, a, 0)
		return err
	})
	return a, err
}

// finishImports gives those files their rows that had landed when a program was killed. Files of jobs are left to their jobs.
func (l *Library) finishImports(ctx context.Context) error {
	l.importing.Lock() // an import of this run has landed and has no row yet for a moment: it is no leftover
	defer l.importing.Unlock()
	left, err := list(ctx, l.reader, func(row scanner) (to Landed, err error) {
		err = row.Scan(&to.Path, &to.SHA256, &to.Bytes)
		return to, err
	}, "SELECT path, sha256, bytes FROM landings")
	if err != nil {
		return err
	}
	for _, to := range left {
		if err := l.ClearPart(folder.SidecarOf(to.Path)); err != nil { // the crash came while it was being written
			return err
		}
		side, err := l.readSidecar(folder.SidecarOf(to.Path))
		if err != nil || side.Import == nil || side.SHA256 != to.SHA256 {
			continue
		}
		if whole, err := l.isWhole(ctx, to); err != nil || !whole {
			continue
		}
		kind, media, err := l.probed(ctx, to.Path)
		if err != nil {
			continue
		}
		if _, err := l.addImported(ctx, side.asset(kind, media, to)); err != nil {
			return err
		}
	}
	return nil
}

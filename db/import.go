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
	"sync"
	"time"

	"viviscope/db/folder"
)

// ImportMeta is the metadata of an imported file. The zero value means that nothing is known.
type ImportMeta struct {
	At      time.Time // creation time; its location defines folder and date; zero: now
	Prompt  string
	Model   string
	Seed    *int64
	Tags    []string
	Note    string
	Starred bool
	// ref of the asset from which it was extracted; of a film: refs of its clips in order, separated by spaces
	Parent       string
	ParentHashes string // of a film: SHA-256 of its clips in hex, in the order of Parent
	Ref          string // ref of the asset, if it must be the same at every attempt; "": a new one
	Sidecar      []byte // content of its sidecar file; fills empty fields above; nil: none
	// Check validates a new picture, given its absolute path. If it fails, Import returns its error and imports
	// nothing. nil: only the header is checked.
	Check func(path string) error
}

// imports imports files of the user.
type imports struct {
	*database
	prober   prober
	assets   assetRows
	ingester ingester
	trash    trash
	// mu is held while an imported file gets its row. copying contains the names of files that are being copied.
	mu      sync.Mutex
	copying sync.Map
}

// Import copies a file into the library and returns its asset. name is its original name. It reads data to the end. The
// type is detected by the first bytes; [Options].Probe adds other metadata. If the library already has a file with the
// same bytes, Import returns that asset with known true; a trashed asset is restored.
//
// Import is as safe against crashes as [Library.Ingest]: afterwards the whole file and its sidecar exist, or nothing.
// Errors: [folder.ErrNoMedia], [ErrSidecar] if the sidecar does not belong to the file (import it again without),
// [folder.ErrDiskFull].
func (i *imports) Import(
	ctx context.Context, name string, data io.Reader, m ImportMeta,
) (a Asset, known bool, err error) {
	defer wrapTo(&err, "import %.100q", path.Base(filepath.ToSlash(name)))
	ref := cmp.Or(m.Ref, newRef())
	// An incomplete file is named as a part, so that a later start may remove it.
	part := IncomingName(newRef(), 0, "import.part")
	i.copying.Store(part, true)
	defer i.copying.Delete(part)
	sum, err := i.copyIn(ctx, path.Join(folder.Incoming, part), data)
	defer func() { _ = i.Remove(path.Join(folder.Incoming, part)) }() // after Ingest it is gone already
	if err != nil {
		return Asset{}, false, err
	}
	i.mu.Lock() // the same file, dropped twice, becomes one asset
	defer i.mu.Unlock()
	if a, err := i.assets.assetByHash(ctx, sum); err == nil {
		a, err = i.restoreIfTrashed(ctx, a)
		return a, true, err
	} else if !errors.Is(err, sql.ErrNoRows) {
		return Asset{}, false, err
	}
	m, recipe, err := m.withSidecar(sum)
	if err != nil {
		return Asset{}, false, err
	}
	kind, media, err := i.prober.probed(ctx, path.Join(folder.Incoming, part))
	if err == nil && kind == Picture && m.Check != nil {
		err = m.Check(filepath.Join(i.Dir(), folder.Incoming, part))
	}
	if err != nil {
		return Asset{}, false, err
	}
	m.At = cmp.Or(m.At, i.now())
	imported := &Imported{Name: filepath.Base(filepath.FromSlash(name)), At: m.At.UTC(), Prompt: m.Prompt,
		Model: m.Model, Seed: m.Seed,
		Parent: m.Parent, ParentHashes: m.ParentHashes, Recipe: recipe}
	zeroUnless(&imported.Name, name != "")
	imported.sanitize()
	landing := IngestRequest{Ref: ref, At: m.At,
		Title: cmp.Or(m.Prompt, strings.TrimSuffix(imported.Name, path.Ext(imported.Name))),
		Ext:   extensionOf(media.MIME), Imported: imported, Starred: m.Starred, Tags: cleanTags(m.Tags),
		Note: cleanNote(m.Note)}
	to, err := i.ingester.Ingest(ctx, part, landing)
	if err != nil {
		return Asset{}, false, err
	}
	a, err = i.addImported(ctx, Sidecar{Ref: ref, Starred: m.Starred, Tags: landing.Tags, Note: landing.Note,
		Import: imported}.asset(kind, media, to))
	return a, false, err
}

func (i *imports) restoreIfTrashed(ctx context.Context, a Asset) (Asset, error) {
	if a.TrashedAt.IsZero() {
		return a, nil
	}
	if _, err := i.trash.RestoreAll(ctx, []int64{a.ID}); err != nil {
		return a, err
	}
	return i.assets.Asset(ctx, a.ID)
}

// ImportFrame is [Library.Import] for the frame of a clip at a time. take returns the frame as a PNG. A frame that was
// imported before is returned without calling take, so that there are no duplicates, even after a crash.
func (i *imports) ImportFrame(
	ctx context.Context, clip Asset, at time.Duration, take func() ([]byte, error),
) (a Asset, known bool, err error) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s at %d ms", clip.Ref, at.Milliseconds()))
	ref := hex.EncodeToString(sum[:16])
	if a, err = i.assets.AssetByRef(ctx, ref); err == nil {
		a, err = i.restoreIfTrashed(ctx, a)
	}
	if !errors.Is(err, ErrNotFound) {
		return a, true, err
	}
	data, err := take()
	if err != nil {
		return Asset{}, false, err
	}
	name := fmt.Sprintf("frame at %.2f s.png", at.Seconds()) // not translated
	return i.Import(ctx, name, bytes.NewReader(data),
		ImportMeta{Parent: clip.Ref, Prompt: clip.Prompt, Model: clip.Model, Ref: ref})
}

// copyIn copies a file into incoming/ and returns its SHA-256.
func (i *imports) copyIn(ctx context.Context, rel string, data io.Reader) (sum string, err error) {
	f, err := i.Root.OpenFile(rel, os.O_WRONLY|os.O_CREATE|os.O_EXCL, folder.FileMode)
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

// withSidecar fills empty fields from the file's sidecar, and returns the sidecar's recipe.
func (m ImportMeta) withSidecar(sum string) (ImportMeta, []byte, error) {
	if m.Sidecar == nil {
		return m, nil, nil
	}
	side, err := ParseSidecar(m.Sidecar)
	if err != nil {
		return m, nil, err
	}
	if side.SHA256 != sum {
		return m, nil, fmt.Errorf("%w: its checksum differs", ErrSidecar)
	}
	recipe := cleanRecipe(side.Made)
	if made, ok := parseProvenance(recipe); ok {
		m.Prompt, m.Model = cmp.Or(m.Prompt, made.Prompt), cmp.Or(m.Model, made.Model)
		m.Seed = cmp.Or(m.Seed, seedOf(made.Request))
	}
	if in := side.Import; in != nil {
		m.Prompt, m.Model = cmp.Or(m.Prompt, in.Prompt), cmp.Or(m.Model, in.Model)
		m.Parent, m.ParentHashes = cmp.Or(m.Parent, in.Parent), cmp.Or(m.ParentHashes, in.ParentHashes)
		m.Seed = cmp.Or(m.Seed, in.Seed)
		if recipe == nil {
			recipe = in.Recipe
		}
	}
	m.Tags, m.Note, m.Starred = append(m.Tags, side.Tags...), cmp.Or(m.Note, side.Note), m.Starred || side.Starred
	return m, recipe, nil
}

func (i *imports) addImported(ctx context.Context, a Asset) (Asset, error) {
	err := i.write(ctx, func(tx *sql.Tx) (err error) {
		a, err = insertAsset(ctx, tx, a, 0)
		return err
	})
	return a, err
}

// finishImports inserts the rows of imported files that were stored before the program was killed. It skips files of
// jobs, because the engine finishes those.
func (i *imports) finishImports(ctx context.Context) error {
	i.mu.Lock() // wait for a running import, which has stored its file but not its row
	defer i.mu.Unlock()
	left, err := list(ctx, i.reader, func(row scanner) (to StoredFile, err error) {
		err = row.Scan(&to.Path, &to.SHA256, &to.Bytes)
		return to, err
	}, "SELECT path, sha256, bytes FROM landings")
	if err != nil {
		return err
	}
	for _, to := range left {
		if err := i.ClearPart(folder.SidecarOf(to.Path)); err != nil { // from an interrupted write
			return err
		}
		side, err := readSidecar(i.Folder, folder.SidecarOf(to.Path))
		if err != nil || side.Import == nil || side.SHA256 != to.SHA256 {
			continue
		}
		if whole, err := i.ingester.isWhole(ctx, to); err != nil || !whole {
			continue
		}
		kind, media, err := i.prober.probed(ctx, to.Path)
		if err != nil {
			continue
		}
		if _, err := i.addImported(ctx, side.asset(kind, media, to)); err != nil {
			return err
		}
	}
	return nil
}

package transfer

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"

	"viviscope/client/guard"
	"viviscope/db"
	"viviscope/db/folder"
)

// ExportOptions configure an export.
type ExportOptions struct {
	Folder   string `json:"folder"` // the parent of the new folder or zip
	Zip      bool   `json:"zip"`
	Sidecars bool   `json:"sidecars"`
	Inside   bool   `json:"inside"` // write prompt and settings into the copies
	FilmOptions

	Name string `json:"-"` // of the new folder or zip, without an extension; a number is appended if the name exists

	Called map[string]string `json:"-"` // file names of copies by asset ref; missing: the name in the library
	Lists  []ExtraFile       `json:"-"` // further files
	// Progress is called regularly with the bytes written and the total, on the exporting goroutine; may be nil.
	Progress func(done, total int64) `json:"-"`
}

// ExtraFile is an additional file of an export.
type ExtraFile struct {
	Name string
	Data []byte
}

// ExportResult is the result of an export.
type ExportResult struct {
	Path  string // of the folder or the zip
	Files int
	Bytes int64
	// copies with settings in a sidecar, because the file has no room for them or has content credentials
	Beside   int
	Problems []Problem // files of the library that could not be read; Path is relative to the library
}

// SpaceError reports that the disk has too little space for an export.
type SpaceError struct{ Need, Free int64 }

func (e *SpaceError) Error() string {
	return fmt.Sprintf("%d bytes are needed and %d are free", e.Need, e.Free)
}

// ErrInLibrary reports a target inside the library's own folder. Copies there would be neither part of the library nor
// outside of it.
var ErrInLibrary = errors.New("the folder is part of the library")

// ErrNothing reports that no file of the selection could be read.
var ErrNothing = errors.New("none of the files could be read")

// perFile is the estimated disk space of a file beyond its bytes, including its sidecar.
const perFile = 16 << 10

// Export copies assets into a new folder or zip. The export is atomic: after an error or a cancelled ctx nothing
// remains. Missing or damaged files are skipped and listed. Errors: [*SpaceError], [ErrInLibrary], [ErrNothing], and
// those of the disk.
func Export(ctx context.Context, lib Library, assets []db.Asset, o ExportOptions) (r ExportResult, err error) {
	if isWithin(o.Folder, lib.Dir()) {
		return r, fmt.Errorf("export: %w", ErrInLibrary)
	}
	w := &exporter{ctx: ctx, lib: lib, o: o, names: names{}}
	for _, a := range assets {
		w.total += a.Bytes
	}
	need := w.total + int64(len(assets))*perFile
	if free, err := folder.FreeSpace(o.Folder); err == nil && free < need {
		return r, fmt.Errorf("export: %w", &SpaceError{need, free})
	}
	if w.to, err = newTarget(o); err == nil {
		err = cmp.Or(w.copyAll(assets), ctx.Err())
	}
	if err == nil {
		w.r.Path, err = w.to.finish()
	}
	if err != nil {
		if free, e := folder.FreeSpace(o.Folder); e == nil && free < perFile && ctx.Err() == nil {
			err = errors.Join(folder.ErrDiskFull, err)
		}
		if w.to.f != nil {
			_ = w.to.f.Close() // it is deleted
		}
		return ExportResult{Problems: w.r.Problems}, fmt.Errorf("export: %w", errors.Join(err, os.RemoveAll(w.to.part)))
	}
	return w.r, nil
}

type exporter struct {
	ctx   context.Context
	lib   Library
	o     ExportOptions
	to    *target
	names names
	r     ExportResult
	done  int64
	total int64
}

func (w *exporter) copyAll(assets []db.Asset) error {
	for _, a := range assets {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		before := w.done
		if err := w.copyAsset(a); err != nil {
			return err
		}
		w.done = before + a.Bytes
		w.progress()
	}
	if w.r.Files == 0 && len(assets) > 0 {
		return ErrNothing
	}
	for _, l := range w.o.Lists {
		if err := w.to.put(l.Name, time.Time{}, false, func(out io.Writer) error {
			_, err := out.Write(l.Data)
			return err
		}); err != nil {
			return err
		}
		w.r.Files++
		w.r.Bytes += int64(len(l.Data))
	}
	return nil
}

func (w *exporter) progress() {
	if w.o.Progress != nil {
		w.o.Progress(min(w.done, w.total), w.total)
	}
}

// copyAsset copies an asset. It returns only errors that end the export; problems of the asset itself are recorded.
func (w *exporter) copyAsset(a db.Asset) error {
	f, err := w.lib.OpenFile(a.Path)
	if err != nil {
		w.r.Problems = append(w.r.Problems, Problem{a.Path, err})
		return nil
	}
	defer f.Close() // it was only read
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotPlain
	}
	var side db.Sidecar
	if err == nil {
		side, err = sidecarOf(w.ctx, w.lib, a)
	}
	if err != nil {
		w.r.Problems = append(w.r.Problems, Problem{a.Path, err})
		return w.ctx.Err()
	}
	name := w.o.Called[a.Ref]
	if name == "" {
		name = w.names.take(path.Base(a.Path))
	}
	side.File = path.Base(name)
	kept, err := w.writeCopy(f, info.Size(), name, &side, a.CreatedAt)
	if err != nil {
		return err
	}
	w.r.Files++
	w.r.Bytes += side.Bytes
	switch {
	case w.o.Sidecars:
	case kept != nil: // only what the copy would contain
		kept.File, kept.SHA256, kept.Bytes = side.File, side.SHA256, side.Bytes
		side = *kept
	default:
		return nil
	}
	data, err := json.MarshalIndent(side, "", "\t")
	if err != nil {
		return err
	}
	return w.to.put(sidecarName(name), a.CreatedAt, false, func(out io.Writer) error {
		_, err := out.Write(append(data, '\n'))
		return err
	})
}

// writeCopy writes a file, with its settings inside if requested and possible, and stores size and hash of the written
// file in side. If the settings cannot be written inside, kept contains them.
func (w *exporter) writeCopy(
	f io.ReaderAt, size int64, name string, side *db.Sidecar, at time.Time,
) (kept *db.Sidecar, err error) {
	texts, inner, known, err := textsOf(*side)
	if err != nil {
		return nil, err
	}
	f = contextReader{w.ctx, f}
	inside := w.o.Inside && known
	if inside { // a zip cannot be rewritten, so a trial run comes first
		err := writeTexts(io.Discard, f, size, texts)
		inside = err == nil
		if errors.Is(err, errNoRoom) || errors.Is(err, errDamaged) {
			kept = &inner
			w.r.Beside++
		} else if err != nil {
			return nil, err
		}
	}
	return kept, w.to.put(name, at, true, func(out io.Writer) error {
		c := &countingWriter{to: out, hash: sha256.New(), w: w}
		var err error
		if inside {
			err = writeTexts(c, f, size, texts)
		} else {
			err = copySpan(c, f, 0, size)
		}
		side.Bytes, side.SHA256 = c.n, hex.EncodeToString(c.hash.Sum(nil))
		return err
	})
}

// countingWriter writes a copy, counts and hashes its bytes, and reports the progress of the export.
type countingWriter struct {
	to   io.Writer
	hash hash.Hash
	n    int64
	w    *exporter
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	_, _ = c.hash.Write(p[:n]) // never fails
	c.n += int64(n)
	c.w.done += int64(n)
	c.w.progress()
	return n, err
}

// target receives the files of an export: a folder, or a zip with one folder in it, so that unpacking creates a single
// folder. It gets its final name at the end.
type target struct {
	part      string // the temporary folder
	dir, name string
	f         *os.File    // the zip file
	zip       *zip.Writer // nil: a folder
}

func newTarget(o ExportOptions) (*target, error) {
	part, err := os.MkdirTemp(o.Folder, ".viviscope-*.part")
	t := &target{part: part, dir: o.Folder, name: plainStem(o.Name)}
	if err == nil && o.Zip {
		if t.f, err = os.Create(filepath.Join(part, "zip")); err == nil {
			t.zip = zip.NewWriter(t.f)
		}
	}
	return t, err
}

// put writes one file; its error ends the export. packed: the file is already compressed.
func (t *target) put(name string, at time.Time, packed bool, write func(io.Writer) error) error {
	if t.zip != nil {
		header := &zip.FileHeader{Name: t.name + "/" + name, Modified: at.Local(), Method: zip.Deflate}
		if packed {
			header.Method = zip.Store
		}
		header.SetMode(0o644)
		out, err := t.zip.CreateHeader(header)
		if err != nil {
			return err
		}
		return write(out)
	}
	p := filepath.Join(t.part, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return err
	}
	if !at.IsZero() {
		_ = os.Chtimes(p, time.Time{}, at) // ignored: some file systems store no times
	}
	return nil
}

func (t *target) finish() (string, error) {
	if t.zip == nil {
		if err := os.Chmod(t.part, 0o755); err != nil {
			return "", err
		}
		to := freePath(t.dir, t.name, "")
		return to, guard.RetryInUse(func() error { return os.Rename(t.part, to) })
	}
	if err := errors.Join(t.zip.Close(), t.f.Sync(), t.f.Close()); err != nil {
		return "", err
	}
	to := freePath(t.dir, t.name, ".zip")
	err := guard.RetryInUse(func() error { return os.Rename(t.f.Name(), to) })
	if err == nil {
		_ = os.Remove(t.part) // it is empty
	}
	return to, err
}

// ExportName returns the name of an export at a time. Names sort by time.
func ExportName(now time.Time) string { return "Viviscope " + now.Format("2006-01-02 1504") }

// isWithin reports whether dir is another folder or inside it, after resolving symbolic links.
func isWithin(dir, other string) bool {
	resolved := func(p string) string {
		if r, err := filepath.EvalSymlinks(p); err == nil {
			return r
		}
		return p
	}
	rel, err := filepath.Rel(resolved(other), resolved(dir))
	return err == nil && filepath.IsLocal(rel)
}

// freePath returns an unused path in dir, with a number if the name exists.
func freePath(dir, name, ext string) string {
	for i := 1; ; i++ {
		p := filepath.Join(dir, name+ext)
		if i > 1 {
			p = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", name, i, ext))
		}
		if _, err := os.Lstat(p); errors.Is(err, os.ErrNotExist) {
			return p
		} else if err != nil { // the folder itself cannot be read: writing will report it
			return p
		}
	}
}

package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"

	"viviscope/db"
	"viviscope/gui/media"
	"viviscope/gui/transfer/inside"
)

// ExportOptions say what is made of a selection.
type ExportOptions struct {
	Folder   string `json:"folder"` // where the copies' own folder, or the zip, is made
	Zip      bool   `json:"zip"`
	Sidecars bool   `json:"sidecars"`
	Inside   bool   `json:"inside"` // write prompt and settings into the copies
	Sheets   bool   `json:"sheets"` // contact sheets

	Name    string         `json:"-"` // of that folder or zip, without an ending; a number is added where it is taken
	Posters media.Pictures `json:"-"` // for contact sheets; required with Sheets
	// Progress is called now and then with the bytes that are written and of all, on the exporting goroutine; nil: nobody asks.
	Progress func(done, total int64) `json:"-"`

	free func(dir string) (int64, error) // nil: [db.FreeSpace]
}

// Exported is what came of an export.
type Exported struct {
	Path     string // of the folder or the zip
	Files    int
	Bytes    int64
	Sheets   int       // contact sheets
	Plain    int       // copies that could not take their settings inside
	Signed   int       // copies that have content credentials, which settings inside would break: these stand beside them
	Problems []Problem // files of the library that could not be read; Path is theirs in the library
}

// SpaceError: the disk has too little room for an export.
type SpaceError struct{ Need, Free int64 }

func (e *SpaceError) Error() string {
	return fmt.Sprintf("%d bytes are needed and %d are free", e.Need, e.Free)
}

// ErrInLibrary: what is exported into the library's own folder would be neither in the library nor out of it.
var ErrInLibrary = errors.New("the folder is part of the library")

// ErrNothing: no file of the selection could be read.
var ErrNothing = errors.New("none of the files could be read")

// perFile is what a file takes on the disk beyond its bytes, and its sidecar: an estimate.
const perFile = 16 << 10

// Export makes copies of assets in a folder or a zip of their own. All of it is there under its name in the end, or nothing
// is: also after an error, and after ctx has ended. Files that are gone or damaged are left out and listed. Errors:
// [*SpaceError], [ErrInLibrary], [ErrNothing], and those of the disk.
func Export(ctx context.Context, lib Library, assets []db.Asset, o ExportOptions) (r Exported, err error) {
	if o.free == nil {
		o.free = db.FreeSpace
	}
	if within(o.Folder, lib.Dir()) {
		return r, fmt.Errorf("export: %w", ErrInLibrary)
	}
	w := &exporting{ctx: ctx, lib: lib, o: o, names: newNames()}
	for _, a := range assets {
		w.total += a.Bytes
	}
	need := w.total + int64(len(assets))*perFile
	if free, err := o.free(o.Folder); err == nil && free < need {
		return r, fmt.Errorf("export: %w", &SpaceError{need, free})
	}
	to, err := newTarget(o)
	if err != nil {
		return r, fmt.Errorf("export: %w", err)
	}
	w.to = to
	err = w.all(assets)
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		w.r.Path, err = to.finish()
	}
	if err != nil {
		if free, e := o.free(o.Folder); e == nil && free < perFile && ctx.Err() == nil {
			err = errors.Join(db.ErrDiskFull, err)
		}
		return Exported{Problems: w.r.Problems}, fmt.Errorf("export: %w", errors.Join(err, to.discard()))
	}
	return w.r, nil
}

type exporting struct {
	ctx   context.Context
	lib   Library
	o     ExportOptions
	to    target
	names *names
	r     Exported
	done  int64
	total int64
	cells []cell // of the contact sheets
}

func (w *exporting) all(assets []db.Asset) error {
	for _, a := range assets {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		before := w.done
		if err := w.one(a); err != nil {
			return err
		}
		w.done = before + a.Bytes
		w.progress()
	}
	if w.r.Files == 0 && len(assets) > 0 {
		return ErrNothing
	}
	if w.o.Sheets {
		return w.contactSheets()
	}
	return nil
}

func (w *exporting) progress() {
	if w.o.Progress != nil {
		w.o.Progress(min(w.done, w.total), w.total)
	}
}

// one copies an asset. Its error ends the export; what is wrong with the asset alone does not.
func (w *exporting) one(a db.Asset) error {
	f, err := w.lib.OpenFile(a.Path)
	if err != nil {
		w.r.Problems = append(w.r.Problems, Problem{a.Path, err})
		return nil
	}
	defer f.Close() // it was only read
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotPlain
	}
	var side db.Sidecar
	if err == nil {
		side, err = sidecarOf(w.ctx, w.lib, a)
	}
	if err != nil {
		w.r.Problems = append(w.r.Problems, Problem{a.Path, err})
		return w.ctx.Err()
	}
	side.File = w.names.take(path.Base(a.Path))
	kept, err := w.copy(f, info.Size(), &side, a.CreatedAt)
	if err != nil {
		return err
	}
	w.r.Files++
	w.r.Bytes += side.Bytes
	w.cells = append(w.cells, cell{asset: a, file: side.File})
	switch {
	case w.o.Sidecars:
	case kept != nil: // no more than would stand in the copy
		kept.File, kept.SHA256, kept.Bytes = side.File, side.SHA256, side.Bytes
		side = *kept
	default:
		return nil
	}
	data, err := json.MarshalIndent(side, "", "\t")
	if err != nil {
		return err
	}
	return w.to.put(sidecarName(side.File), a.CreatedAt, false, func(out io.Writer) error {
		_, err := out.Write(append(data, '\n'))
		return err
	})
}

// copy writes a file, with its settings where that is asked for and can be, and notes size and hash of what was written. kept is what
// its content credentials keep out of it; nil where they keep out nothing.
func (w *exporting) copy(f io.ReaderAt, size int64, side *db.Sidecar, at time.Time) (kept *db.Sidecar, err error) {
	texts, inner, known, err := textsOf(*side)
	if err != nil {
		return nil, err
	}
	if w.o.Inside && known {
		// A zip takes nothing back, so whether it can be done is tried first.
		switch err := inside.Write(io.Discard, stoppable{w.ctx, f}, size, texts); {
		case err == nil:
			return nil, w.to.put(side.File, at, true, counted(side, func(out io.Writer) error {
				return inside.Write(out, watched{stoppable{w.ctx, f}, w}, size, texts)
			}))
		case errors.Is(err, inside.ErrSigned):
			kept = &inner
			w.r.Signed++
		case errors.Is(err, inside.ErrNoRoom), errors.Is(err, inside.ErrDamaged):
			w.r.Plain++
		default:
			return nil, err
		}
	}
	return kept, w.to.put(side.File, at, true, counted(side, func(out io.Writer) error {
		n, err := io.Copy(out, io.NewSectionReader(watched{stoppable{w.ctx, f}, w}, 0, size))
		if err == nil && n != size {
			err = io.ErrUnexpectedEOF
		}
		return err
	}))
}

// counted notes size and hash of what is written.
func counted(side *db.Sidecar, write func(io.Writer) error) func(io.Writer) error {
	return func(out io.Writer) error {
		c := &counter{}
		h := sha256.New()
		if err := write(io.MultiWriter(out, h, c)); err != nil {
			return err
		}
		side.Bytes, side.SHA256 = c.n, hex.EncodeToString(h.Sum(nil))
		return nil
	}
}

// counter counts what is written.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// watched is a file of the export, which says how far it is read.
type watched struct {
	stoppable
	w *exporting
}

func (r watched) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.stoppable.ReadAt(p, at)
	if n >= 4096 { // headers are nothing to speak of
		r.w.done += int64(n)
		r.w.progress()
	}
	return n, err
}

// ExportName is the name of an export by its time: it sorts, and is no two at once.
func ExportName(now time.Time) string { return "Viviscope " + now.Format("2006-01-02 1504") }

// within reports whether a folder is another one, or below it, wherever links lead.
func within(dir, other string) bool {
	resolved := func(p string) string {
		if r, err := filepath.EvalSymlinks(p); err == nil {
			return r
		}
		return p
	}
	rel, err := filepath.Rel(resolved(other), resolved(dir))
	return err == nil && filepath.IsLocal(rel)
}

// freePath returns a path in dir that nothing has, with a number where the name is taken.
func freePath(dir, name, ext string) string {
	for i := 1; ; i++ {
		p := filepath.Join(dir, name+ext)
		if i > 1 {
			p = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", name, i, ext))
		}
		if _, err := os.Lstat(p); errors.Is(err, os.ErrNotExist) {
			return p
		} else if err != nil { // the folder itself is the trouble: writing will say so
			return p
		}
	}
}

package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/gui/media"
	"viviscope/gui/transfer/inside"
)

// ImportOptions say how files are imported.
type ImportOptions struct {
	// Settings takes over what stands beside the files and inside them: prompt, settings, tags, star, note.
	Settings bool
	// Progress is called after each file, on the importing goroutine; nil: nobody asks.
	Progress func(Imported)
}

// Imported is what came of an import, so far or in the end.
type Imported struct {
	New      int   // imported
	Known    int   // were here already; what was in the trash has come back
	Foreign  int   // neither pictures nor clips
	Links    int   // symbolic links inside of folders, which are not followed
	Failed   int   // could not be read or taken
	Damaged  int   // pictures that cannot be decoded and clips that are cut; they are left where they are
	Settled  int   // of New: with settings
	Bytes    int64 // looked at
	Archives int   // of Foreign: archives that hold files

	Assets   []int64   // of New and Known, as they came; at most maxKept
	Problems []Problem // of Failed and Damaged, and sidecars that fit no file; at most maxKept

	Stopped error // why the rest was left: the context's error, or [db.ErrDiskFull]; nil: all was done
}

// Problem is a file that was not taken, or not as it should.
type Problem struct {
	Path string
	Err  error
}

const (
	// maxKept bounds what is remembered one by one.
	maxKept    = 5000
	sidecarExt = ".json"
)

// Import takes files, and all files below folders, into the library, but not those of its own folder. A file that is bad, unreadable
// or no picture is counted and the next one comes; only a full disk and the end of ctx stop it. What was imported until then stays.
//
// A file counts as made when its settings say so, else when it was last changed.
func Import(ctx context.Context, lib Library, paths []string, o ImportOptions) Imported {
	w := &importing{lib: lib, o: o}
	err := walk(ctx, paths, lib.Dir(), visit{
		file: func(path string, size int64) error {
			if strings.EqualFold(filepath.Ext(path), sidecarExt) {
				return nil // goes with its file
			}
			err := w.take(ctx, path)
			w.r.Bytes += size
			if o.Progress != nil {
				o.Progress(w.r)
			}
			return err
		},
		link:   func(string) { w.r.Links++ },
		failed: w.failed,
	})
	w.r.Stopped = err
	return w.r
}

type importing struct {
	lib Library
	o   ImportOptions
	r   Imported
}

func (w *importing) failed(path string, err error) {
	w.r.Failed++
	w.note(path, err)
}

func (w *importing) note(path string, err error) {
	if len(w.r.Problems) < maxKept {
		w.r.Problems = append(w.r.Problems, Problem{path, err})
	}
}

// take imports one file. Its error ends the import.
func (w *importing) take(ctx context.Context, path string) error {
	f, info, err := openPlain(path)
	if err != nil {
		w.failed(path, err)
		return nil
	}
	defer f.Close() // it was only read
	if !isMedia(f) {
		w.r.Foreign++
		if isArchive(path) {
			w.r.Archives++
		}
		return nil
	}
	meta := db.ImportMeta{At: info.ModTime(), Check: media.CheckPicture}
	if w.o.Settings {
		w.settings(ctx, path, f, info.Size(), &meta)
	}
	a, known, err := w.lib.Import(ctx, filepath.Base(path), f, meta)
	if errors.Is(err, db.ErrSidecar) { // the file changed while it was read
		w.note(path, err)
		meta = db.ImportMeta{At: info.ModTime(), Check: media.CheckPicture}
		if _, err = f.Seek(0, io.SeekStart); err == nil {
			a, known, err = w.lib.Import(ctx, filepath.Base(path), f, meta)
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, db.ErrDiskFull):
		return err
	case errors.Is(err, media.ErrDamaged), errors.Is(err, db.ErrNoMedia) && isCut(f, info.Size(), err):
		w.r.Damaged++
		w.note(path, media.ErrDamaged)
		return nil
	case errors.Is(err, db.ErrNoMedia):
		w.r.Foreign++
		return nil
	case err != nil:
		w.failed(path, err)
		return nil
	case known:
		w.r.Known++
	default:
		w.r.New++
		if meta.Sidecar != nil {
			w.r.Settled++
		}
	}
	if len(w.r.Assets) < maxKept {
		w.r.Assets = append(w.r.Assets, a.ID)
	}
	return nil
}

// settings fills what is known of a file: from the sidecar beside it, else from what stands inside it.
func (w *importing) settings(ctx context.Context, path string, f *os.File, size int64, meta *db.ImportMeta) {
	data, err := beside(ctx, path, f, size)
	if err != nil {
		w.note(path, fmt.Errorf("its sidecar: %w", err))
	}
	if data == nil {
		if data, err = fromInside(ctx, f, size); err != nil {
			return
		}
	}
	side, err := db.ParseSidecar(data)
	if err != nil {
		return
	}
	meta.Sidecar = data
	if at := madeAt(side); !at.IsZero() {
		meta.At = at.Local()
	}
}

// madeAt is when a file was made by what is known of it; zero: that is not known.
func madeAt(side db.Sidecar) time.Time {
	if made, ok := side.Recipe(); ok && !made.Clicked.IsZero() {
		return made.Clicked
	}
	if side.Import != nil {
		return side.Import.At
	}
	return time.Time{}
}

// fromInside makes a sidecar of what stands inside a file. A file cannot hold its own hash.
func fromInside(ctx context.Context, f io.ReaderAt, size int64) ([]byte, error) {
	record, err := inside.Read(f, size)
	if err != nil {
		return nil, err
	}
	side, err := db.ParseSidecar(record)
	if err != nil {
		return nil, err
	}
	if side.SHA256, err = hashOf(ctx, f, size); err != nil {
		return nil, err
	}
	side.Bytes = size
	return json.Marshal(side)
}

// isMedia tells pictures and clips by their first bytes, so that nothing else is copied before it is refused.
func isMedia(f io.ReaderAt) bool {
	head := make([]byte, 12)
	n, _ := f.ReadAt(head, 0)
	s := string(head[:n])
	return strings.HasPrefix(s, "\x89PNG\r\n\x1a\n") || strings.HasPrefix(s, "\xff\xd8\xff") ||
		n == 12 && (s[:4] == "RIFF" && s[8:] == "WEBP" || s[4:8] == "ftyp")
}

// isCut reports whether a file that begins like a picture or a clip, and was refused with err, was one before it was cut or damaged.
// Photographs of other kinds begin as clips do (HEIF, AVIF).
func isCut(f io.ReaderAt, size int64, err error) bool {
	var head [12]byte
	_, _ = f.ReadAt(head[:], 0) // what is shorter is cut
	if string(head[4:8]) != "ftyp" {
		_, _, err = image.DecodeConfig(io.NewSectionReader(f, 0, size))
		return err != nil // else it is too large
	}
	switch string(head[8:]) {
	case "heic", "heix", "heif", "mif1", "msf1", "avif", "avis":
		return false
	}
	return errors.Is(err, mp4.ErrCut) || errors.Is(err, mp4.ErrDamaged)
}

func isArchive(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".xz", ".zst":
		return true
	}
	return false
}

// visit is what a walk meets.
type visit struct {
	file   func(path string, size int64) error // a plain file
	link   func(path string)                   // a symbolic link inside a folder, which is not followed
	failed func(path string, err error)        // what cannot be read
}

// maxDepth is how many folders a walk goes down. File systems that hold themselves exist.
const maxDepth = 64

// walk visits the plain files among some paths and below them, a folder's in the order of their names. A path that a person
// names is followed where it is a link, and taken where it is hidden; what is in a folder is not: a link may lead anywhere,
// and back. without is a folder that is passed over: the library must not be read into itself; "" for none. It ends with
// the first error of v.file, or of its context.
func walk(ctx context.Context, paths []string, without string, v visit) error {
	skip, err := os.Stat(without)
	if err != nil {
		skip = nil
	}
	for _, p := range paths {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		info, err := os.Stat(p)
		if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			err = errNotPlain
		}
		if err != nil {
			v.failed(p, err)
			continue
		}
		if info.IsDir() {
			err = walkDir(ctx, p, skip, 0, v)
		} else {
			err = v.file(p, info.Size())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// walkDir visits what is in a folder. Of one with a million files it holds the names, which is a hundred megabytes for as long
// as it lasts.
func walkDir(ctx context.Context, dir string, skip os.FileInfo, depth int, v visit) error {
	if info, err := os.Stat(dir); err == nil && skip != nil && os.SameFile(info, skip) {
		return nil
	}
	if depth > maxDepth {
		v.failed(dir, errors.New("too many folders in each other"))
		return nil
	}
	entries, err := os.ReadDir(dir) // names and kinds only, in order
	if err != nil {
		v.failed(dir, err)
	}
	for _, e := range entries {
		p := filepath.Join(dir, e.Name())
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case hidden(e.Name()):
		case e.IsDir():
			if err := walkDir(ctx, p, skip, depth+1, v); err != nil {
				return err
			}
		case e.Type()&fs.ModeSymlink != 0:
			v.link(p)
		case e.Type().IsRegular():
			info, err := e.Info()
			if err != nil {
				v.failed(p, err)
				continue
			}
			if err := v.file(p, info.Size()); err != nil {
				return err
			}
		}
	}
	return nil
}

// hidden reports whether a name is one that people do not mean: those with a dot, and what systems leave in folders.
func hidden(name string) bool {
	switch strings.ToLower(name) {
	case "thumbs.db", "desktop.ini", "__macosx", "$recycle.bin", "system volume information":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// Amount is how much there is to import.
type Amount struct {
	Files int // that are pictures or clips by their names
	Bytes int64
}

// Count says how much there is among some paths and below them, by names alone, so that it is quick. progress is called now
// and then; nil: nobody asks.
func Count(ctx context.Context, paths []string, without string, progress func(Amount)) (Amount, error) {
	var n Amount
	met := 0
	err := walk(ctx, paths, without, visit{
		file: func(path string, size int64) error {
			if likely(path) {
				n.Files++
				n.Bytes += size
			}
			if met++; met%1000 == 0 && progress != nil {
				progress(n)
			}
			return nil
		},
		link: func(string) {}, failed: func(string, error) {},
	})
	return n, err
}

// likely goes by the name. What a file is its first bytes say, later.
func likely(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".mp4", ".m4v", ".mov":
		return true
	}
	return false
}

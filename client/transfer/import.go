package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
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
	Stills   int   // of New: GIFs, of which the first picture was taken
	Damaged  int   // pictures that cannot be decoded and clips that are cut; they are left where they are
	Settled  int   // of New: with settings
	Bytes    int64 // looked at
	Archives int   // of Foreign: archives that hold files
	Sidecars int   // could not be read; their files count as New or Known, without settings

	Assets   []int64   // of New and Known, as they came; at most maxKept
	Problems []Problem // of Failed, Damaged, Foreign and Links, and sidecars that fit no file; at most maxKept

	Stopped error // why the rest was left: the context's error, or [folder.ErrDiskFull]; nil: all was done
}

// ErrLink is the reason why a symbolic link inside a folder was left out.
var ErrLink = errors.New("a symbolic link, which is not followed")

// Import takes files, and all files below folders, into the library, but not those of its own folder. A file that is bad, unreadable
// or no picture is counted and the next one comes; only a full disk and the end of ctx stop it. What was imported until then stays.
//
// A file counts as made when its settings say so, else when it was last changed.
func Import(ctx context.Context, lib Library, paths []string, o ImportOptions) Imported {
	w := &importing{lib: lib, o: o}
	for f := range filesBelow(paths, lib.Dir()) {
		if w.r.Stopped = ctx.Err(); w.r.Stopped != nil {
			break
		}
		switch {
		case f.err != nil:
			w.failed(f.path, f.err)
		case f.link:
			w.r.Links++
			w.note(f.path, ErrLink)
		case !strings.EqualFold(filepath.Ext(f.path), sidecarExt): // that goes with its file
			w.r.Stopped = w.take(ctx, f.path)
			w.r.Bytes += f.size
			if o.Progress != nil {
				o.Progress(w.r)
			}
		}
		if w.r.Stopped != nil {
			break
		}
	}
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

func (w *importing) foreign(path string) {
	w.r.Foreign++
	if isArchive(path) {
		w.r.Archives++
	}
	w.note(path, folder.ErrNoMedia)
}

// formatOf says by the first bytes what a file is: "kept" as the library keeps it, "gif" or "bmp", else "". So many texts begin as a BMP
// does that its name must say so too.
func formatOf(f io.ReaderAt, path string) string {
	head := make([]byte, decode.HeadBytes)
	n, _ := f.ReadAt(head, 0)
	switch mime := decode.TypeOf(head[:n]); {
	case mime == decode.GIF:
		return "gif"
	case mime != "":
		return "kept"
	case strings.HasPrefix(string(head[:n]), "BM") && strings.EqualFold(filepath.Ext(path), ".bmp"):
		return "bmp"
	}
	return ""
}

// isPlayed reports whether a GIF is animated and a decoder of this computer plays it.
func isPlayed(ctx context.Context, path string) bool {
	info, err := client.Judge(ctx, path)
	return err == nil && info.Clip
}

// asPNG is a picture, the first of a GIF, as a PNG. Errors: those of [picturefile.Read].
func asPNG(f io.ReadSeeker) (io.ReadSeeker, error) {
	p, err := picturefile.Read(f)
	if err == nil && p.Faults != "" {
		err = fmt.Errorf("%w: %s", picturefile.ErrDamaged, p.Faults)
	}
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, p.Image)
	return bytes.NewReader(out.Bytes()), err
}

// take imports one file. Its error ends the import.
func (w *importing) take(ctx context.Context, path string) error {
	f, info, err := openPlain(path)
	if err != nil {
		w.failed(path, err)
		return nil
	}
	defer f.Close() // it was only read
	name, data, still := filepath.Base(path), io.ReadSeeker(f), false
	format := formatOf(f, path)
	if format == "gif" && isPlayed(ctx, path) {
		format = "kept"
	}
	switch format {
	case "": // it is not copied before it is refused
		w.foreign(path)
		return nil
	case "gif", "bmp": // the service takes neither: what is imported can be sent
		if data, err = asPNG(f); errors.Is(err, picturefile.ErrDamaged) {
			w.r.Damaged++
			w.note(path, picturefile.ErrDamaged)
			return nil
		} else if err != nil { // such as one that is too large
			w.failed(path, err)
			return nil
		}
		name, still = strings.TrimSuffix(name, filepath.Ext(name))+".png", format == "gif"
	}
	meta := db.ImportMeta{At: info.ModTime(), Check: picturefile.Verify}
	if w.o.Settings {
		side, data, err := settingsOf(ctx, path, f, info.Size())
		if errors.Is(err, ErrSidecar) {
			w.r.Sidecars++
			w.note(sidecarBeside(path), ErrSidecar)
		}
		if err == nil {
			meta.Sidecar = data
			if at := madeAt(side); !at.IsZero() {
				meta.At = at.Local()
			}
		}
	}
	var verdict *client.FileError
	a, known, err := w.lib.Import(ctx, name, data, meta)
	if errors.Is(err, db.ErrSidecar) { // the file changed while it was read
		w.note(path, err)
		meta = db.ImportMeta{At: info.ModTime(), Check: picturefile.Verify}
		if _, err = data.Seek(0, io.SeekStart); err == nil {
			a, known, err = w.lib.Import(ctx, name, data, meta)
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, folder.ErrDiskFull):
		return err
	case errors.As(err, &verdict) && verdict.Condition == client.UnknownFormat:
		w.r.Foreign++
		w.note(path, err)
		return nil
	case errors.Is(err, picturefile.ErrDamaged), verdict != nil:
		w.r.Damaged++
		w.note(path, err)
		return nil
	case errors.Is(err, folder.ErrNoMedia):
		w.foreign(path)
		return nil
	case err != nil:
		w.failed(path, err)
		return nil
	case known:
		w.r.Known++
	default:
		w.r.New++
		if still {
			w.r.Stills++
		}
		if meta.Sidecar != nil {
			w.r.Settled++
		}
	}
	if len(w.r.Assets) < maxKept {
		w.r.Assets = append(w.r.Assets, a.ID)
	}
	return nil
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

// OtherFormat names the kind of a picture that cannot be read, by its ending; "" for any other file.
func OtherFormat(path string) string {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".heic", ".heif", ".hif":
		return "HEIC"
	case ".avif", ".jxl", ".psd", ".svg":
		return strings.ToUpper(ext[1:])
	case ".tif", ".tiff":
		return "TIFF"
	case ".raw", ".dng", ".cr2", ".cr3", ".nef", ".arw", ".orf", ".raf", ".rw2", ".pef", ".srw":
		return "RAW"
	}
	return ""
}

func isArchive(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".xz", ".zst":
		return true
	}
	return false
}

// found is a plain file, or what was met in the place of one.
type found struct {
	path string
	size int64
	link bool  // a symbolic link inside a folder, which is not followed
	err  error // it cannot be read
}

// filesBelow are the files among some paths and below them, a folder's in the order of their names. A path that a person names is followed
// where it is a link, and taken where it is hidden; what is in a folder is not: a link may lead anywhere, and back. without is a folder
// that is passed over: the library must not be read into itself. Of a folder with a million files the names are held, which is a hundred
// megabytes for as long as it lasts.
func filesBelow(paths []string, without string) iter.Seq[found] {
	return func(yield func(found) bool) {
		library, _ := os.Stat(without) // nil: there is none
		for _, named := range paths {
			root, dead := filepath.EvalSymlinks(named)
			if dead != nil {
				root = named
			}
			more := true
			_ = filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
				f := found{path: p, err: err}
				switch {
				case err != nil:
				case p != root && hidden(e.Name()):
					if e.IsDir() {
						return fs.SkipDir
					}
					return nil
				case e.IsDir():
					if info, err := e.Info(); err == nil && library != nil && os.SameFile(info, library) {
						return fs.SkipDir
					}
					return nil
				case e.Type()&fs.ModeSymlink != 0 && p == root:
					f.err = dead
				case e.Type()&fs.ModeSymlink != 0:
					f.link = true
				case e.Type().IsRegular():
					var info fs.FileInfo
					if info, f.err = e.Info(); f.err == nil {
						f.size = info.Size()
					}
				case p == root:
					f.err = ErrNotPlain
				default: // a device or a pipe
					return nil
				}
				if more = yield(f); !more {
					return fs.SkipAll
				}
				return nil // what cannot be read was told
			})
			if !more {
				return
			}
		}
	}
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
	Files  int // that begin as pictures and clips do
	Others int
	Bytes  int64 // of Files
}

// Count says how much there is among some paths and below them, by the first bytes of each file, as the import does.
func Count(ctx context.Context, paths []string, without string) (n Amount, err error) {
	for f := range filesBelow(paths, without) {
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		switch {
		case f.err != nil, f.link, strings.EqualFold(filepath.Ext(f.path), sidecarExt):
		case isMedia(f.path):
			n.Files++
			n.Bytes += f.size
		default:
			n.Others++
		}
	}
	return n, nil
}

func isMedia(path string) bool {
	f, _, err := openPlain(path)
	if err != nil {
		return false
	}
	defer f.Close() // it was only read
	return formatOf(f, path) != ""
}

// Endings are those of the files that can be imported, to choose them by.
var Endings = []string{".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".bmp", ".mp4", ".m4v", ".mov",
	".mkv", ".webm", ".avi", ".3gp", ".3g2", ".m4a"}

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

// ImportOptions configure an import.
type ImportOptions struct {
	// Settings imports prompt, settings, tags, star and note from sidecars and from the files themselves.
	Settings bool
	// Progress is called after each file, on the importing goroutine; may be nil.
	Progress func(ImportResult)
}

// ImportResult is the result of an import, partial or final.
type ImportResult struct {
	New      int   // imported
	Known    int   // already in the library; restored if in the trash
	Foreign  int   // unsupported files
	Links    int   // symbolic links inside of folders, which are not followed
	Failed   int   // read or write errors
	Stills   int   // of New: the first frames of GIFs
	Damaged  int   // pictures that cannot be decoded and truncated clips; they are not imported
	Settled  int   // of New: imported with settings
	Bytes    int64 // size of the processed files
	Archives int   // of Foreign: archives that contain files
	Sidecars int   // unreadable ones; their files count as New or Known, without settings

	Assets   []int64   // of New and Known, in order; at most maxKept
	Problems []Problem // of Failed, Damaged, Foreign and Links, and sidecars that match no file; at most maxKept

	Stopped error // why the import ended early: the context's error, or [folder.ErrDiskFull]; nil: it is complete
}

// ErrEmpty reports a skipped empty file.
var ErrEmpty = errors.New("the file is empty")

// ErrLink reports a skipped symbolic link inside a folder.
var ErrLink = errors.New("a symbolic link, which is not followed")

// Import imports files, and all files below folders, into the library, except those of its own folder. It counts and
// skips damaged, unreadable and unsupported files. Only a full disk and the end of ctx stop the import. Files that were
// already imported stay.
//
// The creation time of an asset comes from its settings, or else from its modification time.
func Import(ctx context.Context, lib Library, paths []string, o ImportOptions) ImportResult {
	w := &importer{lib: lib, o: o}
	for f := range filesBelow(paths, lib.Dir()) {
		w.r.Stopped = ctx.Err()
		if w.r.Stopped != nil {
			break
		}
		switch {
		case f.err != nil:
			w.failed(f.path, f.err)
		case f.link:
			w.r.Links++
			w.note(f.path, ErrLink)
		case !strings.EqualFold(filepath.Ext(f.path), sidecarExt): // sidecars are read with their files
			w.r.Stopped = w.importFile(ctx, f.path)
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

type importer struct {
	lib Library
	o   ImportOptions
	r   ImportResult
}

func (w *importer) failed(path string, err error) {
	w.r.Failed++
	w.note(path, err)
}

func (w *importer) note(path string, err error) {
	if len(w.r.Problems) < maxKept {
		w.r.Problems = append(w.r.Problems, Problem{path, err})
	}
}

func (w *importer) unsupported(path string) {
	w.r.Foreign++
	if isArchive(path) {
		w.r.Archives++
	}
	w.note(path, folder.ErrNoMedia)
}

// formatOf returns the format of a file by its first bytes: "kept" if the library stores it unchanged, "gif" or "bmp",
// else "". Many texts begin like a BMP, so a BMP needs its extension too.
func formatOf(f io.ReaderAt, path string) string {
	head := make([]byte, decode.SniffLen)
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

// isPlayable reports whether a GIF is animated and this computer has a decoder that can play it.
func isPlayable(ctx context.Context, path string) bool {
	info, err := client.ProbeFile(ctx, path)
	return err == nil && info.Clip
}

// asPNG returns a picture, or the first frame of a GIF, as a PNG. Errors: those of [picturefile.Read].
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

// importFile imports one file. It returns only errors that end the import.
func (w *importer) importFile(ctx context.Context, path string) error {
	f, info, err := openPlain(path)
	if err != nil {
		w.failed(path, err)
		return nil
	}
	defer f.Close() // it was only read
	name, data, still := filepath.Base(path), io.ReadSeeker(f), false
	format := formatOf(f, path)
	if format == "gif" && isPlayable(ctx, path) {
		format = "kept"
	}
	switch format {
	case "": // reject before copying
		if info.Size() == 0 {
			w.r.Foreign++
			w.note(path, ErrEmpty)
			return nil
		}
		w.unsupported(path)
		return nil
	case "gif", "bmp": // the service accepts neither, and imported files can be sent
		if data, err = asPNG(f); errors.Is(err, picturefile.ErrDamaged) {
			w.r.Damaged++
			w.note(path, picturefile.ErrDamaged)
			return nil
		} else if err != nil { // for example too large
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
		w.unsupported(path)
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

// madeAt returns when a file was made according to its settings; zero if unknown.
func madeAt(side db.Sidecar) time.Time {
	if made, ok := side.Recipe(); ok && !made.Clicked.IsZero() {
		return made.Clicked
	}
	if side.Import != nil {
		return side.Import.At
	}
	return time.Time{}
}

// UnsupportedFormat returns the format of a picture that cannot be imported, by its extension; "" for any other file.
func UnsupportedFormat(path string) string {
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

// foundFile is an entry that filesBelow found.
type foundFile struct {
	path string
	size int64
	link bool  // a symbolic link inside a folder, which is not followed
	err  error // it cannot be read
}

// filesBelow returns the files among paths and below them, by name within each folder. It follows links and includes
// hidden files only if they are in paths. It skips them inside folders, because a link may lead anywhere. It skips the
// folder without, so that the library is not imported into itself. It holds the names of each folder in memory: about
// 100 MB for a million files.
func filesBelow(paths []string, without string) iter.Seq[foundFile] {
	return func(yield func(foundFile) bool) {
		library, _ := os.Stat(without) // nil: there is none
		for _, named := range paths {
			root, dead := filepath.EvalSymlinks(named)
			if dead != nil {
				root = named
			}
			more := true
			_ = filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
				f := foundFile{path: p, err: err}
				switch {
				case err != nil:
				case p != root && isHidden(e.Name()):
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
					info, f.err = e.Info()
					if f.err == nil {
						f.size = info.Size()
					}
				case p == root:
					f.err = ErrNotPlain
				default: // a device or a pipe
					return nil
				}
				more = yield(f)
				if !more {
					return fs.SkipAll
				}
				return nil // errors were reported above
			})
			if !more {
				return
			}
		}
	}
}

// isHidden reports whether a name is hidden: it begins with a dot, or is a system file.
func isHidden(name string) bool {
	switch strings.ToLower(name) {
	case "thumbs.db", "desktop.ini", "__macosx", "$recycle.bin", "system volume information":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// Amount is the number and size of the files to import.
type Amount struct {
	Files  int // files that begin like pictures and clips
	Others int
	Bytes  int64 // of Files
}

// Count counts the files among paths and below them, by their first bytes, like the import.
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

// Extensions are the extensions of the files that can be imported, for file dialogs.
var Extensions = []string{".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".bmp", ".mp4", ".m4v", ".mov",
	".mkv", ".webm", ".avi", ".3gp", ".3g2", ".m4a"}

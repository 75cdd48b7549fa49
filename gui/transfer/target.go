package transfer

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// target takes the files of an export. After finish all of them are there, after discard nothing is.
type target interface {
	// put writes one file, once; its error ends the export. packed: its bytes do not get smaller.
	put(name string, at time.Time, packed bool, write func(io.Writer) error) error
	finish() (path string, err error)
	discard() error
}

func newTarget(o ExportOptions) (target, error) {
	name := plainStem(o.Name)
	if o.Zip {
		f, err := os.CreateTemp(o.Folder, ".viviscope-*.part")
		if err != nil {
			return nil, err
		}
		buffer := bufio.NewWriterSize(f, 1<<18)
		return &zipTarget{f: f, buffer: buffer, zip: zip.NewWriter(buffer), dir: o.Folder, name: name}, nil
	}
	dir, err := os.MkdirTemp(o.Folder, ".viviscope-*.part")
	if err != nil {
		return nil, err
	}
	return &folderTarget{at: dir, dir: o.Folder, name: name}, nil
}

// folderTarget is a folder that gets its name at the end.
type folderTarget struct{ at, dir, name string }

func (t *folderTarget) put(name string, at time.Time, _ bool, write func(io.Writer) error) error {
	p := filepath.Join(t.at, name)
	f, err := os.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<16)
	err = write(out)
	if err == nil {
		err = out.Flush()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if !at.IsZero() {
		_ = os.Chtimes(p, time.Time{}, at) // a file system without times loses nothing else
	}
	return nil
}

func (t *folderTarget) finish() (string, error) {
	to := freePath(t.dir, t.name, "")
	if err := os.Chmod(t.at, 0o755); err != nil {
		return "", err
	}
	return to, os.Rename(t.at, to)
}

func (t *folderTarget) discard() error { return os.RemoveAll(t.at) }

// zipTarget is a zip that gets its name at the end. All its files are in a folder of that name, so that unpacking does not
// strew them about.
type zipTarget struct {
	f         *os.File
	buffer    *bufio.Writer
	zip       *zip.Writer
	dir, name string
	closed    bool
}

func (t *zipTarget) put(name string, at time.Time, packed bool, write func(io.Writer) error) error {
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

func (t *zipTarget) finish() (string, error) {
	if err := errors.Join(t.zip.Close(), t.buffer.Flush()); err != nil {
		return "", err
	}
	err := errors.Join(t.f.Chmod(0o644), t.f.Sync(), t.f.Close())
	t.closed = true
	if err != nil {
		return "", err
	}
	to := freePath(t.dir, t.name, ".zip")
	return to, os.Rename(t.f.Name(), to)
}

func (t *zipTarget) discard() error {
	if !t.closed {
		_ = t.f.Close() // it is deleted
	}
	return os.Remove(t.f.Name())
}

// maxStem is how many bytes a name has before its extension: with a number and an extension it stays below the 255 that file
// systems allow, and folders leave room below the 260 characters of old Windows programs.
const maxStem = 150

// names gives the files of a folder names that are readable, safe on every system, and different from each other on those
// that do not tell capitals from small letters. A file and its sidecar share what stands before the extension, so that is
// what differs.
type names struct{ taken map[string]bool }

func newNames() *names { return &names{taken: map[string]bool{}} }

// take returns a name for a file that was called so; only its last part counts.
func (n *names) take(called string) string {
	called = path.Base(strings.ReplaceAll(called, `\`, "/"))
	ext := strings.ToLower(plainExt(path.Ext(called)))
	stem := strings.TrimSuffix(called, path.Ext(called))
	if ext == "" { // what stands behind a dot would be taken for one, and the file's sidecar be another's
		stem = strings.ReplaceAll(stem, ".", " ")
	}
	stem = plainStem(stem)
	name := stem
	for i := 2; n.taken[folded(name)]; i++ {
		name = fmt.Sprintf("%s (%d)", stem, i)
	}
	n.taken[folded(name)] = true
	return name + ext
}

func folded(s string) string { return norm.NFC.String(cases.Fold().String(s)) }

// plainExt keeps an extension of letters and digits.
func plainExt(ext string) string {
	if len(ext) < 2 || len(ext) > 9 || strings.ContainsFunc(ext[1:], func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		return ""
	}
	return ext
}

// plainStem makes a name of a text that every system takes: without separators, signs that shells and Windows read, control
// and invisible characters, dots and blanks at its ends; not a device of Windows; composed (NFC).
func plainStem(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, ""))
	s = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r), unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c': // joiners are part of words
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	for len(s) > maxStem {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	s = strings.Trim(s, ". ")
	if s == "" {
		return "file"
	}
	if device(s) {
		return "_" + s
	}
	return s
}

// device reports whether Windows takes a name for a device, whatever follows its first dot.
func device(s string) bool {
	first, _, _ := strings.Cut(strings.ToUpper(s), ".")
	switch first = strings.TrimSpace(first); first {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	digit, ok := strings.CutPrefix(first, "COM")
	if !ok {
		digit, ok = strings.CutPrefix(first, "LPT")
	}
	return ok && utf8.RuneCountInString(digit) == 1 && strings.ContainsAny(digit, "0123456789¹²³")
}

package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the formats that pictures come in
	_ "image/png"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	_ "golang.org/x/image/webp"
	"golang.org/x/text/unicode/norm"
)

// safeName is what a name inside incoming/ or thumbs/ may be: nothing that any system or shell takes for more than a
// name.
var safeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`)

// reservedName is a name that Windows keeps for a device, with any extension.
var reservedName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// checkName refuses a name that would not be one plain file on every system.
func checkName(name string) error {
	if !safeName.MatchString(name) || reservedName.MatchString(name) || strings.HasSuffix(name, ".") {
		return fmt.Errorf("%w: %.140q", ErrName, name)
	}
	return nil
}

// safeExt is an extension without its dot.
var safeExt = regexp.MustCompile(`^[a-z0-9]{1,8}$`)

// checkExt takes an extension with or without its dot and returns it in small letters without.
func checkExt(ext string) (string, error) {
	e := strings.ToLower(strings.TrimPrefix(ext, "."))
	if !safeExt.MatchString(e) {
		return "", fmt.Errorf("%w: extension %.40q", ErrName, ext)
	}
	return e, nil
}

// IncomingPath returns the absolute path of a name in incoming/, for a file that is about to be fetched. The name must be
// plain ([ErrName] otherwise): letters, digits, dots, hyphens and underscores, at most 128 of them.
func (l *Library) IncomingPath(name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", fmt.Errorf("incoming path: %w", err)
	}
	return filepath.Join(l.dir, incomingDir, name), nil
}

// OpenIncoming opens a file in incoming/ for reading; its name is a plain name as for [Library.IncomingPath].
func (l *Library) OpenIncoming(name string) (*os.File, error) {
	if err := checkName(name); err != nil {
		return nil, fmt.Errorf("open incoming: %w", err)
	}
	f, err := l.root.Open(filepath.Join(incomingDir, name))
	return f, wrap(err, "open incoming")
}

// ThumbPath returns the absolute path of a derived picture; key is a plain name as for [Library.IncomingPath], such as
// "<sha256>-320.jpg". The folder that it stands in exists when ThumbPath returns, the file need not.
func (l *Library) ThumbPath(key string) (string, error) {
	if err := checkName(key); err != nil {
		return "", fmt.Errorf("thumbnail path: %w", err)
	}
	shard := path.Join(thumbsDir, strings.ToLower(key[:min(2, len(key))]))
	if strings.HasSuffix(shard, ".") {
		shard = path.Join(thumbsDir, "other")
	}
	if err := l.root.MkdirAll(shard, dirMode); err != nil {
		return "", wrap(err, "thumbnail path %s", key)
	}
	return filepath.Join(l.dir, filepath.FromSlash(shard), key), nil
}

// AbsPath returns the absolute path of a file of the library, given its path relative to the library with slashes, as
// rows hold it. The file need not exist. A path that leads out of the library, also through a symbolic link, is an
// [ErrName].
func (l *Library) AbsPath(rel string) (string, error) {
	local := filepath.FromSlash(rel)
	if rel == "" || !filepath.IsLocal(local) || strings.ContainsRune(rel, 0) {
		return "", fmt.Errorf("path of %.200q: %w", rel, ErrName)
	}
	if _, err := l.root.Stat(local); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("path of %.200q: %w: %w", rel, ErrName, err)
	}
	return filepath.Join(l.dir, local), nil
}

// OpenFile opens a file of the library for reading, given its path relative to the library.
func (l *Library) OpenFile(rel string) (*os.File, error) {
	f, err := l.root.Open(filepath.FromSlash(rel))
	return f, wrap(err, "open file")
}

// SaveInput keeps the local picture that an edit sends, so that the job can be sent after a restart and repeated later.
// It returns the path relative to the library. The name is the hash of the bytes: the same picture is kept once.
func (l *Library) SaveInput(ctx context.Context, data []byte, ext string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("save input: %w", err)
	}
	e, err := checkExt(ext)
	if err != nil {
		return "", fmt.Errorf("save input: %w", err)
	}
	if len(data) == 0 {
		return "", errors.New("save input: it is empty")
	}
	sum := sha256.Sum256(data)
	rel := path.Join(inputsDir, hex.EncodeToString(sum[:])+"."+e)
	if info, err := l.root.Stat(rel); err == nil && info.Size() == int64(len(data)) {
		return rel, nil
	}
	return rel, wrap(l.writeFile(rel, data), "save input")
}

// writeFile puts a file in place whole or not at all, on the disk when it returns.
func (l *Library) writeFile(rel string, data []byte) (err error) {
	l.whole.Lock()
	defer l.whole.Unlock()
	part := rel + ".part"
	f, err := l.root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, bytes.NewReader(data))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, l.removeIfThere(part))
	}
	if err := l.root.Rename(part, rel); err != nil {
		return err
	}
	return l.syncDir(path.Dir(rel))
}

// makeDir makes a folder and its parents, on the disk when it returns.
func (l *Library) makeDir(rel string) error {
	if _, err := l.root.Stat(rel); err == nil {
		return nil
	}
	if err := l.root.MkdirAll(rel, dirMode); err != nil {
		return err
	}
	for d := rel; d != "."; d = path.Dir(d) {
		if err := l.syncDir(path.Dir(d)); err != nil {
			return err
		}
	}
	return nil
}

// syncDir makes renames inside a folder last, where there is such a folder. Windows has no such call; its file system logs renames by
// itself.
func (l *Library) syncDir(rel string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := l.root.Open(rel)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(ignoreUnsupported(d.Sync()), d.Close())
}

func (l *Library) syncFile(rel string) error {
	f, err := l.root.OpenFile(rel, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(ignoreUnsupported(f.Sync()), f.Close())
}

// ignoreUnsupported forgives a file system that cannot sync, as some network shares cannot.
func ignoreUnsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

func (l *Library) removeIfThere(rel string) error {
	if err := l.root.Remove(rel); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// exists reports whether something stands at a path, be it a link that leads nowhere.
func (l *Library) exists(rel string) (bool, error) {
	_, err := l.root.Lstat(rel)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// maxWords is how many bytes of a prompt stand in a file name: with the date and the ref well below the 255 that file
// systems allow, also where a tool adds something of its own.
const maxWords = 60

// AssetRef returns the ref of the asset that an item of a job's answer becomes; item counts from 0. It is the same at
// every attempt, so that a file that has landed is found again after a crash. The first item has the job's own ref: the
// four digits in the file name are those that people see on the job.
func AssetRef(jobRef string, item int) string {
	if item == 0 {
		return jobRef
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", jobRef, item))
	return hex.EncodeToString(sum[:16])
}

// IncomingName returns the name in incoming/ for an item of a job, "<ref>-<item>.<ext>". [Library.Sweep] knows by the ref
// which job a part belongs to.
func IncomingName(jobRef string, item int, ext string) string {
	return fmt.Sprintf("%s-%d.%s", jobRef, item, strings.TrimPrefix(ext, "."))
}

// fileStem makes the name of a file without its extension: "2026-11-21 paper boats on a canal [7f3a]". The date is that
// of at in its own location. The name is plain on Linux, macOS and Windows, whatever the words are.
func fileStem(at time.Time, words, ref string) string {
	date := at.Format("2006-01-02")
	if at.Year() < 0 || at.Year() > 9999 {
		date = "0000-00-00"
	}
	short := "[" + ref[:min(4, len(ref))] + "]"
	if w := fileWords(words); w != "" {
		return date + " " + w + " " + short
	}
	return date + " " + short
}

// fileWords keeps of a text what may stand in a file name: letters and digits of any script with their marks, hyphen,
// underscore and comma; everything else parts words, but for the apostrophe, which joins them. The result is composed
// (NFC), so that a name reads the same on a file system that decomposes it, and cut between words where there are any.
func fileWords(s string) string {
	var b strings.Builder
	gap, base := false, false // base: a mark may follow
	for _, r := range norm.NFC.String(clip(s, 4*1024)) {
		switch {
		case r == utf8.RuneError:
			gap, base = true, false
		case unicode.IsLetter(r), unicode.IsNumber(r), strings.ContainsRune("-_,", r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap, base = false, true
			b.WriteRune(r)
		case unicode.IsMark(r) && !unicode.Is(unicode.Variation_Selector, r):
			if base {
				b.WriteRune(r)
			}
		case r == '\'' || r == '’':
		default:
			gap, base = true, false
		}
		if b.Len() > 2*maxWords {
			break
		}
	}
	const edges = " -_,"
	words := strings.Trim(b.String(), edges)
	if len(words) > maxWords {
		cut := clip(words, maxWords)
		if i := strings.LastIndexByte(cut, ' '); i > maxWords/2 && words[len(cut)] != ' ' {
			cut = cut[:i]
		}
		words = strings.TrimRight(cut, edges)
	}
	return words
}

// clip cuts a text to at most n bytes, between two runes.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// maxHeader is how much of a picture is read to learn its size: what cameras put before it stays far below.
const maxHeader = 8 << 20

// mediaKind tells a clip from a picture by the first bytes of a file; its name says nothing. Nothing is decoded: a
// picture of two hundred bytes can be gigabytes large.
func (l *Library) mediaKind(rel string) (AssetKind, Media, error) {
	f, err := l.root.Open(rel)
	if err != nil {
		return "", Media{}, err
	}
	defer f.Close()
	return sniff(f)
}

func sniff(f io.ReadSeeker) (AssetKind, Media, error) {
	var head [12]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return "", Media{}, ErrNoMedia
	}
	// Every MP4 begins with its file type box (ISO/IEC 14496-12, 4.3): its length, "ftyp", a brand of four letters.
	if bytes.Equal(head[4:8], []byte("ftyp")) && head[0] == 0 && head[1] == 0 && bytes.IndexByte(head[8:], 0) < 0 {
		return Clip, Media{MIME: "video/mp4"}, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", Media{}, err
	}
	c, format, err := image.DecodeConfig(io.LimitReader(f, maxHeader))
	known := format == "png" || format == "jpeg" || format == "webp" // a program may have registered more
	if err != nil || !known || c.Width <= 0 || c.Height <= 0 || c.Width > maxSide || c.Height > maxSide {
		return "", Media{}, ErrNoMedia
	}
	return Picture, Media{MIME: "image/" + format, Width: c.Width, Height: c.Height}, nil
}

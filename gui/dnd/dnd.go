// Package dnd brings drags from other programs into the window: links, pictures and selected text from a browser, files
// from a file manager, link files from anywhere. A link arrives byte for byte as its source wrote it: a signed link
// that was decoded and encoded again is another link, and a dead one.
//
//	detach := dnd.Attach(window, handle, target, keep, fyne.Do, log)
//
// Two ways lead out: a [FileClipboard] puts files on the clipboard, for what pastes files, and [FilesOut] drags them
// into another program's window, from one that is an X11 window.
//
// What is dragged inside of the window, from one of its places to another, is assets of the library. It comes to the
// same target with the same calls, by package app.
//
// A [Target] is asked with Over at each position that the pointer passes, and its answer is what the source shows at
// the pointer. Every hover ends with one Leave, also when it ends with a drop. Dropped follows where Over accepted that
// place and that content. All three are called on the window's goroutine, in canvas coordinates: the space of
// fyne.CurrentApp().Driver().AbsolutePositionForObject. While an overlay (a dialog, a menu) is open nothing is offered
// and nothing arrives.
//
// Where the window is an X11 window the package speaks XDND version 5 itself, beside the toolkit: it names a window
// of its own, on a connection of its own, as the XdndProxy of the program's window, so that sources speak to it. The
// compositors of Wayland ignore the proxy; the messages that they send to the window are read from GLFW's connection.
// The toolkit's own reception (GLFW) accepts text/uri-list alone, decodes it, and turns a link into a path below the
// working directory, which no surgery can undo. Which of its flavours counts is decided by flavourTable, for drags
// and the clipboard of every system.
//
// On Windows the package registers an OLE drop target in place of the toolkit's reception, which takes files alone.
// Links win over files. Files that their source deletes after the drop, and those that no disk holds (attachments of
// a mail), are copied first.
//
// Everywhere else (macOS, native Wayland, an X server that refuses the second connection) the toolkit delivers: Over is
// never asked, real files are right, and a link that came damaged is reported as [Drop.Damaged], never handed on.
// Native Wayland does not report where the drop was: [Drop.Placed] is false then.
//
// A link is http or https with a host, without a user name or password, of at most 8 KiB: see [WebLink]. The files
// .url, .webloc (XML and binary) and .desktop (Type=Link) count as the link inside: see [ReadLinkFile]. They are read
// off the window's goroutine.
package dnd

import (
	"errors"
	"image"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"

	"fyne.io/fyne/v2"

	"viviscope/client/guard"
	"viviscope/db"
	"viviscope/gui/dnd/pointer"
)

// Kind says what a drag would bring.
type Kind int

// The kinds of an [Offer]. What brings links and files is KindLink.
const (
	KindUnknown Kind = iota // a link, a file or a picture: the source tells only at the drop
	KindLink                // at least one http(s) link
	KindFile                // files, of which some may be link files: see IsLinkFile
	KindText                // text that is no link
	KindAssets              // assets of the library, from another place of the window
)

// Offer is what hovers over the window, as far as its source tells before the drop. Nobody may change its slices.
type Offer struct {
	Kind  Kind
	Links []string // http(s) links, byte for byte as the source wrote them
	Files []string // absolute paths; link files among them will arrive as links
	Text  string   // KindText: what was selected, at most 1 MiB

	Assets []db.Asset // KindAssets: alone
}

// Drop is the content of a drop or a paste. At least one of Links, Files, Text, Assets, Damaged and Failed is set. Its
// slices must not be changed.
type Drop struct {
	At     fyne.Position // canvas coordinates
	Placed bool          // false: At is unknown, as on native Wayland
	// http(s) links, byte for byte as the source wrote them, in its order; those inside link files too
	Links []string
	// absolute paths of files and folders that are no link files, in the source's order; pictures too, see [Keep]
	Files   []string
	Text    string // text that is not made of links alone, UTF-8, at most 1 MiB
	Damaged bool   // a link came, and the toolkit has damaged it beyond repair: ask for it to be pasted
	Failed  error  // a picture came, and could not be saved as a file

	Assets []db.Asset // of the library, alone
}

// Target takes drops. Its methods are called on the window's goroutine and must be quick.
type Target interface {
	// Over reports whether a drop of this at that place would be taken. The source shows the answer at the pointer, and
	// a drag inside of the window the words too: what a drop would do or why it is not taken, where the target does not
	// show that itself.
	Over(at fyne.Position, what Offer) (accepted bool, words string)
	// Leave ends a hover: the pointer has left, or the drop has happened, or its source has gone.
	Leave()
	// Dropped takes what arrived. It may come some time after Leave, because link files are read in between.
	Dropped(Drop)
}

// Keep saves the bytes of a picture (PNG, JPEG, WebP, GIF or BMP) that came without a file, and returns the absolute
// path of a file that the library keeps. It is called off the window's goroutine.
type Keep func(picture []byte) (path string, err error)

// Attach lets drags from other programs into a window that is shown, for as long as it exists or until detach is
// called. Both it and detach are called on the window's goroutine, return at once, and detach may be called twice;
// after it nothing reaches the target any more. A window has one target.
//
// The handle is the number by which the system knows the window, 0 where it has none. post runs a function on the
// window's goroutine, later.
func Attach(w fyne.Window, handle uintptr, t Target, keep Keep, post func(func()), log *slog.Logger) (detach func()) {
	r := &receiver{canvas: w.Canvas, target: t, keep: keep, post: post, log: log}
	// The toolkit's own way stays open beside ours: it takes over where ours cannot be opened, or is lost.
	where := func() (image.Point, bool) { return pointer.In(handle) }
	w.SetOnDropped(toolkit{r, handle != 0 || runtime.GOOS == "darwin", where}.dropped)
	stop := openProxy(handle, r)
	return sync.OnceFunc(func() {
		r.unhover()
		r.detached = true
		stop()
	})
}

// receiver stands between the ways in which drags arrive and the target. Its fields belong to the window's goroutine;
// its methods that begin with a post may be called from anywhere.
type receiver struct {
	canvas   func() fyne.Canvas // read at each use: it belongs to the window
	target   Target
	keep     Keep
	post     func(func())
	log      *slog.Logger
	detached bool
	hovering bool // Over was asked, and Leave was not called since
}

// over asks the target about a position in px of the window, and calls answer on the window's goroutine.
func (r *receiver) over(px image.Point, what Offer, answer func(accepted bool)) {
	r.post(func() { answer(r.ask(px, what)) })
}

// drop ends a hover with a drop. The answer says whether it is taken; the content follows with deliver.
func (r *receiver) drop(px image.Point, what Offer, answer func(accepted bool)) {
	r.post(func() {
		accepted := r.ask(px, what)
		r.unhover()
		answer(accepted)
	})
}

// leave ends a hover without a drop.
func (r *receiver) leave() { r.post(r.unhover) }

// deliver hands over a drop that was taken. It reads the link files first, on a goroutine of its own: a file may lie on
// a network that is gone, and neither the window nor the next drag may wait for it.
func (r *receiver) deliver(px image.Point, c content) {
	r.deliverAfter(px, func() content { return c })
}

// deliverAfter is deliver with a content that get returns on the goroutine of the drop.
func (r *receiver) deliverAfter(px image.Point, get func() content) {
	guard.Go("drop", func() {
		d := resolve(get(), r.keep)
		if len(d.Links)+len(d.Files) == 0 && d.Text == "" && d.Failed == nil {
			d.Failed = errNoHandover
		}
		r.post(func() {
			if r.detached {
				return
			}
			d.At, d.Placed = r.position(px), true
			r.log.Debug("drop arrived", "links", len(d.Links), "files", len(d.Files), "text", len(d.Text))
			r.target.Dropped(d)
		})
	})
}

// errNoHandover means that a source offered a flavour and then did not transfer its bytes.
var errNoHandover = errors.New("the source did not transfer the content that it offered")

func (r *receiver) ask(px image.Point, what Offer) bool {
	if r.detached || !r.open() {
		r.unhover()
		return false
	}
	r.hovering = true
	accepted, _ := r.target.Over(r.position(px), what)
	return accepted
}

func (r *receiver) unhover() {
	if !r.hovering {
		return
	}
	r.hovering = false
	r.target.Leave()
}

// open reports whether anything may arrive: what lies under an overlay cannot be reached.
func (r *receiver) open() bool {
	canvas := r.canvas()
	return canvas != nil && canvas.Overlays().Top() == nil
}

// position turns px of the window into canvas coordinates, as the toolkit does with the mouse.
func (r *receiver) position(px image.Point) fyne.Position {
	scale := r.canvas().Scale()
	if scale <= 0 {
		scale = 1
	}
	return fyne.NewPos(float32(px.X)/scale, float32(px.Y)/scale)
}

// toolkit takes what the toolkit itself delivers: files, and links that it has taken for files.
type toolkit struct {
	*receiver
	// it reports where a drop was; Wayland does not: there it is wherever the pointer last was before the drag
	places bool

	// pointer returns where the pointer is now, px of the window, where the system can be asked. The toolkit's own
	// position is that of the last move of the mouse before the drag.
	pointer func() (image.Point, bool)
}

// dropped is called by the toolkit, on the window's goroutine. Nothing hovered before: the toolkit tells of the drop
// alone.
func (k toolkit) dropped(at fyne.Position, uris []fyne.URI) {
	if k.detached || !k.open() {
		return
	}
	// The toolkit forgets the position when the window loses the focus; it is the corner then, where nothing can be
	// dropped by hand.
	placed := k.places && !at.IsZero()
	if k.pointer != nil {
		if px, ok := k.pointer(); ok {
			at, placed = k.position(px), true
		}
	}
	var paths []string
	for _, uri := range uris {
		if len(paths) == maxEntries {
			break
		}
		paths = append(paths, filepath.FromSlash(uri.Path()))
	}
	guard.Go("drop", func() { // looks at the disk
		c, damaged := sorted(paths)
		d := resolve(c, k.keep)
		d.Damaged = damaged
		k.post(func() {
			if k.detached || (len(d.Links) == 0 && len(d.Files) == 0 && !d.Damaged) {
				return
			}
			if placed {
				d.At, d.Placed = at, true
			}
			k.log.Debug("drop arrived through the toolkit", "links", len(d.Links), "files", len(d.Files), "damaged",
				d.Damaged)
			k.target.Dropped(d)
		})
	})
}

// sorted tells files from links that were taken for files.
func sorted(paths []string) (c content, damaged bool) {
	for _, path := range paths {
		_, err := os.Lstat(path)
		switch {
		case err == nil || !errors.Is(err, fs.ErrNotExist) && !damagedLink.MatchString(path):
			c.entries = append(c.entries, entry{file: path})
		case damagedLink.MatchString(path):
			damaged = true
		}
		// What is neither was made up: the toolkit reads beyond the end of a malformed list.
	}
	return c, damaged
}

// damagedLink finds a link that was decoded, cleaned and put below the working directory: <directory>/https:/host/path.
// What it was cannot be known: a decoded %2F or %26 leaves no trace.
var damagedLink = regexp.MustCompile(`(?i)(^|[/\\])https?:[/\\]`)

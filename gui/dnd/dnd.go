// Package dnd receives drags from other programs: links, pictures and selected text from a browser, files from a file
// manager, link files from anywhere. Links are passed on byte for byte, because decoding and encoding a signed link
// invalidates it.
//
//	detach := dnd.Attach(window, handle, target, keep, fyne.Do, log)
//
// A [FileClipboard] copies files to the clipboard. [FilesOut] drags files from an X11 window into other programs. Drags
// within the window carry assets of the library; package app implements them and calls the same [Target].
//
// The package calls [Target.Over] for each pointer position; the drag source shows the answer. Each hover ends with one
// Leave, also before a drop. Dropped follows if Over accepted that position and content. All three run on the window
// goroutine, in the canvas coordinates of fyne.CurrentApp().Driver().AbsolutePositionForObject. While an overlay
// (dialog, menu) is open, nothing is offered or dropped.
//
// On X11 the package implements XDND version 5 itself. It registers a window of its own, on its own connection, as
// XdndProxy of the program's window. Wayland compositors ignore the proxy; their messages are intercepted on GLFW's
// connection. GLFW's own implementation accepts only text/uri-list, decodes it and turns links into paths below the
// working directory, which cannot be undone. flavourTable decides which flavour counts, for drags and clipboards on all
// systems.
//
// On Windows the package registers an OLE drop target instead of GLFW's, which accepts only files. Links take
// precedence over files. Files that their source deletes after the drop, and virtual files such as mail attachments,
// are copied first.
//
// On other systems (macOS, native Wayland, an X server that refuses the second connection) the toolkit delivers drops.
// Over is not called. Files are correct; a damaged link is reported as [Drop.Damaged]. Native Wayland does not report
// the position: [Drop.Placed] is false.
//
// Links are http or https with a host, without user name or password, of at most 8 KiB: see [WebLink]. The link files
// .url, .webloc and .desktop (Type=Link) count as their link: see [ReadLinkFile]. They are read in the background.
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

// Kind is the kind of content that a drag offers.
type Kind int

// Kinds of an [Offer]. Content with both links and files is KindLink.
const (
	KindUnknown Kind = iota // a link, a file or a picture: known only after the drop
	KindLink                // at least one http(s) link
	KindFile                // files, possibly including link files: see IsLinkFile
	KindText                // text that is no link
	KindAssets              // assets of the library, dragged within the window
)

// Offer is the content of a hovering drag, as far as it is known before the drop. Do not modify its slices.
type Offer struct {
	Kind  Kind
	Links []string // http(s) links, byte for byte as the source wrote them
	Files []string // absolute paths; link files arrive as links after the drop
	Text  string   // KindText: the selected text, at most 1 MiB

	Assets []db.Asset // KindAssets only
}

// Drop is the content of a drop or paste. At least one of Links, Files, Text, Assets, Damaged and Failed is set. Do not
// modify its slices.
type Drop struct {
	At     fyne.Position // canvas coordinates
	Placed bool          // false: At is unknown, as on native Wayland
	// http(s) links, byte for byte and in the order of the source, including those in link files
	Links []string
	// absolute paths of files and folders other than link files, in the order of the source; pictures too, see [Keep]
	Files   []string
	Text    string // text other than links, UTF-8, at most 1 MiB
	Damaged bool   // the toolkit damaged a link; the user must paste it instead
	Failed  error  // a picture could not be saved as a file

	Assets []db.Asset // of the library, alone
}

// Target handles drops. Its methods run on the window goroutine and must be fast.
type Target interface {
	// Over reports whether the target accepts this content at this position. The drag source shows the answer. A drag
	// within the window also shows words: the effect of a drop, or why it is rejected, unless the target shows that
	// itself.
	Over(at fyne.Position, what Offer) (accepted bool, words string)
	// Leave ends a hover: the pointer left, the drop happened, or the source ended.
	Leave()
	// Dropped handles the content. It may run some time after Leave, because link files are read first.
	Dropped(Drop)
}

// Keep saves the bytes of a picture (PNG, JPEG, WebP, GIF or BMP) without a file and returns the absolute path of a
// library file. It runs in the background.
type Keep func(picture []byte) (path string, err error)

// Attach accepts drags from other programs onto a visible window until it is closed or detach is called. Call both on
// the window goroutine; they return immediately. detach may be called twice; no calls to the target follow. A window
// has one target.
//
// handle is the native window handle, 0 if there is none. post runs a function later on the window goroutine.
func Attach(w fyne.Window, handle uintptr, t Target, keep Keep, post func(func()), log *slog.Logger) (detach func()) {
	r := &receiver{canvas: w.Canvas, target: t, keep: keep, post: post, log: log}
	// The toolkit's own drop handler stays active as a fallback if ours cannot start or loses its connection.
	where := func() (image.Point, bool) { return pointer.In(handle) }
	w.SetOnDropped(toolkit{r, handle != 0 || runtime.GOOS == "darwin", where}.dropped)
	stop := openProxy(handle, r)
	return sync.OnceFunc(func() {
		r.endHover()
		r.detached = true
		stop()
	})
}

// receiver connects the drag implementations to the target. Its fields belong to the window goroutine. Methods that
// call post may be called on any goroutine.
type receiver struct {
	canvas   func() fyne.Canvas // evaluated at each use
	target   Target
	keep     Keep
	post     func(func())
	log      *slog.Logger
	detached bool
	hovering bool // Over was called without a Leave since
}

// over asks the target about a window position in px and calls answer on the window goroutine.
func (r *receiver) over(px image.Point, what Offer, answer func(accepted bool)) {
	r.post(func() { answer(r.ask(px, what)) })
}

// drop ends a hover with a drop. answer reports whether it is accepted; the content follows with deliver.
func (r *receiver) drop(px image.Point, what Offer, answer func(accepted bool)) {
	r.post(func() {
		accepted := r.ask(px, what)
		r.endHover()
		answer(accepted)
	})
}

// leave ends a hover without a drop.
func (r *receiver) leave() { r.post(r.endHover) }

// deliver passes an accepted drop to the target. It reads link files on a new goroutine, because a network drive may
// hang.
func (r *receiver) deliver(px image.Point, c content) {
	r.deliverAfter(px, func() content { return c })
}

// deliverAfter is deliver with content from get, which runs on that goroutine.
func (r *receiver) deliverAfter(px image.Point, get func() content) {
	guard.Go("drop", func() {
		d := resolve(get(), r.keep)
		if len(d.Links)+len(d.Files) == 0 && d.Text == "" && d.Failed == nil {
			d.Failed = errNotTransferred
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

// errNotTransferred means that a source did not transfer an offered flavour.
var errNotTransferred = errors.New("the source did not transfer the content that it offered")

func (r *receiver) ask(px image.Point, what Offer) bool {
	if r.detached || !r.acceptsDrops() {
		r.endHover()
		return false
	}
	r.hovering = true
	accepted, _ := r.target.Over(r.position(px), what)
	return accepted
}

func (r *receiver) endHover() {
	if !r.hovering {
		return
	}
	r.hovering = false
	r.target.Leave()
}

// acceptsDrops reports whether drops are possible. An open overlay blocks them.
func (r *receiver) acceptsDrops() bool {
	canvas := r.canvas()
	return canvas != nil && canvas.Overlays().Top() == nil
}

// position converts px of the window into canvas coordinates, as the toolkit does for the mouse.
func (r *receiver) position(px image.Point) fyne.Position {
	scale := r.canvas().Scale()
	if scale <= 0 {
		scale = 1
	}
	return fyne.NewPos(float32(px.X)/scale, float32(px.Y)/scale)
}

// toolkit handles drops from Fyne: files, and links that Fyne has converted to paths.
type toolkit struct {
	*receiver
	// reports whether drops have a position; on Wayland it is the last pointer position before the drag
	reportsPosition bool

	// pointer returns the current pointer position in px of the window, if the system provides it. Fyne's position is
	// that of the last mouse move before the drag.
	pointer func() (image.Point, bool)
}

// dropped handles Fyne's drop callback on the window goroutine. Fyne reports no hover.
func (k toolkit) dropped(at fyne.Position, uris []fyne.URI) {
	if k.detached || !k.acceptsDrops() {
		return
	}
	// Fyne resets the position to the corner when the window loses the focus. No drop can happen there.
	placed := k.reportsPosition && !at.IsZero()
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
	guard.Go("drop", func() { // accesses the disk
		c, damaged := classify(paths)
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

// classify separates files from links that were converted to paths.
func classify(paths []string) (c content, damaged bool) {
	for _, path := range paths {
		_, err := os.Lstat(path)
		switch {
		case err == nil || !errors.Is(err, fs.ErrNotExist) && !damagedLink.MatchString(path):
			c.entries = append(c.entries, entry{file: path})
		case damagedLink.MatchString(path):
			damaged = true
		}
		// Other paths are invalid: GLFW reads beyond the end of a malformed list.
	}
	return c, damaged
}

// damagedLink matches a link that was decoded, cleaned and joined to the working directory:
// <directory>/https:/host/path. The original cannot be restored: a decoded %2F or %26 is indistinguishable.
var damagedLink = regexp.MustCompile(`(?i)(^|[/\\])https?:[/\\]`)

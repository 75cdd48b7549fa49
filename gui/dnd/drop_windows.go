package dnd

import (
	"errors"
	"image"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/windows"
)

// openProxy registers an OLE drop target for a window. Call it on the window goroutine, whose thread owns the window.
func openProxy(window uintptr, r *receiver) (stop func()) {
	if window == 0 {
		return func() {}
	}
	stop, err := registerTarget(window, &oleDrags{receiver: r, window: window})
	if err != nil {
		r.log.Warn("drags arrive through the toolkit only", "err", err)
		return func() {}
	}
	r.log.Debug("drags arrive through OLE")
	return stop
}

// oleDrags passes OLE drags to a receiver. It implements [dragTarget].
type oleDrags struct {
	*receiver
	window uintptr
	offer  Offer // of the hovering drag
	usable bool  // some of its content is supported
}

// enter reads the content, so that the hover answer matches that of the drop.
func (d *oleDrags) enter(data *comObject, at point) bool {
	offered := data.formats()
	c := readBest(offered, preferLinks, true, data.bytes)
	if len(virtualPictures(data.bytes(formatGroup, maxFlavour))) > 0 {
		offered = append(offered, formatContents)
	}
	d.offer, d.usable = hoverOffer(offered, c, false)
	return d.over(at)
}

func (d *oleDrags) over(at point) bool { return d.usable && d.ask(d.px(at), d.offer) }

func (d *oleDrags) leave() { d.endHover() }

// drop accepts the content. It takes what the source owns or will delete now, and reads it on a goroutine.
func (d *oleDrags) drop(data *comObject, at point) bool {
	accepted := d.over(at)
	d.endHover()
	if !accepted {
		return false
	}
	later := d.take(data)
	d.deliverAfter(d.px(at), later)
	return true
}

// take takes the content of a drop from its source. later reads what needs the disk or may block on the source.
func (d *oleDrags) take(data *comObject) (later func() content) {
	offered := data.formats()
	virtual := virtualPictures(data.bytes(formatGroup, maxFlavour))
	text := ""
	if len(virtual) > 0 { // they take precedence over text
		if i := slices.Index(offered, formatText); i >= 0 {
			offered, text = slices.Delete(offered, i, i+1), formatText
		}
	}
	c := readBest(offered, preferLinks, false, data.bytes)
	if !c.empty() {
		return d.keepTemporary(c)
	}
	var files []handedFile
	for _, index := range virtual {
		h, err := data.contents(index)
		if err != nil {
			d.log.Warn("dropped file not taken", "err", err)
			continue
		}
		files = append(files, h)
	}
	if text != "" {
		c = parse(text, data.bytes(text, maxFlavour))
	}
	return func() content {
		var pictures content
		for _, h := range files {
			b, err := h.read()
			if err != nil {
				d.log.Warn("dropped file not taken", "err", err)
			}
			pictures.entries = append(pictures.entries, readPicture(b).entries...)
		}
		if !pictures.empty() {
			return pictures
		}
		return c
	}
}

// keepTemporary opens pictures in the temporary folder, so that later can read their bytes: Firefox deletes such a file
// half a second after the drop. Other files keep their path.
func (d *oleDrags) keepTemporary(c content) (later func() content) {
	opened := map[int]*os.File{}
	for i, e := range c.entries {
		if e.file != "" && mayBePicture(e.file) && isTemporary(e.file) {
			if f, err := openShared(e.file); err == nil {
				opened[i] = f
			}
		}
	}
	return func() content {
		for i, f := range opened {
			data, err := io.ReadAll(io.LimitReader(f, maxPicture))
			if err = errors.Join(err, f.Close()); err != nil {
				d.log.Warn("dropped file not taken", "err", err)
				continue
			}
			if picture := readPicture(data).entries; len(picture) > 0 {
				c.entries[i] = picture[0]
			}
		}
		return c
	}
}

// px converts a screen position to px of the window.
func (d *oleDrags) px(at point) image.Point {
	at = at.inWindow(d.window)
	return image.Pt(int(at.x), int(at.y))
}

// openShared opens a file for reading and allows others to rename and delete it.
func openShared(path string) (*os.File, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	handle, err := windows.CreateFile(name, windows.GENERIC_READ,
		windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE,
		nil, windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(handle), path), nil
}

// isTemporary reports whether a file is in the system's temporary folder.
func isTemporary(path string) bool {
	temporary := os.TempDir()
	if long, err := filepath.EvalSymlinks(temporary); err == nil { // temporary may be a short path (8.3)
		temporary = long
	}
	rel, err := filepath.Rel(temporary, path)
	return err == nil && filepath.IsLocal(rel)
}

// FilesOut is not implemented on this system.
type FilesOut struct{}

// NewFilesOut returns a FilesOut whose drags stay in the window.
func NewFilesOut(*slog.Logger) *FilesOut { return &FilesOut{} }

func (*FilesOut) Begin(uintptr, []string, func(outside bool)) {}

func (*FilesOut) Moved() {}

// End reports that the drop belongs to this window.
func (*FilesOut) End(_ bool, inside func(bool)) { inside(true) }

func (*FilesOut) Close() {}

package editor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
)

// mostUnfinished is how many canvases the list shows. Sheets come before pictures, because the marks of a picture can
// also be reached by opening it from the gallery.
const mostUnfinished = 100

// unfinishedList is the list of unfinished canvases. Its fields belong to the window's goroutine.
type unfinishedList struct {
	host     action.Host
	library  Library
	pictures *pictureCache
	store    *canvasStore
	doc      *document
	all      []unfinished // also the open one
	seen     []string     // keys of the canvases that were open in this run and left

	onListed  func(list []unfinished) // the list of canvases that are not open changed
	onDeleted func(restore func())    // a drawing was deleted
}

// read lists the stored canvases. It blocks on the library; the list is shown by one Post. A canvas that cannot be
// read is listed with its reason.
func (l *unfinishedList) read(ctx context.Context) {
	keys, err := l.library.DrawingKeys(ctx)
	if err != nil {
		l.host.Log().Warn("cannot list the canvases", slog.Any("err", err))
		return
	}
	var found []unfinished
	for _, key := range keys {
		stored, err := l.store.load(ctx, key)
		if err != nil && !errors.Is(err, errUnreadable) {
			l.host.Log().Warn("cannot read what was on a canvas", slog.Any("err", err))
			continue
		}
		if u, ok := l.describe(ctx, key, stored, err); ok {
			found = append(found, u)
		}
	}
	l.host.Post(func() {
		for _, u := range found {
			known := slices.ContainsFunc(l.all, func(o unfinished) bool { return o.key == u.key })
			if !known && !l.wasLeft(u.key) { // the list has newer data
				l.all = append(l.all, u)
			}
		}
		l.update()
	})
}

// describe returns the entry of a stored canvas. It returns false if nothing of it can be lost: it has no drawing, or
// its drawing was sent. unreadable is why it cannot be read; nil if it can.
func (l *unfinishedList) describe(
	ctx context.Context, key string, stored storedCanvas, unreadable error,
) (u unfinished, ok bool) {
	u = unfinished{key: key, title: stored.title, changed: stored.changed}
	var d drawing.Drawing
	ref := key
	if stored.history != nil {
		d = stored.history.Now()
		u.marks = len(d.Marks)
	}
	drawn := u.marks+len(d.Steps) > 0
	switch {
	case unreadable != nil:
		u.trouble = unreadableText(unreadable)
	case stored.history == nil:
		return u, false
	case !drawn && !(isSheet(key) && (stored.history.CanUndo() || stored.history.CanRedo())):
		return u, false
	}
	if isSheet(key) {
		ref = d.Source.Asset
		if aside, ok := strings.CutPrefix(key, damagedPrefix); ok {
			if _, of, _ := strings.Cut(aside, "-"); !isSheet(of) {
				ref = of
			}
		}
		if im, err := paint.Bake(ctx, d, l.pictures); err == nil && unreadable == nil {
			u.preview = picturefile.ScaleDown(im, 2*tileWidth)
		}
		if at, err := strconv.ParseInt(strings.TrimPrefix(key, sheetPrefix), 10, 64); err == nil && u.changed.IsZero() {
			u.changed = time.UnixMilli(at)
		}
	}
	if ref == "" {
		return u, true
	}
	a, err := l.library.AssetByRef(ctx, ref)
	switch {
	case err == nil && !a.TrashedAt.IsZero():
		err = errTrashed
	case err == nil && unreadable == nil && l.wasSent(ctx, a.Ref, d):
		return u, false
	}
	u.asset = a
	if err != nil && u.trouble == "" {
		u.trouble = troubleText(err)
	}
	return u, true
}

// wasSent reports whether a picture was sent with exactly this drawing, so that it can be restored from that job.
func (l *unfinishedList) wasSent(ctx context.Context, ref string, d drawing.Drawing) bool {
	f, err := l.library.Family(ctx, ref)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(f.EditedInto, func(k db.Relative) bool {
		if k.Job == nil {
			return false
		}
		in := inputOf(*k.Job)
		if in.Asset != ref || len(in.Drawing) == 0 {
			return false
		}
		sent, err := drawing.Decode(in.Drawing)
		return err == nil && sent.Equal(d)
	})
}

// setAside renames a stored canvas that cannot be read, so that the next drawing does not overwrite it, and lists it
// with the reason. It blocks on the library.
func (l *unfinishedList) setAside(ctx context.Context, key string, unreadable error) {
	if strings.HasPrefix(key, damagedPrefix) {
		return
	}
	aside := fmt.Sprintf("%s%d-%s", damagedPrefix, l.host.Now().UnixMilli(), key)
	if err := l.library.RenameDrawing(ctx, key, aside); err != nil {
		l.host.Log().Warn("cannot set a damaged drawing aside", slog.Any("err", err))
		return
	}
	u, _ := l.describe(ctx, aside, storedCanvas{changed: l.host.Now()}, unreadable)
	l.host.Post(func() {
		l.remove(key)
		l.all = append(l.all, u)
		l.update()
	})
}

// wasLeft reports whether a canvas was open in this run. Then the list has newer data than the library.
func (l *unfinishedList) wasLeft(key string) bool { return slices.Contains(l.seen, key) }

// leave adds a canvas that is closed to the list, if something of it could be lost. It accepts nil.
func (l *unfinishedList) leave(p *page) {
	if p == nil {
		return
	}
	if !l.wasLeft(p.key) {
		l.seen = append(l.seen, p.key)
	}
	stored := p.frozen()
	l.host.Go(func(ctx context.Context) {
		u, ok := l.describe(ctx, p.key, stored, nil)
		l.host.Post(func() {
			l.remove(p.key)
			if ok {
				l.all = append(l.all, u)
			}
			l.update()
		})
	})
}

func (l *unfinishedList) remove(key string) {
	l.all = slices.DeleteFunc(l.all, func(u unfinished) bool { return u.key == key })
}

// update shows the canvases that are not open, the last changed first.
func (l *unfinishedList) update() {
	slices.SortStableFunc(l.all, func(a, b unfinished) int { return b.changed.Compare(a.changed) })
	var shown []unfinished
	room := mostUnfinished
	for _, u := range l.all {
		if isSheet(u.key) {
			room--
		}
	}
	for _, u := range l.all {
		if l.doc.isOpen() && u.key == l.doc.page.key {
			continue
		}
		if !isSheet(u.key) {
			room--
			if room < 0 {
				continue
			}
		}
		shown = append(shown, u)
	}
	l.onListed(shown)
}

// deleteDrawing deletes the drawing of a canvas. The picture below it stays.
func (l *unfinishedList) deleteDrawing(u unfinished) {
	l.host.Do(lang.L("The drawing could not be deleted."), func(ctx context.Context) error {
		data, err := l.store.data(ctx, u.key)
		if err != nil {
			return err
		}
		l.host.Post(func() {
			l.remove(u.key)
			l.store.delete(u.key)
			l.update()
			l.onDeleted(func() {
				l.store.restore(u.key, data)
				l.all = append(l.all, u)
				l.update()
			})
		})
		return nil
	})
}

package editor

import (
	"context"
	"errors"
	"image"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// commission is the keyframe that the picture on the canvas is drawn for. A line above the canvas names it, also
// after a restart, until the picture is taken or the user goes back.
type commission struct {
	d        *Deps
	doc      *document
	opener   *opener
	exporter *exporter
	keyframe action.Keyframe // zero: none
	line     *fyne.Container // empty: none

	onChanged func() // the keyframe changed
	onResized func() // the line needs another height
}

// set shows a keyframe. sentence names it.
func (c *commission) set(k action.Keyframe, sentence string) {
	c.keyframe = k
	end := func() {
		c.keyframe = action.Keyframe{}
		c.line.RemoveAll()
		c.onChanged()
	}
	taken := func(a db.Asset) {
		end()
		c.d.Keyframes.Take(k, a)
	}
	take := kit.NewButton(lang.L("Use what is on the canvas"), nil, kit.Primary, func() {
		switch {
		case !c.doc.isOpen():
		case c.doc.page.asset.ID != 0 && c.doc.drawing().Untouched():
			taken(c.doc.page.asset)
		default:
			c.exporter.copied(taken)
		}
	})
	cancel := kit.NewButton(lang.X("verb", "Cancel"), nil, kit.Plain, func() {
		end()
		c.d.Keyframes.Show(k)
	})
	banner := kit.NewBanner(resources.IconBoards, kit.ToneNeutral, sentence, take.Small(), cancel.Small())
	c.line.Objects = []fyne.CanvasObject{banner}
	c.line.Refresh()
	c.onResized()
	c.onChanged()
}

// start opens the picture that a keyframe begins with: an asset, or a sheet of a size in pixels. A keyframe always
// has the same sheet, with its earlier drawing.
func (c *commission) start(k action.Keyframe, sentence string, a db.Asset, size image.Point) {
	c.set(k, sentence)
	if a.ID != 0 {
		c.opener.openAsset(a)
		return
	}
	key := keyframeKey(k)
	c.opener.openSheet(key, func() { c.opener.openDrawingAs(key, "Empty sheet", blankSheet(size)) })
}

// resume shows the keyframe of a sheet that was opened, if it still exists.
func (c *commission) resume(key string) {
	k := keyframeOf(key)
	if k == (action.Keyframe{}) || k == c.keyframe {
		return
	}
	c.d.Go(func(ctx context.Context) {
		sentence, err := c.d.Keyframes.Words(ctx, k)
		if err != nil {
			if !errors.Is(err, db.ErrNotFound) {
				c.d.Log().Warn("cannot read the keyframe of a canvas", slog.Any("err", err))
			}
			return
		}
		c.d.Post(func() {
			if c.doc.isOpen() && c.doc.page.key == key {
				c.set(k, sentence)
			}
		})
	})
}

// restore shows the keyframe of the last session, if it still exists and there is no other one. It blocks on the
// library.
func (c *commission) restore(ctx context.Context, k action.Keyframe) {
	sentence, err := c.d.Keyframes.Words(ctx, k)
	if err != nil { // it was deleted: the drawing stays
		c.d.Log().Info("what was drawn for a keyframe is for none any more", slog.Any("err", err))
		return
	}
	c.d.Post(func() {
		if c.keyframe == (action.Keyframe{}) {
			c.set(k, sentence)
		}
	})
}

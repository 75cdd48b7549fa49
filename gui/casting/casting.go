// Package casting shows and changes the cast of the library: the panel with the entries, the list in a dialog, and the
// editor of an entry. Package db/cast defines the entries, package db stores them.
//
// [Cast] holds the entries for all screens. Update reads them, and the listeners of OnChange show them again. [Panel]
// shows them as cards, on a board and in the list. [Sent] shows what a request with mentions sends.
package casting

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"

	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/cast"
	"viviscope/gui/action"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
)

// Library is the subset of *db.Library that the cast uses, off the window's goroutine.
type Library interface {
	Cast(ctx context.Context) ([]cast.Entry, error)
	SaveCast(ctx context.Context, old string, e cast.Entry) (db.Undo, error)
	RemoveCast(ctx context.Context, name string) (db.Undo, error)
	Undo(ctx context.Context, u db.Undo) (db.Undo, error)
	AssetByRef(ctx context.Context, ref string) (db.Asset, error) // also those in the trash
	action.Settings
}

// Deps are the dependencies of a [Cast].
type Deps struct {
	action.Host
	Chooser  action.Chooser
	Library  Library
	Pictures media.Pictures
	// Import imports a picture from a file and returns it. Off the window's goroutine.
	Import   func(ctx context.Context, path string) (db.Asset, error)
	ReadOnly bool // the library cannot be changed
}

// Cast is the cast of the library. Its methods, except Update, belong to the window's goroutine.
type Cast struct {
	Deps
	entries   []cast.Entry
	pictures  map[string]db.Asset // of the entries, by ref; those that are gone are absent
	version   int                 // counts the changes of entries and pictures
	order     order.Cast          // the same for forms
	listeners []func()
	undo      []change // newest last
	redo      []change
	drafts    map[string]entryDraft // typed and not saved, by the name of the entry; "": a new one
	saver     *action.Saver         // of drafts
	restored  atomic.Bool           // the drafts of an earlier run were read
	list      *castList             // the last one; nil: none was opened
}

// change is a change of the cast that can be undone, or done again.
type change struct {
	words string // the notice of the change
	back  db.Undo
}

// New makes the cast, empty until Update was called.
func New(d Deps) *Cast {
	return &Cast{Deps: d, pictures: map[string]db.Asset{}, drafts: map[string]entryDraft{},
		saver: &action.Saver{Host: d.Host, Settings: d.Library}}
}

// Update reads the cast and its pictures. It blocks on the library and must not run on the window's goroutine.
func (c *Cast) Update(ctx context.Context) {
	entries, err := c.Library.Cast(ctx)
	if err != nil {
		c.Log().Warn("cannot read the cast", slog.Any("err", err))
		return
	}
	pictures := map[string]db.Asset{}
	for _, e := range entries {
		for _, ref := range e.Pictures {
			a, err := c.Library.AssetByRef(ctx, ref)
			if err == nil {
				pictures[ref] = a
			} else if !errors.Is(err, db.ErrNotFound) {
				c.Log().Warn("cannot read a picture of the cast", slog.Any("err", err))
			}
		}
	}
	if ctx.Err() != nil {
		return
	}
	if !c.restored.Swap(true) {
		c.restoreDrafts(ctx)
	}
	c.Post(func() {
		same := func(a, b db.Asset) bool {
			return a.ID == b.ID && a.Path == b.Path && a.Link == b.Link && a.TrashedAt.Equal(b.TrashedAt)
		}
		if c.version > 0 && slices.EqualFunc(entries, c.entries, cast.Entry.Equal) &&
			maps.EqualFunc(pictures, c.pictures, same) {
			return
		}
		c.entries, c.pictures = entries, pictures
		c.order = order.Cast{Entries: entries, Pictures: map[string]order.Slot{}}
		for ref, a := range pictures {
			if a.TrashedAt.IsZero() && a.Kind == db.Picture {
				c.order.Pictures[ref] = upload.SlotOf(a)
			}
		}
		c.version++
		for _, f := range c.listeners {
			f()
		}
		c.list.show("")
	})
}

// OnChange adds a listener for changes of the entries and their pictures.
func (c *Cast) OnChange(f func()) { c.listeners = append(c.listeners, f) }

// Entries returns the entries in the user's order. The caller must not change them.
func (c *Cast) Entries() []cast.Entry { return c.entries }

// Order returns the cast for the mentions in forms. The caller must not change it.
func (c *Cast) Order() order.Cast { return c.order }

// Version counts the changes of the entries. A caller compares it to find out whether it is up to date.
func (c *Cast) Version() int { return c.version }

// Picture returns a picture of an entry; the zero value if it is gone.
func (c *Cast) Picture(ref string) db.Asset { return c.pictures[ref] }

// cover returns the first picture of an entry that is in the library, and not in the trash.
func (c *Cast) cover(e cast.Entry) db.Asset {
	for _, ref := range e.Pictures {
		if a := c.pictures[ref]; a.ID != 0 && a.TrashedAt.IsZero() {
			return a
		}
	}
	return db.Asset{}
}

// Remove removes an entry and offers to undo that.
func (c *Cast) Remove(name string) {
	if _, known := cast.Find(c.entries, name); !known || c.ReadOnly {
		return
	}
	c.change(lang.L("It could not be removed from the cast."), lang.L("@%s was removed from the cast.", name),
		lang.L("Its pictures stay in the gallery."),
		func(ctx context.Context) (db.Undo, error) { return c.Library.RemoveCast(ctx, name) })
}

// change makes a change of the cast off the window's goroutine, shows a notice about it and offers to undo it. failed
// is the sentence for an error.
func (c *Cast) change(failed, words, rest string, work func(ctx context.Context) (db.Undo, error)) {
	c.Do(failed, func(ctx context.Context) error {
		back, err := work(context.WithoutCancel(ctx))
		if err != nil {
			return err
		}
		c.Update(ctx)
		c.Post(func() {
			c.changed(words, back)
			c.list.show(words)
			c.Say(kit.ToneNeutral, words, rest, action.Action{Label: lang.L("Undo"), Do: func() { c.Undo() }})
		})
		return nil
	})
}

// changed notes a change for Undo, and updates all screens.
func (c *Cast) changed(words string, back db.Undo) {
	c.undo, c.redo = append(c.undo, change{words, back}), nil
	c.RefreshAll()
}

// Settle forgets the changes that can be undone. A screen calls it when the user makes another change there, so that
// Undo reverts that one.
func (c *Cast) Settle() { c.undo, c.redo = nil, nil }

// Undo reverts the last change of the cast. It reports whether there was one.
func (c *Cast) Undo() bool {
	return c.revert(&c.undo, &c.redo, lang.L("It could not be undone."), func(words string) string {
		return lang.L("Undone: “%s”", words)
	})
}

// Redo repeats the change that was undone last. It reports whether there was one.
func (c *Cast) Redo() bool {
	return c.revert(&c.redo, &c.undo, lang.L("It could not be redone."), func(words string) string {
		return lang.L("Redone: “%s”", words)
	})
}

// revert reverts the newest change of one list and moves it to the other. notice returns a sentence from its words.
func (c *Cast) revert(from, to *[]change, failed string, notice func(words string) string) bool {
	n := len(*from)
	if n == 0 {
		return false
	}
	last := (*from)[n-1]
	*from = (*from)[:n-1]
	c.Do(failed, func(ctx context.Context) error {
		back, err := c.Library.Undo(context.WithoutCancel(ctx), last.back)
		if err != nil {
			return err
		}
		c.Update(ctx)
		c.Post(func() {
			*to = append(*to, change{last.words, back})
			c.RefreshAll()
			c.list.show("")
			c.Say(kit.ToneNeutral, notice(last.words), "")
		})
		return nil
	})
	return true
}

// addDropped adds pictures that were dropped on an entry. Files are imported first.
func (c *Cast) addDropped(name string, d dnd.Drop) {
	e, known := cast.Find(c.entries, name)
	if !known || c.ReadOnly {
		return
	}
	c.change(lang.L("It could not be added to the cast."), lang.L("@%s was changed.", name), "",
		func(ctx context.Context) (db.Undo, error) {
			with := e
			with.Pictures = slices.Clone(e.Pictures)
			add := func(a db.Asset) {
				if !slices.Contains(with.Pictures, a.Ref) {
					with.Pictures = append(with.Pictures, a.Ref)
				}
			}
			for _, a := range d.Assets {
				add(a)
			}
			for _, path := range d.Files {
				a, err := c.Import(ctx, path)
				if err != nil {
					return db.Undo{}, err
				}
				add(a)
			}
			u, err := c.Library.SaveCast(ctx, name, with)
			return u, worded(err)
		})
}

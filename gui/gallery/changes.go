package gallery

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client/decode"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// changes changes assets, one change after the other, and undoes them. It belongs to the window's goroutine.
type changes struct {
	*wall
	history history
	made    int // how many changes were made, whether or not they were undone
}

// undoMost is how many changes can be undone.
const undoMost = 50

// undoEntry is a change that can be undone.
type undoEntry struct {
	words string // the notice of the change: "3 items moved to Trash."
	ids   []int64
	undo  db.Undo
}

// history holds the changes that can be undone and those that can be redone, the newest last. Only functions that
// change the library use it, and they run one after the other. The user may ask for an undo while a change is still
// being written.
type history struct{ done, undone []undoEntry }

// organise makes one change of assets and offers to undo it. done returns a sentence for the number of changed assets;
// failed is the sentence for an error. The change is also written while the gallery is being closed.
func (c *changes) organise(
	ids []int64, failed string, work func(ctx context.Context) (db.Undo, error), done func(n int) string,
) {
	change(c.runner, failed, func(ctx context.Context) (words string, err error) {
		u, err := work(context.WithoutCancel(ctx))
		if n := u.Changed(); n > 0 {
			words = done(n)
			c.history.done = append(c.history.done, undoEntry{words, ids, u})
			c.history.done = c.history.done[max(len(c.history.done)-undoMost, 0):]
			c.history.undone = nil
		}
		return words, err
	}, func(words string) {
		if words != "" {
			c.made++
			c.notify(words, true)
		}
	})
}

// recount updates the status bar after the number of items or the free space changed. Any goroutine may call it.
func (c *changes) recount() { c.d.RefreshAll() }

// undoFrom makes Ctrl+Z undo changes while the field of a dialog is empty: those that were made since now. after is
// called when the change is undone.
func (c *changes) undoFrom(field *kit.Entry, after func()) {
	undone := c.made
	field.TakeShortcut(func(s fyne.Shortcut) bool {
		_, undo := s.(*fyne.ShortcutUndo)
		if !undo || field.Text != "" || undone >= c.made {
			return false
		}
		undone++
		c.Undo()
		nothing := func(context.Context) (any, error) { return nil, nil }
		change(c.runner, "", nothing, func(any) { after() }) // changes run in their order
		return true
	})
}

// Undo undoes the newest change.
func (c *changes) Undo() {
	c.turn(&c.history.done, &c.history.undone, lang.L("It could not be undone."), func(words string) string {
		return lang.L("Undone: “%s”", words)
	})
}

// Redo repeats the change that was undone last.
func (c *changes) Redo() {
	c.turn(&c.history.undone, &c.history.done, lang.L("It could not be redone."), func(words string) string {
		return lang.L("Redone: “%s”", words)
	})
}

// turn undoes the newest entry of one list and moves it to the other. Its assets are selected again. done returns a
// sentence from the words of the entry.
func (c *changes) turn(from, to *[]undoEntry, failed string, done func(words string) string) {
	change(c.runner, failed, func(ctx context.Context) (entry undoEntry, err error) {
		if len(*from) == 0 {
			return entry, nil
		}
		defer c.recount()
		entry = (*from)[len(*from)-1]
		if entry.undo, err = c.d.Library.Undo(context.WithoutCancel(ctx), entry.undo); err == nil {
			*from, *to = (*from)[:len(*from)-1], append(*to, entry)
		}
		return entry, err
	}, func(entry undoEntry) {
		if entry.words != "" {
			c.pending, c.hidden = entry.ids, nil
			c.notify(done(entry.words), false)
		}
	})
}

func (c *changes) Star(on bool, ids ...int64) {
	c.organise(ids, lang.L("The star could not be changed."), func(ctx context.Context) (db.Undo, error) {
		return c.d.Library.StarAll(ctx, ids, on)
	}, func(n int) string {
		if !on {
			return lang.N("%s item unstarred.", "%s items unstarred.", n, lang.Number(n))
		}
		return lang.N("%s item starred.", "%s items starred.", n, lang.Number(n))
	})
}

// Trash implements [action.Organizer]. The move can be undone.
func (c *changes) Trash(ids ...int64) {
	c.organise(ids, lang.L("It could not be moved to the trash."), func(ctx context.Context) (db.Undo, error) {
		defer c.recount()
		return c.d.Library.TrashAll(ctx, ids)
	}, func(n int) string {
		return lang.N("%s item moved to Trash.", "%s items moved to Trash.", n, lang.Number(n))
	})
}

func (c *changes) Restore(ids ...int64) {
	c.organise(ids, lang.L("It could not be restored."), func(ctx context.Context) (db.Undo, error) {
		defer c.recount()
		return c.d.Library.RestoreAll(ctx, ids)
	}, func(n int) string { return lang.N("%s item restored.", "%s items restored.", n, lang.Number(n)) })
}

func (c *changes) DeleteForever(ids ...int64) {
	n := len(ids)
	title := lang.N("Delete %s item permanently?", "Delete %s items permanently?", n, lang.Number(n))
	c.confirm(title, deletionWarning(), lang.L("Delete permanently"), func() {
		c.deleteAll(func(ctx context.Context) (int, error) { return c.d.Library.DeleteForever(ctx, ids) })
	})
}

// emptyTrash asks, then deletes everything in the trash.
func (c *changes) emptyTrash() {
	n := c.model.trashed
	words := lang.N("%s item will be deleted.", "%s items will be deleted.", n, lang.Number(n))
	c.confirm(lang.L("Empty trash?"), words+" "+deletionWarning(), lang.L("Empty trash"), func() {
		c.deleteAll(c.d.Library.EmptyTrash)
	})
}

// CheckClips implements [action.Organizer].
func (c *changes) CheckClips(ids ...int64) {
	change(c.runner, lang.L("The clips could not be checked."), func(ctx context.Context) (string, error) {
		if _, err := decode.FFmpeg(); err != nil || c.d.Check == nil {
			return lang.L("Checking clips needs ffmpeg."), nil
		}
		assets, err := c.d.Library.AssetsByID(ctx, ids)
		if err != nil {
			return "", err
		}
		assets = slices.DeleteFunc(assets, func(a db.Asset) bool { return a.Kind != db.Clip || a.Checks != nil })
		clips := make([]int64, len(assets))
		for i, a := range assets {
			clips[i] = a.ID
		}
		n := c.d.Check(clips...)
		return lang.N("Checking %s clip in the background.", "Checking %s clips in the background.", n, lang.Number(n)), nil
	}, func(words string) { c.notify(words, false) })
}

// deletionWarning returns what permanent deletion does.
func deletionWarning() string {
	return lang.L("The files are deleted permanently. Their costs stay in the ledger.")
}

func (c *changes) deleteAll(work func(context.Context) (int, error)) {
	change(c.runner, lang.L("It could not be deleted."), func(ctx context.Context) (int, error) {
		defer c.recount()
		n, err := work(ctx)
		if err == nil {
			c.history = history{} // deleted files cannot be restored
		}
		return n, err
	}, func(n int) {
		c.notify(lang.N("%s item deleted permanently.", "%s items deleted permanently.", n, lang.Number(n)), false)
	})
}

// confirm asks before a change that cannot be undone. Enter and Esc cancel.
func (c *changes) confirm(title, words, button string, do func()) {
	kit.Ask(c.d.Canvas(), title, words, nil,
		kit.Answer{Word: button, Kind: kit.Danger, Do: do},
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain, Enter: true})
}

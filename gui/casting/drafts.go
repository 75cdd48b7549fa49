package casting

import (
	"context"
	"log/slog"
	"slices"

	"viviscope/db"
	"viviscope/db/cast"
)

// draftsName is the setting with the entries that were typed and not saved, by the name of the entry. It survives a
// crash.
const draftsName = "cast.drafts"

// restoreDrafts reads what an earlier run left. What was typed since has precedence. It blocks on the library.
func (c *Cast) restoreDrafts(ctx context.Context) {
	var left map[string]cast.Entry
	if _, err := c.Library.Setting(ctx, draftsName, &left); err != nil {
		c.Log().Warn("cannot read what was typed for the cast", slog.Any("err", err))
		return
	}
	drafts := map[string]entryDraft{}
	for old, e := range left {
		if !slices.Contains(cast.Kinds(), e.Kind) {
			e.Kind = cast.Person
		}
		d := entryDraft{entry: e}
		for _, ref := range e.Pictures {
			a, err := c.Library.AssetByRef(ctx, ref)
			if err != nil {
				a = db.Asset{} // shown as missing
			}
			d.pictures = append(d.pictures, a)
		}
		drafts[old] = d
	}
	c.Post(func() {
		for old, d := range drafts {
			if _, known := c.drafts[old]; !known {
				c.drafts[old] = d
			}
		}
	})
}

// keepDraft stores the fields of an entry until they are saved or dropped.
func (c *Cast) keepDraft(old string, d entryDraft) {
	c.drafts[old] = d
	c.putDrafts()
}

// dropDraft forgets the fields of an entry.
func (c *Cast) dropDraft(old string) {
	if _, known := c.drafts[old]; known {
		delete(c.drafts, old)
		c.putDrafts()
	}
}

func (c *Cast) putDrafts() {
	left := map[string]cast.Entry{}
	for old, d := range c.drafts {
		left[old] = d.entry
	}
	c.saver.Put(draftsName, left)
}

// Unsaved reports whether something that was typed is not stored yet. Any goroutine.
func (c *Cast) Unsaved() bool { return c.saver.Unsaved() }

// Flush stores what was typed. It blocks on the library.
func (c *Cast) Flush(ctx context.Context) error { return c.saver.Flush(ctx) }

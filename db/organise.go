package db

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"viviscope/db/search"
)

// annotator changes the user's annotations of assets.
type annotator struct {
	*database
	assets   assetRows
	finder   *finder
	sidecars *sidecars
}

// annotations are the user's additions to an asset.
type annotations struct {
	id      int64
	starred bool
	tags    []string
	note    string
}

// StarAll adds or removes the star of many assets, in one transaction. This method and those below ignore unknown ids.
func (o annotator) StarAll(ctx context.Context, ids []int64, on bool) (Undo, error) {
	u, err := o.annotate(ctx, ids, func(s *annotations) { s.starred = on })
	return u, wrap(err, "star %d assets", len(ids))
}

// SetNote sets the user's note on an asset; "" removes it. It returns [ErrNotFound] for an unknown asset.
func (o annotator) SetNote(ctx context.Context, id int64, note string) (u Undo, err error) {
	defer wrapTo(&err, "note on asset %d", id)
	if _, err := o.assets.Asset(ctx, id); err != nil {
		return Undo{}, err
	}
	return o.annotate(ctx, []int64{id}, func(s *annotations) { s.note = cleanNote(note) })
}

// AddTag adds a tag, cleaned by [CleanTag], to many assets.
func (o annotator) AddTag(ctx context.Context, tag string, ids ...int64) (Undo, error) {
	u, err := o.annotate(ctx, ids, func(s *annotations) { s.tags = cleanTags(append(slices.Clone(s.tags), tag)) })
	return u, wrap(err, "tag %d assets", len(ids))
}

// RemoveTag removes a tag from many assets, ignoring case.
func (o annotator) RemoveTag(ctx context.Context, tag string, ids ...int64) (Undo, error) {
	u, err := o.annotate(ctx, ids, func(s *annotations) { s.tags = without(s.tags, tag) })
	return u, wrap(err, "untag %d assets", len(ids))
}

// RenameTag renames a tag on all assets, including trashed ones. If an asset has both tags, one remains. An empty new
// name removes the tag.
func (o annotator) RenameTag(ctx context.Context, tag, to string) (u Undo, err error) {
	defer wrapTo(&err, "rename tag")
	x, err := o.finder.Index(ctx)
	if err != nil {
		return Undo{}, err
	}
	var ids []int64
	for _, trashed := range []bool{false, true} {
		rows, err := x.Find(ctx, search.Filter{Tags: []string{tag}, Trashed: trashed})
		if err != nil {
			return Undo{}, err
		}
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
	}
	return o.annotate(ctx, ids, func(s *annotations) { s.tags = cleanTags(append(without(s.tags, tag), to)) })
}

func without(tags []string, tag string) []string {
	key := search.Fold(CleanTag(tag))
	return slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return search.Fold(t) == key })
}

// annotate changes the annotations of some assets in one transaction, and updates their sidecars. Unchanged assets are
// not counted in the Undo.
func (o annotator) annotate(ctx context.Context, ids []int64, change func(*annotations)) (Undo, error) {
	var before []annotations
	err := o.write(ctx, func(tx *sql.Tx) error {
		for part := range slices.Chunk(ids, rowChunk) {
			rows, err := list(ctx, tx, scanAnnotations,
				"SELECT "+annotationColumns+" FROM assets WHERE id IN (SELECT value FROM json_each(?))", idList(part))
			if err != nil {
				return err
			}
			for _, s := range rows {
				now := s
				change(&now)
				if now.starred == s.starred && now.note == s.note && slices.Equal(now.tags, s.tags) {
					continue
				}
				before = append(before, s)
				if _, err := tx.ExecContext(ctx, "UPDATE assets SET starred = ?, tags = ?, note = ? WHERE id = ?",
					now.starred, namesJSON(now.tags), now.note, now.id); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return Undo{}, err
	}
	o.sidecars.updateSidecars(ctx, len(before))
	return Undo{len(before), func(ctx context.Context) (Undo, error) {
		was := make(map[int64]annotations, len(before))
		for _, s := range before {
			was[s.id] = s
		}
		return o.annotate(ctx, slices.Collect(maps.Keys(was)), func(s *annotations) { *s = was[s.id] })
	}}, nil
}

const annotationColumns = "id, starred, tags, note"

func scanAnnotations(row scanner) (s annotations, err error) {
	err = row.Scan(&s.id, &s.starred, namesColumn{&s.tags}, &s.note)
	return s, err
}

package db

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"viviscope/db/search"
)

// organiser changes the user's remarks on assets.
type organiser struct {
	*database
	assets   assetRows
	finder   *finder
	sidecars *sidecars
}

// remarks are the user's additions to an asset.
type remarks struct {
	id      int64
	starred bool
	tags    []string
	note    string
}

// StarAll gives many assets a star or takes it away, in one transaction. Ids that are not there are left out, here
// and below.
func (o organiser) StarAll(ctx context.Context, ids []int64, on bool) (Undo, error) {
	u, err := o.say(ctx, ids, func(s *remarks) { s.starred = on })
	return u, wrap(err, "star %d assets", len(ids))
}

// SetNote writes the user's note on an asset; "" removes it. It returns [ErrNotFound] if there is no such asset.
func (o organiser) SetNote(ctx context.Context, id int64, note string) (u Undo, err error) {
	defer wrapTo(&err, "note on asset %d", id)
	if _, err := o.assets.Asset(ctx, id); err != nil {
		return Undo{}, err
	}
	return o.say(ctx, []int64{id}, func(s *remarks) { s.note = cleanNote(note) })
}

// AddTag gives many assets a tag, as [CleanTag] makes it.
func (o organiser) AddTag(ctx context.Context, tag string, ids ...int64) (Undo, error) {
	u, err := o.say(ctx, ids, func(s *remarks) { s.tags = cleanTags(append(slices.Clone(s.tags), tag)) })
	return u, wrap(err, "tag %d assets", len(ids))
}

// RemoveTag takes a tag, in any case of letters, from many assets.
func (o organiser) RemoveTag(ctx context.Context, tag string, ids ...int64) (Undo, error) {
	u, err := o.say(ctx, ids, func(s *remarks) { s.tags = without(s.tags, tag) })
	return u, wrap(err, "untag %d assets", len(ids))
}

// RenameTag renames a tag on all assets, including trashed ones. If an asset has both tags, one remains. An empty new
// name removes the tag.
func (o organiser) RenameTag(ctx context.Context, tag, to string) (u Undo, err error) {
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
	return o.say(ctx, ids, func(s *remarks) { s.tags = cleanTags(append(without(s.tags, tag), to)) })
}

func without(tags []string, tag string) []string {
	key := search.Fold(CleanTag(tag))
	return slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return search.Fold(t) == key })
}

// say changes the user's remarks on some assets, in one transaction, and updates their sidecars.
func (o organiser) say(ctx context.Context, ids []int64, change func(*remarks)) (Undo, error) {
	var before []remarks
	err := o.write(ctx, func(tx *sql.Tx) error {
		for part := range slices.Chunk(ids, rowChunk) {
			rows, err := list(ctx, tx, scanRemarks,
				"SELECT "+remarkColumns+" FROM assets WHERE id IN (SELECT value FROM json_each(?))", idList(part))
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
					now.starred, namesText(now.tags), now.note, now.id); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return Undo{}, err
	}
	o.sidecars.followSidecars(ctx, len(before))
	return Undo{len(before), func(ctx context.Context) (Undo, error) {
		was := make(map[int64]remarks, len(before))
		for _, s := range before {
			was[s.id] = s
		}
		return o.say(ctx, slices.Collect(maps.Keys(was)), func(s *remarks) { *s = was[s.id] })
	}}, nil
}

const remarkColumns = "id, starred, tags, note"

func scanRemarks(row scanner) (s remarks, err error) {
	err = row.Scan(&s.id, &s.starred, names{&s.tags}, &s.note)
	return s, err
}

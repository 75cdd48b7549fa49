package db

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"viviscope/db/folder"
	"viviscope/db/search"
)

// Undo is what a change of many assets was before, for [Library.Undo]. The zero value undoes nothing.
type Undo struct {
	said     []said  // as the rows were
	trashed  []int64 // moved to the trash
	restored []int64 // moved out of it
	album    string  // ref
	added    []int64 // to the album
	removed  []place // from it
}

// said is what a person says about an asset.
type said struct {
	id      int64
	starred bool
	tags    []string
	note    string
}

// Changed returns how many assets the change met: those that were so already are not counted.
func (u Undo) Changed() int {
	return len(u.said) + len(u.trashed) + len(u.restored) + len(u.added) + len(u.removed)
}

// Undo takes a change back, in one transaction for each kind of change. What was changed since is brought to what it was
// before the change all the same; what was deleted since is left out. It returns what undoes the undoing.
func (l *Library) Undo(ctx context.Context, u Undo) (Undo, error) {
	var redo Undo
	for _, step := range []func() (Undo, error){
		func() (Undo, error) { return l.saySame(ctx, u.said) },
		func() (Undo, error) { return l.RestoreAll(ctx, u.trashed) },
		func() (Undo, error) { return l.TrashAll(ctx, u.restored) },
		func() (Undo, error) { return l.RemoveFromAlbum(ctx, u.album, u.added...) },
		func() (Undo, error) { return l.putBack(ctx, u.album, u.removed) },
	} {
		r, err := step()
		if err != nil {
			return redo, wrap(err, "undo")
		}
		redo.said = append(redo.said, r.said...)
		redo.trashed, redo.restored = append(redo.trashed, r.trashed...), append(redo.restored, r.restored...)
		redo.added, redo.removed = append(redo.added, r.added...), append(redo.removed, r.removed...)
		redo.album = u.album
	}
	return redo, nil
}

// StarAll gives many assets a star or takes it away, in one transaction. Ids that are not there are left out, here and
// below.
func (l *Library) StarAll(ctx context.Context, ids []int64, on bool) (Undo, error) {
	u, err := l.say(ctx, ids, func(s *said) { s.starred = on })
	return u, wrap(err, "star %d assets", len(ids))
}

// SetNote writes a person's note on an asset; "" takes it away. [ErrNotFound] where there is no such asset.
func (l *Library) SetNote(ctx context.Context, id int64, note string) (u Undo, err error) {
	defer wrapTo(&err, "note on asset %d", id)
	if _, err := l.Asset(ctx, id); err != nil {
		return Undo{}, err
	}
	return l.say(ctx, []int64{id}, func(s *said) { s.note = cleanNote(note) })
}

// AddTag gives many assets a tag, as [CleanTag] makes it.
func (l *Library) AddTag(ctx context.Context, tag string, ids ...int64) (Undo, error) {
	u, err := l.say(ctx, ids, func(s *said) { s.tags = cleanTags(append(slices.Clone(s.tags), tag)) })
	return u, wrap(err, "tag %d assets", len(ids))
}

// RemoveTag takes a tag, in any case of letters, from many assets.
func (l *Library) RemoveTag(ctx context.Context, tag string, ids ...int64) (Undo, error) {
	u, err := l.say(ctx, ids, func(s *said) { s.tags = without(s.tags, tag) })
	return u, wrap(err, "untag %d assets", len(ids))
}

// RenameTag gives a tag another name wherever it stands, also in the trash. Where an asset has both, one remains. An empty
// new name takes the tag away.
func (l *Library) RenameTag(ctx context.Context, tag, to string) (u Undo, err error) {
	defer wrapTo(&err, "rename tag")
	x, err := l.Index(ctx)
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
	return l.say(ctx, ids, func(s *said) { s.tags = cleanTags(append(without(s.tags, tag), to)) })
}

func without(tags []string, tag string) []string {
	key := search.Fold(CleanTag(tag))
	return slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return search.Fold(t) == key })
}

// say changes what a person says about some assets, in one transaction, and has their sidecars follow.
func (l *Library) say(ctx context.Context, ids []int64, change func(*said)) (Undo, error) {
	var u Undo
	err := l.write(ctx, func(tx *sql.Tx) error {
		for part := range slices.Chunk(ids, rowChunk) {
			rows, err := list(ctx, tx, scanSaid, "SELECT "+saidColumns+" FROM assets WHERE id IN (SELECT value FROM json_each(?))", idList(part))
			if err != nil {
				return err
			}
			for _, s := range rows {
				now := s
				change(&now)
				if now.starred == s.starred && now.note == s.note && slices.Equal(now.tags, s.tags) {
					continue
				}
				u.said = append(u.said, s)
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
	l.followSidecars(ctx, u.Changed())
	return u, nil
}

// saySame brings what is said back to what it was.
func (l *Library) saySame(ctx context.Context, rows []said) (Undo, error) {
	before := make(map[int64]said, len(rows))
	ids := make([]int64, 0, len(rows))
	for _, s := range rows {
		before[s.id] = s
		ids = append(ids, s.id)
	}
	return l.say(ctx, ids, func(s *said) { *s = before[s.id] })
}

const saidColumns = "id, starred, tags, note"

func scanSaid(row scanner) (s said, err error) {
	err = row.Scan(&s.id, &s.starred, names{&s.tags}, &s.note)
	return s, err
}

// The most that a person can say about an asset.
const (
	maxTags  = 64
	maxTag   = 64       // bytes of one tag
	maxNote  = 16 << 10 // bytes
	tagComma = ','      // parts tags where a person types several
)

// CleanTag makes a tag of what was typed: composed (NFC), one line, single blanks, without commas and quotes, at most 64
// bytes; "" where nothing is left. Case is kept, but two tags that differ only by it are the same tag.
func CleanTag(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == tagComma || r == '"' || unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(s, "")))
	return strings.TrimSpace(folder.Clip(strings.Join(strings.Fields(s), " "), maxTag))
}

// cleanTags makes a list of tags as it stands in a row: each once, in order.
func cleanTags(all []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, t := range all {
		t = CleanTag(t)
		if key := search.Fold(t); t != "" && !seen[key] && len(kept) < maxTags {
			seen[key] = true
			kept = append(kept, t)
		}
	}
	slices.SortFunc(kept, func(a, b string) int { return strings.Compare(search.Fold(a), search.Fold(b)) })
	return kept
}

// cleanNote makes a note of what was typed, or of what a sidecar says.
func cleanNote(s string) string {
	return strings.TrimSpace(plainText(s, maxNote))
}

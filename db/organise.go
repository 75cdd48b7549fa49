package db

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"viviscope/db/folder"
	"viviscope/db/search"
)

// Undo takes back a change of many assets, by [Library.Undo]. The zero value undoes nothing.
type Undo struct {
	changed int
	back    func(ctx context.Context) (Undo, error)
}

// said is what a person says about an asset.
type said struct {
	id      int64
	starred bool
	tags    []string
	note    string
}

// Changed returns how many assets the change met: those that were so already are not counted.
func (u Undo) Changed() int { return u.changed }

// Undo takes a change back, in one transaction. What was changed since is brought to what it was before the change all the same; what was
// deleted since is left out. It returns what undoes the undoing.
func (l *Library) Undo(ctx context.Context, u Undo) (redo Undo, err error) {
	if u.changed > 0 {
		redo, err = u.back(ctx)
	}
	return redo, wrap(err, "undo")
}

// StarAll gives many assets a star or takes it away, in one transaction. Ids that are not there are left out, here and below.
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

// RenameTag gives a tag another name wherever it stands, also in the trash. Where an asset has both, one remains. An empty new name takes
// the tag away.
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
	var before []said
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
	l.followSidecars(ctx, len(before))
	return Undo{len(before), func(ctx context.Context) (Undo, error) {
		was := make(map[int64]said, len(before))
		for _, s := range before {
			was[s.id] = s
		}
		return l.say(ctx, slices.Collect(maps.Keys(was)), func(s *said) { *s = was[s.id] })
	}}, nil
}

const saidColumns = "id, starred, tags, note"

func scanSaid(row scanner) (s said, err error) {
	err = row.Scan(&s.id, &s.starred, names{&s.tags}, &s.note)
	return s, err
}

// The most that a person can say about an asset.
const (
	maxTags = 64
	maxTag  = 64       // bytes of one tag
	maxNote = 16 << 10 // bytes
)

// CleanTag makes a tag of what was typed: composed (NFC), one line, single blanks, without commas and quotes, at most 64 bytes; "" where
// nothing is left. Case is kept, but two tags that differ only by it are the same tag.
func CleanTag(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == ',' || r == '"' || unicode.IsSpace(r):
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

package boards

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"viviscope/db"
	"viviscope/db/folder"
)

// FromFile is the step that a file became which said more than its row.
const FromFile = "from_file"

// Open brings the boards of a library and the files in boards/ together. A file without a row, as after a rebuild, or one that says more
// than its row, as after a restored backup or where somebody put it there, becomes the row, and a step that can be taken back; a row that
// is newer than its file is written again. A file that cannot be used is left where it is.
func Open(ctx context.Context, lib *db.Library) (*Store, error) {
	s := &Store{lib: lib}
	if lib.ReadOnly() {
		return s, nil
	}
	rows, err := lib.BoardRows(ctx)
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(lib.Root.FS(), folder.Boards+"/*.json")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[name], err = lib.ReadSmall(name, maxFile); err != nil {
			lib.Log().Warn("read board", "path", name, "err", err)
		}
	}
	known, whole := map[string]Board{}, map[string]bool{}
	for _, row := range rows {
		b, err := boardOf(row)
		if err != nil {
			lib.Log().Warn("read board", "ref", row.Ref, "err", err)
			continue
		}
		if b.ProfileID == 0 {
			b = s.join(ctx, b)
		}
		name := fileName(b.Name, b.Ref)
		if data, err := b.bytes(); err == nil && string(files[name]) == string(data) {
			delete(files, name)
			whole[b.Ref] = true
		}
		known[b.Ref] = b
	}
	for _, name := range names {
		if files[name] != nil {
			s.adopt(ctx, name, files[name], known)
		}
	}
	for _, b := range known {
		if !whole[b.Ref] {
			s.keep(b, b.Name)
		}
	}
	return s, ctx.Err()
}

// join has a board belong to the profile that its file names, where that is here by now.
func (s *Store) join(ctx context.Context, b Board) Board {
	id, err := s.lib.ProfileOf(ctx, b.Profile, b.Service)
	if err != nil || id == 0 {
		return b
	}
	joined, err := s.write(ctx, b.Ref, b.Version, func(_ *db.BoardTx, now *Board) error { now.ProfileID = id; return nil })
	if err != nil {
		return b
	}
	return joined
}

// adopt makes a file the row of its board, where it says more.
func (s *Store) adopt(ctx context.Context, name string, data []byte, known map[string]Board) {
	f, err := parse(data)
	if err != nil {
		s.lib.Log().Warn("read board", "path", name, "err", err)
		return
	}
	old, there := known[f.Ref]
	own := name == fileName(f.Name, f.Ref) // not a copy that somebody made of it
	switch {
	case there && f.Version < old.Version, there && f.Version == old.Version && name != fileName(old.Name, old.Ref):
		if own && name != fileName(old.Name, old.Ref) { // a crash came before its old name was gone
			_ = s.lib.Remove(name)
		}
		return
	case there:
		f.ProfileID = old.ProfileID
		for i, frame := range f.Frames { // an address that its file does not hold
			if j := old.FrameByID(frame.ID); j >= 0 && frame.Link == "" {
				f.Frames[i].Link = old.Frames[j].Link
			}
		}
	default:
		if f.ProfileID, err = s.lib.ProfileOf(ctx, f.Profile, f.Service); err != nil {
			return
		}
	}
	err = s.lib.WriteBoard(ctx, f.Ref, func(tx *db.BoardTx) error {
		if there {
			if err := addStep(tx, FromFile, elements(old), elements(f)); err != nil {
				return err
			}
		}
		return put(tx, &f, f.ChangedAt)
	})
	if err != nil {
		s.lib.Log().Warn("take over board", "path", name, "err", err)
		return
	}
	known[f.Ref] = f
}

// keep writes the file of a board, which may have had another name before.
func (s *Store) keep(b Board, was string) {
	name, old := fileName(b.Name, b.Ref), fileName(was, b.Ref)
	data, err := b.bytes()
	if err == nil && old != name && strings.EqualFold(old, name) { // on some disks the two are one
		err, old = s.lib.Root.Rename(old, name), name
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = s.lib.Write(name, data)
	}
	if err == nil && old != name {
		err = s.lib.Remove(old)
	}
	if err != nil {
		s.lib.Log().Warn("write board", "path", name, "err", err)
	}
}

package boards

import (
	"context"
	"errors"
	"io/fs"

	"viviscope/db"
	"viviscope/db/folder"
)

// FromFile is the step that a file became which said more than its row, or a document that a person applied; that
// of a client begins with FromProgram, and its name follows.
const FromFile, FromProgram = "from_file", "from_file:"

// Rebuild has a library's database made anew by [db.Rebuild] or [db.RestoreBackup], and brings the boards back
// whose files are there.
func Rebuild(ctx context.Context, dir string, o db.Options, anew func(context.Context, string, db.Options) (db.Report, error)) (db.Report, error) {
	r, err := anew(ctx, dir, o)
	if err != nil {
		return r, err
	}
	lib, err := db.Open(ctx, dir, o)
	if err != nil {
		return r, err
	}
	_, err = Open(ctx, lib)
	rows, readErr := lib.BoardRows(ctx)
	r.Boards, err = len(rows), errors.Join(err, readErr)
	return r, errors.Join(err, lib.Close())
}

// Open brings the boards of a library and the files in boards/ together. A file without a row, as after a rebuild,
// or one that says more than its row, as after a restored backup or where somebody put it there, becomes the row,
// and a step that can be taken back; a row that is newer than its file is written again. A file that cannot be used
// is left where it is.
func Open(ctx context.Context, lib *db.Library) (*Store, error) {
	s := &Store{lib: lib, histories: map[string]*history{}}
	if lib.ReadOnly() {
		return s, nil
	}
	all, err := s.boards(ctx)
	if err != nil {
		return nil, err
	}
	known := map[string]Board{}
	for _, b := range all {
		known[b.Ref] = b
	}
	names, err := fs.Glob(lib.Root.FS(), folder.Boards+"/*.json")
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, name := range names {
		err := s.contained(ctx, db.BoardHead{}, name, func() error {
			data, err := lib.ReadSmall(name, maxFile)
			if err == nil {
				files[name] = string(data)
				err = s.adopt(ctx, name, data, known)
			}
			return err
		})
		if bad, ok := errors.AsType[*UnreadableError](err); ok {
			s.badFiles = append(s.badFiles, *bad)
		}
		if err != nil {
			lib.Log().Warn("read board", "path", name, "err", err)
		}
	}
	for _, b := range known {
		id, err := b.ProfileID, error(nil)
		if id == 0 { // the profile that its file names may be here by now
			id, err = lib.ProfileOf(ctx, b.Profile, b.Service)
		}
		if data, _ := b.bytes(); err == nil && (id != b.ProfileID || files[fileName(b.Name, b.Ref)] != string(data)) {
			_, err = s.write(ctx, b.Ref, b.Version, "", func(tx *db.BoardTx, _ Board) error {
				tx.Row.ProfileID = id
				return nil
			})
		}
		if err != nil {
			lib.Log().Warn("write board", "ref", b.Ref, "err", err)
		}
	}
	return s, ctx.Err()
}

// adopt makes a file the row of its board, where it says more.
func (s *Store) adopt(ctx context.Context, name string, data []byte, known map[string]Board) error {
	f, err := parse(data)
	if err != nil {
		return err
	}
	old := known[f.Ref]
	at := fileName(old.Name, f.Ref) // where it is to stand
	switch {
	case f.Version < old.Version && name != at && name == fileName(f.Name, f.Ref): // a crash came before its old name was gone
		return s.lib.Remove(name)
	case f.Version < old.Version, f.Version == old.Version && name != at: // or a copy that somebody made of it
		return nil
	}
	if f.ProfileID = old.ProfileID; f.ProfileID == 0 {
		f.ProfileID, err = s.lib.ProfileOf(ctx, f.Profile, f.Service)
	}
	f.keepLinks(old)
	was, oldErr := old.document()
	doc, newErr := f.document()
	if err = errors.Join(err, oldErr, newErr); err != nil || old.Ref != "" && string(doc) == string(was) && f.TrashedAt.Equal(old.TrashedAt) {
		return err
	}
	row, err := s.commit(ctx, f.Ref, db.AnyVersion, func(tx *db.BoardTx) error {
		tx.Row.Doc, tx.Row.BoardHead = doc, f.BoardHead
		return nil
	}, namedStep(FromFile))
	if err == nil {
		known[f.Ref], err = boardOf(row)
	}
	return err
}

package boards

import (
	"context"
	"errors"
	"io/fs"

	"viviscope/db"
	"viviscope/db/folder"
)

// StepFromFile is the name of the step in which a file or a document of the user replaced a board. StepFromClient,
// followed by the client's name, is the one for a client's document.
const StepFromFile, StepFromClient = "from_file", "from_file:"

// StepAwaitTakes is the name of the step of [Store.AwaitTakes].
const StepAwaitTakes = "await_takes"

// Rebuild calls anew, which is [db.Rebuild] or [db.RestoreBackup], and then restores the boards from their files.
func Rebuild(
	ctx context.Context, dir string, o db.Options, anew func(context.Context, string, db.Options) (db.Report, error),
) (db.Report, error) {
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

// Open opens the boards of a library and synchronizes rows and files. A file replaces its row, as a step that can be
// undone, if the row is missing or older. A row is missing after a rebuild. It is older after a restored backup, or if
// the user copied the file. If the row is newer, its file is written again. An unusable file is left unchanged and
// listed by [Store.List].
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
		err := s.asUnreadable(ctx, db.BoardHead{}, name, func() error {
			data, err := lib.ReadSmall(name, maxFile)
			if err == nil {
				files[name] = string(data)
				err = s.adoptFile(ctx, name, data, known)
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
		if id == 0 { // the profile of its file may exist by now
			id, err = lib.ProfileOf(ctx, b.Profile, b.Service)
		}
		if data, _ := b.encode(); err == nil && (id != b.ProfileID || files[fileName(b.Name, b.Ref)] != string(data)) {
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

// adoptFile writes a file's content to the row of its board, if the file is newer.
func (s *Store) adoptFile(ctx context.Context, name string, data []byte, known map[string]Board) error {
	f, err := parseFile(data)
	if err != nil {
		return err
	}
	old := known[f.Ref]
	at := fileName(old.Name, f.Ref) // its expected path
	switch {
	// left by a crash during a rename
	case f.Version < old.Version && name != at && name == fileName(f.Name, f.Ref):
		return s.lib.Remove(name)
	case f.Version < old.Version, f.Version == old.Version && name != at: // older, or a copy
		return nil
	}
	f.ProfileID = old.ProfileID
	if f.ProfileID == 0 {
		f.ProfileID, err = s.lib.ProfileOf(ctx, f.Profile, f.Service)
	}
	f.keepLinks(old)
	was, oldErr := old.document()
	doc, newErr := f.document()
	if err = errors.Join(err, oldErr, newErr); err != nil || old.Ref != "" && string(doc) == string(was) &&
		f.TrashedAt.Equal(old.TrashedAt) {
		return err
	}
	row, err := s.commit(ctx, f.Ref, db.AnyVersion, func(tx *db.BoardTx) error {
		tx.Row.Doc, tx.Row.BoardHead = doc, f.BoardHead
		return nil
	}, namedStep(StepFromFile))
	if err == nil {
		known[f.Ref], err = parseRow(row)
	}
	return err
}

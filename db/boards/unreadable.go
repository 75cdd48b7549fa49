package boards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"strings"

	"viviscope/db"
	"viviscope/db/folder"
)

// UnreadableError reports a board that cannot be read or shown. Its row, its file and its takes are kept as they are;
// it can be put into the trash, and the step of this run that made it so can be undone.
type UnreadableError struct {
	db.BoardHead        // without a Ref: a file of boards/ that is no row
	Path         string // of its file in the library; "": there is none
	Err          error
	Stack        string // of a panic, for the log
}

// Error implements error.
func (e *UnreadableError) Error() string {
	if e.Ref == "" {
		return fmt.Sprintf("read board %s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("read board %.8s: %v", e.Ref, e.Err)
}

// Unwrap returns the reason.
func (e *UnreadableError) Unwrap() error { return e.Err }

// Name returns the name of the board as its file has it; "" without a file.
func (e *UnreadableError) Name() string {
	name := strings.TrimSuffix(strings.TrimPrefix(e.Path, folder.Boards+"/"), ".json")
	if i := strings.LastIndex(name, " ["); i > 0 {
		name = name[:i]
	}
	return name
}

// Contain runs fn, which reads a board or works out what is shown or ordered of it. A panic becomes an
// [*UnreadableError] with its stack, so that one board never ends the program. An error is returned as it is.
func Contain(head db.BoardHead, fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &UnreadableError{BoardHead: head, Err: fmt.Errorf("it cannot be shown: %v", r), Stack: string(debug.Stack())}
		}
	}()
	return fn()
}

// contained is Contain where every error of fn is a reason why the board, or the file at a path, cannot be read. What
// ends ctx stays what it is.
func (s *Store) contained(ctx context.Context, head db.BoardHead, path string, fn func() error) error {
	err := Contain(head, fn)
	if err == nil || ctx.Err() != nil {
		return err
	}
	bad, ok := errors.AsType[*UnreadableError](err)
	if !ok {
		bad = &UnreadableError{BoardHead: head, Err: err}
	}
	if bad.Path = path; bad.Stack != "" {
		s.lib.Log().Error("read board", "err", bad, "stack", bad.Stack)
	}
	return bad
}

// read reads a board out of its row, and works out once all that is shown of it. Errors: *[UnreadableError].
func (s *Store) read(ctx context.Context, row db.BoardRow) (v View, sum Summary, err error) {
	err = s.contained(ctx, row.BoardHead, "", func() error {
		b, err := boardOf(row)
		if err == nil {
			v, err = s.view(ctx, b)
		}
		if err == nil {
			sum = v.summary(s.lib.Now())
			_, err = v.Document()
		}
		return err
	})
	if bad, ok := errors.AsType[*UnreadableError](err); ok {
		bad.Path, _ = s.findFile(row.Ref) // only to show it
	}
	return v, sum, err
}

// findFile returns the path in the library of the file of a board whose name is not known; "" where there is none.
func (s *Store) findFile(ref string) (string, error) {
	names, err := fs.Glob(s.lib.Root.FS(), folder.Boards+"/*.json")
	for _, name := range names {
		if isFileOf(name, ref) {
			return name, err
		}
	}
	return "", err
}

// isFileOf reports whether a path has the name that [fileName] gives the file of a board.
func isFileOf(path, ref string) bool {
	return len(ref) >= 8 && strings.HasSuffix(path, "["+ref[:8]+"].json")
}

// unreadableFiles returns the files of boards/ that could not be used when the library was opened and that are there
// still. Those of a board with a row are left out: the row is shown.
func (s *Store) unreadableFiles(rows []db.BoardRow) (list []Summary) {
	for _, bad := range s.badFiles {
		shown := false
		for _, row := range rows {
			shown = shown || isFileOf(bad.Path, row.Ref)
		}
		if info, err := s.lib.Root.Stat(bad.Path); err == nil && !shown {
			bad.ChangedAt = info.ModTime().UTC()
			list = append(list, summaryOf(&bad))
		}
	}
	return list
}

// summaryOf returns the row that a list shows for a board that cannot be read.
func summaryOf(bad *UnreadableError) Summary {
	return Summary{Board: Board{BoardHead: bad.BoardHead, Name: cmp.Or(bad.Name(), bad.Ref[:min(8, len(bad.Ref))])}, Unreadable: bad}
}

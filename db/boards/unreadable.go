package boards

import (
	"fmt"
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

// Contain runs fn, which reads a board or computes something from it. A panic becomes an [*UnreadableError] with its
// stack, so that one board never crashes the program. An error is returned as it is.
func CatchPanic(head db.BoardHead, fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &UnreadableError{BoardHead: head, Err: fmt.Errorf("it cannot be shown: %v", r),
				Stack: string(debug.Stack())}
		}
	}()
	return fn()
}

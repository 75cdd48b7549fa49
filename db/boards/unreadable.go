package boards

import (
	"fmt"
	"runtime/debug"
	"strings"

	"viviscope/db"
	"viviscope/db/folder"
)

// UnreadableError reports a board that cannot be read or displayed. Its row, file and takes stay unchanged. It can be
// moved to the trash, and the step of this run that damaged it can be undone.
type UnreadableError struct {
	db.BoardHead        // Ref "": a file of boards/ without a row
	Path         string // of its file, relative to the library; "": none
	Err          error
	Stack        string // stack trace of a panic, for the log
}

// Error implements error.
func (e *UnreadableError) Error() string {
	if e.Ref == "" {
		return fmt.Sprintf("read board %s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("read board %.8s: %v", e.Ref, e.Err)
}

// Unwrap returns the cause.
func (e *UnreadableError) Unwrap() error { return e.Err }

// Name returns the name of the board according to its file name; "" without a file.
func (e *UnreadableError) Name() string {
	name := strings.TrimSuffix(strings.TrimPrefix(e.Path, folder.Boards+"/"), ".json")
	if i := strings.LastIndex(name, " ["); i > 0 {
		name = name[:i]
	}
	return name
}

// CatchPanic runs fn, which reads a board or computes something from it. It converts a panic to an [*UnreadableError]
// with a stack trace, so that one board cannot crash the program. Errors of fn are returned unchanged.
func CatchPanic(head db.BoardHead, fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &UnreadableError{BoardHead: head, Err: fmt.Errorf("it cannot be shown: %v", r),
				Stack: string(debug.Stack())}
		}
	}()
	return fn()
}

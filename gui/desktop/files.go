// Package desktop is what the program does with the desktop around its window: questions for files, notifications, the
// icon in the tray, and which display there is. It knows nothing of jobs.
package desktop

import "errors"

// FileQuestion is what a person is asked for: a file of this computer, several, a folder, or the name of a file that
// will be written.
type FileQuestion struct {
	Title   string
	In      string   // the folder to begin in
	Endings []string // of the files that are offered, such as ".png"; none: all
	Many    bool
	Folder  bool
	Save    string // the suggested name of a file that will be written; "": it must be there
}

// ErrNoFileDialog means that this desktop shows no dialog for files, or broke off the one it showed.
var ErrNoFileDialog = errors.New("no file dialog")

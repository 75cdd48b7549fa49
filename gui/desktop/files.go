// Package desktop connects the program to the desktop around its window. [AskFiles] shows file dialogs, [Notifier]
// sends notifications, and [Tray] shows the tray icon. [OpenFile] and [Reveal] open files in other programs.
// [ReachDisplay] checks the display server. Most files exist per operating system. The package knows nothing about
// jobs.
package desktop

import "errors"

// FileQuestion configures a file dialog: to choose one file or several, a folder, or the name of a new file.
type FileQuestion struct {
	Title   string
	In      string   // initial folder
	Endings []string // offered file extensions, such as ".png"; none: all
	Many    bool
	Folder  bool
	Save    string // suggested name of a new file; "": choose an existing one
}

// ErrNoFileDialog means that the desktop has no file dialog, or closed it unexpectedly.
var ErrNoFileDialog = errors.New("no file dialog")

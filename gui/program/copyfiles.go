package program

import "viviscope/gui/dnd"

// copyFiles returns what puts files on the clipboard, as file managers do; nil where that cannot be done.
func (p *program) copyFiles() func(paths []string) error {
	if p.files == nil {
		p.files = dnd.NewFileClipboard(p.options.Log)
	}
	if p.files == nil {
		return nil
	}
	return p.files.Copy
}

// leaveClipboard lets go of the files on the clipboard.
func (p *program) leaveClipboard() {
	if p.files != nil {
		p.files.Close()
	}
}

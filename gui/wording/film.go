package wording

import (
	planning "viviscope/client/boards"
	"viviscope/db/boards"
	"viviscope/gui/lang"
)

// NameShots names the shots of a film in the language of the window.
func NameShots(f *planning.Film) {
	for i := range f.Shots {
		f.Shots[i].Name = lang.L("Shot %d", f.Shots[i].Number)
	}
}

// JoinedName returns the file name of a film that is made of clips.
func JoinedName(clips int) string {
	return lang.N("Film of %s clip", "Film of %s clips", clips, lang.Number(clips)) + ".mp4"
}

// SeamName returns the name of a seam between two shots.
func SeamName(s boards.Seam) string {
	switch s {
	case boards.Shared:
		return lang.X("seam", "Shared")
	case boards.Continue:
		return lang.X("seam", "Continue")
	}
	return lang.X("seam", "Cut")
}

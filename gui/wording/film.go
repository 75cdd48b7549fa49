package wording

import (
	"viviscope/client/boards"
	"viviscope/gui/lang"
)

// NameShots names the shots of a film in the language of the window.
func NameShots(f *boards.Film) {
	for i := range f.Shots {
		f.Shots[i].Name = lang.L("Shot %d", f.Shots[i].Number)
	}
}

// JoinedName returns the file name of a film that is made of clips.
func JoinedName(clips int) string {
	return lang.N("Film of %s clip", "Film of %s clips", clips, lang.Number(clips)) + ".mp4"
}

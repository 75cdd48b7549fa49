package wording

import (
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
)

// LinkSoon is how little is left of a link that is said to die soon: a clip may wait in the service's queue before its frames
// are fetched.
const LinkSoon = 2 * time.Hour

// FrameUse is what can be made of an asset: a frame of a clip, the source of an edit, or the same once more.
type FrameUse struct {
	Frame bool   // it can be put into a slot
	Edit  bool   // it can be edited
	Again bool   // its link is gone: as a frame it can only be made once more
	Note  string // how long it can be used, or why it cannot
	Warn  bool
}

// FrameUseOf says what can be made of an asset now. hosting: local pictures can be put where a service can fetch them.
func FrameUseOf(a db.Asset, now time.Time, hosting bool) FrameUse {
	left := a.LinkDies.Sub(now)
	alive := a.Link != "" && (a.LinkDies.IsZero() || left > 0)
	switch {
	case a.Kind != db.Picture:
		return FrameUse{Note: lang.L("Frames and edits need a picture. This is a clip.")}
	case alive && a.LinkDies.IsZero():
		return FrameUse{Frame: true, Edit: true, Note: lang.L("Its link is sent, not the file.")}
	case alive && left < LinkSoon:
		return FrameUse{Frame: true, Edit: true, Warn: true, Note: lang.L("Its link dies soon: %s.", Left(left))}
	case alive:
		return FrameUse{Frame: true, Edit: true, Note: lang.L("Its link lives: %s.", Left(left))}
	case hosting:
		return FrameUse{Frame: true, Edit: true, Note: lang.L("As a frame it is put on your image host first.")}
	case a.Link == "" && a.LinkDies.IsZero():
		return FrameUse{Edit: true, Note: lang.L("A frame needs a web address, and this picture never had one. An edit takes the file.")}
	}
	return FrameUse{Edit: true, Again: true, Warn: true, Note: lang.L("Its link expired. The picture is safe here; an edit takes the file.")}
}

// AssetTitle is what an asset is called, in one line: its prompt, or the name that its file came with.
func AssetTitle(a db.Asset) string {
	switch words := strings.Join(strings.Fields(a.Prompt), " "); {
	case words != "":
		return words
	case a.Name != "":
		return a.Name
	case a.Kind == db.Clip:
		return lang.X("noun", "Clip")
	case a.Kind == db.Picture:
		return lang.X("noun", "Picture")
	}
	return ""
}

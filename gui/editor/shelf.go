package editor

import (
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// shelf opens and deletes unfinished canvases.
type shelf struct {
	host   action.Host
	list   *unfinishedList
	opener *opener
	note   *note
}

// open opens a canvas. If that is impossible a note shows why, and offers to restore its picture
// from the trash or to delete it.
func (s *shelf) open(u unfinished) {
	switch {
	case u.trouble != "":
		what, _ := u.caption(s.host.Now())
		remedies := []action.Action{{Label: lang.L("Delete"), Do: func() { s.discard(u) }}}
		if !u.asset.TrashedAt.IsZero() {
			remedies = append([]action.Action{s.opener.restoring(u.asset)}, remedies...)
		}
		s.note.post(wording.Dotted(what, u.trouble), remedies...)
	case isSheet(u.key):
		s.opener.openSheet(u.key, func() { s.note.post(lang.L("It is no longer in the library.")) })
	default:
		s.opener.openAsset(u.asset)
	}
}

// discard deletes the drawing of a canvas. The picture below it stays. A note offers to undo that.
func (s *shelf) discard(u unfinished) { s.list.deleteDrawing(u) }

// postDeleted shows a note that a drawing was deleted, with a button that restores it.
func (s *shelf) postDeleted(restore func()) {
	s.note.post(lang.L("The drawing was deleted."), action.Action{Label: lang.L("Undo"), Do: func() {
		s.note.Hide()
		restore()
	}})
}

// menu returns the actions of a canvas.
func (s *shelf) menu(u unfinished) []action.Action {
	return []action.Action{
		{Label: lang.L("Open on the canvas"), Do: func() { s.open(u) }},
		{Label: lang.L("Delete"), Line: true, Do: func() { s.discard(u) }},
	}
}

package viewer

import (
	"viviscope/db"
	"viviscope/gui/compare"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// show writes how the comparison stands.
func (v *versus) show() {
	v.modes.SetOff(int(compare.Difference), v.clips)
	v.modes.SetSelected(int(v.pair.Mode()))
	v.sizes.SetText(v.pair.Sizes())
	show(v.playing, v.clips)
	show(v.at, v.clips)
	show(v.note, v.note.Text() != "")
	show(v.edit, !v.clips && v.s.asset.Kind == db.Picture)
	v.edit.SetText(lang.L("Edit B"))
	if v.pair.Swapped() {
		v.edit.SetText(lang.L("Edit A"))
	}
	v.showTime()
	v.foot.Refresh()
	v.s.fitFoot()
}

func (v *versus) showTime() {
	v.at.SetSpans(
		widgets.Span{Text: clock(v.state.Position), Bold: true, Color: resources.Text1},
		widgets.Span{Text: " / " + clock(v.state.Duration), Color: resources.Text2})
	icon, word := resources.IconPause(), lang.X("verb", "Pause")
	if v.state.Paused || v.state.Ended {
		icon, word = resources.IconPlay(), lang.X("verb", "Play")
	}
	face(v.playing, icon, word)
}

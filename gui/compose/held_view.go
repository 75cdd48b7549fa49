package compose

import (
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// heldView is the banner over the form while it holds a held job.
type heldView struct {
	banner *kit.Text
	why    *kit.Text
	save   *kit.Button
	keep   *kit.Button
	stop   *kit.Button
	box    *fyne.Container
}

func newHeldView(onSave, onKeep, onStop func()) *heldView {
	v := &heldView{
		banner: kit.NewText("", resources.SizeSM, resources.Text1, true).Wrap(true),
		why:    kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		save:   kit.NewButton(lang.X("verb", "Save"), nil, kit.Plain, onSave).Small(),
		keep:   kit.NewButton(lang.L("Keep as draft"), nil, kit.Plain, onKeep).Small(),
		stop:   kit.NewButton(lang.L("Stop editing"), nil, kit.Quiet, onStop).Small(),
	}
	v.box = kit.NewInset(8, 0, 0, 0, kit.NewCard(kit.NewColumn(6,
		kit.NewRow(8, kit.NewIcon(resources.IconPause, 14, resources.Accent), v.banner),
		v.why, kit.NewFlow(8, v.save, v.keep, v.stop))))
	v.box.Hide()
	return v
}

func (v *heldView) show(h *heldEdit, can bool) {
	kit.Show(v.box, h != nil)
	if h == nil {
		return
	}
	v.banner.SetText(lang.L("Editing held job %s. Nothing was sent.", h.name()))
	why := lang.L("The kind of a held job cannot be changed. Your draft comes back afterwards.")
	v.why.SetColor(resources.Text2)
	if h.gone != "" {
		v.banner.SetText(lang.L("Job %s is no longer held.", h.name()))
		why = h.gone
		v.why.SetColor(resources.Warn)
	}
	v.why.SetText(why)
	kit.Show(v.save, h.gone == "")
	kit.Show(v.keep, h.gone != "")
	kit.Enable(v.save, can)
}

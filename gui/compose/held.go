package compose

import (
	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// heldEdit is a held job in the form. The drafts wait beside it and come back untouched; nothing of it is kept over a
// restart, after which the job is as it was.
type heldEdit struct {
	job    db.Job
	before form.Form // the drafts
	start  form.Form // the job as it came into the form
	gone   string    // why nothing can be saved any more; "" while it is held
}

func (h heldEdit) name() string { return shortRef(h.job) }

// shortRef is how people see the ref of a job.
func shortRef(job db.Job) string { return job.Ref[:min(4, len(job.Ref))] }

// heldView is the line over the form that says that it holds a held job.
type heldView struct {
	banner *widgets.Text
	why    *widgets.Text
	save   *widgets.Button
	keep   *widgets.Button
	stop   *widgets.Button
	box    *fyne.Container
}

func newHeldView(onSave, onKeep, onStop func()) *heldView {
	v := &heldView{
		banner: widgets.NewText("", resources.SizeSM, resources.Text1, true).Wrap(true),
		why:    widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		save:   widgets.NewButton(lang.X("verb", "Save"), nil, widgets.Plain, onSave).Small(),
		keep:   widgets.NewButton(lang.L("Keep as draft"), nil, widgets.Plain, onKeep).Small(),
		stop:   widgets.NewButton(lang.L("Stop editing"), nil, widgets.Quiet, onStop).Small(),
	}
	v.box = widgets.NewInset(8, 0, 0, 0, widgets.NewCard(widgets.NewColumn(6,
		widgets.NewRow(8, widgets.NewIcon(resources.IconPause(), 14, resources.Accent), v.banner),
		v.why, widgets.NewFlow(8, v.save, v.keep, v.stop))))
	v.box.Hide()
	return v
}

func (v *heldView) show(h *heldEdit, can bool) {
	setShown(v.box, h != nil)
	if h == nil {
		return
	}
	v.banner.SetText(lang.L("Editing held job %s. Nothing was sent.", h.name()))
	why := lang.L("It keeps its kind. Your draft comes back afterwards.")
	v.why.SetColor(resources.Text2)
	if h.gone != "" {
		v.banner.SetText(lang.L("Job %s is not held any more.", h.name()))
		why = h.gone
		v.why.SetColor(resources.Warn)
	}
	v.why.SetText(why)
	setShown(v.save, h.gone == "")
	setShown(v.keep, h.gone != "")
	setOn(v.save, can)
}

// showHeld shows the line over the form, and the switch of the kinds as far as it may be used.
func (s *Screen) showHeld(problems []client.ValidationError) {
	shown := s.holding.view.box.Visible()
	s.holding.view.show(s.held, s.free(problems))
	if (s.held != nil) != s.kind.Disabled() {
		if s.held != nil {
			s.kind.Disable()
		} else {
			s.kind.Enable()
		}
	}
	if shown || s.held != nil {
		s.box.Refresh() // the line takes room from the fields
	}
}

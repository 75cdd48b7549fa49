package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// watchingForm is the pace at which jobs of a profile are watched, and the patience with its pictures.
type watchingForm struct {
	poll     *widgets.Slider
	pollNote *widgets.Text
	patience *widgets.Picker
	form     *widgets.Picker
	content  fyne.CanvasObject
}

// sliderInset is the room that a slider keeps left of its track, px: without it the track begins where other controls do.
const sliderInset = 12

// patienceMinutes are the choices of how long a picture call may take. The service recommends five minutes or more,
// because giving up earlier can pay twice.
var patienceMinutes = []int{5, 10, 15, 20, 30}

// requestForms are the forms in the order of their choice.
var requestForms = []client.Form{client.FormDocumented, client.FormOpenAI}

func newWatchingForm(s *Screen) *watchingForm {
	f := &watchingForm{}
	f.poll = widgets.NewSlider(10, 15)
	f.poll.Step = 1
	f.pollNote = note("").Wrap(true)
	f.poll.OnChanged = func(v float64) { f.pollNote.SetText(pollWords(int(v))) }
	f.poll.OnChangeEnded = func(v float64) { s.change(func(p *db.Profile) { p.PollSeconds = int(v) }) }
	titles := make([]string, len(patienceMinutes))
	for i, m := range patienceMinutes {
		titles[i] = lang.L("%d min", m)
	}
	f.patience = widgets.NewSimplePicker(titles, func(i int) { s.change(func(p *db.Profile) { p.ImageMinutes = patienceMinutes[i] }) })
	f.form = widgets.NewSimplePicker([]string{lang.L("As documented"), lang.L("As OpenAI’s videos")}, func(i int) {
		s.change(func(p *db.Profile) { p.Form = string(requestForms[i]) })
	})
	f.content = widgets.NewColumn(12, s.headingOfProfile(lang.L("Sending and watching")),
		field(lang.L("Ask for progress every"), widgets.NewRow(12, widgets.NewInset(0, 0, 0, -sliderInset, widgets.NewFixed(200+sliderInset, 32, f.poll)), f.pollNote)),
		field(lang.L("Wait for a picture"), widgets.NewRow(12, f.patience, note(lang.L("5 min or more; after that it is unconfirmed")).Wrap(true))),
		field(lang.L("Form of requests"), widgets.NewRow(12, f.form,
			note(lang.L("some gateways take clips only as OpenAI’s videos: seconds as text, one first frame")).Wrap(true))),
		field(lang.L("Send automatically again"), widgets.NewRow(12, widgets.NewTag(widgets.ToneNeutral, resources.IconLock(), lang.L("Never")),
			note(lang.L("a repeat could be charged twice, so this cannot be switched on")).Wrap(true))))
	return f
}

// show turns the form to a profile.
func (f *watchingForm) show(p db.Profile) {
	f.poll.Value = float64(max(10, min(15, p.PollSeconds)))
	f.poll.Refresh()
	f.pollNote.SetText(pollWords(int(f.poll.Value)))
	f.patience.SetSelected(nearest(patienceMinutes, p.ImageMinutes))
	f.form.SetSelected(max(0, slices.Index(requestForms, client.Form(p.Form))))
}

func pollWords(seconds int) string { return lang.L("%d s; all tasks share one pace", seconds) }

func nearest(list []int, v int) int {
	best := 0
	for i, x := range list {
		if abs(x-v) < abs(list[best]-v) {
			best = i
		}
	}
	return best
}

func abs(v int) int { return max(v, -v) }

package jobs

import (
	"fyne.io/fyne/v2/data/binding"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/live"
	"viviscope/gui/status"
)

// progress shows the status of one job.
type progress struct {
	tag  *kit.Tag
	text *kit.Text
	bar  *kit.Meter
	job  *live.Job // the bindings while the job runs; nil: none
}

// set shows a status, with a text beside its tag.
func (p *progress) set(st status.Status, text string) {
	p.tag.Set(action.ToneOf(st.Tone), action.StateIcon(st.State), st.Tag)
	p.text.SetText(text)
	p.bar.SetShare(st.Share)
}

// bind updates the widgets while the job runs. text chooses the text beside the tag. changed is called after each
// update.
func (p *progress) bind(l *live.Jobs, it *item, text func(*live.Job) binding.String, changed func()) {
	if !status.Runs(it.State) {
		p.Unbind()
		return
	}
	job := l.Job(it.liveRow())
	p.tag.Bind(job.Status, changed)
	p.text.Bind(text(job), changed)
	p.bar.Bind(job.Progress, changed)
	p.job.Release()
	p.job = job
}

// Unbind ends the updates.
func (p *progress) Unbind() {
	p.tag.Unbind()
	p.text.Unbind()
	p.bar.Unbind()
	p.job.Release()
	p.job = nil
}

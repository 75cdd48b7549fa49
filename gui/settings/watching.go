package settings

import (
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// watchingForm edits how often jobs of a profile are checked, the timeout of pictures and the request format. Each
// change is stored at once.
type watchingForm struct {
	poll     *kit.Slider
	pollNote *kit.Text
	patience *options[int]
	form     *options[string]
	profile  int64 // that is shown
	content  fyne.CanvasObject
}

// sliderInset is the padding of a slider to the left of its track, px. It is removed, so that the track begins where
// other controls do.
const sliderInset = 12

// patienceMinutes are the choices of the timeout of a picture. The service recommends five minutes or more, because a
// call that is given up earlier may be charged and sent again.
var patienceMinutes = []int{5, 10, 15, 20, 30}

func newWatchingForm(h *host) *watchingForm {
	minutes := func(n int) string { return lang.L("%d min", n) }
	forms := func(form string) string { return formWord(client.RequestFormat(form)) }
	var allForms []string
	for _, form := range client.RequestFormats() {
		allForms = append(allForms, string(form))
	}
	f := &watchingForm{poll: kit.NewSlider(10, 15), pollNote: note("").Wrap(true)}
	f.patience = newOptions(minutes, func(n int) {
		h.changeProfile(f.profile, func(p *db.Profile) { p.ImageMinutes = n })
	}, patienceMinutes...)
	f.form = newOptions(forms, func(form string) { h.changeProfile(f.profile, func(p *db.Profile) { p.Form = form }) },
		allForms...)
	f.poll.OnChanged = func(v float64) { f.pollNote.SetText(pollWords(v)) }
	f.poll.OnChangeEnded = func(v float64) {
		h.changeProfile(f.profile, func(p *db.Profile) { p.PollSeconds = int(v) })
	}
	track := kit.NewInset(0, 0, 0, -sliderInset, kit.NewFixed(200+sliderInset, 32, f.poll))
	f.content = kit.NewColumn(12,
		field(lang.L("Check progress every"), kit.NewRow(12, track, f.pollNote)),
		explained(lang.L("Picture timeout"), f.patience.picker, lang.L("after that the job is unconfirmed")),
		explained(lang.L("Request format"), f.form.picker,
			lang.L("for gateways; Create shows which fields a format leaves out")),
		explained(lang.L("Re-send automatically"), kit.NewTag(kit.ToneNeutral, resources.IconLock, lang.L("Never")),
			lang.L("a repeat could be charged twice, so this is always off")))
	return f
}

func (f *watchingForm) show(p db.Profile) fyne.CanvasObject {
	f.profile = p.ID
	f.poll.Value = float64(max(10, min(15, p.PollSeconds)))
	f.poll.Refresh()
	f.pollNote.SetText(pollWords(f.poll.Value))
	f.patience.show(p.ImageMinutes)
	f.form.show(p.Form)
	return f.content
}

func pollWords(seconds float64) string { return fmt.Sprintf("%d s", int(seconds)) }

// formWord returns the name of a request format.
func formWord(form client.RequestFormat) string {
	switch form {
	case client.FormatOpenAI:
		return lang.L("OpenAI")
	case client.FormatNewAPI:
		return lang.L("new-api channels")
	}
	return lang.L("As documented")
}

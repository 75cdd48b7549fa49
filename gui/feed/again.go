package feed

import (
	"time"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// showSendAgain asks before a request goes out a second time. Doing nothing is the default.
func (s *Screen) showSendAgain(it Item) {
	id := it.Job.ID
	later := widgets.NewButton(lang.L("Decide later"), nil, widgets.Primary, s.closeSheet)
	trouble := newTrouble()
	again := widgets.NewButton(againLabel(it), nil, widgets.Plain, nil)
	content := widgets.NewColumn(12,
		heading(lang.L("Send the same request again?")),
		paragraph(widgets.Span{Text: twiceWords(it, s.d.Now())}),
		trouble,
		widgets.NewRow(8, later, again),
	)
	sheet := s.openSheet(content, later)
	again.OnTapped = func() {
		s.settle(sheet, trouble, []*widgets.Button{again}, id, s.sendingAgain(id))
	}
}

// twiceWords says what a second job may cost, and that the first may still bring what was asked for.
func twiceWords(it Item, now time.Time) string {
	second := lang.L("Sending again makes a second job.") + " "
	if wording.MayBeThere(it.Job, now) {
		second += lang.L("The first clip may still be at the service, and is fetched when it knows the task again.") + " "
	}
	if _, both := it.Twice(); both != "" {
		return second + lang.L("If the first one did arrive, you pay for both: %s.", it.boxed(both))
	}
	return second + lang.L("If the first one did arrive, you pay for both.")
}

// againLabel is the word of the button that sends again: it says how much more that is.
func againLabel(it Item) string {
	if it.Again == nil {
		return lang.L("Send again · %s", lang.L("price not known"))
	}
	more, _ := it.Twice()
	if more == "" {
		return lang.L("Send again · %s", it.AgainPrice())
	}
	return lang.L("Send again · %s", it.boxed(lang.L("%s more", more)))
}

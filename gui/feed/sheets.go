package feed

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// adoptPatience is how long the service is waited for when it is asked about a task ID.
const adoptPatience = 30 * time.Second

// openSheet opens a sheet over the window with the focus in one of its controls; nil where the feed is in no window.
func (s *Screen) openSheet(content fyne.CanvasObject, focus fyne.Focusable) *widgets.Sheet {
	c := fyne.CurrentApp().Driver().CanvasForObject(s.view.box)
	if c == nil {
		return nil
	}
	s.closeSheet()
	s.sheet = widgets.ShowSheet(c, content, nil)
	c.Focus(focus)
	return s.sheet
}

func (s *Screen) closeSheet() {
	if s.sheet != nil {
		s.sheet.Hide()
		s.sheet = nil
	}
}

func heading(text string) *widgets.Text {
	return widgets.NewText(text, resources.SizeH2, resources.Text1, true)
}

func paragraph(spans ...widgets.Span) *widgets.Text {
	return widgets.NewRichText(resources.SizeSM, resources.Text2, spans...).Wrap(true)
}

// decideLater is the safe answer of every sheet here: nothing is changed.
func (s *Screen) decideLater() *widgets.Button {
	return widgets.NewButton("Decide later", nil, widgets.Quiet, s.closeSheet)
}

// showResolver asks whether an unconfirmed clip reached the service.
func (s *Screen) showResolver(it Item) {
	id, cost := it.Job.ID, it.Money()
	sent := "Sent " + it.Job.SentAt.In(s.d.Now().Location()).Format("15:04:05") + " to " + hostOf(it.Profile.BaseURL) +
		". No answer came back. Possible cost: "
	number, out := cost.Number, "The "+cost.Number+" is taken out of your totals."
	if number == "" {
		number, out = "not known", "It is taken out of your totals."
	}
	task := widgets.NewEntry()
	task.SetPlaceHolder("Task ID")
	trouble := widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	trouble.Hide()

	var sheet *widgets.Sheet
	var find *widgets.Button
	adopt := func() {
		if task.Text == "" || find.Disabled() {
			return
		}
		find.Disable()
		text := task.Text
		s.d.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), adoptPatience)
			err := s.d.Commands.Adopt(ctx, id, text)
			cancel()
			s.d.Post(func() {
				switch {
				case s.sheet != sheet: // closed while the service was asked
				case err == nil:
					s.closeSheet()
				default:
					find.Enable()
					say(trouble, errorWords(err))
					sheet.Refresh()
				}
			})
			s.schedule()
		})
	}
	find = widgets.NewButton("Find it", nil, widgets.Plain, adopt)
	find.Disable()
	task.OnChanged = func(text string) {
		if text == "" {
			find.Disable()
		} else {
			find.Enable()
		}
	}
	task.OnSubmitted = func(string) { adopt() }

	bold := func(text string) widgets.Span { return widgets.Span{Text: text, Bold: true, Color: resources.Text1} }
	content := widgets.NewColumn(10,
		heading("Did this job reach the service?"),
		paragraph(widgets.Span{Text: sent}, widgets.Span{Text: number, Bold: true, Color: resources.Warn},
			widgets.Span{Text: ". If the service’s console lists tasks, look around that time."}),
		paragraph(bold("It is there."), widgets.Span{Text: " Paste its task ID; the job goes on from where it is."}),
		container.NewBorder(nil, nil, nil, widgets.NewInset(0, 0, 0, 4, find), task),
		trouble,
		paragraph(bold("It is not there."), widgets.Span{Text: " " + out}),
		widgets.NewRow(8, widgets.NewButton("It was not charged", nil, widgets.Plain, func() {
			s.closeSheet()
			s.do(ItWasNotCharged, id)
		})),
		widgets.NewRule(),
		paragraph(widgets.Span{Text: twiceWords(it)}),
		widgets.NewRow(8, widgets.NewButton(againLabel(it)+"…", nil, widgets.Plain, func() { s.showSendAgain(it) }),
			widgets.NewSpring(), s.decideLater()),
	)
	sheet = s.openSheet(content, task)
}

// showSendAgain asks before a request goes out a second time. Doing nothing is the default.
func (s *Screen) showSendAgain(it Item) {
	id := it.Job.ID
	later := widgets.NewButton("Decide later", nil, widgets.Primary, s.closeSheet)
	content := widgets.NewColumn(12,
		heading("Send the same request again?"),
		paragraph(widgets.Span{Text: twiceWords(it)}),
		widgets.NewRow(8, later, widgets.NewButton(againLabel(it), nil, widgets.Plain, func() {
			s.closeSheet()
			s.sendAgain(id)
		})),
	)
	s.openSheet(content, later)
}

// showRawAnswer shows the last answer that mattered, as it came and without what must not be shown.
func (s *Screen) showRawAnswer(it Item) {
	answer := widgets.NewText(it.Job.RawAnswer, resources.SizeXS, resources.Text1, false).Mono().Wrap(true)
	scroll := container.NewVScroll(answer)
	closeIt := widgets.NewButton("Close", nil, widgets.Primary, s.closeSheet)
	content := widgets.NewColumn(12,
		heading("What the service answered"),
		widgets.NewFixed(0, 240, scroll),
		widgets.NewRow(8, widgets.NewButton("Copy", resources.IconCopy(), widgets.Plain, func() { s.d.Copy(it.Job.RawAnswer) }),
			widgets.NewSpring(), closeIt),
	)
	s.openSheet(content, closeIt)
}

// twiceWords says what a second job may cost.
func twiceWords(it Item) string {
	const words = "Sending again makes a second job. If the first one did arrive, you pay for both"
	if _, both := it.Twice(); both != "" {
		return words + ": " + both + "."
	}
	return words + "."
}

// againLabel is the word of the button that sends again: it says how much more that is.
func againLabel(it Item) string {
	if !it.Again.Known {
		return "Send again · price not known"
	}
	more, _ := it.Twice()
	if more == "" {
		return "Send again · " + it.AgainPrice()
	}
	return "Send again · " + more + " more"
}

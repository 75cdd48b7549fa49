package jobs

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// lookupTimeout is how long the service may take to answer about a task ID.
const lookupTimeout = 30 * time.Second

// Widths of sheets in px.
const (
	sheetWidth  = 448
	reviewWidth = 560
)

// sheets shows one sheet at a time.
type sheets struct {
	*commands
	top *kit.Sheet // the last one; nil: none
}

// open shows a sheet in place of the one before, with the focus in one of its controls.
func (s *sheets) open(width float32, content fyne.CanvasObject, focus fyne.Focusable) *kit.Sheet {
	s.close()
	s.top = kit.ShowWideSheet(s.Canvas(), width, content, nil)
	s.Canvas().Focus(focus)
	return s.top
}

func (s *sheets) close() {
	if s.top != nil {
		s.top.Hide()
	}
}

// closeButton makes a button that closes the sheet and changes nothing.
func (s *sheets) closeButton(label string, kind kit.ButtonKind) *kit.Button {
	return kit.NewButton(label, nil, kind, s.close)
}

// question is a sheet with buttons that run commands. An error is shown in the sheet, or as a notice if the user closed
// the sheet meanwhile.
type question struct {
	*sheets
	id      int64 // of the job, or trackedTask
	sheet   *kit.Sheet
	problem *kit.Text
	buttons []*kit.Button
}

func (s *sheets) newQuestion(id int64) *question {
	q := &question{sheets: s, id: id, problem: kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	q.problem.Hide()
	return q
}

// show opens the sheet.
func (q *question) show(width float32, focus fyne.Focusable, content fyne.CanvasObject) {
	q.sheet = q.open(width, content, focus)
}

// answer makes a button that runs a free command and closes the sheet.
func (q *question) answer(label string, kind kit.ButtonKind, do func(context.Context) error) *kit.Button {
	return q.add(kit.NewButton(label, nil, kind, func() { q.settle(q.Sender.Send, jobs.Agreement{}, free(do)) }))
}

// payingAnswer makes a button that runs a command at the shown price, and closes the sheet.
func (q *question) payingAnswer(label string, send sending, shown jobs.Agreement, do spending) *kit.Button {
	return q.add(kit.NewButton(label, nil, kit.Plain, func() { q.settle(send, shown, do) }).Spends())
}

func (q *question) add(b *kit.Button) *kit.Button {
	q.buttons = append(q.buttons, b)
	return b
}

// settle runs a command with the buttons disabled, and closes the sheet.
func (q *question) settle(send sending, shown jobs.Agreement, do spending) {
	if q.busy[q.id] {
		return
	}
	for _, b := range q.buttons {
		b.Disable()
	}
	q.run(send, q.id, shown, do, func(err error) {
		switch {
		case !q.sheet.Shown():
			q.report(err)
			return
		case err == nil:
			q.sheet.Hide()
			return
		}
		for _, b := range q.buttons {
			b.Enable()
		}
		kit.ShowText(q.problem, errorText(err))
		q.sheet.Refresh()
	})
}

// taskField makes a field for a task ID, and a row with the field and the button that asks the service about the task.
func (q *question) taskField(label string, kind kit.ButtonKind, ask func(ctx context.Context, task string) error) (
	task *kit.Entry, row fyne.CanvasObject,
) {
	task = kit.NewEntry()
	id := func() string { return strings.TrimSpace(task.Text) } // pasted text often has blanks around it
	find := q.answer(label, kind, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
		defer cancel()
		return ask(ctx, id())
	})
	find.Disable()
	task.SetPlaceHolder(lang.L("Task ID"))
	task.OnChanged = func(string) { kit.Enable(find, id() != "" && !q.busy[q.id]) }
	task.OnSubmitted = func(string) {
		if !find.Disabled() {
			find.OnTapped()
		}
	}
	return task, container.NewBorder(nil, nil, nil, kit.NewInset(0, 0, 0, 4, find), task)
}

func heading(text string) *kit.Text {
	return kit.NewText(text, resources.SizeH2, resources.Text1, true)
}

func paragraph(spans ...kit.Span) *kit.Text {
	return kit.NewRichText(resources.SizeSM, resources.Text2, spans...).Wrap(true)
}

// boldParagraph makes a paragraph with bold words at its start.
func boldParagraph(lead, rest string) *kit.Text {
	return paragraph(kit.Span{Text: lead, Bold: true, Color: resources.Text1}, kit.Span{Text: " " + rest})
}

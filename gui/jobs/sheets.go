package jobs

import (
	"context"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// showResolver opens the sheet in which the user decides the outcome of a job that only the user can decide. An
// unconfirmed clip can be found by its task ID. For a picture only the bill shows whether it was charged.
func (s *sheets) showResolver(it *item) {
	q, e, id := s.newQuestion(it.ID), s.Engine, it.ID
	decision := func(label string, do func(ctx context.Context, id int64) error) fyne.CanvasObject {
		return kit.NewRow(8, q.answer(label, kit.Plain, func(ctx context.Context) error { return do(ctx, id) }))
	}
	rows := []fyne.CanvasObject{heading(lang.L("Did this job reach the service?")), s.unconfirmedFacts(it)}
	later := s.closeButton(lang.L("Decide later"), kit.Plain)
	var focus fyne.Focusable = later
	if it.State == db.Unconfirmed && it.Kind.IsVideo() {
		adopt := func(ctx context.Context, task string) error { return e.Adopt(ctx, id, task) }
		task, row := q.taskField(lang.L("Find task"), kit.Plain, adopt)
		asks := lang.L("Paste it to find the task and continue the job.")
		rows = append(rows, boldParagraph(lang.L("I have the task ID."), asks), row)
		focus = task
	} else {
		lost := lang.L("The clip arrives only if the service finds its task again.")
		if !it.Kind.IsVideo() {
			lost = lang.L("The picture is lost: picture calls have no task to look up.")
		} else {
			asks := lang.L("Asking is free. If the service knows the task again, the job continues.")
			rows = append(rows, boldParagraph(lang.L("It may still be there."), asks),
				decision(lang.L("Ask again"), e.WatchAgain))
			if status.MayBeThere(it.Job, s.Now()) {
				lost = lang.L("The clip arrives if the service finds its task again.")
			}
		}
		rows = append(rows, boldParagraph(lang.L("It is on the bill."), lost),
			decision(lang.L("Mark as charged"), e.WasCharged))
	}
	gone := lang.L("Not on the service: leave it out of the totals.")
	if it.cost.Micros != nil {
		gone = lang.L("Not on the service: leave %s out of the totals.", wording.Money(*it.cost.Micros, it.Currency))
	}
	again := kit.NewButton(it.resendLabel()+"…", nil, kit.Plain, func() { s.showSendAgain(it) })
	rows = append(rows, paragraph(kit.Span{Text: gone, Bold: true, Color: resources.Text1}),
		decision(lang.L("Mark as not charged"), e.NotCharged), q.problem, kit.NewRule(),
		paragraph(kit.Span{Text: it.twiceNote(s.Now())}), kit.NewAnswers(later, nil, again))
	q.show(sheetWidth, focus, kit.NewColumn(10, rows...))
}

// unconfirmedFacts describes what happened to an unconfirmed job and what it may have cost.
func (s *sheets) unconfirmedFacts(it *item) fyne.CanvasObject {
	now := s.Now()
	at := exactClock(it.SentAt, now)
	sent := lang.L("Sent %s to the service.", at)
	u, err := url.Parse(it.profile.BaseURL)
	if err == nil && u.Host != "" {
		sent = lang.L("Sent %[1]s to %[2]s.", at, u.Host)
	}
	number := lang.L("not known")
	if it.cost.Micros != nil {
		number = it.money().Mark(it.cost.Number)
	}
	const here = "\x00" // the number has a colour of its own in the sentence
	before, after, _ := strings.Cut(lang.L("Possible cost: %s.", here), here)
	if it.Kind.IsVideo() {
		after += " " + lang.L("If the service’s console lists tasks, look around that time.")
	}
	reason := status.Of(it.Job, status.Context{Now: now}).Reason
	return paragraph(kit.Span{Text: reason + " " + sent + " " + before},
		kit.Span{Text: number, Bold: true, Color: resources.Warn}, kit.Span{Text: after})
}

// showSendAgain asks before a request is sent a second time.
func (s *sheets) showSendAgain(it *item) {
	q := s.newQuestion(it.ID)
	later := s.closeButton(lang.L("Decide later"), kit.Plain)
	again := q.payingAnswer(it.resendLabel(), s.Sender.Send, it.shown, s.resend(it.ID))
	q.show(sheetWidth, later, kit.NewColumn(12, heading(lang.L("Send the same request again?")),
		paragraph(kit.Span{Text: it.twiceNote(s.Now())}), q.problem, kit.NewAnswers(later, again)))
}

// showRawAnswer shows the stored answer of the service, which is redacted.
func (s *sheets) showRawAnswer(it *item) {
	answer := kit.NewText(it.RawAnswer, resources.SizeXS, resources.Text1, false).Mono().Wrap(true)
	done := s.closeButton(lang.X("verb", "Close"), kit.Primary)
	toClipboard := kit.NewButton(lang.X("verb", "Copy"), resources.IconCopy, kit.Plain, func() { s.Copy(it.RawAnswer) })
	s.open(sheetWidth, kit.NewColumn(12, heading(lang.L("The service’s answer")),
		kit.NewFixed(0, 240, kit.NewVScroll(answer)), kit.NewAnswers(done, nil, toClipboard)), done)
}

// TrackTask opens the sheet that makes a job from a task which the service already has.
func (s *sheets) TrackTask() {
	if s.top != nil && s.top.Shown() {
		return
	}
	q, profile := s.newQuestion(trackedTask), s.Profile()
	task, row := q.taskField(lang.L("Track task"), kit.Primary, func(ctx context.Context, task string) error {
		_, err := s.Engine.Track(ctx, profile.ID, task)
		return err
	})
	about := lang.L("For a clip made elsewhere with the account of %s. Looking up the task is free. "+
		"For the task of an unconfirmed job, use Resolve… on that job.", profile.Name)
	q.show(sheetWidth, task, kit.NewColumn(10,
		heading(lang.L("Track a task ID")), paragraph(kit.Span{Text: about}), row, q.problem,
		kit.NewAnswers(s.closeButton(lang.X("verb", "Cancel"), kit.Plain), nil)))
}

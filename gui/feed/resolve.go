package feed

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// adoptPatience is how long the service is waited for when it is asked about a task ID.
const adoptPatience = 30 * time.Second

// Resolve opens the question what became of a job that only a person can decide, over whatever place is in front; also of one that
// is older than the session. Main goroutine only.
func (s *Screen) Resolve(id int64) {
	s.d.Go(func() {
		s.reading.Lock()
		it, err := s.reader.one(context.Background(), id)
		s.reading.Unlock()
		if err != nil {
			s.d.Log.Warn("cannot read a job to resolve", slog.Int64("id", id), slog.Any("err", err))
			return
		}
		s.d.Post(func() {
			if it.Job.State == db.Unconfirmed || wording.Undecided(it.Job) {
				s.showResolver(it)
			}
		})
	})
}

// resolver is the sheet that asks what became of an unconfirmed job. What went wrong with a decision is said in it.
type resolver struct {
	s       *Screen
	it      Item
	sheet   *widgets.Sheet
	task    *widgets.Entry // nil for a picture, which has no task
	find    *widgets.Button
	trouble *widgets.Text
	buttons []*widgets.Button
}

// showResolver asks what became of an unconfirmed job: a clip may be found by its task; of a picture only the bill tells.
func (s *Screen) showResolver(it Item) {
	r := &resolver{s: s, it: it, trouble: newTrouble()}
	rows := []fyne.CanvasObject{heading(lang.L("Did this job reach the service?")), r.facts()}
	later := s.decideLater()
	var focus fyne.Focusable = later
	if it.Job.State == db.Unconfirmed && it.Job.Kind.IsVideo() {
		rows = append(rows, r.askForTask()...)
		focus = r.task
	} else {
		lost := lang.L("The clip comes only if the service finds its task again.")
		if !it.Job.Kind.IsVideo() {
			lost = lang.L("The picture is lost with its answer: it has no task that could be asked for.")
		} else {
			rows = append(rows, paragraph(bold(lang.L("It may still be there.")), widgets.Span{Text: " " + lang.L("Asking costs nothing. Where the service knows the task again, the job goes on from where it is.")}),
				widgets.NewRow(8, r.decision(lang.L("Ask again"), func(ctx context.Context) error { return s.d.Commands.WatchAgain(ctx, it.Job.ID) })))
			if wording.MayBeThere(it.Job, s.d.Now()) {
				lost = lang.L("The clip comes by itself if the service finds its task again.")
			}
		}
		rows = append(rows, paragraph(bold(lang.L("It is on the bill.")), widgets.Span{Text: " " + lost}),
			widgets.NewRow(8, r.decision(lang.L("It was charged"), func(ctx context.Context) error { return s.d.Commands.WasCharged(ctx, it.Job.ID) })))
	}
	gone := lang.L("It is taken out of your totals.")
	if n := it.Money().Number; n != "" {
		gone = lang.L("The %s is taken out of your totals.", n)
	}
	rows = append(rows, paragraph(bold(lang.L("It is not there.")), widgets.Span{Text: " " + gone}),
		widgets.NewRow(8, r.decision(lang.L("It was not charged"), func(ctx context.Context) error { return s.d.Commands.NotCharged(ctx, it.Job.ID) })),
		r.trouble,
		widgets.NewRule(),
		paragraph(widgets.Span{Text: twiceWords(it, s.d.Now())}),
		widgets.NewRow(8, widgets.NewButton(againLabel(it)+"…", nil, widgets.Plain, func() { s.showSendAgain(it) }),
			widgets.NewSpring(), later))
	r.sheet = s.openSheet(widgets.NewColumn(10, rows...), focus)
}

// facts says what happened and what it may have cost.
func (r *resolver) facts() fyne.CanvasObject {
	now := r.s.d.Now()
	at := exactClock(r.it.Job.SentAt, now)
	sent := lang.L("Sent %s to the service.", at)
	if host := hostOf(r.it.Profile.BaseURL); host != "" {
		sent = lang.L("Sent %[1]s to %[2]s.", at, host)
	}
	cost := r.it.Money()
	number := lang.L("not known")
	if cost.Number != "" {
		number = r.it.boxed(join(cost.Prefix, cost.Number, " "))
	}
	const here = "\x00" // the number stands in the sentence in a colour of its own
	before, after, _ := strings.Cut(lang.L("Possible cost: %s.", here), here)
	if r.it.Job.Kind.IsVideo() {
		after += " " + lang.L("If the service’s console lists tasks, look around that time.")
	}
	return paragraph(widgets.Span{Text: wording.Trouble(r.it.Job, now) + " " + sent + " " + before},
		widgets.Span{Text: number, Bold: true, Color: resources.Warn}, widgets.Span{Text: after})
}

// askForTask are the rows that take a task ID.
func (r *resolver) askForTask() []fyne.CanvasObject {
	r.task = widgets.NewEntry()
	r.task.SetPlaceHolder(lang.L("Task ID"))
	r.find = widgets.NewButton(lang.L("Find it"), nil, widgets.Plain, r.adopt)
	r.find.Disable()
	r.task.OnChanged = func(string) {
		if r.id() == "" {
			r.find.Disable()
		} else {
			r.find.Enable()
		}
	}
	r.task.OnSubmitted = func(string) { r.adopt() }
	return []fyne.CanvasObject{
		paragraph(bold(lang.L("I have the task ID.")), widgets.Span{Text: " " + lang.L("Paste it; the service is asked, and the job goes on from where it is.")}),
		container.NewBorder(nil, nil, nil, widgets.NewInset(0, 0, 0, 4, r.find), r.task),
	}
}

// id is what was typed, without the blanks that pasting brings along.
func (r *resolver) id() string { return strings.TrimSpace(r.task.Text) }

// adopt asks the service for the task and takes it as this job's.
func (r *resolver) adopt() {
	id := r.id()
	if id == "" || r.find.Disabled() {
		return
	}
	r.s.settle(r.sheet, r.trouble, append(r.buttons, r.find), r.it.Job.ID, free(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, adoptPatience)
		defer cancel()
		return r.s.d.Commands.Adopt(ctx, r.it.Job.ID, id)
	}))
}

// decision is a button that ends the question one way.
func (r *resolver) decision(word string, run func(context.Context) error) *widgets.Button {
	b := widgets.NewButton(word, nil, widgets.Plain, nil)
	b.OnTapped = func() { r.s.settle(r.sheet, r.trouble, r.buttons, r.it.Job.ID, free(run)) }
	r.buttons = append(r.buttons, b)
	return b
}

// settle runs what a sheet decided off the window's goroutine, with its buttons off, and closes it; what went wrong is said in it,
// or on the card where it was closed meanwhile.
func (s *Screen) settle(sheet *widgets.Sheet, trouble *widgets.Text, buttons []*widgets.Button, id int64, do spending) {
	if s.busy[id] {
		return
	}
	for _, b := range buttons {
		b.Disable()
	}
	s.run(s.d.Sender.Send, id, do, func(err error) {
		if s.sheet != sheet || !sheet.Shown() {
			s.onCard(id)(err)
			return
		}
		s.mark(id, "")
		if err == nil {
			s.closeSheet()
			return
		}
		for _, b := range buttons {
			b.Enable()
		}
		say(trouble, errorWords(err))
		sheet.Refresh()
	})
}

// newTrouble is the line of a sheet that says what went wrong; nothing at first.
func newTrouble() *widgets.Text {
	t := widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	t.Hide()
	return t
}

func bold(text string) widgets.Span {
	return widgets.Span{Text: text, Bold: true, Color: resources.Text1}
}

package jobs

import (
	"context"
	"net/url"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// taskPatience is how long the service is waited for when it is asked about a task ID.
const taskPatience = 30 * time.Second

// trackedTask stands for the job that a task is about to become.
const trackedTask = -1

// The widths of sheets in px.
const (
	sheetWidth  = 448
	reviewWidth = 560
)

// question is a sheet that ends with a command. What went wrong with that is said in it, or where it was asked for if the sheet was closed
// meanwhile. Doing nothing is the default.
type question struct {
	v       *Jobs
	id      int64 // of the job, or trackedTask
	sheet   *kit.Sheet
	trouble *kit.Text
	buttons []*kit.Button
}

func (v *Jobs) ask(id int64) *question {
	q := &question{v: v, id: id, trouble: kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	q.trouble.Hide()
	return q
}

// button is a button that ends the question one way.
func (q *question) button(word string, kind kit.ButtonKind, do func(context.Context) error) *kit.Button {
	b := kit.NewButton(word, nil, kind, func() { q.settle(jobs.Agreement{}, free(do)) })
	q.buttons = append(q.buttons, b)
	return b
}

// settle carries out what was decided, with the buttons off, and closes the sheet.
func (q *question) settle(shown jobs.Agreement, do spending) { q.settleBy(q.v.Sender.Send, shown, do) }

// settleBy is settle by one of the ways to spend.
func (q *question) settleBy(send sending, shown jobs.Agreement, do spending) {
	if q.v.busy[q.id] {
		return
	}
	for _, b := range q.buttons {
		b.Disable()
	}
	q.v.run(send, q.id, shown, do, func(err error) {
		switch {
		case !q.sheet.Shown():
			q.v.complain(err)
			return
		case err == nil:
			q.sheet.Hide()
			return
		}
		for _, b := range q.buttons {
			b.Enable()
		}
		kit.ShowText(q.trouble, errorWords(err))
		q.sheet.Refresh()
	})
}

// taskField is a field for a task ID, and a row of it and the button that asks the service about the task.
func (q *question) taskField(word string, kind kit.ButtonKind, ask func(ctx context.Context, task string) error) (
	task *kit.Entry, row fyne.CanvasObject,
) {
	task = kit.NewEntry()
	id := func() string { return strings.TrimSpace(task.Text) } // pasting brings blanks along
	find := q.button(word, kind, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, taskPatience)
		defer cancel()
		return ask(ctx, id())
	})
	find.Disable()
	task.SetPlaceHolder(lang.L("Task ID"))
	task.OnChanged = func(string) {
		if id() == "" || q.v.busy[q.id] {
			find.Disable()
		} else {
			find.Enable()
		}
	}
	task.OnSubmitted = func(string) {
		if !find.Disabled() {
			find.OnTapped()
		}
	}
	return task, container.NewBorder(nil, nil, nil, kit.NewInset(0, 0, 0, 4, find), task)
}

// open shows a sheet with the focus in one of its controls, in place of the one before.
func (v *Jobs) open(width float32, content fyne.CanvasObject, focus fyne.Focusable) *kit.Sheet {
	v.closeSheet()
	v.sheet = kit.ShowWideSheet(v.Canvas(), width, content, nil)
	v.Canvas().Focus(focus)
	return v.sheet
}

func (v *Jobs) closeSheet() {
	if v.sheet != nil {
		v.sheet.Hide()
	}
}

// closing is a button that changes nothing.
func (v *Jobs) closing(word string, kind kit.ButtonKind) *kit.Button {
	return kit.NewButton(word, nil, kind, v.closeSheet)
}

func heading(text string) *kit.Text {
	return kit.NewText(text, resources.SizeH2, resources.Text1, true)
}

func paragraph(spans ...kit.Span) *kit.Text {
	return kit.NewRichText(resources.SizeSM, resources.Text2, spans...).Wrap(true)
}

// point is a paragraph that begins with what it is about.
func point(lead, rest string) *kit.Text {
	return paragraph(kit.Span{Text: lead, Bold: true, Color: resources.Text1}, kit.Span{Text: " " + rest})
}

// showResolver asks what became of a job that only a person can decide: a clip may be found by its task; of a picture only the bill tells.
func (v *Jobs) showResolver(it item) {
	q, e, id := v.ask(it.ID), v.Engine, it.ID
	decision := func(word string, do func(ctx context.Context, id int64) error) fyne.CanvasObject {
		return kit.NewRow(8, q.button(word, kit.Plain, func(ctx context.Context) error { return do(ctx, id) }))
	}
	rows := []fyne.CanvasObject{heading(lang.L("Did this job reach the service?")), it.facts(v.Now())}
	later := v.closing(lang.L("Decide later"), kit.Quiet)
	var focus fyne.Focusable = later
	if it.State == db.Unconfirmed && it.Kind.IsVideo() {
		task, row := q.taskField(lang.L("Find task"), kit.Plain, func(ctx context.Context, task string) error { return e.Adopt(ctx, id, task) })
		asks := lang.L("Paste it to find the task and continue the job.")
		rows = append(rows, point(lang.L("I have the task ID."), asks), row)
		focus = task
	} else {
		lost := lang.L("The clip arrives only if the service finds its task again.")
		if !it.Kind.IsVideo() {
			lost = lang.L("The picture is lost: picture calls have no task to look up.")
		} else {
			asks := lang.L("Asking is free. If the service knows the task again, the job continues.")
			rows = append(rows, point(lang.L("It may still be there."), asks), decision(lang.L("Ask again"), e.WatchAgain))
			if status.MayBeThere(it.Job, v.Now()) {
				lost = lang.L("The clip arrives if the service finds its task again.")
			}
		}
		rows = append(rows, point(lang.L("It is on the bill."), lost), decision(lang.L("Mark as charged"), e.WasCharged))
	}
	gone := lang.L("It is removed from your totals.")
	if it.cost.Micros != nil {
		gone = lang.L("The %s is removed from your totals.", wording.Money(*it.cost.Micros, it.Currency))
	}
	again := kit.NewButton(it.againLabel()+"…", nil, kit.Plain, func() { v.showSendAgain(it) })
	rows = append(rows, point(lang.L("It is not there."), gone), decision(lang.L("Mark as not charged"), e.NotCharged), q.trouble,
		kit.NewRule(), paragraph(kit.Span{Text: it.twiceWords(v.Now())}), kit.NewRow(8, again, kit.NewSpring(), later))
	q.sheet = v.open(sheetWidth, kit.NewColumn(10, rows...), focus)
}

// facts says what happened to an unconfirmed job and what it may have cost.
func (it item) facts(now time.Time) fyne.CanvasObject {
	at := exactClock(it.SentAt, now)
	sent := lang.L("Sent %s to the service.", at)
	if u, err := url.Parse(it.profile.BaseURL); err == nil && u.Host != "" { // all of the address that a person needs
		sent = lang.L("Sent %[1]s to %[2]s.", at, u.Host)
	}
	number := lang.L("not known")
	if it.cost.Micros != nil {
		number = it.money().Mark(it.cost.Number)
	}
	const here = "\x00" // the number stands in the sentence in a colour of its own
	before, after, _ := strings.Cut(lang.L("Possible cost: %s.", here), here)
	if it.Kind.IsVideo() {
		after += " " + lang.L("If the service’s console lists tasks, look around that time.")
	}
	return paragraph(kit.Span{Text: status.Of(it.Job, status.Context{Now: now}).Reason + " " + sent + " " + before},
		kit.Span{Text: number, Bold: true, Color: resources.Warn}, kit.Span{Text: after})
}

// showSendAgain asks before a request goes out a second time.
func (v *Jobs) showSendAgain(it item) {
	q := v.ask(it.ID)
	later := v.closing(lang.L("Decide later"), kit.Primary)
	again := q.button(it.againLabel(), kit.Plain, nil).Spends()
	again.OnTapped = func() { q.settle(it.shown, v.sendingAgain(it.ID)) }
	q.sheet = v.open(sheetWidth, kit.NewColumn(12, heading(lang.L("Send the same request again?")),
		paragraph(kit.Span{Text: it.twiceWords(v.Now())}), q.trouble, kit.NewRow(8, later, again)), later)
}

// twiceWords says what a second job may cost, and that the first may still bring what was asked for.
func (it item) twiceWords(now time.Time) string {
	second := lang.L("This creates a second job.") + " "
	if status.MayBeThere(it.Job, now) {
		second += lang.L("The first clip may still be on the service. It is downloaded if the task is found again.") + " "
	}
	if _, both := it.twice(); both != "" {
		return second + lang.L("If the first request arrived, you pay for both: %s.", it.money().Mark(both))
	}
	return second + lang.L("If the first request arrived, you pay for both.")
}

// againLabel is the word of the button that sends again: it says how much more that is.
func (it item) againLabel() string {
	if more, _ := it.twice(); more != "" {
		return lang.L("Send again · %s", it.money().Mark(lang.L("%s more", more)))
	}
	return lang.L("Send again · %s", it.againPrice())
}

// showRawAnswer shows the last answer that mattered, as it came and without what must not be shown.
func (v *Jobs) showRawAnswer(it item) {
	answer := kit.NewText(it.RawAnswer, resources.SizeXS, resources.Text1, false).Mono().Wrap(true)
	closing := v.closing(lang.X("verb", "Close"), kit.Primary)
	copying := kit.NewButton(lang.X("verb", "Copy"), resources.IconCopy, kit.Plain, func() { v.Copy(it.RawAnswer) })
	v.open(sheetWidth, kit.NewColumn(12, heading(lang.L("The service’s answer")),
		kit.NewFixed(0, 240, container.NewVScroll(answer)), kit.NewRow(8, copying, kit.NewSpring(), closing)), closing)
}

// TrackTask opens the sheet that makes a job of a task which the service knows already.
func (v *Jobs) TrackTask() {
	if v.sheet != nil && v.sheet.Shown() {
		return
	}
	q, profile := v.ask(trackedTask), v.Profile()
	task, row := q.taskField(lang.L("Track task"), kit.Primary, func(ctx context.Context, task string) error {
		_, err := v.Engine.Track(ctx, profile.ID, task)
		return err
	})
	about := lang.L("For a clip made elsewhere with the account of %s. Looking up the task is free. For the task of an unconfirmed "+
		"job, use Resolve… on that job.", profile.Name)
	q.sheet = v.open(sheetWidth, kit.NewColumn(10,
		heading(lang.L("Track a task ID")), paragraph(kit.Span{Text: about}), row, q.trouble,
		kit.NewRow(8, kit.NewSpring(), v.closing(lang.X("verb", "Cancel"), kit.Quiet))), task)
}

// Limits of the list of jobs in a sheet.
const (
	reviewHigh  = 280     // px; a higher list scrolls
	reviewRunes = 100_000 // of all its texts: laying out more takes seconds
)

// requests lists the requests of jobs. A long list scrolls.
func (v *Jobs) requests(list []item) (shown fyne.CanvasObject, scroll *container.Scroll) {
	rows := kit.NewColumn(12)
	for _, it := range list {
		rows.Add(v.request(it, reviewRunes/len(list)))
	}
	scroll = container.NewVScroll(kit.NewInset(0, 14, 0, 0, rows)) // clear of the bar
	if kit.HeightFor(rows, resources.Scaled(reviewWidth)-2*16) > reviewHigh {
		return kit.NewFixed(0, reviewHigh, scroll), scroll
	}
	return rows, scroll
}

// request shows the request of one job: its pictures, its texts, each with at most so many characters, and its price.
func (v *Jobs) request(it item, mostRunes int) fyne.CanvasObject {
	asked := wording.AskedOf(it.Job)
	text := func(words string, size fyne.ThemeSizeName, color fyne.ThemeColorName) *kit.Text {
		words = wording.Plain(words)
		if runes := []rune(words); len(runes) > mostRunes {
			more := len(runes) - mostRunes
			words = string(runes[:mostRunes]) + "… " + lang.N("(%s more character)", "(%s more characters)", more, lang.Number(more))
		}
		return kit.NewText(words, size, color, false).Wrap(true)
	}
	pictures, texts := kit.NewRow(12), kit.NewColumn(2, text(wording.Title(it.Job), resources.SizeBody, resources.Text1),
		kit.NewRow(12, text(wording.JobLine(it.Job), resources.SizeSM, resources.Text2), kit.NewSpring(),
			kit.NewText(it.againPrice(), resources.SizeSM, resources.Text1, true)))
	if further := wording.RequestTexts(asked.VideoRequest); further != "" {
		texts.Add(text(further, resources.SizeSM, resources.Text2))
	}
	for place, a := range it.frames {
		picture := kit.NewPicture(fyne.NewSize(72, 41)).Contain()
		picture.SetIcon(resources.IconLink)
		if a.ID != 0 {
			var preview *media.Preview
			preview = media.NewPreview(v.Posters, func() { picture.SetImage(preview.Image) })
			preview.Load(a, rowPixels)
			picture.SetImage(preview.Image)
		} else if place < len(asked.InputReference) {
			texts.Add(text(asked.InputReference[place], resources.SizeSM, resources.Text2))
		}
		pictures.Add(picture)
	}
	if len(pictures.Objects) == 0 {
		return texts
	}
	return kit.NewFrame(nil, kit.NewInset(0, 12, 0, 0, kit.NewColumn(0, pictures)), nil, texts) // at the top beside a long prompt
}

// review lists jobs with their prices, and sends them after a second click.
func (v *Jobs) review(title string, list []item, sendLabel, keepLabel string, send func()) {
	shown, scroll := v.requests(list)
	sandboxed := len(where(list, func(it *item) bool { return it.profile.Sandbox }))
	says := lang.L("Each is sent once and charged.")
	switch {
	case sandboxed == len(list):
		says = lang.L("The sandbox is free: these amounts are play money.")
	case sandboxed > 0:
		says = lang.L("Each is sent once. Sandbox jobs are free: their amounts are play money.")
	}
	keep := v.closing(keepLabel, kit.Primary)
	goes := kit.NewButton(sendLabel, nil, kit.Plain, func() { v.closeSheet(); send() }).Spends()
	sheet := v.open(reviewWidth, kit.NewColumn(12, heading(title), shown, kit.NewRule(), paragraph(kit.Span{Text: says}),
		kit.NewRow(8, keep, goes, kit.NewSpring())), keep)
	sheet.OnKey = func(e *fyne.KeyEvent) { kit.ScrollBy(scroll, e.Name) }
}

package compose

import (
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/lang"
)

// The steps of a click, from top to bottom: submit takes the order that the button shows, press passes the gate, start
// asks the user if the engine requires it, jobSubmitter adds the pictures and creates the rows, and finish updates the
// form.

// submission makes clicks from the form, and updates the form after they are sent. It belongs to the window's
// goroutine.
type submission struct {
	Deps
	*draft
	clicks     *clicks
	heldJobs   *heldJobs
	uploads    *uploads
	variations *variationSheet
	focusField func(name string) // focuses the field that is missing
}

// Generate sends the form, or focuses the field that is missing. A held job in the form is saved and sent.
func (s *submission) Generate() { s.submit(false, false) }

// HoldForLater makes the jobs, which wait until the user sends them. A held job in the form is saved.
func (s *submission) HoldForLater() { s.submit(true, false) }

// SendWithoutMarks sends the picture on the canvas without its marks, but cropped, turned and extended as it is, as a
// click of its own. Where there are no marks it is Generate. Window's goroutine.
func (s *submission) SendWithoutMarks() {
	switch {
	case s.held != nil || s.form.Kind != db.EditImage:
		s.notices.say(lang.L("Only an edit can be sent without marks."))
	case s.form.Edit.Canvas.Open && s.form.Edit.Canvas.Asset == "":
		s.notices.say(lang.L("There is no picture below the marks, so they must be sent with it."))
	default:
		s.submit(false, true)
	}
}

// UseOtherModel makes the picture of a job once more with the other picture model, to compare the two: the job's own
// request, not what the form holds. It is a click of its own, with the questions of every click. Window's goroutine.
func (s *submission) UseOtherModel(job db.Job) {
	if s.account.ID != job.ProfileID {
		s.notices.say(lang.L("Job %s belongs to another profile. Switch to that profile first.", shortRef(job)))
		return
	}
	o, err := order.OtherModelOrder(job, s.env())
	if err != nil {
		s.Log().Warn("cannot repeat on the other model", slog.Int64("id", job.ID), slog.Any("err", err))
		s.notices.say(lang.L("The request of job %s cannot be read. Nothing was sent.", shortRef(job)))
		return
	}
	c := newClick(s.draft, o, requestKey{profile: s.account.ID, otherModel: job.ID})
	c.template = job.Template
	c.done = func() {
		if !s.clicks.failed(c.err) {
			s.RefreshAll()
		}
	}
	s.clicks.press(c)
}

// submit sends the order that the button shows, after the questions that it raises. If something is missing, it focuses
// that field. withoutMarks sends the picture on the canvas without its marks.
func (s *submission) submit(hold, withoutMarks bool) {
	if s.account.ID == 0 || s.held != nil && s.held.gone != "" {
		return
	}
	s.changed() // a link may have expired since
	key := keyOf(s.draft)
	if s.clicks.gate.ask(key) == duplicate {
		return // a double click makes one job
	}
	o, problems := s.order, s.problems
	f, other := s.withoutMarks()
	withoutMarks = withoutMarks && other
	if withoutMarks {
		o, problems = f.Build(s.env())
	}
	if len(problems) > 0 {
		s.complain(problems)
		return
	}
	if s.account.ReadOnly || s.account.NoKey && !hold || s.held != nil && s.held.job.ProfileID != s.account.ID {
		return // the foot shows why
	}
	s.asked = false
	c := newClick(s.draft, o, key)
	c.hold, c.canvas = hold, s.form.Edit.Canvas
	if order.Variations(f.Prompt()) > 1 {
		c.template = f.Prompt()
	}
	c.word = s.buttonWord(o, hold, withoutMarks)
	if h := s.held; h != nil {
		c.revises, c.done = &h.job, func() { s.heldJobs.revised(h, c) }
	} else {
		sent := s.form
		c.done = func() { s.formSent(sent, c) }
	}
	if many := o.Jobs() >= askFrom; many || len(variationsOf(o)) > 1 {
		c.list, c.look = func() fyne.CanvasObject { return s.variations.list(o) }, many && !hold
	}
	s.clicks.press(c)
}

// askFrom is the number of jobs from which a click is confirmed before it is sent. The button shows the cost of fewer.
const askFrom = 10

// complain shows what is missing after the user tried to send, and focuses that field.
func (s *submission) complain(problems []client.ValidationError) {
	s.asked = true
	s.changed()
	s.focusField(problems[0].Field)
}

// formSent rolls new seeds after the form was sent.
func (s *submission) formSent(sent order.Form, c *click) {
	if s.clicks.failed(c.err) {
		return
	}
	s.uploads.follow(c.order, c.made)
	f := s.form
	if s.held != nil { // it was opened meanwhile
		f = s.held.before
	}
	moved := sent.AfterSend(s.Roll)
	if f.Text.Seed == sent.Text.Seed { // it was not changed meanwhile
		f.Text.Seed = moved.Text.Seed
	}
	if f.Frames.Seed == sent.Frames.Seed {
		f.Frames.Seed = moved.Frames.Seed
	}
	if s.held != nil {
		s.held.before = f
		s.saver.Put(draftsName, f)
	} else {
		s.set(f)
	}
	s.changed()
	s.RefreshAll()
	if c.tooLarge {
		s.notices.say(lang.L("The marks are too large to be saved with the job, so they cannot be restored from it. They stay on the canvas."))
	}
}

package compose

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
)

// The way of a click, from top to bottom: a press takes the order as the button shows it (submit), passes the gate (press), is
// asked about where the engine says so (start), gets its pictures and becomes rows (jobSubmitter), and is told to the form (finish).

// Generate sends what the form holds, or brings the focus to what is missing. A held job that is in the form is saved and
// sent.
func (s *Screen) Generate() { s.submit(false, false) }

// HoldForLater makes the jobs, but they wait until a person sends them. A held job that is in the form is saved.
func (s *Screen) HoldForLater() { s.submit(true, false) }

// SendWithoutMarks sends the picture on the canvas without its marks, but cropped, turned and extended as it is, as a click of its own. Where
// there are no marks it is Generate. Window's goroutine.
func (s *Screen) SendWithoutMarks() {
	switch {
	case s.held != nil || s.form.Kind != db.EditImage:
		s.notices.say(lang.L("Only an edit can be sent without marks."))
	case s.form.Edit.Canvas.Open && s.form.Edit.Canvas.Asset == "":
		s.notices.say(lang.L("There is no picture below the marks, so they must be sent with it."))
	default:
		s.submit(false, true)
	}
}

// UseOtherModel makes the picture of a job once more with the other picture model, to compare the two: the job's own request,
// not what the form holds. It is a click of its own, with the questions of every click. Window's goroutine.
func (s *Screen) UseOtherModel(job db.Job) {
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
	c := s.clickOn(o, requestKey{profile: s.account.ID, otherModel: job.ID})
	c.template = job.Template
	c.done = func() {
		if !s.failed(c.err) {
			s.RefreshAll()
		}
	}
	s.press(c)
}

// click is one press of a button, from there to what it came to. Its order is the very one whose price was shown: it is handed on as
// it is, from the button over the questions to the rows.
type click struct {
	key      requestKey
	account  Account
	word     string // of the button that was pressed, with the price
	template string // of its prompts, see [db.Job]
	order    order.Order
	shown    jobs.Agreement           // to that price: where it is another one by now, that is asked about
	canvas   order.Canvas             // what lay on the canvas at the press
	picture  func() (Baked, error)    // of the canvas at the press, where the order needs it; called away from the window's goroutine
	list     func() fyne.CanvasObject // of its prompts, for the question; nil: it makes one job
	look     bool                     // they are many: it is asked about whatever it costs
	revises  *db.Job                  // the held job that the order is for; nil: it makes new ones
	hold     bool                     // nothing goes out, so nothing is asked
	done     func()                   // called on the window's goroutine when what follows is known; see finish

	orders   []jobs.Order // with what the pictures hold: read once, so what was asked about is what is sent
	made     []db.Job
	saved    bool  // the held job was changed, whatever became of the rest
	tooLarge bool  // what was drawn is too much to be kept with the jobs
	err      error // why no job was made, or let go
}

// requestKey is what a click was made of. A second press with the same key is one that slipped, not another click.
type requestKey struct {
	profile    int64
	asked      order.Form // of the form: what [order.Form.Asked] leaves
	held       int64      // the held job that the form was of; 0: it made new ones
	otherModel int64      // the job that is made on the other model; 0: it is the form, or a list
	list       list
}

// press identifies the press of a click, see [price.Sender.Press]. Seeds move on with each click and are left out.
type press struct {
	key  requestKey
	hold bool
}

func (c *click) pressed() press {
	key := c.key
	key.asked.Text.Seed, key.asked.Frames.Seed = order.SeedDraft{}, order.SeedDraft{}
	return press{key, c.hold}
}

// requestKey is the key of a click on the form as it is.
func (s *Screen) requestKey() requestKey {
	k := requestKey{profile: s.account.ID, asked: s.form.Asked()}
	if s.held != nil {
		k.held = s.held.job.ID
	}
	return k
}

// clickOn is a click on the button of an order.
func (s *Screen) clickOn(o order.Order, key requestKey) *click {
	q := s.tariff.Quote(o)
	shown := jobs.Quote{Profile: s.account.Profile, Currency: s.tariff.Currency, Each: make([]*int64, q.Jobs),
		Total: int64(q.Total), Known: q.Known}
	return &click{key: key, account: s.account, order: o, word: s.tariff.Button(o, q), shown: shown.Shown()}
}

// submit hands over the order that the button shows, after the questions that it raises. Where something is missing it
// brings the focus there. withoutMarks: the picture on the canvas goes without its marks.
func (s *Screen) submit(hold, withoutMarks bool) {
	if s.account.ID == 0 || s.held != nil && s.held.gone != "" {
		return
	}
	s.render() // a link may have died since
	key := s.requestKey()
	if s.gate.ask(key) == duplicate {
		return // a press that slipped: one job
	}
	o, problems := s.order, s.problems
	f, other := s.withoutMarks()
	if withoutMarks = withoutMarks && other; withoutMarks {
		o, problems = f.Build(s.env())
	}
	if len(problems) > 0 {
		s.complain(problems)
		return
	}
	if s.account.ReadOnly || s.account.NoKey && !hold || s.held != nil && s.held.job.ProfileID != s.account.ID {
		return // the foot says so
	}
	s.asked = false
	c := s.clickOn(o, key)
	c.hold, c.canvas = hold, s.form.Edit.Canvas
	if order.Variations(f.Prompt()) > 1 {
		c.template = f.Prompt()
	}
	c.word = s.buttonWord(o, hold, withoutMarks)
	if h := s.held; h != nil {
		c.revises, c.done = &h.job, func() { s.revised(h, c) }
	} else {
		sent := s.form
		c.done = func() { s.formSent(sent, c) }
	}
	if many := o.Jobs() >= askFrom; many || len(variations(o)) > 1 {
		c.list, c.look = func() fyne.CanvasObject { return s.variationList(o) }, many && !hold
	}
	s.press(c)
}

// askFrom is from how many jobs on a click is looked at before it is sent: the button says what fewer cost.
const askFrom = 10

// buttonWord is the word of a button of the form, with the price where it spends.
func (s *Screen) buttonWord(o order.Order, hold, withoutMarks bool) string {
	word := wording.OrderVerb(o)
	switch {
	case hold && s.held != nil:
		return lang.X("verb", "Save")
	case hold:
		return lang.L("Hold for later")
	case s.held != nil:
		word = lang.L("Save and send")
	case withoutMarks:
		word = lang.L("Send without marks")
	}
	return word + " · " + s.tariff.ButtonPrice(s.tariff.Quote(o))
}

// complain says what is missing, now that a person wanted to send, and brings the focus there.
func (s *Screen) complain(problems []client.ValidationError) {
	s.asked = true
	s.render()
	s.focus(s.fields.control(problems[0].Field))
}

// submitGate lets one click through at a time: from its press over the questions until its rows are committed. Behind it
// waits at most one more, and none that is the same. It belongs to the window's goroutine.
type submitGate struct {
	running *click // nil: the way is free
	waiting *click
}

// passage is what becomes of a press.
type passage int

const (
	admitted passage = iota
	queued
	duplicate // it is pressed already
	refused   // another one waits
)

// ask says what would become of a press.
func (g *submitGate) ask(key requestKey) passage {
	switch {
	case g.running == nil:
		return admitted
	case g.running.key == key, g.waiting != nil && g.waiting.key == key:
		return duplicate
	case g.running.key.held != 0 && g.running.key.held == key.held:
		return duplicate // the job may be out by then: whatever was changed in it since cannot be in it
	case g.waiting != nil:
		return refused
	}
	return queued
}

// take lets a click in, where ask allows it.
func (g *submitGate) take(c *click) passage {
	a := g.ask(c.key)
	switch a {
	case admitted:
		g.running = c
	case queued:
		g.waiting = c
	}
	return a
}

// leave opens the way after a click, and returns the one that waited behind it; nil: none did. It is not let in by that.
func (g *submitGate) leave() *click {
	next := g.waiting
	g.running, g.waiting = nil, nil
	return next
}

// saving reports whether the save of a held job is under way, or waits.
func (g *submitGate) saving(job int64) bool {
	return g.savingNow(job) || g.waiting != nil && g.waiting.key.held == job
}

// savingNow reports whether the save of a held job is under way, and is not only waiting.
func (g *submitGate) savingNow(job int64) bool { return g.running != nil && g.running.key.held == job }

// busy reports whether a click is being committed, or asked about.
func (g *submitGate) busy() bool { return g.running != nil }

// press lets a click through, or keeps it behind the one that is under way: as it was pressed, with the price that was shown.
// The form waits for neither: it can be changed and read meanwhile.
func (s *Screen) press(c *click) {
	if c.account.ID == 0 || c.order.Jobs() == 0 || (c.account.NoKey && !c.hold) || !s.Sender.Press(c.pressed()) {
		return
	}
	a := s.gate.take(c)
	if (a == admitted || a == queued) && c.order.Baked {
		c.picture = sync.OnceValues(func() (Baked, error) { return s.submitter.bake(context.Background(), c.canvas, c.order.Bare) })
		s.Go(func(ctx context.Context) { c.picture() }) // the canvas may be drawn on before the rows are made; an error comes out there
	}
	switch a {
	case admitted:
		s.start(c)
	case queued:
		s.render()
	case refused:
		s.Sender.Unpress(c.pressed())
		s.notices.say(lang.L("A click is already waiting, so this one was ignored."))
	}
}

// start hands a click over that was let through. The engine may refuse it until a person agreed to what it costs.
func (s *Screen) start(c *click) {
	s.failure = ""
	s.showGate()
	commit := func(ctx context.Context, how jobs.Terms) error { return s.submitter.commit(ctx, c, how) }
	done := func(err error) {
		c.err = err
		s.finish(c)
	}
	switch {
	case c.revises != nil:
		s.Sender.Release(c.shown, commit, done)
	case c.list != nil:
		s.Sender.SendListed(c.list, c.shown, commit, done)
	default:
		s.Sender.Send(c.shown, commit, done)
	}
}

// finish opens the way after a click, and tells the form about it; of new jobs not where the person decided against sending. The
// click that waited goes next, but only where this one came to its rows: who was told that it did not, or decided against it, decides
// about the other one anew.
func (s *Screen) finish(c *click) {
	next := s.gate.leave()
	if c.err != nil {
		s.Sender.Unpress(c.pressed())
	}
	s.failure = ""
	s.showGate()
	inForm := next != nil && next.key == s.requestKey()
	if c.revises != nil || !errors.Is(c.err, price.ErrDeclined) {
		c.done()
	}
	if inForm { // a seed that moves on is no change of the person's
		next.key = s.requestKey()
	}
	switch {
	case next == nil:
	case c.err == nil:
		s.gate.take(next)
		s.start(next)
	default:
		s.Sender.Unpress(next.pressed())
		dropped := lang.L("The waiting click was dropped. Nothing was sent.")
		if s.failure != "" {
			dropped = s.failure + " · " + dropped
		}
		s.failure = dropped
		s.render()
	}
}

// showGate shows that a click is under way, or not any more.
func (s *Screen) showGate() {
	s.render()
	s.showBatch()
}

// failed says why a click made no row, so nothing of it was sent; false where err is nil.
func (s *Screen) failed(err error) bool {
	if err == nil {
		return false
	}
	s.Log().Error("cannot commit the click", slog.Any("err", err))
	s.failure = wording.NotSent(err)
	s.render()
	return true
}

// formSent goes on after a click on the form as it was sent: its seeds move on.
func (s *Screen) formSent(sent order.Form, c *click) {
	if s.failed(c.err) {
		return
	}
	s.uploads.follow(c.order, c.made)
	f := s.form
	if s.held != nil { // it came into the form meanwhile
		f = s.held.before
	}
	moved := sent.Sent(s.Roll)
	f.Edited = moved.Edited
	if f.Text.Seed == sent.Text.Seed { // nobody touched it meanwhile
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
	s.render()
	s.RefreshAll()
	if c.tooLarge {
		s.notices.say(lang.L("The marks are too large to be saved with the job, so they cannot be restored from it. They stay on the canvas."))
	}
}

// jobSubmitter makes the rows of clicks, with the pictures that go along. It knows neither the form nor the window: a click says all
// that it needs, so its methods are called away from the window's goroutine.
type jobSubmitter struct {
	engine  Engine
	library Library
	canvas  EditCanvas
	log     *slog.Logger
}

// commit makes the rows of a click where terms allow it, or changes its held job and lets it go. It is called again with other terms
// where a person was asked. A picture that cannot be read makes no job.
func (j jobSubmitter) commit(ctx context.Context, c *click, how jobs.Terms) (err error) {
	if c.orders == nil {
		if c.orders, err = j.orders(ctx, c); err != nil {
			return err
		}
	}
	if c.look { // this once
		c.look = false
		q, err := j.engine.Price(ctx, c.account.ID, c.orders)
		if err == nil {
			err = &jobs.AdmissionError{Quote: q}
		}
		return err
	}
	if c.revises == nil {
		how.Hold = c.hold
		c.made, err = j.engine.Submit(ctx, c.account.ID, c.orders, how)
		return err
	}
	if !c.saved {
		if err := j.engine.Revise(ctx, c.revises.ID, c.orders[0]); err != nil {
			return err
		}
		c.saved = true
	}
	if c.hold {
		return nil
	}
	return j.engine.Release(ctx, how, c.revises.ID)
}

// orders are the jobs of a click, with their pictures: what is drawn on the canvas, those that are in the library by their refs, and
// those of this computer by their bytes. The order that was shown stays as it is.
func (j jobSubmitter) orders(ctx context.Context, c *click) ([]jobs.Order, error) {
	o := c.order
	var inputs []jobs.Input
	var along []byte // the file that goes with each edit
	var err error
	if c.revises != nil {
		if o, err = o.Again(*c.revises); err != nil {
			return nil, err
		}
	}
	if o.Baked {
		if inputs, along, err = j.drawn(c); err != nil {
			return nil, err
		}
	}
	all, err := upload.Orders(ctx, j.library, o, inputs, along)
	for i := range all {
		all[i].Template = c.template
	}
	return all, err
}

// drawn is what was on the canvas at the click, and the library's pictures in it: as the file that goes along with each edit, or,
// where those have links, as what is hosted for their first place.
func (j jobSubmitter) drawn(c *click) (inputs []jobs.Input, along []byte, err error) {
	b, err := c.picture()
	if err != nil {
		j.log.Warn("cannot make the picture on the canvas", slog.Any("err", err))
		return nil, nil, &canvasError{err}
	}
	in := jobs.Input{Asset: b.Asset, Width: b.Width, Height: b.Height, Drawing: b.Drawing}
	if c.tooLarge = len(b.Drawing) > db.MaxDrawing; c.tooLarge {
		in.Drawing = nil
	}
	if edit := c.order.Requests[0].(client.EditRequest); len(edit.ImageURLs) > 0 { // nothing else is drawn upon
		in.Data = b.File
	} else {
		along = b.File
	}
	inputs = []jobs.Input{in}
	for _, ref := range b.Parts {
		known := func(have jobs.Input) bool { return have.Asset == ref }
		if ref != "" && !slices.ContainsFunc(inputs, known) {
			inputs = append(inputs, jobs.Input{Asset: ref, Part: true})
		}
	}
	return inputs, along, nil
}

// bake makes one flat picture of the canvas. The price on the button was for what lay on it at the click.
func (j jobSubmitter) bake(ctx context.Context, at order.Canvas, bare bool) (Baked, error) {
	b, err := j.canvas.Bake(ctx, bare)
	if err != nil {
		return Baked{}, err
	}
	if len(b.File) > upload.MaxBytes {
		return Baked{}, &folder.TooLargeError{Most: upload.MaxBytes}
	}
	size, err := upload.Measure(b.File)
	if err == nil {
		b.File, err = upload.Upright(b.File)
	}
	if err != nil {
		return Baked{}, err
	}
	if b.Asset != at.Asset || size.X != at.Width || size.Y != at.Height {
		return Baked{}, errCanvasMoved
	}
	b.Width, b.Height = size.X, size.Y
	return b, nil
}

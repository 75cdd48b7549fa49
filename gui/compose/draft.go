package compose

import (
	"context"
	"fmt"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/casting"
	"viviscope/gui/form"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// heldEdit is a held job in the form. The drafts are restored unchanged afterwards. It is not stored: after a restart
// the job is unchanged.
type heldEdit struct {
	job    db.Job
	before order.Form // the drafts
	start  order.Form // the form of the unchanged job
	gone   string     // why it can no longer be saved; "" while it is held
}

func (h heldEdit) name() string { return shortRef(h.job) }

// draft holds the form: the drafts of all kinds, or a held job in their place, with the current profile. Every change
// of the form goes through it and is saved and shown. It belongs to the window's goroutine.
//
// Its callbacks are set by the screen before anything else is called.
type draft struct {
	host        action.Host
	cast        *casting.Cast // for the mentions in prompts
	saver       *action.Saver
	notices     *notices
	random      func() int64 // any non-negative integer
	changed     func()       // shows the draft again
	focusPrompt func()

	form     order.Form
	held     *heldEdit // the held job in the form; nil: the form holds the drafts
	restored bool      // the drafts of the last session are in the form, so it may be saved
	onCanvas order.Canvas
	prompts  canvasPrompts // of other canvases

	account form.Account
	models  []client.Alias // of the account
	tariff  wording.Tariff // of the account

	order    order.Order              // the last one that was built, which the button sends
	problems []client.ValidationError // why it cannot be sent
	asked    bool                     // the user wanted to send an incomplete form
	failure  string                   // why the last click made no job, until the form changes
}

// draftsName is the setting that holds the form.
const draftsName = "compose.form"

// loadForm reads the form of the last session. A first start gives order.New.
func loadForm(ctx context.Context, d action.Settings) (order.Form, error) {
	f := order.New()
	if _, err := d.Setting(ctx, draftsName, &f); err != nil {
		return order.New(), fmt.Errorf("read drafts: %w", err)
	}
	return f.Normalized(), nil
}

// restore adds the drafts of the last session. What the user typed before they were read stays.
func (d *draft) restore(last order.Form) {
	if d.held != nil { // it was opened before the drafts were read
		d.held.before, d.restored = last, true
		return
	}
	d.form, d.restored = d.form.MergedInto(last), true
	if d.onCanvas.Open {
		d.promptOnCanvas()
	}
	if d.form != last {
		d.save()
	}
	d.changed()
}

func (d *draft) save() { d.saver.Put(draftsName, d.form) }

// Form returns the form.
func (d *draft) Form() order.Form { return d.form }

// Edit applies a change by the user. Window's goroutine.
func (d *draft) Edit(change func(*order.Form)) {
	f := d.form
	change(&f)
	if d.held != nil && f.Kind != d.held.start.Kind {
		d.notices.say(lang.L("The kind of held job %s cannot be changed. Save it or stop editing first.",
			d.held.name()))
		d.changed() // resets the switch
		return
	}
	if f.WithoutTexts() != d.form.WithoutTexts() {
		d.notices.hide() // its undo would not undo the last change any more
	}
	d.set(f)
}

// set replaces the form, saves it and shows it.
func (d *draft) set(f order.Form) {
	if f == d.form {
		return
	}
	d.form = f
	d.failure = ""
	if d.restored && d.held == nil {
		d.save()
	}
	d.changed()
}

// turn switches to a kind of job, and reports whether it did: a held job keeps its kind.
func (d *draft) turn(kind db.JobKind) bool {
	d.Edit(func(f *order.Form) { f.Kind = kind })
	return d.form.Kind == kind
}

// env returns the properties of the current profile that the form needs.
func (d *draft) env() order.Env {
	return order.Env{Cast: d.cast.Order(), Now: d.host.Now(),
		BaseURL: d.account.BaseURL, Format: client.RequestFormat(d.account.Form),
		Models:  d.models,
		Hosting: d.hosting()}
}

// hosting reports whether local pictures can be uploaded for the service.
func (d *draft) hosting() bool { return d.account.HostsPictures() }

// build builds the order that the button sends, and its problems. measured adds the sizes and expiries of the pictures
// to a form.
func (d *draft) build(env order.Env, measured func(order.Form) order.Form) {
	d.form.Edit.Canvas, d.form.Edit.WithoutMarks = order.Canvas{}, false
	if d.canvasIsFirst() {
		d.form.Edit.Canvas = d.onCanvas
	}
	d.measure(measured)
	d.order, d.problems = d.form.Build(env)
	if d.held != nil && d.order.Jobs() > 1 {
		one := lang.L("A held job is one clip, without variations in braces.")
		d.problems = append(d.problems, client.ValidationError{Field: order.FieldPrompt, Message: one})
	}
}

// measure adds the sizes and expiries of the pictures to the form. It is not a change by the user, so undo is not
// affected.
func (d *draft) measure(measured func(order.Form) order.Form) {
	if f := measured(d.form); f != d.form {
		d.form = f
		if d.restored && d.held == nil {
			d.save()
		}
	}
	if d.held != nil {
		d.held.start = measured(d.held.start)
	}
}

// forms returns the form, followed by the drafts if the form is a held job.
func (d *draft) forms() []order.Form {
	if d.held != nil {
		return []order.Form{d.form, d.held.before}
	}
	return []order.Form{d.form}
}

// canvasIsFirst reports whether the first picture of an edit is the one on the canvas. A held job has its own pictures.
func (d *draft) canvasIsFirst() bool { return d.held == nil }

// setCanvas stores the content of the canvas.
func (d *draft) setCanvas(c order.Canvas) {
	before := d.form
	if d.onCanvas == c && !c.Open {
		return
	}
	same := d.onCanvas == c
	d.onCanvas = c
	d.promptOnCanvas()
	if same && d.form == before {
		return
	}
	d.failure = ""
	d.changed()
}

// keepPrompt stores the prompt of the form for its canvas, because the form gets another one.
func (d *draft) keepPrompt() {
	e := d.form.Edit
	if e.PromptOf == "" || e.PromptOf == order.NextCanvas || d.prompts.of(e.PromptOf) == e.Prompt {
		return
	}
	d.prompts = d.prompts.with(e.PromptOf, e.Prompt)
	d.saver.Put(promptsName, d.prompts)
}

// promptOnCanvas gives the form the prompt of the open canvas. While another picture is being opened the prompt is
// empty: what is typed then is added to the prompt of that picture.
func (d *draft) promptOnCanvas() {
	e, key := &d.form.Edit, d.onCanvas.Key
	switch {
	case !d.restored || d.held != nil || key == e.PromptOf:
		return
	case e.PromptOf == order.NextCanvas && key == "":
		return
	case e.PromptOf == order.NextCanvas:
	case e.PromptOf == "":
		e.Prompt = joinLines(d.prompts.of(key), e.Prompt)
	default:
		d.keepPrompt()
		e.Prompt = d.prompts.of(key)
	}
	e.PromptOf = key
	d.save()
}

// withoutMarks returns the form of a click that sends the picture on the canvas without its marks. ok is false if that
// is the same request.
func (d *draft) withoutMarks() (_ order.Form, ok bool) {
	f := d.form
	f.Edit.WithoutMarks = true
	return f, f.Kind == db.EditImage && d.held == nil && f.Edit.DiffersWithoutMarks()
}

// Roll returns another seed. Window's goroutine.
func (d *draft) Roll() int64 { return d.random() % (jobs.MaxRolledSeed + 1) }

// KeptSeed returns the seed that is locked in the form of a clip; nil for none.
func (d *draft) KeptSeed() *int64 {
	if clip := d.form.Clip(); clip != nil {
		return clip.Seed.LockedSeed()
	}
	return nil
}

// count adds to the number of clips or pictures that a click makes.
func (d *draft) count(by int) {
	step := func(n *int) { *n = min(max(*n+by, 1), order.MaxClips) }
	d.Edit(func(f *order.Form) {
		if clip := f.Clip(); clip != nil {
			step(&clip.Clips)
		} else if picture := f.Picture(); picture != nil {
			step(&picture.Clips)
		}
	})
	d.changed()
}

// keptByHeld reports whether a held job keeps another request out of the form, and shows that.
func (d *draft) keptByHeld() bool {
	if d.held != nil {
		d.notices.say(lang.L("Held job %s is being edited. Save it or stop editing first.", d.held.name()))
	}
	return d.held != nil
}

// endHeld restores the drafts.
func (d *draft) endHeld() {
	d.notices.hide()
	d.form, d.held, d.failure, d.asked = d.held.before, nil, "", false
	if d.onCanvas.Open {
		d.promptOnCanvas()
	}
	d.changed()
	d.focusPrompt()
}

// buttonWord returns the label of a button of the form, with the price if it spends.
func (d *draft) buttonWord(o order.Order, hold, withoutMarks bool) string {
	word := wording.OrderVerb(o)
	switch {
	case hold && d.held != nil:
		return lang.X("verb", "Save")
	case hold:
		return lang.L("Hold for later")
	case d.held != nil:
		word = lang.L("Save and send")
	case withoutMarks:
		word = lang.L("Send without marks")
	}
	return word + " · " + d.tariff.ButtonPrice(d.tariff.Quote(o))
}

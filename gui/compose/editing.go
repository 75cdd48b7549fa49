package compose

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Edit changes the form as a person asked. Window's goroutine.
func (s *Screen) Edit(change func(*order.Form)) {
	f := s.form
	change(&f)
	if s.held != nil && f.Kind != s.held.start.Kind {
		s.notices.say(lang.L("The kind of held job %s cannot be changed. Save it or stop editing first.", s.held.name()))
		s.render() // the switch goes back
		return
	}
	if f.WithoutTexts() != s.form.WithoutTexts() {
		s.notices.hide() // what it offers to take back is not the last change any more
	}
	s.set(f)
}

func (s *Screen) set(f order.Form) {
	if f == s.form {
		return
	}
	s.form = f
	s.failure = ""
	if s.restored && s.held == nil {
		s.saver.Put(draftsName, f)
	}
	s.render()
}

// What the keyboard reaches of the form without going through its fields. Each says so where the kind in front has no such
// thing: keys that do nothing, without a word, look broken. Window's goroutine.

// tapSeed presses a button beside the seed: the dice, or the lock.
func (s *Screen) tapSeed(b *kit.Button) {
	if s.form.Clip() == nil {
		s.notices.say(lang.L("Only clips have a seed."))
		return
	}
	b.Tapped(nil)
}

// UseSeed puts a seed into the form of a clip and keeps it there.
func (s *Screen) UseSeed(seed int64) {
	if s.form.Clip() == nil {
		s.turn(db.TextToVideo)
	}
	s.Edit(func(f *order.Form) {
		if clip := f.Clip(); clip != nil {
			clip.Seed = order.SeedDraft{Text: order.SeedText(seed), Locked: true}
		}
	})
	s.Focus()
}

// KeptSeed is the seed that is locked in the form of a clip; nil: none is.
func (s *Screen) KeptSeed() *int64 {
	if clip := s.form.Clip(); clip != nil {
		return clip.Seed.Kept()
	}
	return nil
}

// SwapFrames exchanges the first and the last frame.
func (s *Screen) SwapFrames() {
	if s.form.Kind != db.FramesToVideo {
		s.notices.say(lang.L("There are no frames to swap. Switch to Frames to video first."))
		return
	}
	s.fields.frames.swap.Tapped(nil)
}

// count makes a click make more of the same words, or fewer.
func (s *Screen) count(by int) {
	step := func(n *int) { *n = min(max(*n+by, 1), order.MaxClips) }
	s.Edit(func(f *order.Form) {
		if d := f.Clip(); d != nil {
			step(&d.Clips)
		} else if d := f.Picture(); d != nil {
			step(&d.Clips)
		}
	})
	s.render()
}

// keptByHeld reports whether a held job keeps another request out of the form, and says so.
func (s *Screen) keptByHeld() bool {
	if s.held != nil {
		s.notices.say(lang.L("Held job %s is being edited. Save it or stop editing first.", s.held.name()))
	}
	return s.held != nil
}

// NewRequest empties the draft in front, and offers for 10 s to take that back. Window's goroutine.
func (s *Screen) NewRequest() {
	if s.keptByHeld() {
		return
	}
	before := s.form
	if f := s.form.Emptied(); f != before {
		s.set(f)
		s.notices.undoable(lang.L("The form is empty."), recallShown, func() { s.set(before) })
	}
	s.Focus()
}

// Recall puts what a job asked for into the form, or as much of it as is said, and offers for 10 s to take that back. Window's goroutine.
func (s *Screen) Recall(job db.Job, how order.How) {
	name := shortRef(job)
	if s.keptByHeld() {
		return
	}
	before := s.form
	f, err := s.form.Recall(job, how)
	if err != nil {
		s.Log().Warn("cannot reuse settings", slog.Int64("id", job.ID), slog.Any("err", err))
		s.notices.say(lang.L("The settings of job %s cannot be loaded. Nothing was changed.", name))
		return
	}
	s.set(f)
	if how == order.RecallAll {
		s.restoreCanvas(job)
	}
	s.notices.undoable(recalledWords(how, name), recallShown, func() { s.set(before) })
	s.Focus()
}

func recalledWords(how order.How, name string) string {
	switch how {
	case order.RecallPrompt:
		return lang.L("Prompt of job %s loaded. It replaced the previous one.", name)
	case order.RecallAllButSeed:
		return lang.L("Settings of job %s loaded without the seed. They replaced the previous ones.", name)
	}
	return lang.L("Settings of job %s loaded. They replaced the previous ones.", name)
}

// Roll returns another seed. Window's goroutine.
func (s *Screen) Roll() int64 { return s.random() % (jobs.MaxRolledSeed + 1) }

// env is what the form needs to know of the profile in front.
func (s *Screen) env() order.Env {
	return order.Env{Now: s.Now(), Own: s.account.BaseURL, Form: client.Form(s.account.Form), Models: s.models, Hosting: s.hosting()}
}

// focus brings the keyboard to a control.
func (s *Screen) focus(f fyne.Focusable) { s.Canvas().Focus(f) }

// sheetCanvas is where a sheet of the composer opens; nil under another sheet.
func (s *Screen) sheetCanvas() fyne.Canvas {
	c := s.Canvas()
	if c.Overlays().Top() != nil {
		return nil
	}
	return c
}

// turn brings a kind of job to the front, and reports whether it is there: a held job keeps its kind.
func (s *Screen) turn(kind db.JobKind) bool {
	s.Edit(func(f *order.Form) { f.Kind = kind })
	return s.form.Kind == kind
}

// hosting reports whether local pictures can be put where the service finds them.
func (s *Screen) hosting() bool { return s.account.HostsPictures() }

// draftsName is the setting that holds the form.
const draftsName = "compose.form"

// loadForm reads the form of the last session; a first start gives order.New.
func loadForm(ctx context.Context, d action.Settings) (order.Form, error) {
	f := order.New()
	if _, err := d.Setting(ctx, draftsName, &f); err != nil {
		return order.New(), fmt.Errorf("read drafts: %w", err)
	}
	return f.Mended(), nil
}

// How long the form offers to take a change of its own back.
const (
	correctionShown = 8 * time.Second
	recallShown     = 10 * time.Second
)

// notices is the line in which the composer says for a while, one thing at a time, what the form changed by itself and what a press
// came to, with the way back. It belongs to the window's goroutine.
type notices struct {
	host  action.Host
	refit func() // a notice came or went, and takes room or leaves it

	stop func() bool // the clock of the one that is shown; nil: none is
	undo func()      // follows the link

	undoes bool // the link undoes something, as Ctrl+Z does

	text *kit.Text
	link *kit.Link
	box  *fyne.Container
}

func newNotices(host action.Host, refit func()) *notices {
	n := &notices{host: host, refit: refit, text: kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	n.link = kit.NewLink(lang.L("Undo"), func() { n.undo() })
	inner := kit.NewRow(8, kit.NewIcon(resources.IconInfo, 14, resources.Accent), n.text, n.link)
	n.box = container.NewStack(kit.NewGround(resources.AccentSoft), kit.NewInset(4, 8, 4, 8, inner))
	n.box.Hide()
	return n
}

// say says for a while what there is nothing to take back of.
func (n *notices) say(text string) { n.undoable(text, correctionShown, nil) }

// undoable says for a while what was changed, with the way back.
func (n *notices) undoable(text string, shown time.Duration, undo func()) {
	n.offer(text, lang.L("Undo"), shown, undo)
	n.undoes = undo != nil
}

// offer says something for a while, with a way to go on from there by that word; nil: none.
func (n *notices) offer(text, word string, shown time.Duration, on func()) {
	n.hide()
	n.undo = func() {
		n.hide()
		on()
	}
	n.text.SetText(text)
	n.link.SetText(word)
	kit.Show(n.link, on != nil)
	n.box.Show()
	// A timer that fired while it was being stopped must not hide the notice that came after it.
	current := true
	stop := n.host.After(shown, func() {
		n.host.Post(func() {
			if current {
				n.hide()
			}
		})
	})
	n.stop = func() bool { current = false; return stop() }
	n.refit()
}

// up reports whether something is being said.
func (n *notices) up() bool { return n.stop != nil }

func (n *notices) hide() {
	if n.stop == nil {
		return
	}
	n.stop()
	n.stop, n.undoes = nil, false
	n.box.Hide()
	n.refit()
}

// complaint is the line under a field that says which rule it breaks, and the outline of its entries. It takes no room
// while there is none.
type complaint struct {
	text    *kit.Text
	box     *fyne.Container
	entries []*editor
}

// newComplaint makes the line, which stands under the control of a field or at the left.
func newComplaint(underField bool, entries ...*editor) *complaint {
	c := &complaint{entries: entries, text: kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	icon := kit.NewIcon(resources.IconErrorCircle, 12, resources.Err)
	c.box = kit.NewRow(6, icon, c.text)
	if underField {
		c.box = kit.NewUnderField(c.box)
	}
	c.box.Hide()
	return c
}

// show says the first of the problems; none hides the line.
func (c *complaint) show(problems []client.ValidationError) {
	for _, e := range c.entries {
		e.SetFailed(len(problems) > 0)
	}
	if len(problems) > 0 {
		c.text.SetText(wording.Rule(problems[0].Message))
	}
	kit.Show(c.box, len(problems) > 0)
}

package compose

import (
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// submit hands over the order that the button shows, after the questions that it raises. Where something is missing it
// brings the focus there. asItWas: the picture on the canvas goes without what is drawn upon it.
func (s *Screen) submit(hold, asItWas bool) {
	if s.busy || s.account.ID == 0 {
		return
	}
	s.render() // a link may have died since
	order, problems := s.order, s.problems
	if f, ok := s.asItWas(); ok && asItWas {
		order, problems = f.Build(s.env())
	}
	if len(problems) > 0 {
		s.asked = true
		s.render()
		s.focus(s.view().field(problems[0].Field))
		return
	}
	if s.account.NoKey && !hold {
		return // the foot says so
	}
	s.asked = false
	sent := s.form
	c := click{account: s.account, orders: []form.Order{order}, quote: s.tariff.Quote(order), hold: hold, canvas: s.form.Edit.Canvas}
	c.settled = func(o outcome) {
		s.uploads.follow(order, o.made)
		s.committed(sent, o)
		if o.bare && o.err == nil {
			s.say(lang.L("What was drawn is too much to be kept with the job, so it cannot be restored from there. It stays on the canvas."))
		}
	}
	if !hold && len(variations(order)) > 1 {
		s.showVariations(order, func() { s.press(c) })
		return
	}
	s.press(c)
}

func (s *Screen) committed(sent form.Form, o outcome) {
	if o.err != nil {
		// No row, no request: a click that is not on the disk is never sent.
		s.d.Log.Error("cannot commit the click", slog.Any("err", o.err))
		s.failure = notSent(o.err)
		s.render()
		return
	}
	f := s.form
	if s.held != nil { // it came into the form meanwhile
		f = s.held.before
	}
	moved := sent.Sent(s.roll)
	if f.Text.Seed == sent.Text.Seed { // nobody touched it meanwhile
		f.Text.Seed = moved.Text.Seed
	}
	if f.Frames.Seed == sent.Frames.Seed {
		f.Frames.Seed = moved.Frames.Seed
	}
	if s.held != nil {
		s.held.before = f
		s.saver.keep(f)
	} else {
		s.set(f)
	}
	s.render()
	if s.d.OnSubmitted != nil {
		s.d.OnSubmitted(o.made)
	}
}

// focus brings the keyboard to a control, also to one that was not drawn yet: the toolkit knows the canvas of an object only
// after its first frame.
func (s *Screen) focus(f fyne.Focusable) {
	if s.d.Canvas != nil {
		s.d.Canvas().Focus(f)
		return
	}
	if object, ok := f.(fyne.CanvasObject); ok {
		if c := fyne.CurrentApp().Driver().CanvasForObject(object); c != nil {
			c.Focus(f)
		}
	}
}

// focused is what has the keyboard; nil where nothing has it.
func (s *Screen) focused() fyne.Focusable {
	if s.d.Canvas != nil {
		return s.d.Canvas().Focused()
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.box); c != nil {
		return c.Focused()
	}
	return nil
}

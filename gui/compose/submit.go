package compose

import (
	"log/slog"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// submit hands over the order that the button shows, after the questions that it raises. Where something is missing it
// brings the focus there. asItWas: the picture on the canvas goes without what is drawn upon it.
func (s *Screen) submit(hold, asItWas bool) {
	if s.account.ID == 0 {
		return
	}
	s.render() // a link may have died since
	of := s.purpose()
	if s.clicks.turn.ask(of) == repeats {
		return // a press that slipped: one job
	}
	order, problems := s.order, s.problems
	if f, ok := s.drawing.asItWas(); ok && asItWas {
		order, problems = f.Build(s.env())
	}
	if len(problems) > 0 {
		s.complain(problems)
		return
	}
	if s.account.NoKey && !hold || s.account.ReadOnly {
		return // the foot says so
	}
	s.asked = false
	sent := s.form
	quote := s.tariff.Quote(order)
	c := click{account: s.account, of: of, word: s.tariff.Button(order, quote), order: order, hold: hold, canvas: s.form.Edit.Canvas}
	switch {
	case hold:
		c.word = lang.L("Hold for later")
	case asItWas:
		c.word = s.asItWasWord(quote)
	}
	c.settled = func(o outcome) {
		s.slots.uploads.follow(order, o.made)
		s.committed(sent, o)
		if o.bare && o.err == nil {
			s.notices.say(lang.L("What was drawn is too much to be kept with the job, so it cannot be restored from there. It stays on the canvas."))
		}
	}
	if !hold && len(variations(order)) > 1 {
		s.variations.show(order, func() { s.clicks.press(c) })
		return
	}
	s.clicks.press(c)
}

// complain says what is missing, now that a person wanted to send, and brings the focus there.
func (s *Screen) complain(problems []client.ValidationError) {
	s.asked = true
	s.render()
	s.window.focus(s.view().field(problems[0].Field))
}

func (s *Screen) committed(sent form.Form, o outcome) {
	if o.err != nil {
		// No row, no request: a click that is not on the disk is never sent.
		s.Log.Error("cannot commit the click", slog.Any("err", o.err))
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

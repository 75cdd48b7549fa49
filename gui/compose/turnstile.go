package compose

import "viviscope/gui/compose/form"

// purpose is what a click was made of. A second press for the same purpose is one that slipped, not another click.
type purpose struct {
	profile int64
	asked   form.Form // of the form: what [form.Form.Asked] leaves
	held    int64     // the held job that the form was of; 0: it made new ones
	sister  int64     // the job that is made on the other model; 0: it is the form, or a list
	list    list
}

// turnstile lets one click through at a time: from its press over the questions until its rows are committed. Behind it
// waits at most one more, and none that is the same. It belongs to the window's goroutine.
type turnstile struct {
	under *click // nil: the way is free
	next  *click
}

// entry is what becomes of a press.
type entry int

const (
	passes entry = iota
	waits
	repeats // it is pressed already
	full    // another one waits
)

// ask says what would become of a press.
func (t *turnstile) ask(of purpose) entry {
	switch {
	case t.under == nil:
		return passes
	case t.under.of == of, t.next != nil && t.next.of == of:
		return repeats
	case t.under.of.held != 0 && t.under.of.held == of.held:
		return repeats // the job may be out by then: whatever was changed in it since cannot be in it
	case t.next != nil:
		return full
	}
	return waits
}

// take lets a click in, where ask allows it.
func (t *turnstile) take(c click) entry {
	e := t.ask(c.of)
	switch e {
	case passes:
		t.under = &c
	case waits:
		t.next = &c
	}
	return e
}

// leave opens the way after a click, and returns the one that waited behind it; nil: none did. It is not let in by that.
func (t *turnstile) leave() *click {
	next := t.next
	t.under, t.next = nil, nil
	return next
}

// saving reports whether the save of a held job is under way, or waits.
func (t *turnstile) saving(job int64) bool {
	return t.under != nil && (t.under.of.held == job || t.next != nil && t.next.of.held == job)
}

// savingNow reports whether the save of a held job is under way, and is not only waiting.
func (t *turnstile) savingNow(job int64) bool { return t.under != nil && t.under.of.held == job }

// busy reports whether a click is being committed, or asked about.
func (t *turnstile) busy() bool { return t.under != nil }

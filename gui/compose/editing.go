package compose

import (
	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
)

// editing is the form while it is edited: the drafts, or a held job in their place, under the profile in front. What changes it
// goes through edit, so that it is kept, shown, and can be taken back. It belongs to the window's goroutine.
type editing struct {
	Runtime
	notices *notices
	saver   *saver // of the drafts
	render  func() // shows the form as it is

	form     form.Form
	held     *heldEdit // the held job in the form; nil: the form holds the drafts
	restored bool      // the drafts of the last session are in the form, so it may be saved
	changes  int       // how often a person changed it
	failure  string    // why the last click came to nothing, until the form is another one

	gate    submitGate
	account Account
	models  []client.Alias // of the account
	tariff  form.Tariff    // of the account

	order    form.Order               // what the button would send: the last that was rendered
	problems []client.ValidationError // why it cannot be sent
	asked    bool                     // a person wanted to send what is not complete
}

// edit changes the form as a person asked.
func (s *editing) edit(change func(*form.Form)) {
	s.changes++
	f := s.form
	change(&f)
	if s.held != nil && f.Kind != s.held.start.Kind {
		s.notices.say(lang.L("Held job %s keeps its kind: save it or stop editing first.", s.held.name()))
		s.render() // the switch goes back
		return
	}
	if f.WithoutTexts() != s.form.WithoutTexts() {
		s.notices.hide() // what it offers to take back is not the last change any more
	}
	s.set(f)
}

// correct changes the form as a person asked, says what had to change with it, and offers the way back.
func (s *editing) correct(change func(*form.VideoDraft) []form.Correction) {
	before := s.form.Clip()
	if before == nil {
		return
	}
	was := *before
	var said []form.Correction
	s.edit(func(f *form.Form) { said = change(f.Clip()) })
	if len(said) > 0 {
		s.notices.undoable(form.Say(said), correctionShown, func() {
			s.edit(func(f *form.Form) { f.Clip().Restore(was) }) // the notice goes when another kind comes to the front
		})
	}
}

// editClip changes the clip in front.
func (s *editing) editClip(change func(*form.VideoDraft)) {
	s.edit(func(f *form.Form) {
		if d := f.Clip(); d != nil {
			change(d)
		}
	})
}

// editPicture changes the picture in front.
func (s *editing) editPicture(change func(*form.ImageDraft)) {
	s.edit(func(f *form.Form) {
		if d := f.Picture(); d != nil {
			change(d)
		}
	})
}

func (s *editing) set(f form.Form) {
	if f == s.form {
		return
	}
	s.form = f
	s.failure = ""
	if s.restored && s.held == nil {
		s.saver.keep(f)
	}
	s.render()
}

func (s *editing) roll() int64 { return s.Random() % (form.MaxRolledSeed + 1) }

// env is what the form needs to know of the profile in front.
func (s *editing) env() form.Env {
	return form.Env{Now: s.Now(), Own: s.account.BaseURL, Form: client.Form(s.account.Form), Models: s.models, Hosting: s.hosting()}
}

// mayTurn reports whether another kind may come to the front, and says why not: a held job keeps its kind.
func (s *editing) mayTurn(kind db.JobKind) bool {
	if s.held == nil || s.form.Kind == kind {
		return true
	}
	s.notices.say(lang.L("A held job is being edited, and it keeps its kind: save it or stop editing first."))
	return false
}

// hosting reports whether local pictures can be put where the service finds them.
func (s *editing) hosting() bool { return len(s.account.Hosting) > 0 }

package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// focusFirst goes to the first field that is wrong.
func (f *hostingForm) focusFirst() {
	for _, in := range f.inputs {
		if in.entry.Failed() {
			if c := fyne.CurrentApp().Driver().CanvasForObject(in.entry); c != nil {
				c.Focus(in.entry)
			}
			return
		}
	}
}

// keep stores the form and the secret that was typed, where every field is right.
func (f *hostingForm) keep() {
	st, id := f.now, f.card.profile.ID
	if id == 0 || st.saving || !st.touched() && f.secret.typed() == "" {
		return
	}
	if len(st.typed.problems()) > 0 {
		st.tried = true
		f.fill()
		f.focusFirst()
		return
	}
	c := st.typed.config()
	st.saving, st.note = true, ""
	f.fill()
	f.s.deps.Go(func(ctx context.Context) {
		err := f.s.deps.Profiles.SaveHosting(ctx, id, c)
		f.s.deps.Post(func() { f.done(id, st, c, err) })
	})
}

func (f *hostingForm) done(id int64, st *hostingState, c hosting.Config, err error) {
	st.saving = false
	if err != nil {
		st.note = lang.L("Not saved: %s", wording.Fault(err))
		f.fill()
		return
	}
	if st.typed.config() == c {
		st.typed = draftOf(c)
	}
	st.kept, st.tried, st.report = c, false, nil
	f.fill()
	if f.card.profile.ID == id && f.secret.typed() != "" && needsSecret(c) {
		f.secret.keepAt(keys.InKeychain)
	}
	f.s.deps.Refresh()
}

// reportRoom is kept in sight below the button for the steps that will stand there, px.
const reportRoom = 168

// try tests what is kept and shows each step.
func (f *hostingForm) try() {
	st, id := f.now, f.card.profile.ID
	st.testing, st.report = true, nil
	f.fill()
	f.s.follower.Reveal(f.test, reportRoom)
	f.s.deps.Go(func(ctx context.Context) {
		report, err := f.s.deps.Profiles.TestHosting(ctx, id)
		f.s.deps.Post(func() {
			st.testing, st.report = false, newHostingReport(report, err)
			f.fill()
		})
	})
}

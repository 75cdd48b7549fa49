package settings

import (
	"fyne.io/fyne/v2"

	"viviscope/client/keys"
	"viviscope/gui/lang"
)

// subject is what the report of a connection test is about. When it changes, the report says nothing any more.
type subject struct {
	profile int64
	base    string // as it stands in its field
	place   keys.Place
	since   int64 // when the key came there, Unix ms
}

// subject is what a test would be about now.
func (f *profileForm) subject() subject {
	p := f.card.profile
	return subject{p.ID, f.base.Text, f.card.place, p.KeySince.UnixMilli()}
}

// showReport shows a report, unless the form has turned to something else since it began.
func (f *profileForm) showReport(about subject, report fyne.CanvasObject) {
	if about != f.subject() {
		return
	}
	f.reported = about
	f.report.Objects = []fyne.CanvasObject{report}
	f.report.Refresh()
}

// dropReport takes away what was found of another address or key.
func (f *profileForm) dropReport() {
	if len(f.report.Objects) > 0 {
		f.report.RemoveAll()
	}
}

// unsaved says what must be saved before a test can tell anything of it; "" where nothing must.
func (f *profileForm) unsaved() string {
	switch {
	case f.base.Text != f.card.profile.BaseURL:
		return lang.L("Not tested: save the profile first. Nothing was sent.")
	case f.key.typed() != "":
		return lang.L("Not tested: save the key first. Nothing was sent.")
	}
	return ""
}

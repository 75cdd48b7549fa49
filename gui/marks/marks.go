// Package marks says which icon and which tone stand for a job's state and for an entry of the ledger, the same on every screen. The word
// beside them comes from package wording: nothing is known by its colour alone.
package marks

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Tone is the colour of a tone of the words.
func Tone(t wording.Tone) widgets.Tone {
	switch t {
	case wording.Active:
		return widgets.ToneAccent
	case wording.Good:
		return widgets.ToneOK
	case wording.Careful:
		return widgets.ToneWarn
	case wording.Bad:
		return widgets.ToneErr
	}
	return widgets.ToneNeutral
}

// State is the icon of a state's tag.
func State(s db.JobState) fyne.Resource {
	switch s {
	case db.Waiting, db.Queued:
		return resources.IconClock()
	case db.Held:
		return resources.IconPause()
	case db.Sending:
		return resources.IconSend()
	case db.InProgress:
		return resources.IconProgress()
	case db.Completed, db.Downloading, db.Saving:
		return resources.IconDownload()
	case db.Saved:
		return resources.IconCheckCircle()
	case db.Unconfirmed:
		return resources.IconUnconfirmed()
	case db.Expired:
		return resources.IconHourglass()
	case db.Unwatched:
		return resources.IconEyeOff()
	}
	return resources.IconErrorCircle()
}

// Entry is the icon of an entry's kind, nil for one that only closes another, and its tone.
func Entry(k db.EntryKind) (fyne.Resource, widgets.Tone) {
	switch k {
	case db.Reserve:
		return resources.IconLock(), widgets.ToneNeutral
	case db.Charge:
		return resources.IconCheck(), widgets.ToneNeutral
	case db.Refund:
		return resources.IconRefund(), widgets.ToneOK
	case db.UnconfirmedEntry:
		return resources.IconUnconfirmed(), widgets.ToneWarn
	}
	return nil, widgets.ToneNeutral
}

package action

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/status"
	"viviscope/resources"
)

// ToneOf returns the colour for a tone of a status.
func ToneOf(t status.Tone) kit.Tone {
	return [...]kit.Tone{
		status.Neutral: kit.ToneNeutral, status.Active: kit.ToneAccent, status.Good: kit.ToneOK,
		status.Careful: kit.ToneWarn, status.Bad: kit.ToneErr,
	}[t]
}

var stateIcons = map[db.JobState]fyne.Resource{
	db.Waiting: resources.IconClock, db.Queued: resources.IconClock,
	db.Held:       resources.IconPause,
	db.Sending:    resources.IconSend,
	db.InProgress: resources.IconProgress,
	db.Completed:  resources.IconDownload, db.Downloading: resources.IconDownload, db.Saving: resources.IconDownload,
	db.Saved:       resources.IconCheckCircle,
	db.Unconfirmed: resources.IconUnconfirmed,
	db.Expired:     resources.IconHourglass,
	db.Unwatched:   resources.IconEyeOff,
}

// StateIcon returns the icon of a job's state, the same on every screen. Package wording has the text beside it: a
// state is never shown by colour alone.
func StateIcon(s db.JobState) fyne.Resource {
	if icon, ok := stateIcons[s]; ok {
		return icon
	}
	return resources.IconErrorCircle
}

// EntryIcon is the icon of the kind of an entry in the ledger, nil for one that only closes another, and its tone.
func EntryIcon(k db.EntryKind) (fyne.Resource, kit.Tone) {
	switch k {
	case db.Reserve:
		return resources.IconLock, kit.ToneNeutral
	case db.Charge:
		return resources.IconCheck, kit.ToneNeutral
	case db.Refund:
		return resources.IconRefund, kit.ToneOK
	case db.UnconfirmedEntry:
		return resources.IconUnconfirmed, kit.ToneWarn
	}
	return nil, kit.ToneNeutral
}

// SeamIcon returns the icon of a seam between two shots. Package wording has its name.
func SeamIcon(s boards.Seam) fyne.Resource {
	switch s {
	case boards.Shared:
		return resources.IconSeamShared
	case boards.Continue:
		return resources.IconSeamContinue
	}
	return resources.IconSeamCut
}

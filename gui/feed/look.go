package feed

import (
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func toneOf(t wording.Tone) widgets.Tone {
	return map[wording.Tone]widgets.Tone{
		wording.Neutral: widgets.ToneNeutral,
		wording.Active:  widgets.ToneAccent,
		wording.Good:    widgets.ToneOK,
		wording.Careful: widgets.ToneWarn,
		wording.Bad:     widgets.ToneErr,
	}[t]
}

// stateIcon is the icon of a state's tag.
func stateIcon(s db.JobState) fyne.Resource {
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
	case db.Failed, db.Rejected:
		return resources.IconErrorCircle()
	case db.Unconfirmed:
		return resources.IconUnconfirmed()
	case db.Expired:
		return resources.IconHourglass()
	case db.Unwatched:
		return resources.IconEyeOff()
	}
	return nil
}

// emptyIcon stands where there is no picture: the state, where that says why, else what it will be.
func emptyIcon(j db.Job) fyne.Resource {
	switch j.State {
	case db.Failed, db.Rejected, db.Unconfirmed, db.Expired, db.Held:
		return stateIcon(j.State)
	}
	if j.Kind.IsVideo() {
		return resources.IconFilm()
	}
	return resources.IconPicture()
}

// clipCorner is the tag on a poster: "10 s · 720P".
func clipCorner(it Item) string {
	asked := wording.AskedOf(it.Job)
	size := asked.Resolution
	if asked.Size != "" {
		size = wording.Size(asked.Size)
	}
	return join(strconv.Itoa(int(it.Asset.Seconds+0.5))+" s", size, " · ")
}

func showMoney(a *widgets.Amount, s Sum) {
	icon, tone := fyne.Resource(nil), widgets.ToneNeutral
	switch s.Kind {
	case db.UnconfirmedEntry:
		icon, tone = resources.IconUnconfirmed(), widgets.ToneWarn
	case db.Charge:
		icon = resources.IconCheck()
	case db.Refund:
		icon, tone = resources.IconRefund(), widgets.ToneOK
	case db.Reserve:
		icon = resources.IconLock()
	default:
		if s.Number != "" {
			icon = resources.IconCoin()
		}
	}
	a.SetUpTo(s.Prefix, s.Number, s.Word, icon, tone)
}

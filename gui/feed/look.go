package feed

import (
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/marks"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// emptyIcon stands where there is no picture: the state, where that says why, else what it will be.
func emptyIcon(j db.Job) fyne.Resource {
	switch j.State {
	case db.Failed, db.Rejected, db.Unconfirmed, db.Expired, db.Held:
		return marks.State(j.State)
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
	a.Set(s.Prefix, s.Number, s.Word, icon, tone)
}

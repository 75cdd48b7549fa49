package app

import (
	"context"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// navigating opens places of the window. It implements [action.Navigator].
type navigating struct{ *program }

func (p navigating) ShowLedger(job int64) {
	p.shell.Show(shell.Costs)
	p.places.costs.ShowJob(job)
}

func (p navigating) ShowBoardCosts(ref, name string) {
	p.shell.Show(shell.Costs)
	p.places.costs.ShowBoard(ref, name)
}

func (p navigating) ShowAsset(assets ...int64) {
	p.shell.Show(shell.Gallery)
	p.places.gallery.Reveal(func() {
		p.shell.Say(kit.ToneNeutral, lang.L("Hidden by a filter"), lang.L("The gallery’s filter hides it."))
	}, assets...)
}

func (p navigating) ShowAssetByRef(asset string) {
	whenRead(p.shell, lang.L("The picture could not be shown."), func(ctx context.Context) (db.Asset,
		error) {
		return p.Library.AssetByRef(ctx, asset)
	},
		func(a db.Asset) { p.ShowAsset(a.ID) })
}

func (p navigating) ShowJob(job int64) {
	whenRead(p.shell, lang.L("The job could not be shown."), func(ctx context.Context) ([]db.Asset, error) {
		return p.Library.AssetsOfJob(ctx, job)
	},
		func(made []db.Asset) {
			if len(made) == 0 {
				p.ShowQueue()
				return
			}
			p.ShowAsset(made[0].ID)
		})
}

func (p navigating) ShowQueue() { p.shell.Show(shell.Queue) }

func (p navigating) ShowPrices() {
	p.shell.Show(shell.Costs)
	p.places.costs.ShowPrices()
}

func (p navigating) ShowSettings() { p.shell.Show(shell.Settings) }

func (p navigating) ShowProfile(profile int64) {
	p.ShowSettings()
	p.places.settings.ShowProfile(profile)
}

func (p navigating) ShowBudget(profile int64) {
	p.ShowSettings()
	p.places.settings.ShowBudget(profile)
}

func (p navigating) ShowHosting() {
	p.ShowSettings()
	p.places.settings.ShowHosting(p.shell.Profile().ID)
}

package app

import (
	"context"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/gui/viewer"
)

// viewing opens assets in the viewer and in other programs. It implements [action.Viewer].
type viewing struct{ *program }

func (p viewing) View(asset int64) {
	whenRead(p.shell, lang.L("It could not be shown."), func(ctx context.Context) (db.Asset, error) {
		return p.Library.Asset(ctx, asset)
	},
		func(a db.Asset) {
			p.cover(func(v *viewer.Screen) { v.Open(p.places.gallery.Sequence(), a) })
		})
}

func (p viewing) ViewIn(list []db.Asset, a db.Asset) {
	p.cover(func(v *viewer.Screen) { v.OpenIn(list, a) })
}

// cover covers the window with the viewer.
func (p viewing) cover(open func(*viewer.Screen)) {
	v := p.places.viewer
	p.shell.ShowOverlay(v)
	open(v)
}

func (p viewing) Compare(a, b int64) {
	p.withAssets(lang.L("It could not be shown."), []int64{a, b}, func(both []db.Asset) {
		v := p.places.viewer
		switch {
		case len(both) != 2:
		case p.onCanvas():
			p.shell.ShowOverlayIn(v, p.places.canvas.Cover)
			v.OpenAlone(both[0], both[1])
		default:
			p.cover(func(v *viewer.Screen) { v.OpenPair(p.places.gallery.Sequence(), both[0], both[1], 0) })
		}
	})
}

func (p viewing) CompareFrame(picture, clip int64, at time.Duration) {
	p.withAssets(lang.L("It could not be shown."), []int64{picture, clip}, func(both []db.Asset) {
		p.cover(func(v *viewer.Screen) { v.OpenPair(p.places.gallery.Sequence(), both[0], both[1], at) })
	})
}

func (p viewing) Open(a db.Asset) {
	p.withFile(a, lang.L("The file could not be opened."), openFile)
}

func (p viewing) Reveal(a db.Asset) {
	p.withFile(a, lang.L("The file could not be shown."), revealFile)
}

func (p viewing) SequenceChanged() {
	p.places.viewer.SequenceChanged()
	p.shell.Refresh(shell.Create) // its cards show the same files
}

func (p viewing) LeaveViewer(last ...int64) {
	p.places.viewer.Close()
	p.shell.HideOverlay()
	switch {
	case p.shell.Place() == shell.Gallery:
		p.places.gallery.Show(last...)
	case p.onCanvas():
		p.shell.Canvas().Focus(p.places.canvas.First())
	}
}

func (p viewing) FullScreen(on bool) { p.shell.SetFullScreen(on) }

package app

import (
	"context"

	"viviscope/db"
	"viviscope/gui/gallery"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// choosing asks for files and for assets. It implements [action.Chooser].
type choosing struct{ *program }

func (p choosing) ChooseAsset(question string, frame bool, picked func(db.Asset)) {
	p.choose(gallery.Choice{Words: question, Frame: frame, Picked: func(list []db.Asset) { picked(list[0]) }})
}

func (p choosing) ChoosePictures(question string, picked func([]db.Asset)) {
	p.choose(gallery.Choice{Words: question, Several: true, Picked: picked, Back: func() { picked(nil) }})
}

func (p choosing) ChooseClips(question string, picked func([]db.Asset)) {
	p.choose(gallery.Choice{Words: question, Several: true, Clips: true, Picked: picked, Back: func() { picked(nil) }})
}

// choose asks the user to pick in the gallery, on behalf of the current place.
func (p choosing) choose(c gallery.Choice) {
	place, picked, back := p.shell.Place(), c.Picked, c.Back
	c.Back = func() {
		p.shell.Show(place)
		if back != nil {
			back()
		}
	}
	c.Picked = func(list []db.Asset) {
		p.shell.Show(place)
		picked(list)
	}
	p.shell.Show(shell.Gallery)
	p.places.gallery.Choose(c)
}

func (p choosing) RevealFile(path string) {
	p.shell.Do(lang.L("The file could not be shown."), func(context.Context) error { return revealFile(path) })
}

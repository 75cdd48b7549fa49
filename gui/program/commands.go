package program

import (
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
)

// placeCommands are what can be done in the places, with the keys that they have there.
func (p *program) placeCommands(s *gui.Shell) []gui.PlaceCommand {
	if p.places == nil { // they are being made
		return nil
	}
	looking := p.places.viewer.Shown()
	at := func(place gui.Place) bool { return !looking && s.Place() == place }
	list := p.galleryCommands(at(gui.Gallery))
	list = append(list, p.viewerCommands(looking)...)
	list = append(list, p.canvasCommands(at(gui.Create) && p.places.composer.Form().Kind == db.EditImage)...)
	list = append(list, p.costsCommands(at(gui.Costs))...)
	return append(list, p.languageCommands(!looking)...)
}

func (p *program) galleryCommands(here bool) (list []gui.PlaceCommand) {
	for _, c := range p.places.gallery.Commands() {
		list = append(list, gui.PlaceCommand{ID: "gallery/" + c.Keys, Group: lang.L("In the gallery"), Word: c.Word, Keys: c.Keys, Here: here, Off: c.Off, Do: c.Do})
	}
	return list
}

func (p *program) viewerCommands(here bool) (list []gui.PlaceCommand) {
	for _, c := range p.places.viewer.Commands() {
		x := gui.PlaceCommand{ID: c.ID, Group: lang.L("Looking: %s", c.Group), Word: c.Word, Keys: c.Keys, Do: c.Do}
		x.Here = here && c.Possible() && !c.Held
		list = append(list, x)
	}
	return list
}

func (p *program) canvasCommands(here bool) (list []gui.PlaceCommand) {
	for _, c := range p.places.canvas.Commands() {
		x := gui.PlaceCommand{Group: c.Group, Word: c.Word, Own: !c.Anywhere, Here: here, Do: c.Do}
		if c.Rune != 0 {
			x.Keys = string(c.Rune)
		} else {
			x.Chord = keymap.Chord{Key: c.Key, Mod: c.Modifier}
		}
		x.ID = "canvas/" + x.Keys + x.Chord.String()
		list = append(list, x)
	}
	return list
}

func (p *program) costsCommands(here bool) (list []gui.PlaceCommand) {
	for _, c := range p.places.costs.Commands() {
		x := gui.PlaceCommand{Group: c.Group, Word: c.Word, Chord: keymap.Chord{Key: c.Key, Mod: c.Modifier}, Keys: c.Keys, Here: here, Do: c.Do}
		x.ID = "costs/" + c.ID
		if !x.Chord.None() {
			x.ID = "costs/" + x.Chord.String()
		}
		list = append(list, x)
	}
	return list
}

// languageCommands change the language, each under its own name: who cannot read the window finds the way out of it.
func (p *program) languageCommands(here bool) (list []gui.PlaceCommand) {
	for _, l := range lang.Languages() {
		list = append(list, gui.PlaceCommand{ID: "language/" + l.Tag, Group: lang.L("Language"), Word: l.Name, Here: here && l.Tag != lang.Current(), Do: func() { p.setLanguage(l.Tag) }})
	}
	return list
}

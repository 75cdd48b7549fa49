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

// keysChanged has the places show the keys that their commands have now.
func (p *program) keysChanged() {
	if p.places != nil {
		p.places.canvas.ShowKeys()
		p.places.gallery.ShowKeys()
		p.places.viewer.ShowKeys()
	}
}

func (p *program) galleryCommands(here bool) (list []gui.PlaceCommand) {
	group, scope := lang.L("In the gallery"), keymap.Scope{In: "gallery", Bare: true}
	for _, c := range p.places.gallery.Commands() {
		list = append(list, gui.PlaceCommand{Command: c.Command, Group: group, Word: c.Word, Scope: scope, Own: true, Here: here, Off: c.Off, Do: c.Do})
	}
	return list
}

// viewerCommands: what has the keyboard in the viewer takes keys alone, and the window those with a modifier.
func (p *program) viewerCommands(here bool) (list []gui.PlaceCommand) {
	for _, c := range p.places.viewer.Commands() {
		x := gui.PlaceCommand{Command: c.Command, Group: lang.L("Looking: %s", c.Group), Word: c.Word, Do: c.Do}
		x.Scope = keymap.Scope{In: "viewer", Bare: true, When: c.When}
		x.Here = here && c.Possible() && !c.Held
		list = append(list, x)
	}
	return list
}

// canvasCommands: the keys of a few count in all of Create while a picture is edited, those of the others on the canvas.
func (p *program) canvasCommands(here bool) (list []gui.PlaceCommand) {
	for _, c := range p.places.canvas.Commands() {
		x := gui.PlaceCommand{Command: c.Command, Group: c.Group, Word: c.Word, Scope: keymap.Scope{In: "create/canvas", Bare: true}, Own: true, Here: here, Do: c.Do}
		if c.Anywhere {
			x.Scope, x.Own = keymap.Scope{In: "create"}, false
		}
		list = append(list, x)
	}
	return list
}

func (p *program) costsCommands(here bool) (list []gui.PlaceCommand) {
	for _, c := range p.places.costs.Commands() {
		x := gui.PlaceCommand{Command: c.Command, Group: c.Group, Word: c.Word, Scope: keymap.Scope{In: "costs"}, Here: here, Do: c.Do}
		if c.Part != "" {
			x.Scope, x.Own = keymap.Scope{In: "costs/" + c.Part, Bare: true}, true
		}
		list = append(list, x)
	}
	return list
}

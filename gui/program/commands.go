package program

import (
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/action"
	"viviscope/gui/keymap"
)

// placeCommands are what can be done in the places, with the keys that they have there.
func (p *program) placeCommands(s *gui.Shell) []gui.PlaceCommand {
	if p.places == nil { // they are being made
		return nil
	}
	looking := p.places.viewer.Shown()
	at := func(place gui.Place) bool { return !looking && s.Place() == place }
	list := commandsOf(p.places.gallery.Actions(), at(gui.Gallery))
	list = append(list, commandsOf(p.places.viewer.Actions(), looking)...)
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

// commandsOf are the actions of a place. here: it is in front.
func commandsOf(actions []action.Action, here bool) (list []gui.PlaceCommand) {
	for _, a := range actions {
		list = append(list, gui.PlaceCommand{
			Command: keymap.Command{ID: a.ID, Keys: a.Keys, Fixed: a.Fixed, Says: a.Says}, Group: a.Group, Word: a.Label, Scope: a.Scope, Own: a.Own,
			Here: here && !a.Hidden && !a.Held, Off: a.Disabled, Do: a.Do,
		})
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

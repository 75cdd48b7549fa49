package program

import (
	"viviscope/gui"
	"viviscope/gui/gallery"
	"viviscope/gui/jobview"
	"viviscope/gui/settings"
)

func (w *wires) newJobs() *jobview.Jobs {
	return jobview.New(jobview.Deps{Host: w.s, Window: jobWindow{nav{w.p}}, Library: w.p.lib, Engine: w.p.engine, Posters: w.p.thumbs, Live: w.s.Live().Jobs,
		Sender: w.p.sender, Started: w.p.started})
}

func (w *wires) newGallery() *gallery.Gallery {
	return gallery.New(gallery.Deps{Host: w.s, Nav: nav{w.p}, Library: w.p.lib, Pictures: w.p.thumbs, Player: w.p.newPlayer(w.s)})
}

func (w *wires) newSettings() *settings.Screen {
	return settings.New(settings.Deps{
		Window: w.s, Profiles: w.p.profiles, Library: w.p.lib, Program: thisComputer{w.p.way, w.p}, Shortcuts: w.s.Shortcuts(), TextScales: gui.TextScales(),
	})
}

package program

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/gallery"
	"viviscope/gui/jobview"
	"viviscope/gui/settings"
)

func (w *wires) newJobs() *jobview.Jobs {
	return jobview.New(jobview.Deps{Library: w.p.lib, Engine: w.p.engine, Window: jobWindow{nav{w.p}}, Posters: w.p.thumbs, Live: w.s.Live().Jobs,
		Sender: w.p.sender, Started: w.p.started, Now: time.Now, Log: w.p.options.Log})
}

func (w *wires) newGallery() *gallery.Gallery {
	return gallery.New(gallery.Options{
		Library: w.p.lib, Thumbs: w.p.thumbs, Nav: nav{w.p}, Post: w.s.Post, Run: w.run, After: after, Now: time.Now, Log: w.p.options.Log,
		Keys: w.s.KeysOf, ReduceMotion: w.p.still, Price: w.p.againPrice,
		Play:      func(a db.Asset) (fyne.CanvasObject, func()) { return w.p.playInPane(w.s, a) },
		OnChanged: func() { w.p.places.viewer.SequenceChanged() },
	})
}

func (w *wires) newSettings() *settings.Screen {
	return settings.New(settings.Deps{
		Window: w.s, Profiles: w.p.profiles, Library: w.p.lib, Program: thisComputer{w.p.way, w.p}, Shortcuts: w.s.Shortcuts(), TextScales: gui.TextScales(),
		Now: time.Now, Refresh: func() { w.s.Refresh(gui.Settings) }, Version: w.p.options.About.Version, Playback: w.p.playback,
		OnFolder: w.p.showFolder, OnMove: w.p.askMove, OnRebuild: w.p.askRebuild, OnLog: w.p.showLog, OnDiagnose: w.p.diagnose,
		Language: func() string { return w.p.device.get().Language }, SystemLanguage: systemLanguage, OnLanguage: w.p.chooseLanguage, OnRestart: w.p.restart,
		FontMissing: func(tag string) string { return w.p.missingFonts[tag] },
	})
}

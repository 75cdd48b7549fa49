package program

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/compose/form"
	"viviscope/gui/feed"
	"viviscope/gui/gallery"
	"viviscope/gui/queue"
	"viviscope/gui/settings"
)

func (w *wires) newFeed() *feed.Screen {
	return feed.New(feed.Deps{
		Rows: w.p.lib, Commands: w.p.engine, Sender: w.p.sender, Posters: w.p.thumbs, Live: w.s.Live().Jobs, Started: w.p.started, Now: time.Now,
		Post: w.s.Post, Go: w.run, Random: random, Copy: w.copyText, Log: w.p.options.Log,
		Canvas: w.canvas,
		Notify: w.s.Notify(), OnNotify: w.s.SetNotify,
		OnOpen: nav{w.p}.ViewAlone, OnReveal: nav{w.p}.Reveal,
		OnReuse: func(job db.Job, promptOnly bool) { w.composer.Recall(job, promptOnly) },

		OnReuseHow: nav{w.p}.recall, OnEditHeld: w.editHeld, OnSister: func(job db.Job) { w.composer.OnOtherModel(job) },
		SetForm: func(ctx context.Context, id int64, form client.Form) error {
			return w.p.profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.Form = string(form) })
		},
		OnFrame: nav{w.p}.UseAsFrame, OnEdit: nav{w.p}.Edit, OnCompare: w.pair.Show, Hosting: nav{w.p}.HostsPictures,
	})
}

func (w *wires) newGallery() *gallery.Gallery {
	return gallery.New(gallery.Options{
		Library: w.p.lib, Thumbs: w.p.thumbs, Nav: nav{w.p}, Post: w.s.Post, Run: w.run, After: after, Now: time.Now, Log: w.p.options.Log,
		Keys: w.s.KeysOf, ReduceMotion: w.p.still, Price: w.p.againPrice,
		Play:      func(a db.Asset) (fyne.CanvasObject, func()) { return w.p.playInPane(w.s, a) },
		OnChanged: func() { w.p.places.viewer.SequenceChanged() },
	})
}

func (w *wires) newQueue() *queue.Screen {
	return queue.New(queue.Deps{
		Library: w.p.lib, Engine: w.p.engine, Sender: w.p.sender, Live: w.s.Live().Jobs, Post: w.s.Post, Do: w.s.Do, Now: time.Now,
		Refresh: func() { w.s.Refresh(gui.Queue) }, Poster: w.p.poster,
		OnOpen: nav{w.p}.ViewAlone, OnReveal: nav{w.p}.Reveal, OnReuse: func(job db.Job) { nav{w.p}.recall(job, form.RecallAll) },
		OnResolve: w.session.Resolve,
		Front:     w.s.Profile,

		OnReuseHow: nav{w.p}.recall, OnEditHeld: w.editHeld,
	})
}

func (w *wires) newSettings() *settings.Screen {
	return settings.New(settings.Deps{
		Window: w.s, Profiles: w.p.profiles, Library: w.p.lib, Program: thisComputer{w.p.way, w.p}, Shortcuts: w.s.Shortcuts(), TextScales: gui.TextScales(),
		Now: time.Now, Refresh: func() { w.s.Refresh(gui.Settings) }, Version: w.p.options.About.Version, Playback: w.p.playback,
		OnFolder: w.p.showFolder, OnMove: w.p.askMove, OnRebuild: w.p.askRebuild, OnLog: w.p.showLog, OnDiagnose: w.p.diagnose,
		Language: func() string { return w.p.device.get().Language }, SystemLanguage: systemLanguage, OnLanguage: w.p.chooseLanguage, OnRestart: w.p.restart, FontMissing: w.p.lacking,
	})
}

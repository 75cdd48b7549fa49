package program

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui"
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
		OnOpen: func(a db.Asset) { w.p.viewAlone(w.s, a) }, OnReveal: w.p.reveal,
		OnReuse: func(job db.Job, promptOnly bool) { w.composer.Recall(job, promptOnly) },

		OnReuseHow: w.reuseHow, OnEditHeld: w.editHeld, OnSister: func(job db.Job) { w.composer.OnOtherModel(job) },
		SetForm: func(ctx context.Context, id int64, form client.Form) error {
			return w.p.profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.Form = string(form) })
		},
		OnFrame: w.useFrame, OnEdit: w.editAsset, OnCompare: w.pair.Show, Hosting: w.p.hostsPictures,
	})
}

func (w *wires) newGallery() *gallery.Gallery {
	return gallery.New(gallery.Options{
		Library: w.p.lib, Thumbs: w.p.thumbs, Post: w.s.Post, Run: w.run, Log: w.p.options.Log,
		AbsPath: w.p.lib.AbsPath, OnView: func(id int64) { w.p.view(w.s, id) }, OnOpen: w.p.open, OnReveal: w.p.reveal, OnReuse: w.reuse,
		OnCopyFiles: w.p.copyFiles(),
		OnPlay:      func(a db.Asset) (fyne.CanvasObject, func()) { return w.p.playInPane(w.s, a) },
		OnLastFrame: func(a db.Asset) { w.p.askLastFrame(w.s, a) },
		OnLedger:    func(job db.Job) { w.toLedger(job.ID) },
		OnSeed:      func(seed int64) { w.s.Show(gui.Create); w.composer.UseSeed(seed) },
		OnComparing: func(a, b db.Asset) { w.p.viewPair(w.s, a, b) },
		OnChanged:   func() { w.p.places.viewer.SequenceChanged() },
		OnCreate:    func() { w.s.Show(gui.Create); w.composer.Focus() },
		OnReuseHow:  w.reuseHow,
		OnSheet:     func(ids []int64) { w.p.sheetOf(w.s, w.composer, ids) },
		OnFrame:     w.useFrame, OnEdit: w.editAsset, OnCompare: w.pair.Show, OnAgain: w.p.makeAgain, Again: w.p.againPrice, OnExport: w.p.exportAssets,
		Hosting: w.p.hostsPictures, ReduceMotion: w.p.still, Keys: w.s.KeysOf,
	})
}

func (w *wires) newQueue() *queue.Screen {
	return queue.New(queue.Deps{
		Library: w.p.lib, Engine: w.p.engine, Sender: w.p.sender, Live: w.s.Live().Jobs, Post: w.s.Post, Do: w.s.Do, Now: time.Now,
		Refresh: func() { w.s.Refresh(gui.Queue) }, Poster: w.p.poster,
		OnOpen: func(a db.Asset) { w.p.viewAlone(w.s, a) }, OnReveal: w.p.reveal, OnReuse: w.reuse,
		OnResolve: w.session.Resolve,
		Front:     w.s.Profile,

		OnReuseHow: w.reuseHow, OnEditHeld: w.editHeld,
	})
}

func (w *wires) newSettings() *settings.Screen {
	return settings.New(settings.Deps{
		Profiles: w.p.profiles, Library: w.p.lib, Post: w.s.Post, Do: w.s.Do, Go: w.s.Go, Now: time.Now, Current: w.current,
		Refresh: func() { w.s.Refresh(gui.Settings) }, Look: w.s.Look, OnLook: w.s.SetLook,
		OnFolder: w.p.showFolder, OnMove: w.p.askMove, OnRebuild: w.p.askRebuild, Version: w.p.options.About.Version, Playback: w.p.playback,
		Program: thisComputer{w.p.way, w.p}, OnLog: w.p.showLog, OnDiagnose: w.p.diagnose,
		Language: func() string { return w.p.machine.get().Language }, SystemLanguage: systemLanguage, OnLanguage: w.p.chooseLanguage, OnRestart: w.p.restart, FontMissing: w.p.lacking,
		Access: settings.Access{
			TextScales: gui.TextScales(), TextScale: w.s.TextScale, OnTextScale: w.s.SetTextScale,
			ReduceMotion: w.s.ReduceMotion, OnReduceMotion: w.s.SetReduceMotion, Shortcuts: w.s.Shortcuts(),
		},
	})
}

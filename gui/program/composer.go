package program

import (
	"time"

	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
)

func (w *wires) newComposer() *compose.Screen {
	return compose.New(compose.Deps{
		Runtime:  compose.Runtime{Post: w.s.Post, Go: w.run, After: after, Now: time.Now, Random: random, Log: w.p.options.Log},
		Window:   compose.Window{Canvas: w.canvas, Copy: w.copyText, Pasted: func() string { return w.p.app.Clipboard().Content() }},
		Live:     w.s.Live().Jobs,
		Money:    compose.Money{Profile: w.p.account, Engine: w.p.engine, Sender: w.p.sender, Samples: w.p.lib.PictureCharges},
		Memory:   compose.Memory{Drafts: w.p.lib, Prompts: w.p.lib.Prompts, Recalled: w.p.recalled, OfLibrary: w.p.ofLibrary},
		Pictures: compose.Pictures{File: w.sources.file, Look: w.sources.look, Asset: w.sources.asset, Thumb: w.p.thumb},
		Easel:    w.easel(),
		Leads:    w.leads(),
	})
}

// easel is the edit canvas for the composer.
func (w *wires) easel() compose.Easel {
	return compose.Easel{
		Picture:       &compose.PictureSource{Bake: w.p.bake},
		OnCanvas:      func(a db.Asset) { w.s.Show(gui.Create); w.p.places.canvas.OpenAsset(a) },
		OnCanvasDrop:  w.p.openOnCanvas,
		OnAssemble:    w.p.joinOnCanvas,
		OnCanvasWay:   func(way form.CanvasWay) { w.p.places.canvas.SetSentBy(sentBy(way)) },
		OnRestore:     func(job db.Job) { w.p.places.canvas.Restore(job) },
		OnOpenPicture: func() { w.p.places.canvas.ChooseFile() },
	}
}

// leads is where the composer leads to.
func (w *wires) leads() compose.Leads {
	return compose.Leads{
		OnKind: func(kind db.JobKind) {
			if w.place != nil {
				w.place.turn(kind)
			}
		},
		OnSubmitted: func([]db.Job) { w.s.Refresh(gui.Create) },
		OnDropped:   func() { w.s.Show(gui.Create) },

		OnGallery:     func(place int) { w.p.chooseForSlot(w.composer, place) },
		OnAsset:       nav{w.p}.ShowAssetByRef,
		OnChooseFile:  func(picked func(path string)) { nav{w.p}.ChooseFile(slotPictures, picked) },
		OnChooseBatch: func() { w.p.chooseBatch(w.s, w.composer) },
		OnHost:        nav{w.p}.ShowSettings,
		OnAddKey:      nav{w.p}.ShowSettings,
		OnPriceTable:  nav{w.p}.ShowPrices,
		OnEnterPrices: nav{w.p}.ShowPrices,
	}
}

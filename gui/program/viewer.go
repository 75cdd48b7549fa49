package program

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer"
	"viviscope/gui/widgets"
)

// viewing is what the viewer leads to.
type viewing struct {
	reuse  func(db.Job)
	frame  func(a db.Asset, place int)
	edit   func(db.Asset)
	ledger func(db.Job)
}

// newViewer makes the viewer and the player that it keeps.
func (p *program) newViewer(s *gui.Shell, to viewing) *viewer.Screen {
	p.player = player.New(player.Options{Post: s.Post, Log: p.options.Log})
	options := player.Options{Post: s.Post, Log: p.options.Log}
	return viewer.New(viewer.Deps{
		Library: p.lib, Pictures: p.thumbs, Player: p.player, View: player.NewView(p.player),
		NewClips: func(onState func(player.PairState)) viewer.Clips {
			return viewer.InStep(player.NewPair(options, onState))
		},
		Frame: func(ctx context.Context, a db.Asset, at time.Duration) (image.Image, error) {
			return canvasFiles{program: p}.still(ctx, a, at)
		},
		AbsPath: p.lib.AbsPath, Canvas: func() fyne.Canvas { return s.Window().Canvas() },
		Post: s.Post, Go: func(f func()) { s.Go(func(context.Context) { f() }) }, Now: time.Now,
		Copy: func(text string) { p.app.Clipboard().SetContent(text) }, Log: p.options.Log, From: lang.X("to where one came from", "Back"),
		Hosting: p.hostsPictures, Price: p.againPrice, Keys: s.KeysOf,

		OnBack: func(last db.Asset) {
			s.Uncover()
			if s.Place() == gui.Gallery {
				p.places.gallery.Show(last.ID)
			}
		},
		OnFullScreen: s.SetFullScreen,
		OnStar:       func(a db.Asset, on bool) { p.places.gallery.Star(a.ID, on) },
		OnTag:        func(a db.Asset) { p.places.gallery.Tag(a.ID) },
		OnAlbum:      func(a db.Asset) { p.places.gallery.Album(a.ID) },
		OnTrash:      func(a db.Asset) { p.places.gallery.Trash(a.ID) },
		OnReuse:      to.reuse, OnAgain: p.makeAgain,
		OnFrame: to.frame, OnEdit: to.edit,
		OnLastFrame: func(a db.Asset) { p.askLastFrame(s, a) },
		OnSaveFrame: func(a db.Asset, at time.Duration) { p.saveFrame(s, a, at) },
		OnEditFrame: func(a db.Asset, at time.Duration) { p.editFrame(s, a, at) },
		OnExport:    func(a db.Asset) { p.exportAssets([]int64{a.ID}) },
		OnOpen:      p.open, OnReveal: p.reveal, OnLedger: to.ledger,
	})
}

// view shows an asset as large as the window, in the order that the gallery has now.
func (p *program) view(s *gui.Shell, id int64) {
	s.Do(lang.L("Could not show it."), func(ctx context.Context) error {
		a, err := p.lib.Asset(ctx, id)
		if err != nil {
			return err
		}
		s.Post(func() { p.openViewer(s, func(v *viewer.Screen) { v.Open(p.places.gallery.Sequence(), a) }) })
		return nil
	})
}

// viewAlone shows an asset as large as the window, with nothing before or after it.
func (p *program) viewAlone(s *gui.Shell, a db.Asset) {
	p.openViewer(s, func(v *viewer.Screen) { v.Open(alone{a}, a) })
}

// viewPair shows two assets against each other.
func (p *program) viewPair(s *gui.Shell, a, b db.Asset) {
	p.openViewer(s, func(v *viewer.Screen) { v.OpenPair(p.places.gallery.Sequence(), a, b) })
}

func (p *program) openViewer(s *gui.Shell, open func(*viewer.Screen)) {
	v := p.places.viewer
	s.Cover(gui.Cover{Content: v.Content(), First: v.First(), Key: v.Key, OnLeft: v.Close})
	open(v)
}

// alone is the sequence of one asset.
type alone struct{ asset db.Asset }

// Len implements [viewer.Sequence].
func (alone) Len() int { return 1 }

// At implements [viewer.Sequence].
func (o alone) At(i int) (db.Asset, bool) { return o.asset, i == 0 }

// IndexOf implements [viewer.Sequence].
func (o alone) IndexOf(id int64) int {
	if id == o.asset.ID {
		return 0
	}
	return -1
}

// preview plays clips in the gallery's pane of details. Its engine starts with the first clip that is played there.
type preview struct {
	player *player.Player
	view   *player.View
}

// play shows what will play once its file was found, which find does off the window's goroutine, and returns what ends that.
// Window's goroutine.
func (v *preview) play(s *gui.Shell, find func() (path string, err error), log *slog.Logger) (shows fyne.CanvasObject, stop func()) {
	if v.player == nil {
		v.player = player.New(player.Options{Post: s.Post, Log: log})
		v.view = player.NewView(v.player)
	}
	ended := false
	s.Go(func(context.Context) {
		path, err := find()
		s.Post(func() {
			switch {
			case ended:
			case err != nil:
				log.Warn("cannot play a clip", "err", err)
			default:
				v.player.Load(path)
				v.player.Play()
			}
		})
	})
	return v.view, func() {
		ended = true
		v.player.Unload()
	}
}

// Close ends the engine and waits for that.
func (v *preview) Close() {
	if v.player != nil {
		v.player.Close()
	}
}

// playInPane plays a clip in the gallery's pane of details.
func (p *program) playInPane(s *gui.Shell, a db.Asset) (view fyne.CanvasObject, stop func()) {
	return p.preview.play(s, func() (string, error) { return p.lib.AbsPath(a.Path) }, p.options.Log)
}

// watchForViewer keeps what the viewer says true while jobs run. It returns what ends that.
func (p *program) watchForViewer(s *gui.Shell) (stop func()) {
	return p.engine.Subscribe(func(ev jobs.Event) {
		switch ev := ev.(type) {
		case jobs.ClockChanged:
			s.Post(func() { sayClock(s, ev) })
		case jobs.AssetAdded, jobs.LedgerChanged:
			s.Go(p.places.viewer.Update)
		}
	})
}

// saveFrame keeps one frame of a clip as a picture of the library.
func (p *program) saveFrame(s *gui.Shell, clip db.Asset, at time.Duration) {
	s.Do(lang.L("Could not save the frame."), func(ctx context.Context) error {
		a, known, err := p.importFrame(ctx, clip, at)
		if err != nil {
			return err
		}
		s.Post(func() {
			lead := lang.L("The frame at %s is saved as a picture of the library.", lang.Decimal(at.Seconds(), 2)+" s")
			if known {
				lead = lang.L("This frame is in the library already, as a picture.")
			}
			s.Offer(widgets.ToneOK, lead, "", lang.L("Show it"), func() { p.viewAlone(s, a) })
			s.Refresh(gui.Gallery)
		})
		return nil
	})
}

// editFrame opens one frame of a clip on the canvas.
func (p *program) editFrame(s *gui.Shell, clip db.Asset, at time.Duration) {
	s.Show(gui.Create)
	p.places.composer.SetKind(db.EditImage)
	p.places.canvas.OpenFrame(clip, at)
}

// importFrame puts one frame of a clip into the library; known: the same picture is there already. Off the window's
// goroutine.
func (p *program) importFrame(ctx context.Context, clip db.Asset, at time.Duration) (a db.Asset, known bool, err error) {
	data, err := canvasFiles{program: p}.frame(ctx, clip, at)
	if err != nil {
		return db.Asset{}, false, err
	}
	name := fmt.Sprintf("frame at %.2f s.png", at.Seconds()) // a file’s name, the same in every language
	return p.lib.Import(ctx, name, bytes.NewReader(data), db.ImportMeta{Parent: clip.Ref, Prompt: clip.Prompt, Model: clip.Model})
}

// lastFrameOf is where the last frame of a clip begins.
func lastFrameOf(clip db.Asset) time.Duration {
	end := time.Duration(clip.Seconds * float64(time.Second))
	if clip.FPS > 0 {
		end -= time.Duration(float64(time.Second) / clip.FPS)
	}
	return max(end, 0)
}

// askLastFrame asks what the last frame of a clip shall become. The service takes web addresses only, so a frame of this
// computer is no frame of a request as it is.
func (p *program) askLastFrame(s *gui.Shell, clip db.Asset) {
	var sheet *widgets.Sheet
	at := lastFrameOf(clip)
	closed := func(do func()) func() {
		return func() {
			sheet.Hide()
			do()
		}
	}
	choices := lastFrameChoices{
		save: closed(func() { p.saveFrame(s, clip, at) }),
		edit: closed(func() { p.editFrame(s, clip, at) }),
		paste: closed(func() {
			s.Show(gui.Create)
			p.places.composer.SetKind(db.FramesToVideo)
			p.places.composer.AskAddress(form.FirstFrame)
		}),
		cancel: closed(func() {}),
	}
	if p.hostsPictures() {
		choices.use = closed(func() {
			s.Do(lang.L("Could not use the last frame."), func(ctx context.Context) error {
				a, _, err := p.importFrame(ctx, clip, at)
				if err != nil {
					return err
				}
				s.Post(func() {
					s.Show(gui.Create)
					p.places.composer.UseAsset(a, form.FirstFrame)
					p.places.composer.Focus()
				})
				return nil
			})
		})
	}
	sheet = widgets.ShowSheet(s.Window().Canvas(), choices.content(), nil)
	sheet.Default = choices.save
}

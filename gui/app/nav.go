package app

import (
	"context"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"viviscope/client/decode"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
	"viviscope/gui/dnd"
	"viviscope/gui/editor"
	"viviscope/gui/gallery"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/gui/transfer"
	"viviscope/gui/viewer"
	"viviscope/resources"
)

// nav leads from one place to another. It implements [action.Nav].
type nav struct{ *program }

// whenRead reads something off the window's goroutine, and then does something with it on that. failed is the whole sentence for what
// fails.
func whenRead[T any](sh *shell.Shell, failed string, read func(ctx context.Context) (T, error), then func(T)) {
	sh.Do(failed, func(ctx context.Context) error {
		v, err := read(ctx)
		if err == nil {
			sh.Post(func() { then(v) })
		}
		return err
	})
}

func (n nav) withAssets(failed string, ids []int64, then func([]db.Asset)) {
	whenRead(n.shell, failed, func(ctx context.Context) ([]db.Asset, error) { return n.Library.AssetsByID(ctx, ids) }, then)
}

func (n nav) View(asset int64) {
	whenRead(n.shell, lang.L("It could not be shown."), func(ctx context.Context) (db.Asset, error) { return n.Library.Asset(ctx, asset) },
		func(a db.Asset) {
			n.cover(func(v *viewer.Screen) { v.Open(n.places.gallery.Sequence(), a) })
		})
}

func (n nav) ViewIn(list []db.Asset, a db.Asset) {
	n.cover(func(v *viewer.Screen) { v.OpenIn(list, a) })
}

// cover covers the window with the viewer.
func (n nav) cover(open func(*viewer.Screen)) {
	v := n.places.viewer
	n.shell.ShowOverlay(v)
	open(v)
}

func (n nav) Compare(a, b int64) {
	n.withAssets(lang.L("It could not be shown."), []int64{a, b}, func(both []db.Asset) {
		v := n.places.viewer
		switch {
		case len(both) != 2:
		case n.onCanvas():
			n.shell.ShowOverlayIn(v, n.places.canvas.Cover)
			v.OpenAlone(both[0], both[1])
		default:
			n.cover(func(v *viewer.Screen) { v.OpenPair(n.places.gallery.Sequence(), both[0], both[1], 0) })
		}
	})
}

func (n nav) CompareFrame(picture, clip int64, at time.Duration) {
	n.withAssets(lang.L("It could not be shown."), []int64{picture, clip}, func(both []db.Asset) {
		n.cover(func(v *viewer.Screen) { v.OpenPair(n.places.gallery.Sequence(), both[0], both[1], at) })
	})
}

func (n nav) Open(a db.Asset) {
	n.withFile(a, lang.L("The file could not be opened."), desktop.OpenFile)
}

func (n nav) Reveal(a db.Asset) {
	n.withFile(a, lang.L("The file could not be shown."), desktop.Reveal)
}

func (n nav) Export(assets ...int64) {
	n.withAssets(lang.L("The files to export could not be read."), assets,
		func(list []db.Asset) { transfer.ShowExport(n.transferDeps(), list) })
}

func (n nav) Join(clips ...int64) {
	n.withAssets(lang.L("The clips could not be read."), clips, func(list []db.Asset) { transfer.ShowJoin(n.transferDeps(), list) })
}

func (n nav) Create() {
	n.shell.Show(shell.Create)
	n.places.composer.Focus()
}

func (n nav) Reuse(job int64, how order.How) {
	whenRead(n.shell, lang.L("Its settings could not be read."), func(ctx context.Context) (db.Job, error) { return n.Library.Job(ctx, job) },
		func(j db.Job) {
			n.shell.Show(shell.Create)
			n.places.composer.Recall(j, how)
		})
}

func (n nav) KeptSeed() *int64 { return n.places.composer.KeptSeed() }

// pressAgain is a press on One more of a job, see [price.Sender.Press].
type pressAgain int64

func (n nav) Again(job int64, shown jobs.Agreement) {
	press := pressAgain(job)
	if !n.sender.Press(press) {
		return
	}
	kept := n.KeptSeed()
	ended := n.sender.Ended(lang.L("It could not be made again."), func() {
		n.shell.Say(kit.ToneNeutral, lang.L("One more is in the queue."), "", action.Action{Label: lang.L("Show in Recent"), Do: n.showRecent})
	})
	n.sender.Send(shown, func(ctx context.Context, how jobs.Terms) error {
		_, err := n.Engine.OneMore(ctx, job, kept, how)
		return err
	}, func(err error) {
		if err != nil {
			n.sender.Unpress(press)
		}
		ended(err)
	})
}

// showRecent shows the feed of recent jobs, which the canvas takes turns with.
func (n nav) showRecent() {
	n.shell.Show(shell.Create)
	if n.onCanvas() {
		n.places.composer.SetKind(db.TextToImage)
	}
}

func (n nav) PriceAgain(job db.Job) jobs.Quote {
	q, err := n.Engine.PriceJobs(n.life, job.ProfileID, job)
	if err != nil {
		n.options.Log.Warn("cannot price a job", slog.Int64("id", job.ID), slog.Any("err", err))
	}
	return q
}

func (n nav) SequenceChanged() {
	n.places.viewer.SequenceChanged()
	n.shell.Refresh(shell.Create) // its cards show the same files
}

func (n nav) LeaveViewer(last ...int64) {
	n.places.viewer.Close()
	n.shell.HideOverlay()
	switch {
	case n.shell.Place() == shell.Gallery:
		n.places.gallery.Show(last...)
	case n.onCanvas():
		n.shell.Canvas().Focus(n.places.canvas.First())
	}
}

// onCanvas reports whether the edit canvas is in front.
func (n nav) onCanvas() bool { return n.shell.InFront(shell.Create) && n.places.create.layout.edit }

func (n nav) FullScreen(on bool) { n.shell.SetFullScreen(on) }

func (n nav) UseSeed(seed int64) {
	n.shell.Show(shell.Create)
	n.places.composer.UseSeed(seed)
}

func (n nav) UseAsFrame(a db.Asset, place int) {
	n.shell.Show(shell.Create)
	n.places.composer.UseAsset(a, place)
	n.places.composer.Focus()
}

// UseLastFrame: the service takes web addresses only, so a frame of this computer is no frame of a request as it is.
func (n nav) UseLastFrame(clip db.Asset) { n.askLastFrame(clip, n.HostsPictures()) }

// askLastFrame asks what becomes of the last frame of a clip.
func (n nav) askLastFrame(clip db.Asset, hosts bool) *kit.Sheet {
	at := clip.LastFrame()
	var sheet *kit.Sheet
	choices := kit.NewColumn(8)
	add := func(word, says string, do func()) {
		choices.Add(kit.NewChoiceCard(word, kit.NewColumn(2,
			kit.NewText(word, resources.SizeBody, resources.Text1, true),
			kit.NewText(says, resources.SizeSM, resources.Text2, false).Wrap(true)), func() {
			sheet.Hide()
			do()
		}))
	}
	if hosts {
		add(lang.L("Use as first frame"), lang.L("Uploaded to the image host when the clip is sent and removed afterwards."),
			func() {
				n.withFrame(lang.L("The last frame could not be used."), clip, at, func(f frame) { n.UseAsFrame(f.asset, order.FirstFrame) })
			})
	}
	add(lang.L("Save as a picture"), lang.L("Free. Saved to the library at full size."),
		func() { n.SaveFrame(clip, at) })
	add(lang.L("Edit it and use the result"), lang.L("An edit’s result has a web address for 24 h. The edit costs the amount on "+
		"its button and may change the picture."),
		func() { n.EditFrame(clip, at) })
	if !hosts {
		add(lang.L("Set up image hosting…"), lang.L("Viviscope then uploads frames for you."), n.ShowHosting)
	}
	add(lang.L("Type an address"), lang.L("Save the frame first, then upload it where the service can download it."), func() {
		n.shell.Show(shell.Create)
		n.places.composer.SetKind(db.FramesToVideo)
		n.places.composer.AskAddress(order.FirstFrame)
	})
	sheet = kit.Ask(n.window.Canvas(), lang.L("The last frame of this clip"),
		lang.L("The service accepts frames by web address only, and this is a local picture."), choices,
		kit.Answer{Word: lang.L("Close"), Kind: kit.Plain})
	sheet.Default = func() {
		sheet.Hide()
		n.SaveFrame(clip, at)
	}
	return sheet
}

func (n nav) SaveFrame(clip db.Asset, at time.Duration) {
	n.withFrame(lang.L("The frame could not be saved."), clip, at, func(f frame) {
		lead := lang.L("The frame at %s was saved to the library.", lang.Decimal(at.Seconds(), 2)+" s")
		if f.known {
			lead = lang.L("This frame is already in the library.")
		}
		n.shell.Say(kit.ToneOK, lead, "", action.Action{Label: lang.L("Show it"), Do: func() { n.ViewIn([]db.Asset{f.asset}, f.asset) }})
	})
}

func (n nav) EditFrame(clip db.Asset, at time.Duration) {
	n.shell.Show(shell.Create)
	n.places.composer.SetKind(db.EditImage)
	n.places.canvas.OpenFrame(clip, at)
}

func (n nav) Edit(a db.Asset) {
	n.shell.Show(shell.Create)
	n.places.composer.EditAsset(a)
	n.places.composer.Focus()
}

func (n nav) Draw(k action.Keyframe, words string, a db.Asset, size image.Point) {
	n.shell.Show(shell.Create)
	n.places.composer.SetKind(db.EditImage)
	n.places.canvas.Commission(k, words, a, size)
	n.shell.Canvas().Focus(n.places.canvas.First())
}

// keyframes are those of the boards for the canvas. It implements [editor.Keyframes].
type keyframes struct{ *program }

func (k keyframes) Words(ctx context.Context, of action.Keyframe) (string, error) {
	return k.places.boards.KeyframeWords(ctx, of)
}

func (k keyframes) Take(of action.Keyframe, a db.Asset) {
	k.shell.Show(shell.Boards)
	k.places.boards.TakeDrawing(of, a)
}

func (k keyframes) Show(of action.Keyframe) {
	k.shell.Show(shell.Boards)
	k.places.boards.Open(of.Board)
}

// EditOnOneSheet: of clips there is nothing to put there.
func (n nav) EditOnOneSheet(assets ...int64) {
	n.withAssets(lang.L("The picture could not be shown."), assets, func(list []db.Asset) {
		var parts []editor.Source
		for _, a := range list {
			if a.Kind == db.Picture {
				parts = append(parts, editor.Source{Ref: a.Ref})
			}
		}
		n.shell.Show(shell.Create)
		n.places.composer.SetKind(db.EditImage)
		n.places.canvas.Assemble(parts)
	})
}

func (n nav) ShowLedger(job int64) {
	n.shell.Show(shell.Costs)
	n.places.costs.ShowJob(job)
}

func (n nav) ShowBoardCosts(ref, name string) {
	n.shell.Show(shell.Costs)
	n.places.costs.ShowBoard(ref, name)
}

func (n nav) EditHeld(job db.Job) {
	edit := func() {
		n.shell.Show(shell.Create)
		n.places.composer.EditHeld(job)
	}
	known, _ := n.shell.Live().Switcher.Get() // in memory
	i := slices.Index(known.IDs, job.ProfileID)
	if i < 0 || i == known.Front {
		edit()
		return
	}
	n.shell.Say(kit.ToneNeutral, lang.L("This job belongs to %s.", known.Options[i].Title), "",
		action.Action{Label: lang.L("Switch and edit"), Do: func() {
			n.shell.UseProfile(job.ProfileID)
			edit()
		}})
}

func (n nav) UseOtherModel(job db.Job) { n.places.composer.UseOtherModel(job) }

func (n nav) ShowAsset(assets ...int64) {
	n.shell.Show(shell.Gallery)
	if !n.places.gallery.Show(assets...) {
		n.shell.Say(kit.ToneNeutral, lang.L("Hidden by a filter"), lang.L("The gallery’s filter hides it."))
	}
}

func (n nav) ShowAssetByRef(asset string) {
	whenRead(n.shell, lang.L("The picture could not be shown."), func(ctx context.Context) (db.Asset,
		error) {
		return n.Library.AssetByRef(ctx, asset)
	},
		func(a db.Asset) { n.ShowAsset(a.ID) })
}

func (n nav) ShowJob(job int64) {
	whenRead(n.shell, lang.L("The job could not be shown."), func(ctx context.Context) ([]db.Asset, error) { return n.Library.AssetsOfJob(ctx, job) },
		func(made []db.Asset) {
			if len(made) == 0 {
				n.ShowQueue()
				return
			}
			n.ShowAsset(made[0].ID)
		})
}

func (n nav) ShowQueue() { n.shell.Show(shell.Queue) }

func (n nav) ShowPrices() {
	n.shell.Show(shell.Costs)
	n.places.costs.ShowPrices()
}

func (n nav) ShowSettings() { n.shell.Show(shell.Settings) }

func (n nav) ShowProfile(profile int64) {
	n.ShowSettings()
	n.places.settings.ShowProfile(profile)
}

func (n nav) ShowBudget(profile int64) {
	n.ShowSettings()
	n.places.settings.ShowBudget(profile)
}

func (n nav) ShowHosting() {
	n.ShowSettings()
	n.places.settings.ShowHosting(n.shell.Profile().ID)
}

// settingsProfiles implements [settings.Profiles].
type settingsProfiles struct {
	*profiles
	shell *shell.Shell
}

type profiles = backend.Profiles // under a name that does not hide its method Profiles

// Use implements [settings.Profiles].
func (s settingsProfiles) Use(ctx context.Context, id int64) error {
	if _, err := s.Ready(ctx, id); err != nil {
		return fmt.Errorf("use profile %d: %w", id, err)
	}
	s.shell.UseProfile(id)
	return nil
}

func (n nav) Sandbox(ctx context.Context) (int64, error) { return n.Profiles.Sandbox(ctx) }

func (n nav) UseProfile(id int64) { n.shell.UseProfile(id) }

func (n nav) ShowLog() { n.showLog() }

func (n nav) HostsPictures() bool {
	return n.shell.Profile().HostsPictures()
}

// copyMost is how many files are copied at once.
const copyMost = 1000

func (n nav) CopiesFiles() bool { return n.places.copyFiles != nil }

func (n nav) CopyFiles(assets ...int64) {
	if n.places.copyFiles == nil {
		n.CopyPaths(assets...)
		return
	}
	n.withPaths(assets, lang.L("The file could not be copied."), n.places.copyFiles)
}

// pictureFlavours returns the bytes of one copied picture as image/png, and as image/jpeg where its file is one; nil
// for anything else. A picture that cannot be read is copied as a file alone.
func pictureFlavours(paths []string) map[string][]byte {
	if len(paths) != 1 || !slices.Contains(editor.PictureEndings(), strings.ToLower(filepath.Ext(paths[0]))) {
		return nil
	}
	data, err := folder.ReadFile(paths[0], maxCanvasFile)
	if err != nil {
		return nil
	}
	kind := decode.TypeOf(data[:min(len(data), decode.HeadBytes)])
	if kind == decode.PNG {
		return map[string][]byte{decode.PNG: data}
	}
	flavours := map[string][]byte{}
	if kind == decode.JPEG {
		flavours[decode.JPEG] = data
	}
	if converted, err := asPNG(data); err == nil {
		flavours[decode.PNG] = converted
	}
	return flavours
}

func (n nav) Paste(pictures bool, taken func(d dnd.Drop)) {
	text := func() { taken(dnd.FromText(n.shell.Pasted())) }
	if n.places.paste == nil {
		text()
		return
	}
	n.shell.Go(func(ctx context.Context) {
		d, err := n.places.paste(ctx, pictures, n.keepPicture)
		n.shell.Post(func() {
			switch {
			case d.Failed != nil:
				n.shell.Failed(lang.L("The picture was not taken."), d.Failed)
			case err != nil:
				n.options.Log.Warn("paste", "err", err)
				text()
			case len(d.Files)+len(d.Links) == 0 && d.Text == "": // a Wayland clipboard answers X11 programs with the focus alone
				text()
			default:
				if named := dnd.FromText(d.Text); len(d.Files)+len(d.Links) == 0 && len(named.Files) > 0 {
					d = named
				}
				taken(d)
			}
		})
	})
}

func (n nav) ImportPasted() {
	n.Paste(true, func(d dnd.Drop) {
		if len(d.Files) > 0 {
			n.importPaths(d.Files)
			return
		}
		n.shell.Say(kit.ToneWarn, lang.L("Nothing to import."), lang.L("Copy files or a picture, then paste them here."))
	})
}

func (n nav) CopyPaths(assets ...int64) {
	n.withPaths(assets, lang.L("The path could not be copied."), func(paths []string) error {
		n.shell.Post(func() { n.app.Clipboard().SetContent(strings.Join(paths, "\n")) })
		return nil
	})
}

// withPaths finds the files of assets and hands their paths on, off the window's goroutine. failed says that it went wrong.
func (n nav) withPaths(ids []int64, failed string, do func(paths []string) error) {
	n.shell.Do(failed, func(ctx context.Context) error {
		_, paths, err := n.files(ctx, ids)
		if err != nil {
			return err
		}
		return do(paths)
	})
}

// files reads assets, of which it takes copyMost, and where their files are. Off the window's goroutine.
func (p *program) files(ctx context.Context, ids []int64) (assets []db.Asset, paths []string, err error) {
	assets, err = p.Library.AssetsByID(ctx, ids[:min(len(ids), copyMost)])
	for _, a := range assets {
		path, wrong := p.Library.AbsPath(a.Path)
		paths, err = append(paths, path), errors.Join(err, wrong)
	}
	return assets, paths, err
}

// withFile does something with the file of an asset, off the window's goroutine. failed says that it went wrong.
func (p *program) withFile(a db.Asset, failed string, f func(path string) error) {
	p.shell.Do(failed, func(context.Context) error {
		path, err := p.Library.AbsPath(a.Path)
		if err != nil {
			return err
		}
		return f(path)
	})
}

func (n nav) ChooseAsset(question string, frame bool, picked func(db.Asset)) {
	n.choose(gallery.Choice{Words: question, Frame: frame, Picked: func(list []db.Asset) { picked(list[0]) }})
}

func (n nav) ChoosePictures(question string, picked func([]db.Asset)) {
	n.choose(gallery.Choice{Words: question, Several: true, Picked: picked})
}

func (n nav) ChooseClips(question string, picked func([]db.Asset)) {
	n.choose(gallery.Choice{Words: question, Several: true, Clips: true, Picked: picked, Back: func() { picked(nil) }})
}

// choose lets a person choose in the gallery, for the place in front.
func (n nav) choose(c gallery.Choice) {
	place, picked, back := n.shell.Place(), c.Picked, c.Back
	c.Back = func() {
		n.shell.Show(place)
		if back != nil {
			back()
		}
	}
	c.Picked = func(list []db.Asset) {
		n.shell.Show(place)
		picked(list)
	}
	n.shell.Show(shell.Gallery)
	n.places.gallery.Choose(c)
}

func (n nav) NewBoard(pictures ...int64) {
	n.withAssets(lang.L("The pictures could not be read."), pictures, func(list []db.Asset) {
		n.shell.Show(shell.Boards)
		n.places.boards.NewFrom(list...)
	})
}

func (n nav) RevealFile(path string) {
	n.shell.Do(lang.L("The file could not be shown."), func(context.Context) error { return desktop.Reveal(path) })
}

// frame is a frame of a clip as a picture of the library; known: the same picture was there already.
type frame struct {
	asset db.Asset
	known bool
}

// withFrame puts one frame of a clip into the library and then does something with it.
func (n nav) withFrame(failed string, clip db.Asset, at time.Duration, then func(f frame)) {
	whenRead(n.shell, failed, func(ctx context.Context) (f frame, err error) {
		f.asset, f.known, err = n.Library.ImportFrame(ctx, clip, at, func() ([]byte, error) { return n.framePNG(ctx, clip, at) })
		n.shell.RefreshAll() // the gallery, and the count in the status bar
		return f, err
	}, then)
}

package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/action"
	"viviscope/gui/compose/form"
	"viviscope/gui/editor"
	"viviscope/gui/lang"
	"viviscope/gui/transfer"
	"viviscope/gui/viewer"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// nav leads from one place to another. It implements [action.Nav].
type nav struct{ *program }

// View implements [action.Nav].
func (n nav) View(asset int64) {
	n.shell.Do(lang.L("Could not show it."), func(ctx context.Context) error {
		a, err := n.lib.Asset(ctx, asset)
		if err != nil {
			return err
		}
		n.shell.Post(func() { n.cover(func(v *viewer.Screen) { v.Open(n.places.gallery.Sequence(), a) }) })
		return nil
	})
}

// ViewAlone implements [action.Nav].
func (n nav) ViewAlone(a db.Asset) {
	n.cover(func(v *viewer.Screen) { v.Open(alone{a}, a) })
}

// cover covers the window with the viewer.
func (n nav) cover(open func(*viewer.Screen)) {
	v := n.places.viewer
	n.shell.Cover(gui.Cover{Content: v.Content(), First: v.First(), Key: v.Key, OnLeft: v.Close})
	open(v)
}

// Compare implements [action.Nav]. Clips play in step in the viewer.
func (n nav) Compare(a, b int64) {
	n.shell.Do(lang.L("Could not show it."), func(ctx context.Context) error {
		both, err := n.lib.AssetsByID(ctx, []int64{a, b})
		if err != nil || len(both) != 2 {
			return err
		}
		n.shell.Post(func() {
			if both[0].Kind == db.Clip {
				n.cover(func(v *viewer.Screen) { v.OpenPair(n.places.gallery.Sequence(), both[0], both[1]) })
				return
			}
			n.places.pair.Show(both[0], both[1])
		})
		return nil
	})
}

// Open implements [action.Nav].
func (n nav) Open(a db.Asset) { n.withFile(a, lang.L("Could not open the file."), openFile) }

// Reveal implements [action.Nav].
func (n nav) Reveal(a db.Asset) { n.withFile(a, lang.L("Could not show the file."), reveal) }

// Export implements [action.Nav].
func (n nav) Export(assets ...int64) {
	n.shell.Do(lang.L("Could not read what is to be exported."), func(ctx context.Context) error {
		list, err := n.lib.AssetsByID(ctx, assets)
		if err != nil {
			return err
		}
		n.shell.Post(func() { transfer.ShowExport(n.transferDeps(), list) })
		return nil
	})
}

// Create implements [action.Nav].
func (n nav) Create() {
	n.shell.Show(gui.Create)
	n.places.composer.Focus()
}

// Reuse implements [action.Nav].
func (n nav) Reuse(job int64, how form.How) {
	n.shell.Do(lang.L("Its settings could not be read."), func(ctx context.Context) error {
		j, err := n.lib.Job(ctx, job)
		if err != nil {
			return err
		}
		n.shell.Post(func() { n.recall(j, how) })
		return nil
	})
}

// recall puts the settings of a job into the composer, or as much of them as is said.
func (n nav) recall(job db.Job, how form.How) {
	n.shell.Show(gui.Create)
	n.places.composer.RecallHow(job, how)
}

// Again implements [action.Nav]: a new job, with its exact request.
func (n nav) Again(job int64, shown jobs.Agreement) {
	n.sender.Send(shown, func(ctx context.Context, how jobs.Terms) error {
		_, err := n.engine.SendAgain(ctx, job, how)
		return err
	}, n.sender.Ended(lang.L("Could not make it again."), func() { n.shell.Show(gui.Create) }))
}

// PriceAgain implements [action.Nav].
func (n nav) PriceAgain(job db.Job) jobs.Quote {
	q, err := n.engine.PriceJobs(n.life, job.ProfileID, job)
	if err != nil {
		n.options.Log.Warn("cannot price a job", slog.Int64("id", job.ID), slog.Any("err", err))
	}
	return q
}

// SequenceChanged implements [action.Nav].
func (n nav) SequenceChanged() { n.places.viewer.SequenceChanged() }

// LeaveViewer implements [action.Nav].
func (n nav) LeaveViewer(last db.Asset) {
	n.shell.Uncover()
	if n.shell.Place() == gui.Gallery {
		n.places.gallery.Show(last.ID)
	}
}

// FullScreen implements [action.Nav].
func (n nav) FullScreen(on bool) { n.shell.SetFullScreen(on) }

// UseSeed implements [action.Nav].
func (n nav) UseSeed(seed int64) {
	n.shell.Show(gui.Create)
	n.places.composer.UseSeed(seed)
}

// UseAsFrame implements [action.Nav].
func (n nav) UseAsFrame(a db.Asset, place int) {
	n.shell.Show(gui.Create)
	n.places.composer.UseAsset(a, place)
	n.places.composer.Focus()
}

// UseLastFrame implements [action.Nav]. The service takes web addresses only, so a frame of this computer is no frame of a request as it is.
func (n nav) UseLastFrame(clip db.Asset) { n.askLastFrame(clip, n.HostsPictures()) }

// askLastFrame asks what becomes of the last frame of a clip.
func (n nav) askLastFrame(clip db.Asset, hosts bool) *widgets.Sheet {
	at := lastFrameOf(clip)
	var sheet *widgets.Sheet
	choices := widgets.NewColumn(8)
	add := func(word, says string, do func()) {
		choices.Add(widgets.NewChoiceCard(word, widgets.NewColumn(2,
			widgets.NewText(word, resources.SizeBody, resources.Text1, true),
			widgets.NewText(says, resources.SizeSM, resources.Text2, false).Wrap(true)), func() {
			sheet.Hide()
			do()
		}))
	}
	if hosts {
		add(lang.L("Use it as the first frame"), lang.L("It is put on your image host when the clip is sent, and taken down afterwards."), func() {
			n.shell.Do(lang.L("Could not use the last frame."), func(ctx context.Context) error {
				a, _, err := n.importFrame(ctx, clip, at)
				if err != nil {
					return err
				}
				n.shell.Post(func() { n.UseAsFrame(a, form.FirstFrame) })
				return nil
			})
		})
	}
	add(lang.L("Save it as a picture"), lang.L("Free. It is kept in the library, in the full size of the clip."), func() { n.SaveFrame(clip, at) })
	add(lang.L("Edit it, and use the result"), lang.L("An edit’s result has an address for 24 h. The edit costs what its button says, and may change the picture."),
		func() { n.EditFrame(clip, at) })
	add(lang.L("Paste an address"), lang.L("Save the frame first and put it where the service can fetch it."), func() {
		n.shell.Show(gui.Create)
		n.places.composer.SetKind(db.FramesToVideo)
		n.places.composer.AskAddress(form.FirstFrame)
	})
	sheet = widgets.Ask(n.window.Canvas(), lang.L("The last frame of this clip"),
		lang.L("The service takes frames by their web address only, and this one is a picture on this computer."), choices,
		widgets.Answer{Word: lang.L("Close"), Kind: widgets.Plain})
	sheet.Default = func() {
		sheet.Hide()
		n.SaveFrame(clip, at)
	}
	return sheet
}

// SaveFrame implements [action.Nav].
func (n nav) SaveFrame(clip db.Asset, at time.Duration) {
	s := n.shell
	s.Do(lang.L("Could not save the frame."), func(ctx context.Context) error {
		a, known, err := n.importFrame(ctx, clip, at)
		if err != nil {
			return err
		}
		s.Post(func() {
			lead := lang.L("The frame at %s is saved as a picture of the library.", lang.Decimal(at.Seconds(), 2)+" s")
			if known {
				lead = lang.L("This frame is in the library already, as a picture.")
			}
			s.Say(widgets.ToneOK, lead, "", action.Action{Label: lang.L("Show it"), Do: func() { n.ViewAlone(a) }})
			s.Refresh(gui.Gallery)
		})
		return nil
	})
}

// EditFrame implements [action.Nav].
func (n nav) EditFrame(clip db.Asset, at time.Duration) {
	n.shell.Show(gui.Create)
	n.places.composer.SetKind(db.EditImage)
	n.places.canvas.OpenFrame(clip, at)
}

// Edit implements [action.Nav].
func (n nav) Edit(a db.Asset) {
	n.shell.Show(gui.Create)
	n.places.composer.EditAsset(a)
	n.places.composer.Focus()
}

// EditOnOneSheet implements [action.Nav]. Of clips there is nothing to put there.
func (n nav) EditOnOneSheet(assets ...int64) {
	n.shell.Go(func(ctx context.Context) {
		list, err := n.lib.AssetsByID(ctx, assets)
		if err != nil {
			n.options.Log.Warn("cannot put pictures on one sheet", "err", err)
			return
		}
		var parts []editor.Source
		for _, a := range list {
			if a.Kind == db.Picture {
				parts = append(parts, editor.Source{Ref: a.Ref})
			}
		}
		n.shell.Post(func() {
			n.shell.Show(gui.Create)
			n.places.composer.SetKind(db.EditImage)
			n.places.canvas.Assemble(parts)
		})
	})
}

// ShowLedger implements [action.Nav].
func (n nav) ShowLedger(job int64) {
	n.shell.Show(gui.Costs)
	n.places.costs.ShowJob(job)
}

// EditHeld implements [action.Nav].
func (n nav) EditHeld(job db.Job) {
	n.shell.Show(gui.Create)
	n.places.composer.EditHeld(job)
}

// OnOtherModel implements [action.Nav].
func (n nav) OnOtherModel(job db.Job) { n.places.composer.OnOtherModel(job) }

// ShowAsset implements [action.Nav].
func (n nav) ShowAsset(asset int64) {
	n.shell.Show(gui.Gallery)
	if !n.places.gallery.Show(asset) {
		n.shell.Say(widgets.ToneNeutral, lang.L("Not in sight"), lang.L("The gallery leaves it out as it is filtered now."))
	}
}

// ShowAssetByRef implements [action.Nav].
func (n nav) ShowAssetByRef(asset string) {
	n.shell.Do(lang.L("Could not show the picture."), func(ctx context.Context) error {
		a, err := n.lib.AssetByRef(ctx, asset)
		if err != nil {
			return err
		}
		n.shell.Post(func() { n.ShowAsset(a.ID) })
		return nil
	})
}

// ShowJob implements [action.Nav].
func (n nav) ShowJob(job int64) {
	n.shell.Do(lang.L("Could not show the job."), func(ctx context.Context) error {
		made, err := n.lib.AssetsOfJob(ctx, job)
		if err != nil {
			return err
		}
		n.shell.Post(func() {
			if len(made) == 0 {
				n.ShowQueue()
				return
			}
			n.ShowAsset(made[0].ID)
		})
		return nil
	})
}

// ShowQueue implements [action.Nav].
func (n nav) ShowQueue() { n.shell.Show(gui.Queue) }

// ShowPrices implements [action.Nav].
func (n nav) ShowPrices() {
	n.shell.Show(gui.Costs)
	n.places.costs.ShowPrices()
}

// ShowSettings implements [action.Nav].
func (n nav) ShowSettings() { n.shell.Show(gui.Settings) }

// ShowLog implements [action.Nav].
func (n nav) ShowLog() { n.showLog() }

// HostsPictures implements [action.Nav]: the profile in front has a place for local pictures.
func (n nav) HostsPictures() bool {
	kept, err := hostingOf(n.shell.Profile())
	return err == nil && kept.Kind != hosting.KindNone
}

// copyMost is how many files are copied at once.
const copyMost = 1000

// CopyFiles implements [action.Nav], as file managers do.
func (n nav) CopyFiles(assets ...int64) {
	if n.places.copyFiles == nil {
		n.CopyPaths(assets...)
		return
	}
	n.withPaths(assets, lang.L("The file could not be copied."), n.places.copyFiles)
}

// CopyPaths implements [action.Nav]: it copies where the files of assets lie, one in a line.
func (n nav) CopyPaths(assets ...int64) {
	n.withPaths(assets, lang.L("The path could not be copied."), func(paths []string) error {
		n.shell.Post(func() { n.app.Clipboard().SetContent(strings.Join(paths, "\n")) })
		return nil
	})
}

// withPaths finds the files of assets and hands their paths on, off the window's goroutine. failed says that it went wrong.
func (n nav) withPaths(ids []int64, failed string, do func(paths []string) error) {
	n.shell.Do(failed, func(ctx context.Context) error {
		assets, err := n.lib.AssetsByID(ctx, ids[:min(len(ids), copyMost)])
		var paths []string
		for _, a := range assets {
			path, wrong := n.lib.AbsPath(a.Path)
			paths, err = append(paths, path), errors.Join(err, wrong)
		}
		if err != nil {
			return err
		}
		return do(paths)
	})
}

// withFile does something with the file of an asset, off the window's goroutine. failed says that it went wrong.
func (p *program) withFile(a db.Asset, failed string, f func(path string) error) {
	p.shell.Do(failed, func(context.Context) error {
		path, err := p.lib.AbsPath(a.Path)
		if err != nil {
			return err
		}
		return f(path)
	})
}

// ChooseFile implements [action.Nav].
func (n nav) ChooseFile(endings []string, picked func(path string)) {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			return
		}
		path := r.URI().Path()
		_ = r.Close() // only its name was wanted
		picked(path)
	}, n.window)
	d.SetFilter(storage.NewExtensionFileFilter(endings))
	showFileDialog(d, lang.L("Choose a file"))
}

// SaveFile implements [action.Nav]. The dialog asks about a file that is there already.
func (n nav) SaveFile(name string, picked func(path string)) {
	d := dialog.NewFileSave(func(w fyne.URIWriteCloser, err error) {
		if err != nil || w == nil {
			return
		}
		path := w.URI().Path()
		_ = w.Close() // only its name was wanted: the file is written whole under another name first
		picked(path)
	}, n.window)
	d.SetFileName(name)
	showFileDialog(d, lang.L("Save as"))
}

// ChooseFolder implements [action.Nav].
func (n nav) ChooseFolder(picked func(path string)) {
	d := dialog.NewFolderOpen(func(to fyne.ListableURI, err error) {
		if err == nil && to != nil {
			picked(to.Path())
		}
	}, n.window)
	showFileDialog(d, lang.L("Choose a folder"))
}

// ChooseAsset implements [action.Nav].
func (n nav) ChooseAsset(question string, picked func(db.Asset)) {
	n.shell.Show(gui.Gallery)
	n.places.gallery.Choose(func(a db.Asset) {
		n.shell.Show(gui.Create)
		picked(a)
	}, question)
}

// RevealFile implements [action.Nav].
func (n nav) RevealFile(path string) {
	n.shell.Do(lang.L("Could not show the file."), func(context.Context) error { return reveal(path) })
}

// showFileDialog shows a dialog for a file or a folder in a size to work in, with a title of our own: the toolkit puts its one
// together from words. The size comes after: set before the dialog is shown, Fyne 2.8.1 asks one for its least size that is
// not there yet, and that ends the program.
func showFileDialog(d *dialog.FileDialog, title string) {
	d.SetTitleText(title)
	d.Show()
	d.Resize(fyne.NewSize(760, 520))
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

// importFrame puts one frame of a clip into the library; known: the same picture is there already. Off the window's
// goroutine.
func (p *program) importFrame(ctx context.Context, clip db.Asset, at time.Duration) (a db.Asset, known bool, err error) {
	data, err := p.framePNG(ctx, clip, at)
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

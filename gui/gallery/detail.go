package gallery

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// detail is the pane at the right: the picture, its actions, its facts, its tags and the note.
type detail struct {
	*facts.Pane
	*wall
	cache  *rowCache
	owner  detailOwner
	object fyne.CanvasObject

	asset  db.Asset // zero: nothing is shown
	known  facts.Known
	ready  bool   // the facts of the asset are read
	laid   string // path of the file in the preview
	cancel context.CancelFunc
	image  *media.Preview
	view   *player.View // shows the playing clip
	plays  bool

	nothing fyne.CanvasObject
	preview *kit.Picture
	title   *kit.Text       // name of the preview
	screen  *fyne.Container // the preview, and the player over it
	trouble *kit.Text
	icons   *fyne.Container
	buttons *fyne.Container
	gone    *kit.Text // when the asset is deleted permanently
	tags    *tagsView
	notes   *noteView
}

// The measures of the pane, px.
const (
	paneWidth = 336
	paneInner = paneWidth - 2*facts.PaneEdge
	kinSide   = 70 // of the picture of a relative: four fit side by side
)

// detailOwner runs the actions of the pane.
type detailOwner interface {
	play(a db.Asset)                              // plays a clip in the pane, or opens a picture
	forAssets(s action.Selection) []action.Action // the actions on assets
}

func newDetail(cache *rowCache, tags *tagEditor, owner detailOwner) *detail {
	g := cache.wall
	kin := facts.FamilyOptions{Size: fyne.NewSquareSize(kinSide), Host: g.d.Host, Pictures: g.d.Pictures, Open: g.goTo,
		Offer: func(db.Asset, bool) fyne.CanvasObject { return nil }}
	d := &detail{Pane: facts.NewPane(kin, g.d.Creator, g.d.Navigator, nil), wall: g, cache: cache, owner: owner,
		cancel: func() {}}
	d.JudgeBy(g.d.Judge)
	d.image = media.NewPreview(g.d.Pictures, d.imageCame)
	d.preview = kit.NewPicture(fyne.NewSize(paneInner, paneInner*9/16)).Contain()
	d.preview.OnTapped = func() { owner.play(d.asset) }
	d.preview.OnDrag = func(at fyne.Position) {
		if d.ready { // until then the pane shows the asset before
			g.d.Exchange.Drag(at, d.asset.ID)
		}
	}
	d.preview.OnDragEnd = g.d.Exchange.EndDrag
	d.title = kit.NewText("", resources.SizeSM, resources.Text2, false)
	d.preview.SetName(d.title)
	d.view = player.NewView(g.d.Player)
	d.screen = container.NewStack(d.preview)
	d.trouble, d.gone = facts.Small(resources.Text2), facts.Small(resources.Warn)
	b := &d.Buttons
	b.Wrap = g.andFocus
	d.icons = kit.NewRow(4, b.Icon("gallery/star", kit.Plain), b.Icon("gallery/album", kit.Plain),
		b.Icon("gallery/trash", kit.Danger), b.Icon("gallery/forever", kit.Danger))
	d.buttons = kit.NewFlow(4, b.Label(viewID, kit.Primary), b.Label("gallery/reuse", kit.Plain),
		b.Full("gallery/restore", kit.Plain), d.icons)
	d.tags, d.notes = newTagsView(tags), newNoteView(g, d.noteWritten)
	d.Lay(paneWidth, facts.Parts{
		Top:    []fyne.CanvasObject{d.screen, d.buttons, d.trouble, d.gone},
		Bottom: []fyne.CanvasObject{d.tags.object, d.notes.object},
		Foot: []fyne.CanvasObject{d.Row("gallery/again", "gallery/lastFrame", "gallery/edit"),
			d.Row("gallery/first", "gallery/last"), d.Use},
	})
	d.Object.Hide()
	d.nothing = kit.NewInset(0, facts.PaneEdge, 0, facts.PaneEdge,
		kit.NewEmpty(resources.IconInfo, lang.L("Nothing selected"),
			lang.L("Select a clip or picture to see its settings and cost."), nil))
	d.object = container.NewStack(kit.NewGround(resources.BgPanel), d.nothing, d.Object)
	return d
}

// leave cancels all work for the shown asset.
func (d *detail) leave() {
	d.image.Load(db.Asset{}, 0)
	d.cancel()
	d.end()
}

func (d *detail) showNothing() {
	if d.asset.ID == 0 {
		return
	}
	d.leave()
	d.notes.flush()
	d.asset, d.known, d.ready, d.laid = db.Asset{}, facts.Known{}, false, ""
	kit.Show(d.Object, false)
	kit.Show(d.nothing, true)
	d.repaint()
}

// show shows an asset once its job, ledger entries and family are read. Until then the pane shows the asset before,
// because facts that arrive later would move the buttons.
func (d *detail) show(a db.Asset) {
	if a.Equal(d.asset) {
		return
	}
	if a.ID != d.asset.ID {
		d.leave()
		d.known, d.ready = facts.Known{}, false
	}
	d.asset = a
	d.notes.show(a)
	d.read()
}

func (d *detail) read() {
	a := d.asset
	d.cancel()
	ctx, stop := context.WithCancel(d.ctx)
	d.cancel = stop
	d.run(func() {
		k, err := facts.ReadKnown(ctx, d.d.Library, d.d.Creator, d.d.Profile(), a)
		d.post(func() {
			if ctx.Err() != nil || d.asset.ID != a.ID {
				return
			}
			stop()
			if err != nil {
				d.failed(lang.L("Its settings could not be read."), err)
			}
			d.known, d.ready = k, true
			if d.laid != a.Path {
				d.laid = a.Path
				d.showPicture()
			}
			d.fill()
			kit.Show(d.nothing, false)
			kit.Show(d.Object, true)
			d.repaint()
		})
	})
}

// previewMax bounds the height of the picture, so that a tall one leaves room for the facts.
const previewMax = 300

func (d *detail) showPicture() {
	a := d.asset
	shape := aspect(a.Width, a.Height)
	height := min(max(paneInner/shape, 120), previewMax)
	d.preview.SetSize(fyne.NewSize(paneInner, height))
	d.preview.SetIcon(nil)
	d.title.SetText(wording.AssetTitle(a))
	d.trouble.Hide()
	px := min(paneInner, height*shape)
	if a.Height > a.Width {
		px = height
	}
	d.image.Load(a, int(px*d.d.Canvas().Scale()+0.5))
	d.preview.SetImage(d.image.Image)
	corner, center := "", fyne.Resource(nil)
	if a.Kind == db.Clip {
		corner, center = wording.Elapsed(time.Duration(a.Seconds*float64(time.Second))), resources.IconPlay
	}
	d.preview.SetCorner(kit.TopRight, corner, nil)
	d.preview.SetCenter(center)
}

// imageCame shows the loaded picture, or why it cannot be shown.
func (d *detail) imageCame() {
	d.fill()
	if err := d.image.Err; err != nil {
		d.preview.SetIcon(sign(d.image, d.asset.Kind == db.Clip))
		d.trouble.SetText(facts.Trouble(d.asset, err))
		d.trouble.Show()
		d.Object.Refresh()
		return
	}
	d.preview.SetImage(d.image.Image)
}

func (d *detail) play() {
	if d.plays {
		d.end()
		return
	}
	d.plays = true
	d.screen.Objects = []fyne.CanvasObject{d.preview, d.view}
	d.screen.Refresh()
	a := d.asset
	ask(d.runner, lang.L("The file cannot be read."), func(context.Context) (string, error) {
		return d.d.Library.AbsPath(a.Path)
	}, func(path string) {
		if d.plays && d.asset.ID == a.ID {
			d.d.Player.Load(path)
			d.d.Player.Play()
		}
	})
}

func (d *detail) end() {
	if !d.plays {
		return
	}
	d.plays = false
	d.d.Player.Unload()
	d.screen.Objects = []fyne.CanvasObject{d.preview}
	d.screen.Refresh()
}

// fill shows everything but the picture.
func (d *detail) fill() {
	if !d.ready {
		return
	}
	a, k, now := d.asset, d.known, d.d.Now()
	kit.Show(d.gone, !a.TrashedAt.IsZero())
	d.gone.SetText(d.purgeDateLabel(a, now))
	d.tags.show(a)
	s := action.One(a)
	s.Price, s.Money = k.Price, k.Money
	d.Pane.Show(a, k, facts.ConditionOf(a, d.image.Image != nil, d.image.Err), d.owner.forAssets(s))
	d.icons.Refresh()
	d.buttons.Refresh()
}

// purgeDateLabel returns when a trashed item is deleted permanently; "" for other items.
func (d *detail) purgeDateLabel(a db.Asset, now time.Time) string {
	if a.TrashedAt.IsZero() {
		return ""
	}
	thrown := lang.L("Moved to trash %s.", wording.Exact(a.TrashedAt, now))
	if d.model.keepDays == 0 {
		return thrown + " " + lang.L("Kept until you empty the trash.")
	}
	return thrown + " " + lang.L("Deleted permanently on %s or later.",
		lang.Day(a.TrashedAt.AddDate(0, 0, d.model.keepDays).In(now.Location())))
}

// noteWritten updates the cached rows after a note was stored.
func (d *detail) noteWritten(id int64, note string) {
	if a, ok := d.cache.asset(id); ok {
		a.Note = note
		d.cache.assets[id] = a
	}
	if d.asset.ID == id {
		d.asset.Note = note
		d.notes.show(d.asset) // an older row may have been shown meanwhile
	}
}

// The IDs of actions that the pane finds in a list.
const (
	viewID = "gallery/view"
	playID = "gallery/play"
	noteID = "gallery/note"
)

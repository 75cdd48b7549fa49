package gallery

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// detail is the pane at the right: the picture, what can be done with it, what made it, where it came from and what it became, and what a person
// says of it.
type detail struct {
	g      *Gallery
	object fyne.CanvasObject

	asset  db.Asset // zero: nothing is shown
	behind background
	cancel func() // of the picture
	stop   context.CancelFunc
	ended  func() // what plays; nil: nothing does

	nothing fyne.CanvasObject
	scroll  *container.Scroll
	body    fyne.CanvasObject // scroll and foot
	preview *widgets.Picture
	whole   bool            // the file is known to be
	screen  *fyne.Container // preview, and what plays over it
	trouble *widgets.Text
	buttons *detailButtons
	prompt  *widgets.Text
	head    fyne.CanvasObject // over the prompt
	without *widgets.Text
	gone    *widgets.Text // when it is deleted for good
	made    *facts.List
	seed    *widgets.Link
	money   *facts.List
	ledger  *widgets.Link
	over    fyne.CanvasObject // the ledger's link in its place
	family  *facts.Family
	tags    *tagsView
	notes   *noteView
	use     *useView
	foot    fyne.CanvasObject
}

// background is what the pane shows beside the asset's own row.
type background struct {
	facts.Background
	family db.Family
	again  string // what its request costs today, in words
}

func newDetail(g *Gallery) *detail {
	d := &detail{g: g, cancel: func() {}, stop: func() {}}
	small := func(color fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, color, false).Wrap(true)
	}
	d.preview = widgets.NewPicture(fyne.NewSize(paneInner, paneInner*9/16)).Contain()
	d.preview.OnTapped = func() { d.g.play() }
	d.screen = container.NewStack(d.preview)
	d.trouble, d.without, d.gone = small(resources.Text2), small(resources.Text2), small(resources.Warn)
	d.prompt = widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	d.head = widgets.NewRow(8, widgets.NewText(lang.L("Prompt"), resources.SizeSM, resources.Text2, false), widgets.NewSpring(),
		widgets.NewLink(lang.X("verb", "Copy"), func() { copyText(d.asset.Prompt) }))
	d.made, d.money = facts.NewList(), facts.NewList()
	d.seed = widgets.NewLink(lang.L("Use this seed"), func() { g.o.OnSeed(*d.asset.Seed) })
	d.ledger = widgets.NewLink(lang.L("Ledger"), func() { g.o.OnLedger(d.behind.Job) })
	// The link is higher than a line of facts, so that it can be hit: it stands where its words are on the first line.
	d.over = widgets.NewInset(-6, 0, 0, 0, d.ledger)
	d.buttons, d.family, d.tags, d.notes, d.use = newDetailButtons(d), newFamily(g), newTagsView(g), newNoteView(g), newUseView(g)
	content := widgets.NewColumn(8, d.screen, d.trouble, d.buttons.object, d.gone,
		widgets.NewColumn(2, d.head, d.prompt, d.without),
		widgets.NewRule(), d.made.Object, d.seed, d.family.Object, widgets.NewRule(),
		&fyne.Container{Layout: beside{8}, Objects: []fyne.CanvasObject{d.money.Object, d.over}}, d.tags.object, d.notes.object)
	d.scroll = container.NewVScroll(container.New(paneLayout{}, content))
	d.foot = container.NewStack(widgets.NewGround(resources.BgPanel),
		widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(12, paneEdge, 12, paneEdge, d.use.object)))
	d.body = &fyne.Container{Layout: overFoot{}, Objects: []fyne.CanvasObject{d.scroll, d.foot}}
	d.body.Hide()
	d.nothing = widgets.NewInset(0, paneEdge, 0, paneEdge, widgets.NewEmpty(resources.IconInfo(), lang.L("Nothing selected"),
		lang.L("Select a clip or a picture to see what made it, and what it cost."), nil))
	d.object = container.NewStack(widgets.NewGround(resources.BgPanel), d.nothing, d.body)
	return d
}

// leave calls off what is under way for the asset that is shown.
func (d *detail) leave() {
	d.cancel()
	d.stop()
	d.end()
}

func (d *detail) showNothing() {
	if d.asset.ID == 0 {
		return
	}
	d.leave()
	d.notes.flush()
	d.asset, d.behind = db.Asset{}, background{}
	show(d.body, false)
	show(d.nothing, true)
	d.g.repaint()
}

// show shows an asset: what its row says at once, what its job, the ledger and its family say when they are read.
func (d *detail) show(a db.Asset) {
	same := a.ID == d.asset.ID
	if same && a.Same(d.asset) {
		return
	}
	if !same {
		d.leave()
		d.behind = background{}
	}
	moved := a.Path != d.asset.Path
	d.asset = a
	if moved {
		d.showPicture()
	}
	d.notes.show(a)
	d.fill()
	show(d.nothing, false)
	show(d.body, true)
	d.g.repaint()
	if !same {
		d.scroll.ScrollToTop()
	}
	d.read()
}

// read reads what made the asset.
func (d *detail) read() {
	a := d.asset
	d.stop()
	ctx, stop := context.WithCancel(d.g.ctx)
	d.stop = stop
	d.g.run(func() {
		b, err := d.g.readBackground(ctx, a)
		d.g.post(func() {
			switch {
			case ctx.Err() != nil || d.asset.ID != a.ID:
			case err != nil:
				d.g.failed(lang.L("What made it could not be read."), err)
			default:
				d.behind = b
				d.fill()
			}
			stop()
		})
	})
}

// readBackground reads what made an asset and what belongs to it.
func (g *Gallery) readBackground(ctx context.Context, a db.Asset) (b background, err error) {
	if b.Background, err = facts.Read(ctx, g.o.Library, a); err != nil {
		return b, err
	}
	if b.family, err = g.o.Library.Family(ctx, a.Ref); err != nil && !errors.Is(err, db.ErrNotFound) {
		return b, fmt.Errorf("read family of asset %d: %w", a.ID, err)
	}
	if b.Job.ID != 0 && g.o.Again != nil {
		b.again = g.o.Again(b.Job)
	}
	return b, nil
}

// tick shows what passing time has changed.
func (d *detail) tick() {
	if d.asset.ID != 0 {
		d.fill()
	}
}

// previewMax bounds the height of the picture, so that a tall one leaves room for the facts.
const previewMax = 300

func (d *detail) showPicture() {
	d.cancel()
	a := d.asset
	shape := aspect(a.Width, a.Height)
	height := min(max(paneInner/shape, 120), previewMax)
	d.preview.SetSize(fyne.NewSize(paneInner, height))
	d.preview.SetIcon(nil)
	d.trouble.Hide()
	px := min(paneInner, height*shape)
	if a.Height > a.Width {
		px = height
	}
	d.whole = a.Kind == db.Clip // was looked through when it came; a picture is whole when it was decoded
	now, cancel := d.g.picture(a, int(px*d.g.scale()+0.5), func(im image.Image, err error) {
		d.whole = err == nil || a.Kind == db.Clip && !errors.Is(err, media.ErrDamaged)
		d.fill()
		if err != nil {
			d.preview.SetIcon(resources.IconFilm())
			d.trouble.SetText(facts.Trouble(a, err))
			d.trouble.Show()
			d.scroll.Refresh()
			return
		}
		d.preview.SetImage(im)
	})
	d.cancel = cancel
	d.whole = d.whole || now != nil
	d.preview.SetImage(now)
	corner, center := "", fyne.Resource(nil)
	if a.Kind == db.Clip {
		corner, center = wording.Elapsed(time.Duration(a.Seconds*float64(time.Second))), resources.IconPlay()
	}
	d.preview.SetCorner(widgets.TopRight, corner, nil)
	d.preview.SetCenter(center)
}

// play plays the clip in the place of its preview, or ends that.
func (d *detail) play() {
	if d.ended != nil {
		d.end()
		return
	}
	view, stop := d.g.o.OnPlay(d.asset)
	if view == nil {
		d.g.openCurrent()
		return
	}
	d.ended = stop
	d.screen.Objects = []fyne.CanvasObject{d.preview, view}
	d.screen.Refresh()
}

// end ends what plays.
func (d *detail) end() {
	if d.ended == nil {
		return
	}
	d.ended()
	d.ended = nil
	d.screen.Objects = []fyne.CanvasObject{d.preview}
	d.screen.Refresh()
}

// fill writes everything but the picture.
func (d *detail) fill() {
	a, b, now := d.asset, d.behind, d.g.o.Now()
	d.buttons.show(a)
	show(d.gone, !a.TrashedAt.IsZero())
	d.gone.SetText(d.g.goneWords(a, now))
	show(d.head, a.Prompt != "")
	show(d.prompt, a.Prompt != "")
	d.prompt.SetText(a.Prompt)
	not := wording.AskedOf(b.Job).NegativePrompt
	show(d.without, not != "")
	d.without.SetText(lang.X("negative prompt", "Not: %s", not))
	d.made.Set(append(facts.Made(a, b.Background, now), facts.File(a, d.whole)...))
	show(d.seed, d.g.o.OnSeed != nil && a.Seed != nil)
	d.family.Show(a, b.family)
	d.money.Set(append(facts.Money(a, b.Background, now), facts.Hash(a)...))
	show(d.ledger, d.g.o.OnLedger != nil && b.Job.ID != 0)
	show(d.over, d.ledger.Visible())
	d.tags.show(a)
	d.use.show(a, b)
	d.scroll.Refresh()
	d.body.Refresh()
}

// goneWords says when what is in the trash is deleted for good.
func (g *Gallery) goneWords(a db.Asset, now time.Time) string {
	if a.TrashedAt.IsZero() {
		return ""
	}
	thrown := lang.L("Thrown away %s.", wording.Exact(a.TrashedAt, now))
	if g.model.keepDays == 0 {
		return thrown + " " + lang.L("It stays until the trash is emptied.")
	}
	return thrown + " " + lang.L("Deleted for good on %s or later.", lang.Day(a.TrashedAt.AddDate(0, 0, g.model.keepDays).In(now.Location())))
}

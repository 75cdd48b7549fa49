package gallery

import (
	"context"
	"errors"
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// detail is the pane at the right: the picture, what can be done with it, and what made it.
type detail struct {
	g      *Gallery
	object fyne.CanvasObject

	asset  db.Asset // zero: nothing is shown
	behind background
	cancel func() // of the picture
	stop   context.CancelFunc

	nothing fyne.CanvasObject
	scroll  *container.Scroll
	preview *widgets.Picture
	trouble *widgets.Text
	reuse   *widgets.Button
	star    *widgets.Button
	prompt  *widgets.Text
	head    fyne.CanvasObject // over the prompt
	without *widgets.Text
	use     *useView
	made    *factList
	money   *factList
}

func newDetail(g *Gallery) *detail {
	d := &detail{g: g, cancel: func() {}, stop: func() {}}
	d.preview = widgets.NewPicture(fyne.NewSize(paneInner, paneInner*9/16)).Contain()
	d.preview.OnTapped = g.openCurrent
	d.trouble = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	d.prompt = widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	d.without = widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	d.head = widgets.NewRow(8, widgets.NewText("Prompt", resources.SizeSM, resources.Text2, false), widgets.NewSpring(),
		widgets.NewLink("Copy", func() { copyText(d.asset.Prompt) }))
	d.made, d.money, d.use = newFactList(), newFactList(), newUseView(g)
	content := widgets.NewColumn(8, d.preview, d.trouble, d.buttons(),
		widgets.NewColumn(2, d.head, d.prompt, d.without),
		widgets.NewRule(), d.made.object, widgets.NewRule(), d.money.object, d.use.object)
	d.scroll = container.NewVScroll(container.New(paneLayout{}, content))
	d.scroll.Hide()
	d.nothing = widgets.NewInset(0, 16, 0, 16, widgets.NewEmpty(resources.IconInfo(), "Nothing selected",
		"Select a clip or a picture to see what made it, and what it cost.", nil))
	d.object = container.NewStack(widgets.NewGround(resources.BgPanel), d.nothing, d.scroll)
	return d
}

// buttons makes the row of what can be done; only what works is there. Open takes the room that the others leave.
func (d *detail) buttons() fyne.CanvasObject {
	g := d.g
	d.reuse = widgets.NewButton("Reuse settings", nil, widgets.Plain, func() { g.reuse(d.asset) })
	d.star = widgets.NewIconButton(resources.IconStar(), "Star", func() { d.each(g.toggleStar) })
	row := []fyne.CanvasObject{d.reuse, d.star}
	if g.o.OnReveal != nil {
		row = append(row, widgets.NewIconButton(resources.IconFolderOpen(), "Show in folder", func() { g.reveal(d.asset) }))
	}
	trash := widgets.NewIconButton(resources.IconTrash(), "Move to Trash", func() { d.each(g.trash) }).SetKind(widgets.Danger)
	others := widgets.NewRow(4, append(row, trash)...)
	if g.o.OnOpen == nil {
		return others
	}
	open := widgets.NewButton("Open", nil, widgets.Primary, g.openCurrent)
	return container.NewBorder(nil, nil, nil, others, open)
}

// each does what a button of the pane does to the item that the pane shows, and to nothing else that is selected.
func (d *detail) each(do func()) {
	if i, ok := d.g.model.index[d.asset.ID]; ok {
		d.g.rows.Select(i)
		do()
	}
}

func (d *detail) showNothing() {
	d.drop()
	d.asset, d.behind = db.Asset{}, background{}
	show(d.scroll, false)
	show(d.nothing, true)
}

// show shows an asset: what its row says at once, what its job and the ledger say when they are read.
func (d *detail) show(a db.Asset) {
	if a == d.asset {
		return
	}
	same := a.ID == d.asset.ID
	d.asset = a
	if !same {
		d.drop()
		d.behind = background{}
		d.showPicture()
	}
	d.fill()
	if !same {
		d.scroll.ScrollToTop()
	}
	d.read()
	show(d.nothing, false)
	show(d.scroll, true)
}

// drop calls off what is under way for the asset that was shown.
func (d *detail) drop() {
	d.cancel()
	d.stop()
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
				d.g.failed("Reading what made it", err)
			default:
				d.behind = b
				d.fill()
			}
			stop()
		})
	})
}

// tick shows what passing time has changed.
func (d *detail) tick() {
	if d.asset.ID != 0 {
		d.fill()
	}
}

// previewMax bounds the height of the picture, so that a tall one leaves room for the facts.
const previewMax = 360

func (d *detail) showPicture() {
	a := d.asset
	height := min(max(paneInner/aspect(a), 120), previewMax)
	d.preview.SetSize(fyne.NewSize(paneInner, height))
	d.preview.SetIcon(nil)
	d.trouble.Hide()
	scale := float32(1)
	if c := fyne.CurrentApp().Driver().CanvasForObject(d.object); c != nil {
		scale = c.Scale()
	}
	px := min(paneInner, height*aspect(a))
	if a.Height > a.Width {
		px = height
	}
	now, cancel := d.g.picture(a, int(px*scale+0.5), func(im image.Image, err error) {
		if err != nil {
			d.preview.SetIcon(resources.IconFilm())
			d.trouble.SetText(troubleWords(a, err))
			d.trouble.Show()
			d.scroll.Refresh()
			return
		}
		d.preview.SetImage(im)
	})
	d.cancel = cancel
	d.preview.SetImage(now)
	corner, center := "", fyne.Resource(nil)
	if a.Kind == db.Clip {
		corner, center = wording.Elapsed(time.Duration(a.Seconds*float64(time.Second))), resources.IconPlay()
	}
	d.preview.SetCorner(widgets.TopRight, corner, nil)
	d.preview.SetCenter(center)
}

// troubleWords says why there is no picture, and what helps.
func troubleWords(a db.Asset, err error) string {
	var none *media.NoDecoderError
	switch {
	case errors.As(err, &none):
		return "No posters here: install " + none.Install + " and start again. Clips open in the system's player as they are."
	case errors.Is(err, media.ErrTooLarge):
		return "Too large to show here. The file is kept as it is."
	case errors.Is(err, media.ErrDamaged) && a.Kind == db.Clip:
		return "The clip cannot be decoded here. The file is kept as it is."
	case errors.Is(err, media.ErrDamaged):
		return "The picture cannot be decoded. The file is kept as it is."
	}
	return "The file cannot be read."
}

// fill writes everything but the picture.
func (d *detail) fill() {
	a, now := d.asset, d.g.o.Now()
	show(d.reuse, d.g.o.OnReuse != nil && a.JobID != 0)
	icon, word := resources.IconStar(), "Star"
	if a.Starred {
		icon, word = resources.IconStarOn(), "Unstar"
	}
	d.star.SetIcon(icon)
	d.star.SetWord(word)
	d.star.SetOn(a.Starred)
	show(d.head, a.Prompt != "")
	show(d.prompt, a.Prompt != "")
	d.prompt.SetText(a.Prompt)
	not := wording.AskedOf(d.behind.job).NegativePrompt
	show(d.without, not != "")
	d.without.SetText("Not: " + not)
	d.made.set(madeFacts(a, d.behind, now))
	d.money.set(moneyFacts(a, d.behind, now))
	d.use.show(a, d.behind)
	d.scroll.Refresh()
}

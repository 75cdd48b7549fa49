package player

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Source is what a [View] needs of a [Player].
type Source interface {
	OnFrame(func(*image.RGBA))
	Panel(width, height int)
}

// View shows the pictures of a player, whole, as large as it is given room. The player draws them for its size.
type View struct {
	widget.BaseWidget
	player Source
	image  *canvas.Image
	moving bool // a picture of the player is shown, no poster
}

// NewView makes a view, which takes the player's pictures.
func NewView(p Source) *View {
	v := &View{
		player: p,
		image:  &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleFastest},
	}
	v.ExtendBaseWidget(v)
	p.OnFrame(v.Display)
	return v
}

// SetPoster shows a picture, or nothing where it is nil, until the player has one. Call it with each clip that is
// loaded.
func (v *View) SetPoster(im image.Image) {
	v.moving = false
	v.put(im)
}

// Shown gives what is shown; nil for nothing. It is changed when the next picture comes: copy what is to be kept.
func (v *View) Shown() image.Image { return v.image.Image }

// Moving reports whether a picture of the player is shown, not the poster.
func (v *View) Moving() bool { return v.moving }

// Display shows a picture of the player, as the view does by itself unless its owner takes the pictures with
// [Player.OnFrame].
func (v *View) Display(im *image.RGBA) {
	v.moving = true
	v.put(im)
}

func (v *View) put(im image.Image) {
	v.image.Image = im
	v.image.Refresh()
}

// ask tells the player the size of the panel in device pixels.
func (v *View) ask() {
	scale := float32(1)
	if on := fyne.CurrentApp().Driver().CanvasForObject(v); on != nil {
		scale = on.Scale()
	}
	s := v.Size()
	v.player.Panel(int(s.Width*scale+0.5), int(s.Height*scale+0.5))
}

// Show draws pictures again.
func (v *View) Show() {
	v.BaseWidget.Show()
	v.ask()
}

// Hide stops the pictures; the sound goes on.
func (v *View) Hide() {
	v.BaseWidget.Hide()
	v.player.Panel(0, 0)
}

// CreateRenderer draws the view.
func (v *View) CreateRenderer() fyne.WidgetRenderer { return &viewRenderer{v} }

type viewRenderer struct{ v *View }

func (r *viewRenderer) Destroy()                     {}
func (r *viewRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.v.image} }
func (r *viewRenderer) MinSize() fyne.Size           { return fyne.NewSize(16, 9) }
func (r *viewRenderer) Refresh()                     { r.v.ask(); r.v.image.Refresh() }

func (r *viewRenderer) Layout(s fyne.Size) {
	r.v.image.Resize(s)
	r.v.ask()
}

// frames passes pictures from the engine to the window by three buffers: one is shown, one may wait to be, and one is
// drawn into. Neither side ever waits for the other, and the engine never draws into what the window looks at. Its user
// locks it.
type frames struct {
	shown, ready, spare *image.RGBA
}

// put takes a new picture, in place of one that was not taken, and gives the buffer for the next; nil: there is none
// yet.
func (f *frames) put(im *image.RGBA) (spare *image.RGBA) {
	spare, f.spare = f.spare, nil
	if f.ready != nil {
		spare = f.ready
	}
	f.ready = im
	return spare
}

// take gives the newest picture to show until the next one is taken; nil when there is no newer one.
func (f *frames) take() *image.RGBA {
	im := f.ready
	if im == nil {
		return nil
	}
	f.spare, f.shown, f.ready = f.shown, im, nil
	return im
}

// clear forgets the picture that is not shown yet; its memory serves the next clip.
func (f *frames) clear() {
	if f.ready != nil {
		f.spare, f.ready = f.ready, nil
	}
}

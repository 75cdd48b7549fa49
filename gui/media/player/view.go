package player

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Source is the subset of [Player] that a [View] uses.
type Source interface {
	OnFrame(func(*image.RGBA))
	Panel(width, height int)
}

// View shows the frames of a player, scaled to fit. The player renders them in its size.
type View struct {
	widget.BaseWidget
	player     Source
	image      *canvas.Image
	showsVideo bool // shows a frame of the player, not the poster
}

// NewView creates a view and registers it as the player's OnFrame callback.
func NewView(p Source) *View {
	v := &View{
		player: p,
		image:  &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleFastest},
	}
	v.ExtendBaseWidget(v)
	p.OnFrame(v.Display)
	return v
}

// SetPoster shows im until the player has a frame; nil shows nothing. Call it for each loaded clip.
func (v *View) SetPoster(im image.Image) {
	v.showsVideo = false
	v.put(im)
}

// Shown returns the visible picture, or nil. Its buffer is reused after the next frame: copy it to keep it.
func (v *View) Shown() image.Image { return v.image.Image }

// ShowsVideo reports whether the view shows a frame of the player rather than the poster.
func (v *View) ShowsVideo() bool { return v.showsVideo }

// Display shows a frame. NewView registers it with the player; an owner that sets [Player.OnFrame] calls it instead.
func (v *View) Display(im *image.RGBA) {
	v.showsVideo = true
	v.put(im)
}

func (v *View) put(im image.Image) {
	v.image.Image = im
	v.image.Refresh()
}

// updatePanel passes the size of the view to the player, in device pixels.
func (v *View) updatePanel() {
	scale := float32(1)
	if on := fyne.CurrentApp().Driver().CanvasForObject(v); on != nil {
		scale = on.Scale()
	}
	s := v.Size()
	v.player.Panel(int(s.Width*scale+0.5), int(s.Height*scale+0.5))
}

// Show resumes frames.
func (v *View) Show() {
	v.BaseWidget.Show()
	v.updatePanel()
}

// Hide stops frames; the sound continues.
func (v *View) Hide() {
	v.BaseWidget.Hide()
	v.player.Panel(0, 0)
}

// CreateRenderer implements [fyne.Widget].
func (v *View) CreateRenderer() fyne.WidgetRenderer { return &viewRenderer{v} }

type viewRenderer struct{ v *View }

func (r *viewRenderer) Destroy()                     {}
func (r *viewRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.v.image} }
func (r *viewRenderer) MinSize() fyne.Size           { return fyne.NewSize(16, 9) }
func (r *viewRenderer) Refresh()                     { r.v.updatePanel(); r.v.image.Refresh() }

func (r *viewRenderer) Layout(s fyne.Size) {
	r.v.image.Resize(s)
	r.v.updatePanel()
}

// tripleBuffer passes frames between engine and window: one buffer is shown, one may be ready, and the engine draws
// into the third. Neither side waits for the other. The caller must hold a lock.
type tripleBuffer struct {
	shown, ready, spare *image.RGBA
}

// put stores a new frame, replacing one that was not taken, and returns a buffer for the next frame or nil.
func (f *tripleBuffer) put(im *image.RGBA) (spare *image.RGBA) {
	spare, f.spare = f.spare, nil
	if f.ready != nil {
		spare = f.ready
	}
	f.ready = im
	return spare
}

// take returns the newest frame, valid until the next take, or nil if there is no new one.
func (f *tripleBuffer) take() *image.RGBA {
	im := f.ready
	if im == nil {
		return nil
	}
	f.spare, f.shown, f.ready = f.shown, im, nil
	return im
}

// clear drops the frame that was not taken; its buffer is reused.
func (f *tripleBuffer) clear() {
	if f.ready != nil {
		f.spare, f.ready = f.ready, nil
	}
}

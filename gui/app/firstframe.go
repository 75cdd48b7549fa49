package app

import (
	"image"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/resources"
)

// lastFrame is the last size and look of the window, which the first frame needs before the library is open.
type lastFrame struct {
	Width  float64 `json:"width,omitempty"` // px
	Height float64 `json:"height,omitempty"`
	Look   string  `json:"look,omitempty"`
}

// newFirstFrame returns the content that the window shows at once: its background, while the library is opened. painted
// is called once, when the toolkit paints it for the first time. So no work delays the first frame.
func newFirstFrame(painted func()) fyne.CanvasObject {
	var once sync.Once
	probe := canvas.NewRaster(func(int, int) image.Image {
		once.Do(painted)
		return image.NewNRGBA(image.Rect(0, 0, 1, 1))
	})
	return container.NewStack(kit.NewGround(resources.BgWindow), probe)
}

// earlyKeys buffers the typing between the first frame and the form, which follows a fifth of a second later.
type earlyKeys struct{ runes []rune }

// deliver types the buffered characters into the focused control. The window handles typing itself by then.
func (k *earlyKeys) deliver(c fyne.Canvas) {
	if focused := c.Focused(); focused != nil {
		for _, r := range k.runes {
			focused.TypedRune(r)
		}
	}
	k.runes = nil
}

func catchEarlyKeys(c fyne.Canvas) *earlyKeys {
	k := &earlyKeys{}
	c.SetOnTypedRune(func(r rune) { k.runes = append(k.runes, r) })
	return k
}

// stillApp is the program as the toolkit's controls see it.
type stillApp struct{ fyne.App }

func (a stillApp) Settings() fyne.Settings { return stillSettings{a.App.Settings()} }

type stillSettings struct{ fyne.Settings }

func (stillSettings) ShowAnimations() bool { return false }

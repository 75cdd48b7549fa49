// Package compare shows two pictures against each other.
//
// [Pair] is the widget: a slider, side by side, one alone, or the difference, with one zoom and one pan for both.
// [Labels] returns the labels of the two.
//
// Everything here belongs to the window's goroutine; pictures are prepared on others. A picture is kept with at most
// 4,096 pixels on its longer side, a third more for its reduced sizes, and as much again for the map of differences
// while that is shown.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	pair        the widget: pictures, modes, focus and keys
//	pairview    how the two are drawn, zoomed and divided
//	difference, labels   what differs between two pictures; their labels
package compare

import (
	"context"
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
)

// The pair takes the focus and the keys. The view in it takes the pointer.
var (
	_ fyne.Disableable = (*Pair)(nil)
	_ desktop.Keyable  = (*Pair)(nil)
)

// Pair shows two pictures against each other, with one zoom and one pan for both, and their labels above. Both are
// fitted into the smallest box that holds their sizes.
type Pair struct {
	widget.BaseWidget
	kit.TextRole
	pairView

	host action.Host
	keys func(*fyne.KeyEvent)
	stop context.CancelFunc // cancels the preparation of pictures
}

// NewPair returns a pair without pictures. changed is called after the mode, the pictures or their difference
// changed. keys gets the keys typed while the pair has the focus, and may pass them to Key.
func NewPair(host action.Host, changed func(), keys func(*fyne.KeyEvent)) *Pair {
	p := &Pair{host: host, keys: keys, stop: func() {}}
	p.ExtendBaseWidget(p)
	p.changed, p.split = changed, 0.5
	p.pressed = func() {
		if c := host.Canvas(); c != nil {
			c.Focus(p)
		}
	}
	p.build(host.Canvas)
	return p
}

// SetPictures shows two pictures with their labels and resets the zoom. The caller must not draw into a picture
// afterwards; nil shows nothing on that side. Two nil pictures release everything and end a swap. sizeA and sizeB are
// the sizes of the files in pixels, if the bitmaps are reduced copies. Zero means the size of the bitmap.
func (p *Pair) SetPictures(a, b image.Image, sizeA, sizeB image.Point, wordA, wordB string) {
	p.reset()
	p.words = [2]string{wordA, wordB}
	if a == nil && b == nil {
		p.swapped, p.held = false, false
		p.refresh()
		return
	}
	p.loading = true
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	p.host.Go(func(context.Context) {
		made := [2]*picture{newPicture(a, sizeA), newPicture(b, sizeB)}
		p.host.Post(func() {
			if ctx.Err() != nil {
				return
			}
			p.loading, p.pics = false, made
			p.compare()
			p.refresh()
			p.Fit()
		})
	})
	p.refresh()
}

// Clear removes the pictures and ends a swap.
func (p *Pair) Clear() { p.SetPictures(nil, nil, image.Point{}, image.Point{}, "", "") }

// SetFrames shows a frame of each of two clips without preparing it, because frames change many times a second. sizeA
// and sizeB are the sizes of the clips in pixels. A clip without a frame or size is not shown. A bitmap must keep its
// content until the next one is shown. Labels and zoom stay.
func (p *Pair) SetFrames(a, b *image.RGBA, sizeA, sizeB image.Point) {
	if p.loading {
		p.reset()
	}
	had := [2]image.Point{p.sizeOf(0), p.sizeOf(1)}
	p.pics = [2]*picture{newFrame(a, sizeA), newFrame(b, sizeB)}
	p.compared, p.frames = false, true
	if had != [2]image.Point{sizeA, sizeB} {
		p.refresh()
		return
	}
	p.place()
}

// SetWords sets the labels of the two.
func (p *Pair) SetWords(wordA, wordB string) {
	p.words = [2]string{wordA, wordB}
	p.refresh()
}

// reset removes the pictures and cancels work on them.
func (p *Pair) reset() {
	p.stop()
	p.stop = func() {}
	p.pics, p.loading, p.frames = [2]*picture{}, false, false
	p.unlike, p.compared, p.comparing = unlike{}, false, false
}

func (p *Pair) Mode() Mode { return p.mode }

// SetMode changes how the pictures are shown. Frames of clips have no difference.
func (p *Pair) SetMode(m Mode) {
	if m == p.mode || m == Difference && p.frames {
		return
	}
	p.mode = m
	p.compare()
	p.refresh()
}

// Turn shows a mode, or the slider if that mode is shown already.
func (p *Pair) Turn(m Mode) {
	if p.mode == m {
		m = Slider
	}
	p.SetMode(m)
}

// Swap swaps the places of the two.
func (p *Pair) Swap() {
	p.swapped = !p.swapped
	p.refresh()
}

// Swapped reports whether their places are swapped.
func (p *Pair) Swapped() bool { return p.swapped }

// Hold shows the other picture in each place until it is called with false.
func (p *Pair) Hold(on bool) {
	if p.held != on {
		p.held = on
		p.refresh()
	}
}

// compare computes the difference if the mode needs it and it is not known yet.
func (p *Pair) compare() {
	pics := p.pics
	if p.mode != Difference || p.compared || p.comparing || pics[0] == nil || pics[1] == nil {
		return
	}
	p.comparing = true
	p.host.Go(func(context.Context) {
		u := differenceOf(pics[0], pics[1])
		p.host.Post(func() {
			if p.pics != pics {
				return
			}
			p.unlike, p.compared, p.comparing = u, true, false
			p.refresh()
		})
	})
}

func (p *Pair) CreateRenderer() fyne.WidgetRenderer {
	return kit.Draw(func() fyne.Size { return p.view.MinSize().AddWidthHeight(0, labelRow) }, func(s fyne.Size) {
		kit.Place(p.view, 0, labelRow, s.Width, max(s.Height-labelRow, 0))
	}, func() {
		for _, tiles := range p.tiles {
			tiles.Refresh()
		}
		p.paint()
	}, p.view, p.labels[0], p.labels[1], p.note)
}

func (p *Pair) AccessibilityLabel() string {
	return wording.Commas(slices.DeleteFunc([]string{kit.Words(p.labels[0]), kit.Words(p.labels[1]), kit.Words(p.note)},
		func(words string) bool { return words == "" })...)
}

func (p *Pair) FocusGained() { p.focused = true; p.paint() }

// FocusLost ends a hold: the key will be released elsewhere.
func (p *Pair) FocusLost() {
	p.focused = false
	p.Hold(false)
	p.paint()
}

func (p *Pair) TypedRune(rune) {}

func (p *Pair) TypedKey(e *fyne.KeyEvent) { p.keys(e) }

// KeyDown shows the other of two pictures while Space is down.
func (p *Pair) KeyDown(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		p.Hold(!p.frames)
	}
}

func (p *Pair) KeyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		p.Hold(false)
	}
}

// Key handles the arrow keys. Left and Right move the divider, ten times as far with Shift; in other modes they pan. Up
// and Down pan.
func (p *Pair) Key(e *fyne.KeyEvent) {
	by := map[fyne.KeyName]fyne.Delta{fyne.KeyLeft: {DX: -1}, fyne.KeyRight: {DX: 1}, fyne.KeyUp: {DY: -1},
		fyne.KeyDown: {DY: 1}}[e.Name]
	switch {
	case p.mode != Slider || by.DX == 0:
		p.view.PanBy(-by.DX*panStep, -by.DY*panStep)
	case kit.HeldModifiers()&fyne.KeyModifierShift != 0:
		p.SetSplit(p.split + float64(by.DX)*dividerLong)
	default:
		p.SetSplit(p.split + float64(by.DX)*dividerStep)
	}
}

// Enable does nothing: a pair with pictures is enabled.
func (p *Pair) Enable() {}

// Disable does nothing: a pair without pictures is disabled.
func (p *Pair) Disable() {}

// The steps of keys.
const (
	dividerStep = 0.01 // share of the pictures
	dividerLong = 0.1
	panStep     = 48 // units
)

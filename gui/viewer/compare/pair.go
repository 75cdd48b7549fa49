// Package compare shows two pictures against each other.
//
// [Pair] is the widget: a slider, side by side, one alone, or what differs, with one zoom and one pan for both. It is two
// pictures in tiles on one image view. [Labels] words the two.
//
// Everything here belongs to the window's goroutine; pictures are prepared off it. A picture is kept with at most 4,096 pixels on its
// longer side, a third more for its smaller sizes, and as much once more for the map of differences while that is asked for.
package compare

import (
	"context"
	"fmt"
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/imageview"
	"viviscope/gui/wording"
)

// Mode is how two pictures are shown against each other.
type Mode int

// The modes, in the order in which they are offered.
const (
	Slider     Mode = iota // one over the other, with a divider that is dragged
	Side                   // beside each other
	OnlyA                  // the first alone
	OnlyB                  // the second alone
	Difference             // where and how much they differ, amplified
)

// ModeWords are the words of the modes, in their order.
func ModeWords() []string {
	return []string{lang.L("Slider"), lang.L("Side by side"), lang.L("A only"), lang.L("B only"), lang.X("noun", "Difference")}
}

// Pair shows two pictures against each other, with one zoom and one pan for both. Both are fitted into the least box that
// holds their sizes.
type Pair struct {
	widget.BaseWidget
	kit.TextRole

	host    action.Host
	changed func()
	keys    func(*fyne.KeyEvent)

	mode    Mode
	pics    [2]*picture // as they were given; nil while none or not prepared yet
	words   [2]string
	loading bool
	frames  bool // they are frames of clips
	swapped bool // the second stands where the first is said to be
	held    bool // each shows the other, while a key is down
	split   float64

	unlike    unlike
	compared  bool // unlike is there
	comparing bool

	view  *imageview.View     // of the box; the pictures lie on it
	tiles [2]*imageview.Tiles // of the left one and of the right one
	shown [2]*picture         // what the tiles show
	box   image.Point
	seen  imageview.Room // what is seen of the box, in one of the columns
	cut   float64        // where the divider is, in units

	line, handle *canvas.Rectangle
	icon         *canvas.Image
	labels       [2]*kit.Tag
	note         *kit.Tag
	focused      bool
	divides      bool               // the pointer moves the divider while its button is down
	stop         context.CancelFunc // of what is prepared for the pictures
}

// NewPair makes a pair without pictures. changed is called when the mode, the pictures or what is known of their difference
// changed; keys takes what is typed while the pair has the focus, and may hand it to Key.
func NewPair(host action.Host, changed func(), keys func(*fyne.KeyEvent)) *Pair {
	p := &Pair{host: host, changed: changed, keys: keys, split: 0.5, stop: func() {}}
	p.ExtendBaseWidget(p)
	p.build()
	return p
}

// SetPictures shows two pictures, with the words for them. A picture must not be drawn into after that; nil shows nothing on
// that side, and two of them let go of everything that was held and of a swap. The sizes are those of the pictures in
// pixels, where the bitmaps stand for larger ones, and nothing where it is the bitmap's own. The zoom starts anew.
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

// Clear lets go of the pictures and of a swap.
func (p *Pair) Clear() { p.SetPictures(nil, nil, image.Point{}, image.Point{}, "", "") }

// SetFrames shows a bitmap of each of two clips, as they are: for what changes many times a second. sizeA and sizeB are those of
// the clips, in pixels; what has none yet is not shown. A bitmap must keep its content until the next one is shown. Words and zoom stay.
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

// SetWords changes the words for the two.
func (p *Pair) SetWords(wordA, wordB string) {
	p.words = [2]string{wordA, wordB}
	p.refresh()
}

// reset lets go of the pictures and of what is under way for them.
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

// Turn shows a mode, and the slider again where it is shown already.
func (p *Pair) Turn(m Mode) {
	if p.mode == m {
		m = Slider
	}
	p.SetMode(m)
}

// Swap lets the two change places.
func (p *Pair) Swap() {
	p.swapped = !p.swapped
	p.refresh()
}

// Swapped reports whether they have changed places.
func (p *Pair) Swapped() bool { return p.swapped }

// Hold shows the other picture in each place until it is told false.
func (p *Pair) Hold(on bool) {
	if p.held != on {
		p.held = on
		p.refresh()
	}
}

// SetSplit moves the divider, to a share of what is seen of the pictures: 0 shows all of B, 1 all of A.
func (p *Pair) SetSplit(share float64) {
	p.split = min(max(share, 0), 1)
	p.place()
}

func (p *Pair) Split() float64 { return p.split }

// Fit shows all of both pictures.
func (p *Pair) Fit() { p.view.Fit() }

// ZoomBy enlarges by a factor around the middle.
func (p *Pair) ZoomBy(factor float64) { p.view.ZoomBy(factor) }

// Actual shows one pixel of the larger picture in one pixel of the screen.
func (p *Pair) Actual() { p.view.Actual() }

// Sizes words the sizes of the two: "Both 1344 × 1008", or each with its letter.
func (p *Pair) Sizes() string {
	var words []string
	for i, letter := range letters {
		if size := p.sizeOf(p.standing(i)); size != (image.Point{}) {
			words = append(words, letter+" "+sizeWord(size))
		}
	}
	if a := p.sizeOf(0); len(words) == 2 && a == p.sizeOf(1) {
		return lang.L("Both %s", sizeWord(a))
	}
	return wording.Commas(words...)
}

// letters are those of the two places.
var letters = [2]string{"A", "B"}

// sizeWord words a size in pixels.
func sizeWord(s image.Point) string { return fmt.Sprintf("%d × %d", s.X, s.Y) }

// Found words the difference of the two; "" while it is not known and in the other modes.
func (p *Pair) Found() string {
	switch {
	case p.mode != Difference:
		return ""
	case p.comparing:
		return lang.L("Comparing…")
	case !p.compared:
		return ""
	}
	return p.unlike.words()
}

// standing gives which of the two pictures stands at a place, 0 or 1.
func (p *Pair) standing(place int) int {
	if p.swapped != p.held {
		return 1 - place
	}
	return place
}

func (p *Pair) sizeOf(i int) image.Point {
	if p.pics[i] == nil {
		return image.Point{}
	}
	return p.pics[i].size
}

// compare finds the difference where it is asked for and not known.
func (p *Pair) compare() {
	pics := p.pics
	if p.mode != Difference || p.compared || p.comparing || pics[0] == nil || pics[1] == nil {
		return
	}
	p.comparing = true
	p.host.Go(func(context.Context) {
		u := tellApart(pics[0], pics[1])
		p.host.Post(func() {
			if p.pics != pics {
				return
			}
			p.unlike, p.compared, p.comparing = u, true, false
			p.refresh()
		})
	})
}

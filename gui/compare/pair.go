package compare

import (
	"context"
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
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
	modes
)

// ModeWords are the words of the modes, in their order.
func ModeWords() []string {
	return []string{lang.L("Slider"), lang.L("Side by side"), lang.L("A only"), lang.L("B only"), lang.X("noun", "Difference")}
}

// Place says where a Pair stands. Two that can be seen at the same time must stand in different places: the graphics card
// keeps programs and textures by place.
type Place string

// The places.
const (
	InEditor Place = "viviscope pair: editor"
	InViewer Place = "viviscope pair: viewer"
	InSheet  Place = "viviscope pair: sheet"
)

// Pair shows two pictures against each other, with one zoom and one pan for both. It draws with a shader, which is one
// object on the graphics card that takes no time of this computer, and with a bitmap that is made off the window's
// goroutine where there is no graphics card or it does not take the shader.
//
// Keys while it has the focus: Left and Right move the divider (with Shift ten times as far) and pan elsewhere, Up and
// Down pan, X swaps, S side by side, D difference, 1 and 2 one alone, plus, minus and 0 zoom, and each side shows the
// other picture while Space is down.
type Pair struct {
	widget.BaseWidget

	// Go runs a function off the window's goroutine, Post one on it, later. Both have useful values from the start.
	Go   func(func())
	Post func(func())

	// OnChanged is told that the mode, the zoom, the pictures or what is known of their difference changed. May be nil.
	OnChanged func()
	// OnKey is offered keys that the pair has no use for. May be nil.
	OnKey func(*fyne.KeyEvent)
	// Keys takes all keys instead of the pair, which then has none of its own but Space while that is held: an owner gives them other
	// ones. Key still says what they mean to a pair. nil: the pair has its own.
	Keys func(*fyne.KeyEvent)
	// Holds reports whether Space shows the other picture while it is held. nil: it does.
	Holds func() bool

	place   Place
	mode    Mode
	pics    [2]*levels // as they were given; nil while none or not prepared yet
	words   [2]string
	loading bool
	swapped bool // the second stands where the first is said to be
	held    bool // each shows the other, while a key is down
	sight   sight
	split   float64 // where the divider is, as a share of what is seen of the pictures, 0 to 1

	unlike    unlike
	compared  bool // unlike is there
	comparing bool

	focused, shift bool
	drag           dragging
	stop           context.CancelFunc // of what is prepared for the pictures
	renderer       *pairRenderer
}

// margin is kept free around pictures that are shown whole, px; a sheet has room of its own around it.
const margin = 32

// NewPair makes a pair without pictures, for the editor.
func NewPair() *Pair {
	p := &Pair{
		Go: func(f func()) { go f() }, Post: fyne.Do,
		place: InEditor, split: 0.5, stop: func() {},
	}
	p.ExtendBaseWidget(p)
	return p
}

// In says where the pair stands; before it is shown.
func (p *Pair) In(place Place) *Pair { p.place = place; return p }

// SetPictures shows two pictures of any size, with the words for them. A picture must not be drawn into after that. nil
// shows nothing on that side; two nils let go of everything that was held and of a swap. The zoom starts anew.
func (p *Pair) SetPictures(a, b image.Image, wordA, wordB string) {
	p.SetScaled(a, b, image.Point{}, image.Point{}, wordA, wordB)
}

// SetScaled is SetPictures for bitmaps that stand for larger pictures; the sizes are those of the pictures, in pixels, and
// nothing where that is the bitmap's own.
func (p *Pair) SetScaled(a, b image.Image, sizeA, sizeB image.Point, wordA, wordB string) {
	p.reset()
	p.words = [2]string{wordA, wordB}
	p.sight.scale = 0
	if a == nil && b == nil {
		p.swapped, p.held = false, false
		p.changed()
		return
	}
	p.loading = true
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	p.Go(func() {
		made := [2]*levels{newLevels(a).sized(sizeA), newLevels(b).sized(sizeB)}
		p.Post(func() {
			if ctx.Err() != nil {
				return
			}
			p.loading, p.pics = false, made
			p.compare()
			p.changed()
		})
	})
	p.changed()
}

// SetFrames shows a bitmap of each of two clips, as they are: for what changes many times a second. sizeA and sizeB are those of
// the clips, in pixels. A bitmap must keep its content until the next one is shown. Words and zoom stay.
func (p *Pair) SetFrames(a, b *image.RGBA, sizeA, sizeB image.Point) {
	if p.loading {
		p.reset()
	}
	had := [2]image.Point{p.sizeOf(0), p.sizeOf(1)}
	p.pics = [2]*levels{frameLevels(a, sizeA), frameLevels(b, sizeB)}
	p.compared = false
	if had != [2]image.Point{p.sizeOf(0), p.sizeOf(1)} {
		p.changed()
		return
	}
	p.draw()
}

// SetWords changes the words for the two.
func (p *Pair) SetWords(wordA, wordB string) {
	p.words = [2]string{wordA, wordB}
	p.changed()
}

// reset lets go of the pictures and of what is under way for them.
func (p *Pair) reset() {
	p.stop()
	p.stop = func() {}
	p.pics, p.loading = [2]*levels{}, false
	p.unlike, p.compared, p.comparing = unlike{}, false, false
}

// Mode gives how the pictures are shown.
func (p *Pair) Mode() Mode { return p.mode }

// SetMode changes how the pictures are shown.
func (p *Pair) SetMode(m Mode) {
	if m == p.mode || m < 0 || m >= modes {
		return
	}
	p.mode = m
	p.compare()
	p.changed()
}

// Swap lets the two change places.
func (p *Pair) Swap() {
	p.swapped = !p.swapped
	p.changed()
}

// Swapped reports whether they have changed places.
func (p *Pair) Swapped() bool { return p.swapped }

// Hold shows the other picture in each place until it is told false.
func (p *Pair) Hold(on bool) {
	if p.held != on {
		p.held = on
		p.changed()
	}
}

// Split gives where the divider is, from 0 to 1; SetSplit moves it.
func (p *Pair) Split() float64 { return p.split }

// SetSplit moves the divider: 0 shows all of B, 1 all of A.
func (p *Pair) SetSplit(share float64) {
	p.split = min(max(share, 0), 1)
	p.draw()
}

// Sizes words the sizes of the two: "Both 1344 × 1008", or each with its letter.
func (p *Pair) Sizes() string {
	a, b := p.sizeOf(p.standing(0)), p.sizeOf(p.standing(1))
	switch {
	case a == image.Point{} && b == image.Point{}:
		return ""
	case a == b:
		return lang.L("Both %s", sizeWord(a))
	case b == image.Point{}:
		return "A " + sizeWord(a)
	case a == image.Point{}:
		return "B " + sizeWord(b)
	}
	return lang.X("list", "%s, %s", "A "+sizeWord(a), "B "+sizeWord(b))
}

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
	a, b := p.pics[0], p.pics[1]
	if p.mode != Difference || p.compared || p.comparing || a == nil || b == nil {
		return
	}
	p.comparing = true
	p.Go(func() {
		u := tellApart(a, b)
		p.Post(func() {
			if p.pics != [2]*levels{a, b} {
				return
			}
			p.unlike, p.compared, p.comparing = u, true, false
			p.changed()
		})
	})
}

// changed draws everything anew and tells the owner.
func (p *Pair) changed() {
	p.sight.box = boxOf(p.sizeOf(0), p.sizeOf(1))
	p.Refresh()
	if p.OnChanged != nil {
		p.OnChanged()
	}
}

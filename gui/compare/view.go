package compare

import (
	"context"
	"image"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// side is one of the two pictures.
type side struct {
	asset  db.Asset
	known  facts.Background
	read   bool // known is there
	image  image.Image
	come   bool // image is there, or will never be
	failed bool
	cancel func()
}

// view is one open comparison.
type view struct {
	s       *Screen
	ctx     context.Context
	stop    context.CancelFunc
	sides   [2]side
	pair    *Pair
	panes   [2]*pane // of A and B
	choice  *widgets.Segmented
	sizes   *widgets.Text
	head    *fyne.Container
	content *fyne.Container
	sheet   *widgets.Sheet
}

func newView(s *Screen, left, right db.Asset) *view {
	v := &view{s: s, sides: [2]side{{asset: left}, {asset: right}}}
	v.ctx, v.stop = context.WithCancel(context.Background())
	v.pair = NewPair().In(InSheet)
	v.pair.Go, v.pair.Post = s.d.Go, s.d.Post
	v.pair.OnChanged, v.pair.OnKey = v.show, v.key
	for i, letter := range []string{"A", "B"} {
		v.panes[i] = newPane(letter, func(do func()) { s.Close(); do() })
	}
	v.choice = widgets.NewSegmented(ModeWords(), func(i int) { v.pair.SetMode(Mode(i)) }).Tight()
	v.sizes = widgets.NewText("", resources.SizeSM, resources.Text3, false).Ellipsis()
	swap := widgets.NewButton(lang.X("verb", "Swap")+"  X", resources.IconSwap(), widgets.Plain, v.pair.Swap).Small()
	v.head = widgets.NewRow(12,
		widgets.NewText(lang.X("verb", "Compare"), resources.SizeH2, resources.Text1, true), v.sizes,
		widgets.NewSpring(), v.choice, swap,
		widgets.NewButton(lang.L("Close")+"  Esc", nil, widgets.Quiet, s.Close).Small())
	under := &fyne.Container{Layout: halves{}, Objects: []fyne.CanvasObject{v.panes[0].object, v.panes[1].object}}
	v.content = &fyne.Container{Layout: wholeLayout{}, Objects: []fyne.CanvasObject{v.head, v.pair, under}}
	v.show()
	return v
}

// at is the picture that stands at a place, 0 for A.
func (v *view) at(place int) *side { return &v.sides[v.pair.standing(place)] }

// show writes what is seen now.
func (v *view) show() {
	for i, p := range v.panes {
		p.show(v.at(i), &v.s.d)
	}
	v.choice.SetSelected(int(v.pair.Mode()))
	hint := lang.L("Hold Space to see the other in its place.")
	if sizes := v.pair.Sizes(); sizes != "" {
		hint = lang.L("%s. %s", sizes, hint)
	}
	if v.sizes.Text() != hint {
		v.sizes.SetText(hint)
		v.head.Refresh() // longer words need more of the line
	}
}

// key takes the keys that the control with the focus has no use for.
func (v *view) key(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		v.s.Close()
		return
	}
	v.pair.Key(e)
}

// told takes what the library knows of the two.
func (v *view) told(known [2]facts.Background) {
	for i := range v.sides {
		v.sides[i].known, v.sides[i].read = known[i], true
	}
	v.show()
}

// release calls off what was asked for and lets the pictures go.
func (v *view) release() {
	v.stop()
	for i := range v.sides {
		if v.sides[i].cancel != nil {
			v.sides[i].cancel()
		}
		v.sides[i].image = nil
	}
	v.pair.OnChanged = nil
	v.pair.SetPictures(nil, nil, "", "")
}

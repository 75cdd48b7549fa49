package compare

import (
	"context"
	"image"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// What is seen: both sides, or one of them alone.
const (
	both = iota
	leftAlone
	rightAlone
)

// side is one of the two pictures.
type side struct {
	asset  db.Asset
	known  background
	read   bool // known is there
	image  image.Image
	failed bool
	asked  int // device pixels of the longer side that were asked for last
	cancel func()
}

// view is one open comparison.
type view struct {
	s       *Screen
	ctx     context.Context
	stop    context.CancelFunc
	sides   [2]side
	panes   [2]*pane // left and right
	swapped bool     // the right picture stands on the left
	held    bool     // each pane shows the other picture, while Space is down
	seen    int
	choice  *widgets.Segmented
	stage   *fyne.Container
	content *fyne.Container
	sheet   *widgets.Sheet
}

func newView(s *Screen, left, right db.Asset) *view {
	v := &view{s: s, sides: [2]side{{asset: left}, {asset: right}}}
	v.ctx, v.stop = context.WithCancel(context.Background())
	for i := range v.panes {
		v.panes[i] = newPane(func() { v.useAsFrame(i) }, func() { v.reuse(i) })
	}
	v.choice = widgets.NewSegmented([]string{"Both", "1", "2"}, v.see).Tight()
	swap := widgets.NewButton("Swap  X", resources.IconSwap(), widgets.Plain, v.swap).Small()
	head := widgets.NewRow(12,
		widgets.NewText("Compare", resources.SizeH2, resources.Text1, true),
		widgets.NewText("1 and 2 show one alone. Hold Space to see the other in its place.", resources.SizeSM, resources.Text3, false).Ellipsis(),
		widgets.NewSpring(), v.choice, swap,
		widgets.NewButton("Close  Esc", nil, widgets.Quiet, s.Close).Small())
	v.stage = &fyne.Container{Layout: &stageLayout{v}, Objects: []fyne.CanvasObject{v.panes[0].object, v.panes[1].object}}
	v.content = &fyne.Container{Layout: wholeLayout{}, Objects: []fyne.CanvasObject{head, v.stage}}
	v.show()
	return v
}

// at is the picture that stands in a pane now.
func (v *view) at(pane int) *side {
	if v.swapped != v.held {
		return &v.sides[1-pane]
	}
	return &v.sides[pane]
}

// show writes what is seen now.
func (v *view) show() {
	for i, p := range v.panes {
		p.show(i, v.at(i), frameNote(v.at(i).asset, v.s.d.Now(), v.s.d.Hosting != nil && v.s.d.Hosting()), &v.s.d)
		if alone := v.seen; alone == both || alone == i+1 {
			p.object.Show()
		} else {
			p.object.Hide()
		}
	}
	v.choice.SetSelected(v.seen)
}

// key takes the keys that no control has a use for.
func (v *view) key(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyX:
		v.swap()
	case fyne.Key1:
		v.turn(leftAlone)
	case fyne.Key2:
		v.turn(rightAlone)
	}
}

// turn shows one side alone, and both again where it is alone already.
func (v *view) turn(seen int) {
	if v.seen == seen {
		seen = both
	}
	v.see(seen)
}

func (v *view) see(seen int) {
	v.seen = seen
	v.show()
	v.stage.Refresh() // what is left has the whole room
}

func (v *view) swap() {
	v.swapped = !v.swapped
	v.show()
}

// hold shows the other picture in each place while Space is down.
func (v *view) hold(down bool) {
	if v.held != down {
		v.held = down
		v.show()
	}
}

// told takes what the library knows of the two.
func (v *view) told(known [2]background) {
	for i := range v.sides {
		v.sides[i].known, v.sides[i].read = known[i], true
	}
	v.show()
}

// useAsFrame hands the picture in a pane to the composer.
func (v *view) useAsFrame(pane int) {
	a := v.at(pane).asset
	v.s.Close()
	v.s.d.OnFrame(a, 0)
}

// reuse hands the settings of the picture in a pane to the composer.
func (v *view) reuse(pane int) {
	job := v.at(pane).known.job
	v.s.Close()
	v.s.d.OnReuse(job)
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
	for _, p := range v.panes {
		p.picture.SetImage(nil)
	}
}

// Package compare shows two pictures against each other.
//
// [Pair] is the widget: a slider, side by side, one alone, or what differs, with one zoom and one pan for both. It is two
// pictures in tiles on one image view. [Screen] is a sheet over the window with a Pair and what is known of both pictures:
// what the two picture models made of one request, or any two of the gallery. The viewer shows a Pair of its own.
//
// Everything here belongs to the window's goroutine. Rows are read off it; pictures are decoded
// off it. A picture is kept with at most 4,096 pixels on its longer side, a third more for its smaller sizes, and as
// much once more for the map of differences while that is asked for.
package compare

import (
	"context"
	"fmt"
	"image"
	"log/slog"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Deps is what a comparison needs.
type Deps struct {
	action.Host
	Nav      action.Nav
	Rows     facts.Library // read off the window's goroutine
	Pictures Pictures
}

// Pictures gives whole pictures of assets, off the window's goroutine. *media.Thumbs is one.
type Pictures interface {
	Whole(asset db.Asset) (*image.RGBA, error)
}

// gap is the room between the parts of the sheet, px.
const gap = 16

// widest is how wide the sheet may get, in px: wider windows show the window around it.
const widest = 2400

// Screen opens comparisons, one at a time.
type Screen struct {
	d    Deps
	view *view // nil: none is open
}

// New makes a screen that shows nothing yet.
func New(d Deps) *Screen { return &Screen{d: d} }

// Show opens a comparison of two pictures over whatever is in front. It replaces one that is open.
func (s *Screen) Show(left, right db.Asset) {
	c := s.d.Canvas()
	if c == nil {
		return
	}
	s.Close()
	v := newView(s, left, right)
	s.view = v
	v.sheet = widgets.ShowWideSheet(c, widest, v.content, s.Close)
	v.sheet.OnKey, v.sheet.OnHold = v.key, v.pair.Hold
	s.d.Go(func(context.Context) { v.read() })
}

// Close takes the comparison away and lets go of its pictures.
func (s *Screen) Close() {
	if v := s.view; v != nil {
		s.view = nil
		v.stop()
		v.sheet.Hide()
		v.pair.Clear()
	}
}

// side is one of the two pictures.
type side struct {
	asset  db.Asset
	known  facts.Background
	read   bool // known is there
	failed bool // its file cannot be shown
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
	v.pair = NewPair(s.d.Host, 0, v.show, v.key)
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
	under := widgets.NewEven(gap, v.panes[0].object, v.panes[1].object)
	v.content = widgets.NewFilled(gap, v.pair, v.head, v.pair, under)
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

// read gets what the library knows of the two and shows it, and then the pictures. What cannot be read is left out and logged. Off
// the window's goroutine.
func (v *view) read() {
	a, b := v.sides[0], v.sides[1]
	for _, sd := range []*side{&a, &b} {
		known, err := facts.Read(v.ctx, v.s.d.Rows, sd.asset)
		v.warn("cannot read what belongs to a picture", sd.asset, err)
		sd.known, sd.read = known, true
	}
	known := [2]side{a, b} // the two are written to while the window reads these
	v.post(func() { v.sides = known })
	var images [2]image.Image
	for i, sd := range []*side{&a, &b} {
		im, err := v.s.d.Pictures.Whole(sd.asset)
		v.warn("cannot show a picture", sd.asset, err)
		if sd.failed = err != nil; !sd.failed {
			images[i] = im
		}
	}
	v.post(func() {
		v.sides = [2]side{a, b}
		size := func(a db.Asset) image.Point { return image.Pt(a.Width, a.Height) }
		v.pair.SetPictures(images[0], images[1], size(a.asset), size(b.asset), a.asset.Model, b.asset.Model)
	})
}

func (v *view) warn(what string, a db.Asset, err error) {
	if err != nil && v.ctx.Err() == nil {
		v.s.d.Log().Warn(what, slog.Int64("asset", a.ID), slog.Any("err", err))
	}
}

// post changes something on the window's goroutine and shows it, unless the comparison is closed by then.
func (v *view) post(change func()) {
	v.s.d.Post(func() {
		if v.ctx.Err() == nil {
			change()
			v.show()
		}
	})
}

// pane is what is known of one of the two, and what can be done with it.
type pane struct {
	letter *widgets.Tag
	model  *widgets.Text
	made   *widgets.Text
	cost   *widgets.Text
	note   *widgets.Text
	frame  *widgets.Button
	reuse  *widgets.Button
	action.Buttons
	object *fyne.Container
}

func newPane(letter string, wrap func(do func())) *pane {
	small := func(c fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, c, false).Ellipsis()
	}
	p := &pane{
		letter: widgets.NewTag(widgets.ToneNeutral, nil, letter),
		model:  widgets.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis(),
		made:   small(resources.Text2), cost: small(resources.Text2), note: small(resources.Text3),
		Buttons: action.Buttons{Wrap: wrap},
	}
	p.frame, p.reuse = p.Staying("gallery/first").Small(), p.Staying("gallery/reuse").Small()
	p.object = widgets.NewColumn(4, widgets.NewRow(8, p.letter, p.model), p.made, p.cost,
		widgets.NewRow(8, p.frame, p.reuse, p.note))
	return p
}

// show fills the pane.
func (p *pane) show(sd *side, d *Deps) {
	note := ""
	if use := wording.FrameUseOf(sd.asset, d.Now(), d.Nav.HostsPictures()); !use.Frame {
		note = use.Note
	}
	l := lines{model: sd.asset.Model}
	if sd.read {
		l = linesOf(sd.asset, sd.known)
	}
	if sd.failed {
		note = lang.L("The file cannot be shown.")
	}
	p.model.SetText(nameOf(l.model, sd.asset, d.Now()))
	p.made.SetText(l.made)
	p.cost.SetText(l.cost)
	p.note.SetText(note)
	p.Show(action.ForAssets(action.InGallery, d.Nav, nil, action.One(sd.asset), d.Now()))
	if sd.failed {
		p.frame.Disable()
	}
}

// lines are what stands under a picture.
type lines struct {
	model string
	made  string // "1024 × 1024 · PNG · high · 1.9 MB"
	cost  string // "¥0.42 charged · took 0:12"
}

// linesOf words what is to be weighed: what came, what it cost and how long it took.
func linesOf(a db.Asset, b facts.Background) lines {
	f := lines{model: a.Model}
	if f.model == "" {
		f.model = b.Job.Model
	}
	if f.model == "" {
		f.model = lang.L("Model not known")
	}
	var made []string
	if a.Width > 0 && a.Height > 0 {
		made = append(made, fmt.Sprintf("%d × %d", a.Width, a.Height))
	}
	if kind, ok := strings.CutPrefix(a.MIME, "image/"); ok {
		made = append(made, strings.ToUpper(kind))
	}
	if quality := wording.AskedOf(b.Job).Quality; quality != "" {
		made = append(made, lang.L("quality %s", quality))
	}
	f.made = strings.Join(append(made, wording.Bytes(a.Bytes)), " · ")
	f.cost = costWords(b)
	return f
}

// nameOf is what a picture is called: its model, and when it came, which tells two of one model apart.
func nameOf(model string, a db.Asset, now time.Time) string {
	when := wording.When(a.CreatedAt, now)
	if model == "" || when == "" {
		return model
	}
	return model + " · " + when
}

// costWords words the price and the time. A call is charged as a whole: where it gave several pictures, that is said.
func costWords(b facts.Background) string {
	if b.Job.ID == 0 {
		return lang.L("Not made here: no price, no time")
	}
	cost := wording.CostOf(b.Job, b.Entries)
	words := cost.Word
	if cost.Number != "—" {
		words = cost.Number + " " + cost.Word
	}
	words = wording.MoneyFormat{Sandbox: b.Sandbox}.Mark(words)
	if took := b.Job.FinishedAt.Sub(b.Job.SentAt); !b.Job.SentAt.IsZero() && !b.Job.FinishedAt.IsZero() && took > 0 {
		words += " · " + lang.L("took %s", wording.Elapsed(took))
	}
	return words
}

package facts

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Pane shows one asset at the side of a screen: the request, the delivered file, and its relatives. The foot has the
// actions that use the asset. Screens add parts of their own around that.
type Pane struct {
	Object  *fyne.Container
	Buttons action.Buttons
	Family  *Family
	Use     *kit.Text // how long the asset can be used, or why it cannot; part of the foot

	host    action.Host
	creator action.Creator
	made    *list // above the family
	more    *list // below the family
	seed    fyne.CanvasObject
	ledger  *kit.Link
	head    fyne.CanvasObject // above the prompt
	prompt  *kit.Text
	without *kit.Text
	rows    []*fyne.Container // of buttons
	scroll  *kit.Scroll
	foot    *fyne.Container
	width   float32 // px
	asset   db.Asset
	judge   judge
	again   func() // shows the facts of the asset again
}

// The padding of a pane, px.
const (
	PaneEdge = 16
	paneTop  = 12
)

// JudgeBy checks the whole files of shown assets on another goroutine. A file that can be shown may be damaged further
// on.
func (p *Pane) JudgeBy(j Judge) { p.judge.ask = j }

// NewPane returns a pane without parts; see [Pane.Lay]. wrap is called around the actions of its buttons.
func NewPane(family FamilyOptions, creator action.Creator, navigator action.Navigator, wrap func(do func())) *Pane {
	p := &Pane{host: family.Host, judge: judge{host: family.Host}, creator: creator,
		Buttons: action.Buttons{Wrap: wrap}, Use: Small(resources.Text3),
		Family: NewFamily(family)}
	p.made, p.more = &list{kit.NewColumn(4), nil, p.column}, &list{kit.NewColumn(4), nil, p.column}
	p.seed = kit.NewLink(lang.L("Reuse this seed"), func() { creator.UseSeed(*p.asset.Seed) })
	p.ledger = kit.NewLink(lang.L("Ledger"), func() { navigator.ShowLedger(p.asset.JobID) })
	p.prompt = kit.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	p.without = Small(resources.Text2)
	p.head = kit.NewRow(8, kit.NewText(lang.L("Prompt"), resources.SizeSM, resources.Text2, false), kit.NewSpring(),
		kit.NewLink(lang.X("verb", "Copy"), func() { family.Host.Copy(p.asset.Prompt) }))
	return p
}

// Small returns an empty text in the style of the pane.
func Small(color fyne.ThemeColorName) *kit.Text {
	return kit.NewText("", resources.SizeSM, color, false).Wrap(true)
}

// Parts are the objects that a screen adds to its pane, from top to bottom.
type Parts struct {
	Top    []fyne.CanvasObject
	Prompt []fyne.CanvasObject // below the prompt
	Bottom []fyne.CanvasObject
	Foot   []fyne.CanvasObject // rows of [Pane.Row] and Use
}

// Lay composes the pane. width is in px.
func (p *Pane) Lay(width float32, parts Parts) {
	p.width = width
	prompt := append([]fyne.CanvasObject{p.head, p.prompt, p.without}, parts.Prompt...)
	objects := append(parts.Top, kit.NewColumn(2, prompt...), kit.NewRule(), p.made.object, p.seed, p.Family.Object,
		kit.NewRule(), container.New(costsLayout{}, p.more.object, p.ledger))
	p.scroll = kit.NewVScroll(container.New(insideLayout{width}, kit.NewColumn(8, append(objects, parts.Bottom...)...)))
	p.foot = container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewColumn(0, kit.NewRule(),
			kit.NewInset(paneTop, PaneEdge, paneTop, PaneEdge, kit.NewColumn(8, parts.Foot...))))
	p.Object = kit.NewFixed(width, 0, kit.NewFilled(0, p.scroll, p.scroll, p.foot))
}

// Row returns a row of the foot: a button for each action, of equal width.
func (p *Pane) Row(ids ...string) fyne.CanvasObject {
	row := kit.NewGrid(8, 0, 0)
	for _, id := range ids {
		row.Objects = append(row.Objects, p.Buttons.Staying(id))
	}
	p.rows = append(p.rows, row)
	return row
}

// Show shows an asset and the actions for it.
func (p *Pane) Show(a db.Asset, k Known, c Condition, list []action.Action) {
	other, now := a.ID != p.asset.ID, p.host.Now()
	p.asset = a
	kit.Show(p.head, a.Prompt != "")
	kit.ShowText(p.prompt, a.Prompt)
	kit.ShowText(p.without, wording.RequestTexts(wording.AskedOf(k.Job).VideoRequest))
	p.again = func() {
		condition, why := p.judge.condition(a, c, func() {
			p.again() // of the asset that is shown now
			p.relayout()
		})
		p.made.set(slices.Concat(made(a, k.Background, now), file(a, condition, why), checks(a)))
	}
	p.again()
	p.Family.Show(a, k.Family)
	p.more.set(money(a, k.Background, now))
	kit.Show(p.seed, a.Seed != nil)
	kit.Show(p.ledger, a.JobID != 0)
	p.Buttons.Show(list)
	foot := false
	for _, row := range p.rows {
		seen := false
		for _, b := range row.Objects {
			seen = seen || b.Visible()
		}
		kit.Show(row, seen)
		foot = foot || seen
	}
	p.showUse(wording.FrameUseOf(a, now, p.creator.HostsPictures()))
	kit.Show(p.foot, foot)
	if other {
		p.scroll.ScrollToTop()
	}
	p.relayout()
}

// relayout refreshes the layout of the pane.
func (p *Pane) relayout() {
	p.scroll.Refresh()
	p.Object.Refresh()
	kit.Follow(p.scroll, p.scroll.Content)
}

// showUse shows how long a picture can be used.
func (p *Pane) showUse(use wording.FrameUse) {
	words, color := use.Note, resources.Text3
	switch {
	case !p.asset.TrashedAt.IsZero():
		words = lang.L("It is in the trash. Restore it to use it.")
	case use.Warn:
		color = resources.Warn
	}
	p.Use.SetText(words)
	p.Use.SetColor(color)
	kit.Show(p.Use, p.asset.Kind == db.Picture && words != "")
}

// insideLayout gives one object the width of the pane and the height that its text needs.
type insideLayout struct{ width float32 }

func (l insideLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.width, kit.HeightFor(o[0], l.width-2*PaneEdge)+2*paneTop)
}

func (insideLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := s.Width - 2*PaneEdge
	kit.Place(o[0], PaneEdge, paneTop, w, kit.HeightFor(o[0], w))
}

// costsLayout places the link to the ledger beside the costs, or below them if large text leaves the costs too little
// room. The link is higher than a row, so that it is easy to click; its label is aligned with the first row.
type costsLayout struct{}

func (costsLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (l costsLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	return l.walk(o, width, func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

func (l costsLayout) Layout(o []fyne.CanvasObject, s fyne.Size) { l.walk(o, s.Width, kit.Place) }

func (costsLayout) walk(
	o []fyne.CanvasObject, width float32, put func(o fyne.CanvasObject, x, y, w, h float32),
) float32 {
	const gap, over = 8, 6
	costs, link, m := o[0], o[1], o[1].MinSize()
	if room := width - m.Width - gap; link.Visible() && room >= resources.Scaled(minListWidth) {
		high := kit.HeightFor(costs, room)
		put(costs, 0, 0, room, high)
		put(link, width-m.Width, -over, m.Width, m.Height)
		return max(high, m.Height-over)
	}
	high := kit.HeightFor(costs, width)
	put(costs, 0, 0, width, high)
	if link.Visible() {
		put(link, 0, high, m.Width, m.Height)
		high += m.Height
	}
	return high
}

// column returns the width of the labels of both lists, so that they line up.
func (p *Pane) column() float32 {
	wide := minLabelWidth * theme.Size(resources.SizeSM)
	for _, r := range slices.Concat(p.made.rows, p.more.rows) {
		if r.object.Visible() {
			wide = max(wide, r.label.NaturalWidth()+labelGap)
		}
	}
	return min(wide, maxLabelShare*(p.width-2*PaneEdge))
}

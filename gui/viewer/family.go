package viewer

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The measures of the pictures of relatives, px.
const (
	kinWidth  = 132
	kinHeight = 74
	kinMost   = 4 // of one group
)

// familyView shows where an asset came from and what it became, in groups of small pictures that lead there.
type familyView struct {
	s      *Screen
	object *fyne.Container
	cancel []func()
	shown  []int64 // what is shown, so that it is not made anew
}

func newFamilyView(s *Screen) *familyView {
	return &familyView{s: s, object: widgets.NewColumn(8)}
}

// group is one part of a family.
type group struct {
	title string
	kin   []db.Kin
	word  func(db.Kin) string // on the picture
	offer offer
}

// offer is what can be done with a group as a whole.
type offer int

const (
	noOffer           offer = iota
	compareFrame            // the first of its pictures with the clip's first
	compareIt               // the first of its pictures with the asset
	compareTakenFrame       // as compareIt, where frames of clips can be had
)

// groupsOf parts the family of an asset.
func groupsOf(a db.Asset, f db.Family) []group {
	frame := func(k db.Kin) string {
		if k.Place == 1 {
			return lang.X("frame", "last")
		}
		return lang.X("frame", "first")
	}
	none := func(db.Kin) string { return "" }
	from := group{lang.L("Made from"), f.MadeFrom, none, compareIt}
	switch {
	case a.Kind == db.Clip:
		from = group{lang.L("Frames it was given"), f.MadeFrom, frame, compareFrame}
	case a.JobID == 0 && a.Kind == db.Picture && len(f.MadeFrom) > 0:
		from.title, from.offer = lang.L("Taken from"), compareTakenFrame
	}
	return []group{
		from,
		{lang.L("Edited into"), f.EditedInto, none, noOffer},
		{lang.L("Used as a frame in"), f.FrameIn, frame, noOffer},
		{lang.L("Taken from it"), f.TakenFrom, none, noOffer},
		{lang.L("Of the same click"), f.Variations, none, noOffer},
		{lang.L("Sent again"), f.Resends, none, noOffer},
	}
}

// show writes the family.
func (v *familyView) show(a db.Asset, f db.Family) {
	groups := groupsOf(a, f)
	ids := []int64{a.ID}
	for _, g := range groups {
		ids = append(ids, -1)
		for _, k := range g.kin {
			if k.Asset != nil {
				ids = append(ids, k.Asset.ID)
			} else if k.Job != nil {
				ids = append(ids, -1-k.Job.ID)
			}
		}
	}
	if slices.Equal(ids, v.shown) {
		return
	}
	v.shown = ids
	for _, cancel := range v.cancel {
		cancel()
	}
	v.cancel = nil
	v.object.Objects = nil
	for _, g := range groups {
		if len(g.kin) > 0 {
			v.add(g)
		}
	}
	v.object.Refresh()
	show(v.object, len(v.object.Objects) > 0)
}

// add shows one group.
func (v *familyView) add(g group) {
	v.object.Add(widgets.NewRule())
	v.object.Add(widgets.NewText(g.title, resources.SizeSM, resources.Text2, false))
	flow := widgets.NewFlow(8)
	for i, k := range g.kin {
		if i == kinMost {
			break
		}
		flow.Add(v.picture(k, g.word(k)))
	}
	v.object.Add(flow)
	if more := len(g.kin) - kinMost; more > 0 {
		v.object.Add(widgets.NewText(lang.N("and %s more", "and %s more", more, lang.Number(more)), resources.SizeXS, resources.Text3, false))
	}
	first, frames := g.kin[0].Asset, v.s.d.Frame != nil
	switch {
	case first == nil:
	case g.offer == compareFrame && frames:
		v.object.Add(widgets.NewLink(lang.L("Compare the first frame with frame 1"), func() { v.s.compareFirst(*first) }))
	case g.offer == compareIt || g.offer == compareTakenFrame && frames:
		v.object.Add(widgets.NewLink(lang.L("Compare with it"), func() { v.s.versus.start(*first); v.s.Focus() }))
	}
}

// picture shows one relative, or that it is still being made.
func (v *familyView) picture(k db.Kin, word string) *widgets.Picture {
	p := widgets.NewPicture(fyne.NewSize(kinWidth, kinHeight))
	if word != "" {
		p.SetCorner(widgets.BottomLeft, word, nil)
	}
	if k.Asset == nil {
		p.SetIcon(resources.IconProgress())
		p.SetCorner(widgets.TopLeft, lang.L("being made"), nil)
		return p
	}
	a := *k.Asset
	p.OnTapped = func() { v.s.follow(a) }
	p.SetIcon(resources.IconPicture())
	if a.Kind == db.Clip {
		p.SetIcon(resources.IconFilm())
		p.SetCorner(widgets.TopRight, "", resources.IconPlay())
	}
	px := kinWidth
	if c := v.s.d.Canvas(); c != nil {
		px = int(kinWidth*c.Scale() + 0.5)
	}
	if im, ok := v.s.d.Pictures.Nearest(a, px); ok {
		p.SetImage(im)
	}
	v.cancel = append(v.cancel, v.s.d.Pictures.Request(a, px, func(im image.Image, err error) {
		if err == nil {
			p.SetImage(im)
		}
	}))
	return p
}

// compareFirst compares the frame that a clip was given with the first one that it has.
func (s *Screen) compareFirst(frame db.Asset) {
	s.versus.startAt(frame, 0)
	s.Focus()
}

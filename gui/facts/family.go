package facts

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// kinMost is how many relatives of one group are shown.
const kinMost = 4

// FamilyOptions say how a family is shown.
type FamilyOptions struct {
	Size     fyne.Size // of a picture, px
	Host     action.Host
	Pictures media.Pictures
	Open     func(db.Asset) // where a click leads

	// Offer makes what can be done with a group, whose first picture it is given; nil: nothing.
	Offer func(r Relation, first db.Asset) fyne.CanvasObject
}

// Family shows where an asset came from and what it became, in groups of small pictures that lead there.
type Family struct {
	Object *fyne.Container // its place is the owner's; hidden where there are no relatives
	o      FamilyOptions
	cancel []func()
	shown  []int64 // what is shown, so that it is not made anew
}

// NewFamily makes an empty family.
func NewFamily(o FamilyOptions) *Family {
	f := &Family{Object: widgets.NewColumn(8), o: o}
	f.Object.Hide()
	return f
}

// Show shows the family of an asset.
func (f *Family) Show(a db.Asset, family db.Family) {
	groups := groupsOf(a, family)
	is := sign(a, groups)
	if slices.Equal(is, f.shown) {
		return
	}
	f.shown = is
	for _, cancel := range f.cancel {
		cancel()
	}
	f.cancel, f.Object.Objects = nil, nil
	for _, g := range groups {
		f.add(g)
	}
	widgets.Show(f.Object, len(groups) > 0)
	f.Object.Refresh()
}

// sign tells whether a family is another than the one that is shown.
func sign(a db.Asset, groups []group) []int64 {
	ids := []int64{a.ID}
	for _, g := range groups {
		ids = append(ids, 0, int64(g.relation))
		for _, k := range g.kin {
			switch {
			case k.Asset != nil:
				ids = append(ids, k.Asset.ID)
			case k.Job != nil:
				ids = append(ids, -k.Job.ID)
			}
		}
	}
	return ids
}

// add shows one group.
func (f *Family) add(g group) {
	if len(f.Object.Objects) == 0 {
		f.Object.Add(widgets.NewRule())
	}
	flow := widgets.NewFlow(8)
	for _, k := range g.kin[:min(len(g.kin), kinMost)] {
		flow.Add(f.picture(k, g.relation.corner(k)))
	}
	part := widgets.NewColumn(4, widgets.NewText(g.relation.title(), resources.SizeSM, resources.Text2, false), flow)
	if more := len(g.kin) - kinMost; more > 0 {
		part.Add(widgets.NewText(lang.N("and %s more", "and %s more", more, lang.Number(more)), resources.SizeXS, resources.Text3, false))
	}
	if first := g.kin[0].Asset; first != nil {
		if offer := f.o.Offer(g.relation, *first); offer != nil {
			part.Add(offer)
		}
	}
	f.Object.Add(part)
}

// picture shows one relative, or that it is still being made.
func (f *Family) picture(k db.Kin, word string) *widgets.Picture {
	p := widgets.NewPicture(f.o.Size)
	if word != "" {
		p.SetCorner(widgets.BottomLeft, word, nil)
	}
	if k.Asset == nil {
		p.SetIcon(resources.IconProgress())
		p.SetCorner(widgets.TopLeft, lang.L("being made"), nil)
		return p
	}
	a := *k.Asset
	p.OnTapped = func() { f.o.Open(a) }
	p.SetIcon(resources.IconPicture())
	if a.Kind == db.Clip {
		p.SetIcon(resources.IconFilm())
		p.SetCorner(widgets.TopRight, "", resources.IconPlay())
	}
	px := int(longerSide(a, f.o.Size)*f.o.Host.Canvas().Scale() + 0.5)
	if now, ok := f.o.Pictures.Nearest(a, px); ok {
		p.SetImage(now)
	}
	f.cancel = append(f.cancel, f.o.Pictures.Request(a, px, func(im image.Image, err error) {
		if err == nil {
			p.SetImage(im)
		}
	}))
	return p
}

// narrowest bounds how much of a very long picture is asked for: sides in the proportion of 1 to it.
const narrowest = 3

// longerSide is how long the longer side of a picture is that covers a frame, px.
func longerSide(a db.Asset, frame fyne.Size) float32 {
	if a.Width <= 0 || a.Height <= 0 {
		return max(frame.Width, frame.Height)
	}
	shape := min(max(float32(a.Width)/float32(a.Height), 1./narrowest), narrowest)
	if shape >= 1 {
		return max(frame.Width, frame.Height*shape)
	}
	return max(frame.Height, frame.Width/shape)
}

// Relation is how a group of relatives belongs to an asset.
type Relation int

// The relations, in the order in which they are shown.
const (
	MadeFrom    Relation = iota // what stood in its request
	GivenFrames                 // of a clip: the frames in its request
	SavedFrom                   // of an imported picture: what it was saved out of
	EditedInto                  // edits that it stood in
	FrameIn                     // clips that it is a frame of
	TakenFrom                   // what was saved out of it
	SameClick                   // what else the same click made
	SentAgain                   // what the same request made at another time
)

// group is the relatives of one relation; there is at least one.
type group struct {
	relation Relation
	kin      []db.Kin
}

// groupsOf parts the family of an asset.
func groupsOf(a db.Asset, f db.Family) (groups []group) {
	from := MadeFrom
	switch {
	case a.Kind == db.Clip:
		from = GivenFrames
	case a.JobID == 0:
		from = SavedFrom
	}
	for _, g := range []group{{from, f.MadeFrom}, {EditedInto, f.EditedInto}, {FrameIn, f.FrameIn}, {TakenFrom, f.TakenFrom},
		{SameClick, f.Variations}, {SentAgain, f.Resends}} {
		if len(g.kin) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// title is the word over a group.
func (r Relation) title() string {
	switch r {
	case GivenFrames:
		return lang.L("Frames it was given")
	case SavedFrom:
		return lang.L("Taken from")
	case EditedInto:
		return lang.L("Edited into")
	case FrameIn:
		return lang.L("Used as a frame in")
	case TakenFrom:
		return lang.L("Taken from it")
	case SameClick:
		return lang.L("Of the same click")
	case SentAgain:
		return lang.L("Sent again")
	}
	return lang.L("Made from")
}

// corner is the word on the picture of a relative: which frame it is; "" where it is none.
func (r Relation) corner(k db.Kin) string {
	switch {
	case r != GivenFrames && r != FrameIn:
		return ""
	case k.Place == 1:
		return lang.X("frame", "last")
	}
	return lang.X("frame", "first")
}

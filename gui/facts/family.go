package facts

import (
	"cmp"
	"image"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/status"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// maxKin is the largest number of relatives that a group shows.
const maxKin = 4

// FamilyOptions configure a Family.
type FamilyOptions struct {
	Size     fyne.Size // of a picture, px
	Host     action.Host
	Pictures media.Pictures
	Open     func(db.Asset) // where a click leads

	// Offer returns an object with the actions for the first relative that the asset was made from; nil: none. frames:
	// these relatives are frames of the asset.
	Offer func(first db.Asset, frames bool) fyne.CanvasObject
}

// Family shows the relatives of an asset in groups of small pictures. A click opens one.
type Family struct {
	Object *fyne.Container // the owner places it; hidden if there are no relatives
	o      FamilyOptions
	cancel []func()
	of     int64   // the asset
	shown  []group // unchanged groups are kept, so that a focused picture keeps the focus
}

// NewFamily returns an empty family.
func NewFamily(o FamilyOptions) *Family {
	f := &Family{Object: kit.NewColumn(8), o: o}
	f.Object.Hide()
	return f
}

// Show shows the family of an asset.
func (f *Family) Show(a db.Asset, family db.Family) {
	groups := groupsOf(a, family)
	if a.ID == f.of && slices.EqualFunc(groups, f.shown, group.looksAs) {
		return
	}
	f.of, f.shown = a.ID, groups
	for _, cancel := range f.cancel {
		cancel()
	}
	f.cancel, f.Object.Objects = nil, nil
	for _, g := range groups {
		f.add(g)
	}
	kit.Show(f.Object, len(groups) > 0)
	f.Object.Refresh()
}

// add shows one group.
func (f *Family) add(g group) {
	if len(f.Object.Objects) == 0 {
		f.Object.Add(kit.NewRule())
	}
	flow := kit.NewFlow(8)
	for _, k := range g.kin[:min(len(g.kin), maxKin)] {
		flow.Add(f.picture(k, g.cornerLabel(k)))
	}
	part := kit.NewColumn(4, kit.NewText(g.title, resources.SizeSM, resources.Text2, false), flow)
	if more := len(g.kin) - maxKin; more > 0 {
		part.Add(kit.NewText(lang.N("and %s more", "and %s more", more, lang.Number(more)), resources.SizeXS,
			resources.Text3, false))
	}
	if first := g.kin[0].Asset; first != nil && g.from {
		if offer := f.o.Offer(*first, g.frames); offer != nil {
			part.Add(offer)
		}
	}
	f.Object.Add(part)
}

// picture returns the picture of one relative, or the state of its job.
func (f *Family) picture(k db.Relative, word string) *kit.Picture {
	p := kit.NewPicture(f.o.Size)
	if word != "" {
		p.SetCorner(kit.BottomLeft, word, nil)
	}
	if k.Asset == nil {
		icon, words := stateOf(k)
		p.SetIcon(icon)
		p.SetCorner(kit.TopLeft, words, nil)
		return p
	}
	a := *k.Asset
	p.SetName(kit.NewText(wording.AssetTitle(a), resources.SizeSM, resources.Text2, false))
	p.OnTapped = func() { f.o.Open(a) }
	p.SetIcon(resources.IconPicture)
	if a.Kind == db.Clip {
		p.SetIcon(resources.IconFilm)
		p.SetCorner(kit.TopRight, "", resources.IconPlay)
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

// stateOf returns the icon and the text in place of a picture that is not made yet. A held or unconfirmed job does not
// progress.
func stateOf(k db.Relative) (icon fyne.Resource, words string) {
	if k.Job != nil && !status.Runs(k.Job.State) {
		words = status.Of(*k.Job, status.Context{}).Short
	}
	if words == "" { // also for a state that this version does not know
		return resources.IconProgress, lang.L("in progress")
	}
	return action.StateIcon(k.Job.State), words
}

// maxAspect bounds the request for a very long picture: the largest ratio of its sides.
const maxAspect = 3

// longerSide returns the longer side of a picture that covers a frame, px.
func longerSide(a db.Asset, frame fyne.Size) float32 {
	if a.Width <= 0 || a.Height <= 0 {
		return max(frame.Width, frame.Height)
	}
	shape := min(max(float32(a.Width)/float32(a.Height), 1./maxAspect), maxAspect)
	if shape >= 1 {
		return max(frame.Width, frame.Height*shape)
	}
	return max(frame.Height, frame.Width/shape)
}

// group is the relatives of an asset with one relation.
type group struct {
	title  string
	kin    []db.Relative
	frames bool // each is labelled: first or last frame
	from   bool // the asset came from them
}

// groupsOf returns the groups of a family in the order of the pane.
func groupsOf(a db.Asset, f db.Family) []group {
	from := group{title: lang.L("Made from"), kin: f.MadeFrom, from: true}
	films, saved := group{title: lang.L("Joined to")}, group{title: lang.L("Saved from it")}
	for _, k := range f.Extracted {
		if k.Asset != nil && k.Asset.Kind == db.Clip {
			films.kin = append(films.kin, k)
		} else {
			saved.kin = append(saved.kin, k)
		}
	}
	switch {
	case a.Kind == db.Clip && a.JobID == 0:
		from.title, from.from = lang.L("Joined from"), false
	case a.Kind == db.Clip:
		from.title, from.frames = lang.L("Frames used"), true
	case a.JobID == 0:
		from.title = lang.L("Saved from")
	}
	groups := slices.DeleteFunc([]group{
		from, {title: lang.L("Edited to"), kin: f.EditedInto},
		{title: lang.L("Used as frame in"), kin: f.UsedAsFrame, frames: true},
		films, saved, {title: lang.L("From the same batch"), kin: f.Variations},
		{title: lang.L("Made again"), kin: f.Resends},
	}, func(g group) bool { return len(g.kin) == 0 })
	for _, g := range groups {
		if g.frames { // the first before the last
			slices.SortStableFunc(g.kin, func(a, b db.Relative) int { return cmp.Compare(a.Place, b.Place) })
		}
	}
	return groups
}

// looksAs reports whether two groups look the same. The progress of a job and a star do not change the look.
func (g group) looksAs(o group) bool {
	return g.title == o.title && slices.EqualFunc(g.kin, o.kin, func(a, b db.Relative) bool {
		if a.Asset == nil && b.Asset == nil {
			_, is := stateOf(a)
			_, was := stateOf(b)
			return a.Place == b.Place && is == was
		}
		return a.Place == b.Place && a.Asset != nil && b.Asset != nil && a.Asset.ID == b.Asset.ID
	})
}

// cornerLabel returns the label on the picture of a relative: which frame it is; "" if it is none.
func (g group) cornerLabel(k db.Relative) string {
	switch {
	case !g.frames:
		return ""
	case k.Place == 1:
		return lang.X("frame", "last")
	}
	return lang.X("frame", "first")
}

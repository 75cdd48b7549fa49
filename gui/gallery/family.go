package gallery

import (
	"fmt"
	"image"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The pictures of relatives: their side, and how many of one sort are shown.
const (
	kinSide = 70
	kinMost = 4
)

// familyView shows where an asset came from and what it became, in small pictures that lead there.
type familyView struct {
	g      *Gallery
	object *fyne.Container
	cancel []func()
	of     int64 // what is shown, so that it is not made anew
	family string
}

func newFamilyView(g *Gallery) *familyView {
	return &familyView{g: g, object: widgets.NewColumn(8)}
}

// show writes the family of an asset.
func (v *familyView) show(a db.Asset, f db.Family) {
	frame := func(k db.Kin) string {
		if k.Place == 1 {
			return lang.X("frame", "last")
		}
		return lang.X("frame", "first")
	}
	plain := func(db.Kin) string { return "" }
	from := plain
	if a.Kind == db.Clip {
		from = frame
	}
	sorts := []struct {
		title string
		kin   []db.Kin
		word  func(db.Kin) string
	}{
		{lang.L("Made from"), f.MadeFrom, from},
		{lang.L("Edited into"), f.EditedInto, plain},
		{lang.L("Used as a frame in"), f.FrameIn, frame},
		{lang.L("Taken from it"), f.TakenFrom, plain},
		{lang.L("Variations of the same click"), f.Variations, plain},
		{lang.L("Sent again"), f.Resends, plain},
	}
	sign := ""
	for _, s := range sorts {
		sign += "/"
		for _, k := range s.kin {
			switch {
			case k.Asset != nil:
				sign += fmt.Sprintf(" a%d", k.Asset.ID)
			case k.Job != nil:
				sign += fmt.Sprintf(" j%d", k.Job.ID)
			}
		}
	}
	if v.of == a.ID && v.family == sign {
		return
	}
	v.of, v.family = a.ID, sign
	for _, cancel := range v.cancel {
		cancel()
	}
	v.cancel, v.object.Objects = nil, nil
	for _, s := range sorts {
		if len(s.kin) > 0 {
			v.add(s.title, s.kin, s.word)
		}
	}
	show(v.object, len(v.object.Objects) > 0)
	v.object.Refresh()
}

// add shows the relatives of one sort.
func (v *familyView) add(title string, kin []db.Kin, word func(db.Kin) string) {
	if len(v.object.Objects) == 0 {
		v.object.Add(widgets.NewRule())
	}
	if more := len(kin) - kinMost; more > 0 {
		title += " · " + lang.N("%s in all", "%s in all", len(kin), lang.Number(len(kin)))
	}
	flow := widgets.NewFlow(8)
	for _, k := range kin[:min(len(kin), kinMost)] {
		flow.Add(v.picture(k, word(k)))
	}
	v.object.Add(widgets.NewColumn(4, widgets.NewText(title, resources.SizeSM, resources.Text2, false), flow))
}

// picture shows one relative, or that it is still being made.
func (v *familyView) picture(k db.Kin, word string) *widgets.Picture {
	p := widgets.NewPicture(fyne.NewSquareSize(kinSide))
	if word != "" {
		p.SetCorner(widgets.BottomLeft, word, nil)
	}
	if k.Asset == nil {
		p.SetIcon(resources.IconProgress())
		p.SetCorner(widgets.TopLeft, lang.L("being made"), nil)
		return p
	}
	a := *k.Asset
	p.OnTapped = func() { v.g.goTo(a) }
	p.SetIcon(resources.IconPicture())
	if a.Kind == db.Clip {
		p.SetIcon(resources.IconFilm())
		p.SetCorner(widgets.TopRight, "", resources.IconPlay())
	}
	scale := float32(1)
	if c := v.g.window(); c != nil {
		scale = c.Scale()
	}
	// The picture covers a square: its shorter side must be as long as the square's.
	shape := aspect(a.Width, a.Height)
	px := int(kinSide*scale*min(max(shape, 1/shape), 3) + 0.5)
	now, cancel := v.g.picture(a, px, func(im image.Image, err error) {
		if err == nil {
			p.SetImage(im)
		}
	})
	p.SetImage(now)
	v.cancel = append(v.cancel, cancel)
	return p
}

// goTo goes to an asset; where it is not among what is asked for now, everything is asked for.
func (g *Gallery) goTo(a db.Asset) {
	if g.Show(a.ID) {
		g.Focus()
		return
	}
	g.pending = a.ID
	g.find(db.Query{})
	g.leaveTwins()
	g.Focus()
}

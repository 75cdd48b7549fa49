package boards

import (
	"image"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// frameSlot shows the keyframe that a shot begins or ends with, and changes it.
type frameSlot struct {
	e       *cardEditor
	m       *boardModel
	last    bool
	name    *kit.Text
	picture *facts.Picture
	seam    *kit.Text
	expiry  *expiryLabel
	box     *fyne.Container
}

func newFrameSlot(e *cardEditor, last bool, title string) *frameSlot {
	f := &frameSlot{e: e, m: e.m, last: last, name: smallText(),
		seam:   kit.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		expiry: newExpiryLabel(e.m, resources.SizeXS), picture: facts.NewPicture(e.m, e.m.Pictures, fyne.NewSize(138, 78))}
	label := kit.NewText(title, resources.SizeSM, resources.Text1, true)
	f.picture.SetName(label)
	f.picture.OnTapped = f.open
	head := kit.NewRow(4, label, kit.NewSpring(), f.name)
	f.box = kit.NewColumn(4, head, f.picture, kit.NewRow(4, f.seam, kit.NewSpring(), f.expiry.row))
	return f
}

// id returns the keyframe of a shot in this place.
func (f *frameSlot) id(s boards.Shot) string {
	if f.last {
		return s.Last
	}
	return s.First
}

func (f *frameSlot) show(s boards.Shot) {
	m := f.m
	v, id, i := m.view, f.id(s), m.view.ShotByID(s.ID)
	var a db.Asset
	var ends image.Image // the last frame of the shot before
	name, seam, corner := "", "", lang.L("none")
	if id != "" {
		chosen, _ := v.Chosen(id)
		a, name, corner = chosen.Asset, m.cardName(id), ""
	}
	switch {
	case !f.last && s.Continue:
		corner = lang.L("last frame of shot %s", lang.Number(i))
		if before, ok := v.Chosen(v.Shots[max(i-1, 0)].ID); ok {
			ends, corner, seam = m.frames.of(before.Asset), "", corner
		}
	case !f.last && i > 0 && v.Seam(i-1) == boards.Shared:
		seam = lang.L("Shared with %s", lang.Number(i))
	case !f.last && i > 0:
		seam = lang.L("after a Cut")
	case f.last && i+1 < len(v.Shots) && v.Seam(i) == boards.Shared:
		seam = lang.L("Shared with %s", lang.Number(i+2))
	}
	f.name.SetText(name)
	f.seam.SetText(seam)
	f.expiry.show(id, false)
	f.picture.SetCorner(kit.TopLeft, corner, nil)
	f.picture.SetAsset(a)
	if ends != nil {
		f.picture.SetImage(ends)
	}
	f.box.Refresh()
}

// open opens a menu of alternatives for the frame.
func (f *frameSlot) open() {
	m := f.m
	s := f.e.shot()
	now, step := f.id(s), f.e.step()
	use := func(frame func(*boards.Board) string) func() {
		return func() { m.edit(step, func(x *boards.Board) { x.SetFrame(s.ID, f.last, frame(x)) }) }
	}
	one := func(id string) func(*boards.Board) string { return func(*boards.Board) string { return id } }
	added := func(x *boards.Board) string { return x.AddFrame("") }
	var others []action.Action
	for _, id := range m.ids(false) {
		if id != now {
			others = append(others, action.Action{Label: m.cardName(id), Do: use(one(id))})
		}
	}
	openMenu(m, f.picture, action.Action{Label: lang.L("Show %s", m.cardName(now)), Hidden: now == "",
		Do: func() { m.choose(now) }},
		action.Action{Label: lang.L("Picture from the gallery…"), Do: func() {
			question := lang.L("Choose a picture for shot %s", lang.Number(m.view.ShotByID(s.ID)+1))
			frame := func(x *boards.Board) string { return f.own(x, s.ID) }
			m.Chooser.ChooseAsset(question, false, m.bringer(boards.Gallery, step, frame))
		}},
		action.Action{Label: lang.L("New keyframe"), Do: use(added)},
		action.Action{Label: lang.L("Another keyframe"), Menu: others},
		action.Action{Label: lang.X("frame", "None"), Hidden: now == "" || !f.last && s.Last != "", Do: use(one(""))})
}

// own returns the keyframe of a shot in this place. It adds an empty one if there is none. It returns "" if the shot is
// gone.
func (f *frameSlot) own(x *boards.Board, shot string) string {
	i := x.ShotByID(shot)
	if i < 0 {
		return ""
	}
	if f.id(x.Shots[i]) == "" {
		x.SetFrame(shot, f.last, x.AddFrame(""))
	}
	return f.id(x.Shots[i])
}

package compose

import (
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Heights of the frames of an edit's pictures, px.
const (
	largeFrame = 120
	smallFrame = 66
)

// picturesView are the pictures of an edit: the first one large, further ones small below it, and how they will be sent.
type picturesView struct {
	seats  []*seat // as many as were ever needed
	ways   slotWays
	tiles  *fyne.Container
	add    *fyne.Container // how more are added
	way    *widgets.Text   // how they will be sent
	bad    *complaint
	mend   *fyne.Container // ways out of a mixture
	links  *widgets.Link
	one    *widgets.Link
	host   *widgets.Link
	shown  int
	box    *fyne.Container
	choose *widgets.Button
	paste  *widgets.Button
	pick   *widgets.Button
}

// mends are the ways out of a mixture of local pictures and links.
type mends struct{ keepLinks, keepLocal, host func() }

func newPicturesView(ways slotWays, m mends) *picturesView {
	v := &picturesView{ways: ways, bad: newComplaint()}
	v.tiles = &fyne.Container{Layout: tilesLayout{}}
	v.way = widgets.NewText("", resources.SizeSM, resources.Text3, false).Wrap(true)
	next := func(f func(int)) func() { return func() { f(-1) } }
	button := func(word string, f func(int)) *widgets.Button {
		b := widgets.NewButton(word, nil, widgets.Plain, next(f)).Small()
		setShown(b, f != nil)
		return b
	}
	v.choose = button("File…", ways.choose)
	v.paste, v.pick = button("Paste address", ways.paste), button("Gallery…", ways.gallery)
	v.add = widgets.NewRow(8, widgets.NewText("Add", resources.SizeSM, resources.Text2, false), v.paste, v.pick, v.choose)
	v.links = widgets.NewLink("Links only", m.keepLinks)
	v.one = widgets.NewLink("The file only", m.keepLocal)
	v.host = widgets.NewLink(wordHost, m.host)
	setShown(v.host, m.host != nil)
	v.mend = widgets.NewRow(12, v.links, v.one, v.host, widgets.NewSpring())
	v.mend.Hide()
	v.box = widgets.NewColumn(6, v.tiles, v.add, v.way, v.bad.box, v.mend)
	v.fit(1)
	return v
}

func pictureTitle(place int) string { return strconv.Itoa(place + 1) }

// fit shows so many slots, making those that were never needed before.
func (v *picturesView) fit(n int) {
	if n == v.shown {
		return
	}
	for len(v.seats) < n {
		place, title := len(v.seats), "Picture to change"
		if place > 0 {
			title = pictureTitle(place)
		}
		t := newSeat(place, title, "", v.ways)
		t.slot.Tall(smallFrame)
		if place == 0 {
			t.slot.Tall(largeFrame)
		}
		v.seats = append(v.seats, t)
		v.tiles.Add(t.slot)
	}
	for i, t := range v.seats {
		setShown(t.slot, i < n)
	}
	v.shown = n
	v.tiles.Refresh()
}

func (v *picturesView) seat(place int) *seat {
	if place < 0 || place >= v.shown {
		return nil
	}
	return v.seats[place]
}

// fitTo shows a slot for each picture, and the first one in any case.
func (v *picturesView) fitTo(d form.EditDraft) {
	n := 1
	for place, s := range d.Pictures {
		if !s.Empty() {
			n = place + 1
		}
	}
	v.fit(n)
}

// say says how the pictures are sent, and what stands against it.
func (v *picturesView) say(d form.EditDraft, env form.Env, problems []client.ValidationError) {
	inputs := d.Inputs()
	setShown(v.add, len(inputs) < form.MaxEditPictures && (len(inputs) > 0 || v.choose.Visible()))
	// The first slot has these two itself while it is empty.
	setShown(v.paste, len(inputs) > 0 && v.ways.paste != nil)
	setShown(v.pick, len(inputs) > 0 && v.ways.gallery != nil)
	problem := form.Only(problems, form.FieldImage, form.FieldImages)
	v.bad.show(problem)
	mixed := len(problem) > 0 && problem[0].Message == form.MsgEditMixed
	linked := 0
	for _, s := range inputs {
		if s.URL != "" {
			linked++
		}
	}
	setShown(v.links, linked > 0)
	setShown(v.mend, mixed)
	words := sentAs(inputs, env)
	v.way.SetText(words)
	setShown(v.way, words != "" && len(problem) == 0)
}

// sentAs says how the pictures of an edit will be sent; "" while there are none.
func sentAs(inputs []form.Slot, env form.Env) string {
	if len(inputs) == 0 {
		return ""
	}
	if len(inputs) == 1 && inputs[0].Local() {
		return "Sent as a file"
	}
	hosted := 0
	for _, s := range inputs {
		if env.Hosting && s.Local() && (s.URL == "" || s.Dead(env.Now)) {
			hosted++
		}
	}
	words := "Sent as " + wording.Count(len(inputs), "web address", "web addresses")
	if hosted > 0 {
		words += fmt.Sprintf("; %d put on your image host first", hosted)
	}
	return words
}

// tilesLayout lays the first object over the whole width and the others below it, three in a row.
type tilesLayout struct{}

const (
	tilesGap    = 8
	tilesAcross = 3
)

func (l tilesLayout) walk(o []fyne.CanvasObject, width float32, at func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	y, row, small := float32(0), float32(0), (width-(tilesAcross-1)*tilesGap)/tilesAcross
	n := 0
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		if n == 0 {
			h := widgets.HeightFor(c, width)
			at(c, 0, 0, width, h)
			y = h
			n++
			continue
		}
		column := (n - 1) % tilesAcross
		if column == 0 {
			y, row = y+row+tilesGap, 0
		}
		h := widgets.HeightFor(c, small)
		at(c, float32(column)*(small+tilesGap), y, small, h)
		row = max(row, h)
		n++
	}
	return y + row
}

// MinSize is what the width of the form makes of it.
func (l tilesLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.HeightFor(o, Width-2*inset))
}

// HeightFor returns the height in a width, px.
func (l tilesLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	return l.walk(o, width, func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

// Layout places the slots.
func (l tilesLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.walk(o, s.Width, func(c fyne.CanvasObject, x, y, w, h float32) {
		c.Move(fyne.NewPos(x, y))
		c.Resize(fyne.NewSize(w, h))
	})
}

// pictureProblems are what stands against the pictures of an edit. That there is none yet is no mistake before a person
// wants to send it.
func (s *Screen) pictureProblems(f form.Form) []client.ValidationError {
	if len(f.Edit.Inputs()) == 0 && !s.asked {
		return nil
	}
	return s.problems
}

// mends are the ways out of a mixture.
func (s *Screen) mends() mends {
	keep := func(stays func(form.Slot) bool, most int) {
		s.edit(func(f *form.Form) {
			var pictures [form.MaxEditPictures]form.Slot
			n := 0
			for _, p := range f.Edit.Inputs() {
				if n < most && stays(p) {
					pictures[n] = p
					n++
				}
			}
			f.Edit.Pictures = pictures
		})
	}
	return mends{
		keepLinks: func() { keep(func(p form.Slot) bool { return p.URL != "" }, form.MaxEditPictures) },
		keepLocal: func() { keep(form.Slot.Local, 1) },
		host:      s.d.OnHost,
	}
}

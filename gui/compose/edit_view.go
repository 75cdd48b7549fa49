package compose

import (
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Heights of the frames of an edit's pictures, px.
const (
	largeFrame = 120
	smallFrame = 66
)

// picturesView are the pictures of an edit: the first one large, further ones small below it, and how they will be sent.
// Where the first one is on the canvas, these are the further ones, all small, and folded while there are none.
type picturesView struct {
	further bool // the first picture is on the canvas
	open    bool // not folded although there are none
	fold    *widgets.Button
	foldRow *fyne.Container
	head    *widgets.Text   // in place of fold, once there are some
	empty   *widgets.Text   // how a picture comes on the canvas, while nothing is there
	pickOne *widgets.Link   // beside it
	onto    *widgets.Link   // places them on the canvas
	without *widgets.Link   // leaves them out
	start   *fyne.Container // empty and pickOne

	views  []*slotView // as many as were ever needed
	slots  *slots
	tiles  *fyne.Container
	add    *fyne.Container // how more are added
	way    *widgets.Text   // how they will be sent
	bad    *complaint
	mend   *fyne.Container // ways out of a mixture of local pictures and links
	links  *widgets.Link
	one    *widgets.Link
	host   *widgets.Link
	shown  int
	box    *fyne.Container
	choose *widgets.Button
	paste  *widgets.Button
	pick   *widgets.Button
}

func newPicturesView(s *slots) *picturesView {
	further := s.drawing.Picture != nil
	v := &picturesView{slots: s, bad: newComplaint(), further: further}
	v.tiles = &fyne.Container{Layout: &tilesLayout{even: further}}
	v.way = widgets.NewText("", resources.SizeSM, resources.Text3, false).Wrap(true)
	button := func(word string, f func(int)) *widgets.Button {
		return widgets.NewButton(word, nil, widgets.Plain, func() { f(-1) }).Small()
	}
	v.choose = button(lang.L("File…"), s.fromFile)
	v.paste, v.pick = button(lang.L("Paste address"), s.paste), button(lang.L("Gallery…"), s.fromGallery)
	v.add = widgets.NewRow(8, widgets.NewText(lang.L("Add"), resources.SizeSM, resources.Text2, false), v.paste, v.pick, v.choose)
	v.links = widgets.NewLink(lang.L("Links only"), func() { s.keep(form.MaxEditPictures, func(p form.Slot) bool { return p.URL != "" }) })
	v.one = widgets.NewLink(lang.L("The file only"), func() { s.keep(1, form.Slot.Local) })
	v.host = widgets.NewLink(lang.L("Set up image hosting…"), s.OnHost)
	v.onto, v.without = widgets.NewLink(lang.L("Put them on one sheet"), s.drawing.assemble), widgets.NewLink(lang.L("Without them"), s.drawing.alone)
	setShown(v.onto, further)
	setShown(v.without, further)
	setShown(v.one, !further)
	v.mend = widgets.NewFlow(12, v.onto, v.links, v.one, v.without, v.host)
	v.mend.Hide()
	v.box = widgets.NewColumn(6, v.tiles, v.add, v.way, v.bad.box, v.mend)
	if !further {
		v.fit(1)
		return v
	}
	v.foldAway()
	return v
}

// foldAway makes what stands around the pictures beside the canvas.
func (v *picturesView) foldAway() {
	v.fold = widgets.NewButton(lang.L("Further pictures"), resources.IconChevronRight(), widgets.Quiet, func() {
		v.open = !v.open
		v.slots.render()
		v.slots.refit()
	}).Small().Leading()
	v.foldRow = widgets.NewInset(0, 0, 0, -quietInset, v.fold)
	v.head = widgets.NewText(lang.L("Further pictures"), resources.SizeSM, resources.Text2, false)
	v.empty = widgets.NewText(lang.L("Nothing is on the canvas. Drop a picture on the window, or open one."), resources.SizeSM, resources.Text2, false).Wrap(true)
	v.pickOne = widgets.NewLink(lang.L("Open a picture…"), v.slots.drawing.OnOpenPicture)
	v.start = widgets.NewRow(8, v.empty, v.pickOne)
	v.box = widgets.NewColumn(6, v.start, v.way, v.foldRow, v.head, v.tiles, v.add, v.bad.box, v.mend)
}

// first is where the keyboard goes when something is wrong with the pictures.
func (v *picturesView) first() fyne.Focusable {
	switch {
	case v.shown > 0:
		return v.views[0].Frame()
	case v.start.Visible():
		return v.pickOne
	}
	return v.fold
}

// title names the picture in a slot by its number in the request.
func (v *picturesView) title(place int) string {
	if v.further {
		place++
	}
	return strconv.Itoa(place + 1)
}

// fit shows so many slots, making those that were never needed before.
func (v *picturesView) fit(n int) {
	if n == v.shown {
		return
	}
	for len(v.views) < n {
		place, title := len(v.views), lang.L("Picture to change")
		if place > 0 || v.further {
			title = v.title(place)
		}
		t := newSlotView(v.slots, place, title, "")
		t.Tall(smallFrame)
		if place == 0 && !v.further {
			t.Tall(largeFrame)
		}
		v.views = append(v.views, t)
		v.tiles.Add(t.Slot)
	}
	for i, t := range v.views {
		setShown(t.Slot, i < n)
	}
	v.shown = n
	v.tiles.Refresh()
}

func (v *picturesView) slot(place int) *slotView {
	if place < 0 || place >= v.shown {
		return nil
	}
	return v.views[place]
}

// fitTo shows a slot for each picture, and the first one in any case; beside the canvas one more, for the next, unless
// they are folded.
func (v *picturesView) fitTo(d form.EditDraft) {
	n := 0
	for place, s := range d.Pictures {
		if !s.Empty() {
			n = place + 1
		}
	}
	switch {
	case !v.further:
		n = max(n, 1)
	case n > 0 || v.open:
		n = min(n+1, form.MaxEditPictures-1)
	}
	v.fit(n)
}

// say says how the pictures are sent, and what stands against it.
func (v *picturesView) say(d form.EditDraft, env form.Env, problems []client.ValidationError) {
	inputs := d.Inputs()
	v.sayMore(d)
	problem := form.Only(problems, form.FieldImage, form.FieldImages)
	v.bad.show(problem)
	mixed := problemIs(problem, form.MsgEditMixed) || problemIs(problem, form.MsgCanvasDrawn) || problemIs(problem, form.MsgCanvasFile)
	linked := 0
	for _, s := range inputs {
		if s.URL != "" {
			linked++
		}
	}
	setShown(v.links, linked > 0 && (!v.further || problemIs(problem, form.MsgEditMixed)))
	setShown(v.mend, mixed)
	words := d.SentAs(env)
	v.way.SetText(words)
	setShown(v.way, words != "" && len(problem) == 0)
}

func problemIs(problems []client.ValidationError, message string) bool {
	return len(problems) > 0 && problems[0].Message == message
}

// sayMore shows how more pictures are added.
func (v *picturesView) sayMore(d form.EditDraft) {
	n := len(d.Inputs())
	if !v.further {
		setShown(v.add, n < form.MaxEditPictures)
		// The first slot has these two itself while it is empty.
		setShown(v.paste, n > 0)
		setShown(v.pick, n > 0)
		return
	}
	setShown(v.start, !d.Canvas.Open && n == 0)
	setShown(v.foldRow, n == 0)
	setShown(v.head, n > 0)
	if v.open {
		v.fold.SetIcon(resources.IconChevronDown())
	} else {
		v.fold.SetIcon(resources.IconChevronRight())
	}
	setShown(v.tiles, v.shown > 0)
	// The empty slot has the other two itself.
	setShown(v.paste, false)
	setShown(v.pick, false)
	setShown(v.add, v.shown > 0 && n < form.MaxEditPictures-1)
}

// pictureProblems are what stands against the pictures of an edit. That there is none yet is no mistake before a person
// wants to send it.
func (s *Screen) pictureProblems(f form.Form) []client.ValidationError {
	if len(f.Edit.Inputs()) == 0 && !f.Edit.Canvas.Open && !s.asked {
		return nil
	}
	return s.problems
}

// keep leaves those pictures of the edit that may stay, and at most so many of them.
func (s *slots) keep(most int, stays func(form.Slot) bool) {
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

// tilesLayout lays the first object over the whole width and the others below it, three in a row. Even ones are all small.
type tilesLayout struct {
	even  bool
	width float32 // as last laid out; 0: not yet
}

const (
	tilesGap    = 8
	tilesAcross = 3
)

func (l *tilesLayout) walk(o []fyne.CanvasObject, width float32, at func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	y, row, small := float32(0), float32(0), (width-(tilesAcross-1)*tilesGap)/tilesAcross
	n := 0
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		if n == 0 && !l.even {
			h := widgets.HeightFor(c, width)
			at(c, 0, 0, width, h)
			y = h
			n++
			continue
		}
		column := (n - 1) % tilesAcross
		if l.even {
			column = n % tilesAcross
		}
		if column == 0 && n > 0 {
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
func (l *tilesLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	width := l.width
	if width == 0 {
		width = Width - 2*inset
	}
	return fyne.NewSize(0, l.HeightFor(o, width))
}

// HeightFor returns the height in a width, px.
func (l *tilesLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	return l.walk(o, width, func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

// Layout places the slots.
func (l *tilesLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.width = s.Width
	l.walk(o, s.Width, func(c fyne.CanvasObject, x, y, w, h float32) {
		c.Move(fyne.NewPos(x, y))
		c.Resize(fyne.NewSize(w, h))
	})
}

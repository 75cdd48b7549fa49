package compose

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// smallFrame is the height of the frames of an edit's pictures, px.
const smallFrame = 66

// picturesView are the pictures of an edit beside the one on the canvas, folded while there are none, and how all will be sent.
type picturesView struct {
	open    bool // not folded although there are none
	fold    *widgets.Button
	foldRow *fyne.Container
	head    *widgets.Text   // in place of fold, once there are some
	pickOne *widgets.Link   // opens a picture on the canvas, while nothing is there
	start   *fyne.Container // how one comes there, with pickOne

	views []*slotView // as many as were ever needed
	shown int
	slots *slots
	tiles *fyne.Container
	add   *fyne.Container // how more are added
	way   *widgets.Text   // how they will be sent
	bad   *complaint
	mend  *fyne.Container // ways out of a mixture of local pictures and links
	links *widgets.Link
	box   *fyne.Container
}

func newPicturesView(s *slots) *picturesView {
	v := &picturesView{slots: s, bad: newComplaint(), tiles: &fyne.Container{Layout: &tilesLayout{}}}
	small := func(words string, color fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText(words, resources.SizeSM, color, false)
	}
	v.way = small("", resources.Text3).Wrap(true)
	choose := widgets.NewButton(lang.L("File…"), nil, widgets.Plain, func() { s.fromFile(-1) }).Small()
	v.add = widgets.NewRow(8, small(lang.L("Add"), resources.Text2), choose) // the empty slot has the other ways itself
	v.links = widgets.NewLink(lang.L("Links only"), s.keepLinks)
	v.mend = widgets.NewFlow(12, widgets.NewLink(lang.L("Put them on one sheet"), s.assemble), v.links,
		widgets.NewLink(lang.L("Without them"), s.alone), widgets.NewLink(lang.L("Set up image hosting…"), s.Nav.ShowSettings))
	v.mend.Hide()
	v.fold = widgets.NewButton(lang.L("Further pictures"), resources.IconChevronRight(), widgets.Quiet, func() {
		v.open = !v.open
		s.render()
		s.refit()
	}).Small().Leading()
	v.foldRow = widgets.NewInset(0, 0, 0, -quietInset, v.fold)
	v.head = small(lang.L("Further pictures"), resources.Text2)
	v.pickOne = widgets.NewLink(lang.L("Open a picture…"), s.EditCanvas.ChooseFile)
	v.start = widgets.NewRow(8, small(lang.L("Nothing is on the canvas. Drop a picture on the window, or open one."), resources.Text2).Wrap(true), v.pickOne)
	v.box = widgets.NewColumn(6, v.start, v.way, v.foldRow, v.head, v.tiles, v.add, v.bad.box, v.mend)
	return v
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

// title names the picture in a slot by its number in the request, behind the one on the canvas.
func (v *picturesView) title(place int) string { return strconv.Itoa(place + 2) }

func (v *picturesView) slot(place int) *slotView {
	if place < 0 || place >= v.shown {
		return nil
	}
	return v.views[place]
}

// fit shows a slot for each picture and one more, for the next, unless they are folded.
func (v *picturesView) fit(d form.EditDraft) {
	n := 0
	for place, s := range d.Pictures {
		if !s.Empty() {
			n = place + 1
		}
	}
	if n > 0 || v.open {
		n = min(n+1, form.MaxEditPictures-1)
	}
	if n == v.shown {
		return
	}
	for place := len(v.views); place < n; place++ {
		t := newSlotView(v.slots, place, v.title(place), "")
		t.Tall(smallFrame)
		v.views = append(v.views, t)
		v.tiles.Add(t.Slot)
	}
	for i, t := range v.views {
		setShown(t.Slot, i < n)
	}
	v.shown = n
	v.tiles.Refresh()
}

// say says how the pictures are sent, what stands against it, and how more are added.
func (v *picturesView) say(d form.EditDraft, env form.Env, problems []client.ValidationError) {
	n := len(d.Inputs())
	setShown(v.start, !d.Canvas.Open && n == 0)
	setShown(v.foldRow, n == 0)
	setShown(v.head, n > 0)
	v.fold.SetIcon(foldIcon(v.open))
	setShown(v.tiles, v.shown > 0)
	setShown(v.add, v.shown > 0 && n < form.MaxEditPictures-1)

	problem := form.Only(problems, form.FieldImage, form.FieldImages)
	v.bad.show(problem)
	mixed := problemIs(problem, form.MsgEditMixed)
	linked := slices.ContainsFunc(d.Inputs(), func(s form.Slot) bool { return s.URL != "" })
	setShown(v.links, linked && mixed)
	setShown(v.mend, mixed || problemIs(problem, form.MsgCanvasDrawn) || problemIs(problem, form.MsgCanvasFile))
	words := d.SentAs(env)
	v.way.SetText(words)
	setShown(v.way, words != "" && len(problem) == 0)
}

// foldIcon is the icon of what can be folded away.
func foldIcon(open bool) fyne.Resource {
	if open {
		return resources.IconChevronDown()
	}
	return resources.IconChevronRight()
}

func problemIs(problems []client.ValidationError, message string) bool {
	return len(problems) > 0 && problems[0].Message == message
}

// pictureProblems are what stands against the pictures of an edit. That there is none yet is no mistake before a person
// wants to send it.
func (s *Screen) pictureProblems(f form.Form) []client.ValidationError {
	if len(f.Edit.Inputs()) == 0 && !f.Edit.Canvas.Open && !s.asked {
		return nil
	}
	return s.problems
}

// keepLinks leaves out the pictures of the edit that have no web address.
func (s *slots) keepLinks() {
	s.edit(func(f *form.Form) {
		links := slices.DeleteFunc(f.Edit.Inputs(), func(p form.Slot) bool { return p.URL == "" })
		f.Edit.Pictures = [form.MaxEditPictures]form.Slot{}
		f.Edit.Add(links...)
	})
}

// tilesLayout lays objects three in a row.
type tilesLayout struct {
	width float32 // as last laid out; 0: not yet
}

const (
	tilesGap    = 8
	tilesAcross = 3
)

func (*tilesLayout) walk(o []fyne.CanvasObject, width float32, at func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	y, row, n, small := float32(0), float32(0), 0, (width-(tilesAcross-1)*tilesGap)/tilesAcross
	for _, c := range o {
		if !c.Visible() {
			continue
		}
		column := n % tilesAcross
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

package compose

import (
	"slices"
	"strconv"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// smallFrame is the height of the frames of an edit's pictures, px.
const smallFrame = 66

// picturesView are the pictures of an edit beside the one on the canvas, folded while there are none, and how all will
// be sent.
type picturesView struct {
	open    bool // not folded although there are none
	fold    *kit.Button
	foldRow *fyne.Container
	head    *kit.Text       // in place of fold, once there are some
	pickOne *kit.Link       // opens a picture on the canvas, while nothing is there
	start   *fyne.Container // how one comes there, with pickOne

	views []*slotView // as many as were ever needed
	shown int
	owner picturesOwner
	tiles *fyne.Container
	add   *fyne.Container // how more are added
	way   *kit.Text       // how they will be sent
	bad   *complaint
	mend  *fyne.Container // ways out of a mixture of local pictures and links
	links *kit.Link
	box   *fyne.Container
}

// picturesOwner does what the pictures of an edit ask for.
type picturesOwner interface {
	slotOwner
	addFile()          // lets the user choose one
	keepLinks()        // removes the pictures without a web address
	moveToCanvas()     // places all on the picture on the canvas
	removeOthers()     // leaves the picture on the canvas alone
	showHosting()      // opens its settings
	chooseCanvasFile() // lets the user choose the picture on the canvas
	refit()            // the list was folded or unfolded
}

func newPicturesView(owner picturesOwner) *picturesView {
	v := &picturesView{owner: owner, bad: newComplaint(), tiles: kit.NewTiles(8, 3)}
	small := func(words string, color fyne.ThemeColorName) *kit.Text {
		return kit.NewText(words, resources.SizeSM, color, false)
	}
	v.bad.text.Wrap(true)
	v.way = small("", resources.Text3).Wrap(true)
	choose := kit.NewButton(lang.L("File…"), nil, kit.Plain, owner.addFile).Small()
	v.add = kit.NewRow(8, small(lang.L("Add"), resources.Text2), choose) // the empty slot has the other ways itself
	v.links = kit.NewLink(lang.L("Keep links only"), owner.keepLinks)
	v.mend = kit.NewFlow(12, kit.NewLink(lang.L("Place on one sheet"), owner.moveToCanvas), v.links,
		kit.NewLink(lang.L("Remove the others"), owner.removeOthers),
		kit.NewLink(actionLabel(actionHosting), owner.showHosting))
	v.mend.Hide()
	v.fold = kit.NewButton(lang.L("More pictures"), resources.IconChevronRight, kit.Quiet, func() {
		v.open = !v.open
		owner.refit()
	}).Small().Leading()
	v.foldRow = kit.NewInset(0, 0, 0, -quietInset, v.fold)
	v.head = small(lang.L("More pictures"), resources.Text2)
	v.pickOne = kit.NewLink(lang.L("Open a picture…"), owner.chooseCanvasFile)
	empty := lang.L("The canvas is empty. Drop a picture here or open one.")
	v.start = kit.NewRow(8, small(empty, resources.Text2).Wrap(true), v.pickOne)
	v.box = kit.NewColumn(6, v.start, v.way, v.foldRow, v.head, v.tiles, v.add, v.bad.box, v.mend)
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

// fit shows a slot for each picture and one more, for the next, unless they are folded.
func (v *picturesView) fit(d order.EditDraft) {
	n := 0
	for place, s := range d.Pictures {
		if !s.Empty() {
			n = place + 1
		}
	}
	if n > 0 || v.open {
		n = min(n+1, order.MaxEditPictures-1)
	}
	if n == v.shown {
		return
	}
	for place := len(v.views); place < n; place++ {
		t := newSlotView(v.owner, place, v.title(place), "")
		t.MinHeight(smallFrame)
		v.views = append(v.views, t)
		v.tiles.Add(t.Slot)
	}
	for i, t := range v.views {
		kit.Show(t.Slot, i < n)
	}
	v.shown = n
	v.tiles.Refresh()
}

// showWay shows how the pictures are sent, what prevents that, and how more are added.
func (v *picturesView) showWay(d order.EditDraft, env order.Env, problems []client.ValidationError) {
	n := len(d.Inputs())
	kit.Show(v.start, !d.Canvas.Open && n == 0)
	kit.Show(v.foldRow, n == 0)
	kit.Show(v.head, n > 0)
	v.fold.SetIcon(foldIcon(v.open))
	kit.Show(v.tiles, v.shown > 0)
	kit.Show(v.add, v.shown > 0 && n < order.MaxEditPictures-1)

	problem := order.ProblemsOf(problems, order.FieldImage, order.FieldImages)
	v.bad.show(problem)
	mixed := problemIs(problem, order.MsgEditMixed)
	linked := slices.ContainsFunc(d.Inputs(), func(s order.Slot) bool { return s.URL != "" })
	kit.Show(v.links, linked && mixed)
	kit.Show(v.mend, mixed || problemIs(problem, order.MsgCanvasDrawn) || problemIs(problem, order.MsgCanvasFile))
	words := wording.SentAs(d, env)
	v.way.SetText(words)
	kit.Show(v.way, words != "" && len(problem) == 0)
}

package compose

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// slotView is a slot on the screen, with what it shows.
type slotView struct {
	*kit.Slot
	s     *Screen
	place int
	value kit.SlotValue
	holds order.Slot
}

func newSlotView(s *Screen, place int, title, optional string) *slotView {
	v := &slotView{Slot: kit.NewSlot(title, optional), s: s, place: place, value: kit.SlotValue{State: -1}}
	v.OnPaste, v.OnGallery = func() { s.pasteInto(place) }, func() { s.fromGallery(place) }
	v.OnClear = func() { s.clearSlot(place) }
	v.OnCopy = func() {
		if v.holds.URL != "" {
			s.Copy(v.holds.URL)
		}
	}
	v.OnText = func(address string) string { return s.typedAddress(place, address) }
	v.OnAction = func(id int) { slotActions()[id].do(s, place) }
	v.OnDrag = func(to fyne.Position) { s.slotDragged(place, to) }
	v.OnDragOut = func(to fyne.Position) { s.slotDropped(place, to) }
	return v
}

// show shows a value; s is what the slot holds.
func (v *slotView) show(s order.Slot, value kit.SlotValue) {
	if holds := s.Bare(); holds != v.holds {
		v.holds = holds
		v.EndTyping() // a drop or the gallery answered what the field asked for
	}
	kept := s.Asset != ""
	seen := value.Picture != nil && !kept
	if kept != (v.OnAsset != nil) || seen != (v.OnLook != nil) {
		v.OnAsset, v.OnLook, v.value.State = nil, nil, -1
		if kept {
			v.OnAsset = func() { v.s.Navigator.ShowAssetByRef(v.holds.Asset) }
		}
		if seen {
			v.OnLook = func() { v.s.lookLarge(v.place) }
		}
	}
	if value != v.value {
		v.value = value
		v.Set(value)
	}
}

// The ways on that a slot offers in words.
const (
	actionWhy = iota
	actionAddress
	actionEdit
	actionReplace
	actionLook
	actionHosting
)

// slotAction is what a way on is called, and what it does for a place.
type slotAction struct {
	word string
	do   func(s *Screen, place int)
}

func slotActions() []slotAction {
	return []slotAction{
		actionWhy:     {lang.L("Why?"), (*Screen).showWhy},
		actionAddress: {lang.L("Type an address"), (*Screen).AskAddress},
		actionEdit:    {lang.L("Edit it first"), (*Screen).editFirst},
		actionReplace: {lang.L("Replace…"), (*Screen).fromGallery},
		actionLook:    {lang.L("Check again"), (*Screen).lookAgain},
		actionHosting: {lang.L("Set up image hosting…"), func(s *Screen, _ int) { s.Navigator.ShowHosting() }},
	}
}

func offered(ids ...int) (all [3]kit.SlotAction) {
	for i, id := range ids {
		all[i] = kit.SlotAction{ID: id, Text: slotActions()[id].word}
	}
	return all
}

// slotValue decides what a slot shows.
func (s *Screen) slotValue(f order.Form, place int, slot order.Slot, env order.Env) (v kit.SlotValue) {
	edit, seen := f.Kind == db.EditImage, s.previews.of(slot)
	var problem, off string // what the form says of the picture, and why nothing can be put in
	var file, mixed bool    // a local picture is sent along as a file, alone; one stands beside links, which is said below
	if edit {
		problem, file = f.Edit.PictureProblem(place, env), f.Edit.SentAlong() && slot.Local()
		mixed = !file && problem == order.MsgEditMixed
	} else {
		problem = f.Frames.FrameProblem(place, env)
		if place == order.LastFrame {
			off = f.Frames.LastOff(env)
		}
	}
	left, dies := slot.Left(env.Now)
	hosted := slot.Hosted(env)
	if seen != nil {
		v.Picture = seen.picture
	}
	refused := ""
	if s.refused.kind == f.Kind && s.refused.place == place {
		refused = s.refused.why
	}
	switch up := s.uploads.of(slot); {
	case refused != "" && (!slot.Empty() || off != ""):
		return kit.SlotValue{State: kit.SlotRefuses, Words: refused, Actions: offered(actionAddress)}
	case slot.Empty() && off != "":
		return kit.SlotValue{State: kit.SlotOff, Words: wording.Rule(off)}
	case slot.Empty():
		v = kit.SlotValue{State: kit.SlotEmpty, Words: refused, Caption: lang.L("http or https address only")}
		if edit || env.Hosting {
			v.Caption = lang.L("web address or file")
		}
	case problem == client.MsgOneImage:
		return kit.SlotValue{State: kit.SlotRefuses, Words: wording.Rule(order.MsgFirstOnly), Caption: host(slot)}
	case up >= 0:
		v.State, v.Progress = kit.SlotUploading, up
		v.Caption, v.Note = lang.L("Uploading, %d %%", int(up*100)), lang.L("to the image host")
	case (hosted || file || mixed) && seen != nil && seen.err != nil:
		return kit.SlotValue{State: kit.SlotRefuses, Words: wording.UnusablePicture(seen.err), Caption: fileName(slot), Actions: offered(actionReplace)}
	case file:
		v.State, v.Caption, v.Note = kit.SlotFilled, fileName(slot), pixels(slot, edit)
	case hosted:
		v.State, v.Caption, v.Note = kit.SlotFilled, fileName(slot), hostNote(s.account.Profile)
	case mixed:
		v.State, v.Caption, v.Note = kit.SlotDying, fileName(slot), pixels(slot, edit)
	case problem == order.MsgLinkDead:
		v.State, v.Tag, v.Caption = kit.SlotDead, wording.Rule(order.MsgLinkDead), lang.L("The link no longer works.")
		if slot.Local() || slot.Asset != "" {
			v.Caption = lang.L("The picture is saved locally.")
		}
		v.Actions = offered(actionReplace)
	case problem != "" && slot.Local():
		ways := offered(actionWhy, actionHosting, actionEdit)
		v = kit.SlotValue{State: kit.SlotRefuses, Words: wording.Rule(order.MsgLocalFile), Actions: ways}
	case problem != "":
		v = kit.SlotValue{State: kit.SlotRefuses, Words: wording.Rule(problem), Caption: host(slot), Actions: offered(actionReplace)}
	case seen != nil && seen.err != nil:
		v.State, v.Words, v.Detail = kit.SlotUnseen, lookWords(seen.err), lang.L("You can still send it.")
		v.Caption, v.Actions = host(slot), offered(actionLook)
	case seen != nil && !seen.done:
		v.State, v.Caption = kit.SlotLoading, host(slot)
		if slot.Asset == "" { // an asset is there before anybody has read a word
			v.Words = lang.L("Checking the picture")
		}
	case dies && left < wording.LinkSoon:
		v.State, v.Caption, v.Life, v.Note = kit.SlotDying, host(slot), lang.L("%s, send soon", wording.Left(left)), pixels(slot, edit)
	default:
		v.State, v.Caption, v.Note = kit.SlotFilled, host(slot), pixels(slot, edit)
		if dies {
			v.Life = wording.Left(left)
		}
	}
	return v
}

// hostNote returns where a local picture is put before the request is sent.
func hostNote(p db.Profile) string {
	if p.Sandbox {
		return lang.L("Kept on this computer.")
	}
	var at hosting.Config
	_ = json.Unmarshal(p.Hosting, &at) // one that cannot be read has no endpoint
	address := at.S3.Endpoint
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return lang.L("Uploaded to the image host first.")
	}
	return lang.L("Uploaded to %s first.", u.Hostname())
}

// pixels is the line below: size, and where the picture comes from, where there is room for that.
func pixels(s order.Slot, small bool) string {
	var parts []string
	if s.Width > 0 && s.Height > 0 {
		parts = append(parts, fmt.Sprintf("%d × %d", s.Width, s.Height))
	}
	if s.Asset != "" && !small {
		parts = append(parts, lang.L("from Gallery"))
	}
	return wording.Commas(parts...)
}

// host names where a link leads, or the file of a picture that has none. An address of this computer says nothing to people.
func host(s order.Slot) string {
	u, err := url.Parse(strings.TrimSpace(s.URL))
	switch {
	case err != nil || u.Hostname() == "" || s.File != "" && client.OnThisComputer(u.Hostname()):
		return fileName(s)
	case client.OnThisComputer(u.Hostname()):
		return cmp.Or(linkName(s.URL), u.Hostname())
	}
	return u.Hostname()
}

func fileName(s order.Slot) string { return wording.PictureFile(s.File) }

// linkName is the last part of a link, for people to read; "" where it has none.
func linkName(link string) string {
	u, err := url.Parse(link)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	return path.Base(u.Path)
}

// framesView are the two frames of a clip with the button that swaps them.
type framesView struct {
	slots     [2]*slotView
	swap      *kit.Button
	complaint *complaint
	box       *fyne.Container
}

func newFramesView(s *Screen) *framesView {
	v := &framesView{complaint: newComplaint(false)}
	v.slots[order.FirstFrame] = newSlotView(s, order.FirstFrame, lang.L("First frame"), "")
	v.slots[order.LastFrame] = newSlotView(s, order.LastFrame, lang.L("Last frame"), lang.L("optional"))
	for place, slot := range v.slots {
		slot.OnFile = func() { s.chooseFile(place) }
		slot.Refresh()
	}
	v.swap = kit.NewIconButton(resources.IconSwap, lang.L("Swap first and last frame"), s.swapFrames).Small()
	first, last := v.slots[order.FirstFrame].Slot, v.slots[order.LastFrame].Slot
	pair := &fyne.Container{Layout: &pairLayout{}, Objects: []fyne.CanvasObject{first, v.swap, last}}
	v.box = kit.NewInset(-linkRoom, 0, 0, 0, kit.NewColumn(4, pair, v.complaint.box))
	return v
}

// show shows what can be done with them. That there is no first frame is said once a person wanted to send without it; all else that is
// wrong with them the slots say themselves.
func (v *framesView) show(d order.VideoDraft, problems []client.ValidationError, asked bool) {
	kit.Enable(v.swap, !d.First.Empty() || !d.Last.Empty())
	missing := order.Only(problems, order.FieldFrames)
	if !asked || !problemIs(missing, order.MsgFirstFrame) {
		missing = nil
	}
	v.complaint.show(missing)
}

// The room between two frames, which holds the swap button; the place of the frames under their titles, px.
const (
	pairGap  = 32
	titleRow = 28 + 4
	frameMid = 99 / 2
)

// pairLayout lays two slots side by side, with a button between their frames.
type pairLayout struct {
	laid float32 // width as last laid out, px; 0: not yet
}

func pairWidth(of float32) float32 { return (of - pairGap) / 2 }

// MinSize is what two frames need, or a little less: they are as wide as there is room.
func (l *pairLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(leastWidth-2*inset, l.HeightFor(o, cmp.Or(l.laid, Width-2*inset)))
}

// HeightFor returns the height in a width, px.
func (l *pairLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	w := pairWidth(width)
	return max(kit.HeightFor(o[0], w), kit.HeightFor(o[2], w))
}

func (l *pairLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.laid = s.Width
	w := pairWidth(s.Width)
	kit.Place(o[0], 0, 0, w, s.Height)
	kit.Place(o[2], s.Width-w, 0, w, s.Height)
	b := o[1].MinSize()
	kit.Place(o[1], (s.Width-b.Width)/2, titleRow+frameMid-b.Height/2, b.Width, b.Height)
}

// showWhy says why a slot takes no file, and what can be done.
func (s *Screen) showWhy(place int) {
	words := strings.Join([]string{
		lang.L("The service downloads frames from the internet and does not accept files for them. A picture gets a web address in " +
			"one of these ways:"),
		lang.L("Choose a gallery picture whose link is still valid."),
		lang.L("Edit it first: an edit accepts the file, and its result has a web address for 24 h. The edit is charged separately " +
			"and may change the picture."),
		lang.L("Upload it to your image host and paste its address. Set up image hosting, and Viviscope does this for you."),
	}, "\n\n")
	kit.Ask(s.Canvas(), lang.L("Why a frame needs a web address"), words, nil,
		kit.Answer{Word: lang.L("Close"), Kind: kit.Plain, Enter: true},
		kit.Answer{Word: slotActions()[actionEdit].word, Kind: kit.Plain, Do: func() { s.editFirst(place) }},
		kit.Answer{Word: slotActions()[actionHosting].word, Kind: kit.Plain, Do: s.Navigator.ShowHosting})
}

// lookLarge shows the picture of a slot larger.
func (s *Screen) lookLarge(place int) {
	slot, c := s.slotAt(place), s.Canvas()
	if slot == nil {
		return
	}
	seen := s.previews.of(*slot)
	if seen == nil || seen.picture == nil {
		return
	}
	const most = 640
	size := fyne.NewSize(most, most*float32(seen.picture.Bounds().Dy())/float32(seen.picture.Bounds().Dx()))
	if most := c.Size().Height - 200; size.Height > most && most > 0 {
		size = fyne.NewSize(size.Width*most/size.Height, most)
	}
	picture := kit.NewPicture(size).Contain()
	picture.SetImage(seen.picture)
	caption := host(*slot)
	if seen.width > 0 {
		caption += fmt.Sprintf(", %d × %d", seen.width, seen.height)
	}
	var sheet *kit.Sheet
	close := kit.NewButton(lang.L("Close"), nil, kit.Plain, func() { sheet.Hide() })
	sheet = kit.ShowWideSheet(c, max(size.Width, 240)+32, kit.NewColumn(12, picture,
		kit.NewRow(8, kit.NewText(caption, resources.SizeSM, resources.Text2, false).Ellipsis(), kit.NewSpring(), close)), nil)
	sheet.Default = func() { sheet.Hide() }
}

// smallFrame is the height of the frames of an edit's pictures, px.
const smallFrame = 66

// picturesView are the pictures of an edit beside the one on the canvas, folded while there are none, and how all will be sent.
type picturesView struct {
	open    bool // not folded although there are none
	fold    *kit.Button
	foldRow *fyne.Container
	head    *kit.Text       // in place of fold, once there are some
	pickOne *kit.Link       // opens a picture on the canvas, while nothing is there
	start   *fyne.Container // how one comes there, with pickOne

	views []*slotView // as many as were ever needed
	shown int
	s     *Screen
	tiles *fyne.Container
	add   *fyne.Container // how more are added
	way   *kit.Text       // how they will be sent
	bad   *complaint
	mend  *fyne.Container // ways out of a mixture of local pictures and links
	links *kit.Link
	box   *fyne.Container
}

func newPicturesView(s *Screen) *picturesView {
	v := &picturesView{s: s, bad: newComplaint(false), tiles: kit.NewTiles(8, 3)}
	small := func(words string, color fyne.ThemeColorName) *kit.Text {
		return kit.NewText(words, resources.SizeSM, color, false)
	}
	v.way = small("", resources.Text3).Wrap(true)
	choose := kit.NewButton(lang.L("File…"), nil, kit.Plain, func() {
		s.Chooser.ChooseFile(pictureEndings(), func(path string) { s.putPictures(-1, order.Slot{File: path}) })
	}).Small()
	v.add = kit.NewRow(8, small(lang.L("Add"), resources.Text2), choose) // the empty slot has the other ways itself
	v.links = kit.NewLink(lang.L("Keep links only"), s.keepLinks)
	v.mend = kit.NewFlow(12, kit.NewLink(lang.L("Place on one sheet"), s.placeOnCanvas), v.links,
		kit.NewLink(lang.L("Remove the others"), s.leaveOutOthers), kit.NewLink(slotActions()[actionHosting].word, s.Navigator.ShowHosting))
	v.mend.Hide()
	v.fold = kit.NewButton(lang.L("More pictures"), resources.IconChevronRight, kit.Quiet, func() {
		v.open = !v.open
		s.render()
		s.Refit()
	}).Small().Leading()
	v.foldRow = kit.NewInset(0, 0, 0, -quietInset, v.fold)
	v.head = small(lang.L("More pictures"), resources.Text2)
	v.pickOne = kit.NewLink(lang.L("Open a picture…"), s.EditCanvas.ChooseFile)
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
		t := newSlotView(v.s, place, v.title(place), "")
		t.Tall(smallFrame)
		v.views = append(v.views, t)
		v.tiles.Add(t.Slot)
	}
	for i, t := range v.views {
		kit.Show(t.Slot, i < n)
	}
	v.shown = n
	v.tiles.Refresh()
}

// say says how the pictures are sent, what stands against it, and how more are added.
func (v *picturesView) say(d order.EditDraft, env order.Env, problems []client.ValidationError) {
	n := len(d.Inputs())
	kit.Show(v.start, !d.Canvas.Open && n == 0)
	kit.Show(v.foldRow, n == 0)
	kit.Show(v.head, n > 0)
	v.fold.SetIcon(foldIcon(v.open))
	kit.Show(v.tiles, v.shown > 0)
	kit.Show(v.add, v.shown > 0 && n < order.MaxEditPictures-1)

	problem := order.Only(problems, order.FieldImage, order.FieldImages)
	v.bad.show(problem)
	mixed := problemIs(problem, order.MsgEditMixed)
	linked := slices.ContainsFunc(d.Inputs(), func(s order.Slot) bool { return s.URL != "" })
	kit.Show(v.links, linked && mixed)
	kit.Show(v.mend, mixed || problemIs(problem, order.MsgCanvasDrawn) || problemIs(problem, order.MsgCanvasFile))
	words := wording.SentAs(d, env)
	v.way.SetText(words)
	kit.Show(v.way, words != "" && len(problem) == 0)
}

// foldIcon is the icon of what can be folded away.
func foldIcon(open bool) fyne.Resource {
	if open {
		return resources.IconChevronDown
	}
	return resources.IconChevronRight
}

func problemIs(problems []client.ValidationError, message string) bool {
	return len(problems) > 0 && problems[0].Message == message
}

// keepLinks leaves out the pictures of the edit that have no web address.
func (s *Screen) keepLinks() {
	s.Edit(func(f *order.Form) {
		links := slices.DeleteFunc(f.Edit.Inputs(), func(p order.Slot) bool { return p.URL == "" })
		f.Edit.Pictures = [order.MaxEditPictures]order.Slot{}
		f.Edit.Add(links...)
	})
}

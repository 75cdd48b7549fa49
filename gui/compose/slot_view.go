package compose

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// slotView is a slot on the screen, with what it shows.
type slotView struct {
	*widgets.Slot
	slots *slots
	place int
	value widgets.SlotValue
	holds pictureKey
}

func newSlotView(s *slots, place int, title, optional string) *slotView {
	v := &slotView{Slot: widgets.NewSlot(title, optional), slots: s, place: place, value: widgets.SlotValue{State: -1}}
	v.OnPaste, v.OnGallery = func() { s.paste(place) }, func() { s.fromGallery(place) }
	v.OnClear, v.OnCopy = func() { s.clearSlot(place) }, func() { s.copyAddress(place) }
	v.OnText = func(address string) string { return s.typedAddress(place, address) }
	v.OnAction = func(id int) { s.act(place, slotAction(id)) }
	v.OnDrag = func(to fyne.Position) { s.dragged(place, to) }
	v.OnDragOut = func(to fyne.Position) { s.draggedOut(place, to) }
	return v
}

// show shows a value; s is what the slot holds.
func (v *slotView) show(s form.Slot, value widgets.SlotValue) {
	if holds := pictureKeyOf(s); holds != v.holds {
		v.holds = holds
		v.EndTyping() // a drop or the gallery answered what the field asked for
	}
	kept := s.Asset != ""
	seen := value.Picture != nil && !kept
	if kept != (v.OnAsset != nil) || seen != (v.OnLook != nil) {
		v.OnAsset, v.OnLook, v.value.State = nil, nil, -1
		if kept {
			v.OnAsset = func() { v.slots.showAsset(v.place) }
		}
		if seen {
			v.OnLook = func() { v.slots.lookLarge(v.place) }
		}
	}
	if value != v.value {
		v.value = value
		v.Set(value)
	}
}

// slotAction is something that a slot offers in words.
type slotAction int

const (
	actionWhy slotAction = iota
	actionAddress
	actionEdit
	actionReplace
	actionLook
)

func (a slotAction) word() string {
	switch a {
	case actionWhy:
		return lang.L("Why?")
	case actionAddress:
		return lang.L("Paste an address")
	case actionEdit:
		return lang.L("Edit it first")
	case actionReplace:
		return lang.L("Replace…")
	}
	return lang.L("Look again")
}

func offered(actions ...slotAction) (all [3]widgets.SlotAction) {
	for i, a := range actions {
		all[i] = widgets.SlotAction{ID: int(a), Text: a.word()}
	}
	return all
}

// slotFacts are what a slot's value follows from.
type slotFacts struct {
	slot    form.Slot
	seen    *preview
	problem string // what the form says of the picture; "": nothing
	off     string // why nothing can be put in; "": something can
	refused string // what was wrong with the last thing that somebody tried to put in
	env     form.Env
	file    bool    // a local picture is sent along as a file, alone
	mixed   bool    // a local picture stands beside links: the form says so below
	upload  float64 // how much of the picture is on the person's host, 0 to 1; negative: it is not on its way
	small   bool    // there is no room for two lines below
	edit    bool    // the picture is to be changed
}

// value decides what a slot shows.
func (c slotFacts) value() widgets.SlotValue {
	s, env := c.slot, c.env
	left, dies := s.Left(env.Now)
	hosted := env.Hosting && s.Local() && (strings.TrimSpace(s.URL) == "" || s.Dead(env.Now))
	f := widgets.SlotValue{}
	if c.seen != nil {
		f.Picture = c.seen.picture
	}
	switch {
	case c.refused != "":
		return widgets.SlotValue{State: widgets.SlotRefuses, Words: c.refused, Actions: offered(actionAddress)}
	case s.Empty() && c.off != "":
		return widgets.SlotValue{State: widgets.SlotOff, Words: form.Words(c.off)}
	case s.Empty():
		f = widgets.SlotValue{State: widgets.SlotEmpty, Caption: lang.L("http or https address only")}
		if c.edit {
			f.Words = lang.L("Drop a picture, or")
		}
		if c.edit || env.Hosting {
			f.Caption = lang.L("web address or file")
		}
	case c.problem == client.MsgOneImage:
		return widgets.SlotValue{State: widgets.SlotRefuses, Words: form.Words(form.MsgFirstOnly), Caption: host(s)}
	case c.upload >= 0:
		f.State, f.Progress = widgets.SlotUploading, c.upload
		f.Caption, f.Note = lang.L("Uploading, %d %%", int(c.upload*100)), lang.L("to your image host")
	case (hosted || c.file || c.mixed) && c.seen != nil && c.seen.err != nil:
		return widgets.SlotValue{State: widgets.SlotRefuses, Words: fileWords(c.seen.err), Caption: fileName(s), Actions: offered(actionReplace)}
	case c.file:
		f.State, f.Caption, f.Note = widgets.SlotFilled, fileName(s), c.pixels()
	case hosted:
		f.State, f.Caption, f.Note = widgets.SlotFilled, fileName(s), lang.L("It is put on your image host first.")
	case c.mixed:
		f.State, f.Caption, f.Note = widgets.SlotDying, fileName(s), c.pixels()
	case c.problem == form.MsgLinkDead:
		f.State, f.Tag, f.Words, f.Caption = widgets.SlotDead, form.Words(form.MsgLinkDead), "", lang.L("The link no longer works.")
		if s.Local() || s.Asset != "" {
			f.Caption = lang.L("The picture is safe here.")
		}
		f.Actions = offered(actionReplace)
	case c.problem != "" && s.Local():
		f = widgets.SlotValue{State: widgets.SlotRefuses, Words: form.Words(form.MsgLocalFile), Actions: offered(actionWhy, actionAddress, actionEdit)}
	case c.problem != "":
		f = widgets.SlotValue{State: widgets.SlotRefuses, Words: form.Words(c.problem), Caption: host(s), Actions: offered(actionReplace)}
	case c.seen != nil && c.seen.err != nil:
		f.State, f.Words, f.Detail = widgets.SlotUnseen, lookWords(c.seen.err), lang.L("It can be sent all the same.")
		f.Caption, f.Actions = host(s), offered(actionLook)
	case c.seen != nil && !c.seen.done:
		f.State, f.Caption = widgets.SlotLoading, host(s)
		if s.Asset == "" { // an asset is there before anybody has read a word
			f.Words = lang.L("Looking at the picture")
		}
	case dies && left < wording.LinkSoon:
		f.State, f.Caption, f.Life, f.Note = widgets.SlotDying, host(s), lang.L("%s, send soon", wording.Left(left)), c.pixels()
	default:
		f.State, f.Caption, f.Note = widgets.SlotFilled, host(s), c.pixels()
		if dies {
			f.Life = wording.Left(left)
		}
	}
	return f
}

// pixels is the line below: size, and where the picture comes from.
func (c slotFacts) pixels() string {
	var parts []string
	if c.slot.Width > 0 && c.slot.Height > 0 {
		parts = append(parts, fmt.Sprintf("%d × %d", c.slot.Width, c.slot.Height))
	}
	if c.slot.Asset != "" && !c.small {
		parts = append(parts, lang.L("from Gallery"))
	}
	return wording.Commas(parts)
}

// host names where a link leads, or the file of a picture that has none.
func host(s form.Slot) string {
	if u, err := url.Parse(strings.TrimSpace(s.URL)); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return fileName(s)
}

func fileName(s form.Slot) string {
	if s.File == "" {
		return lang.L("from Gallery")
	}
	name := baseName(s.File)
	if form.KeptCopy(name) {
		return lang.L("kept with the job")
	}
	return name
}

// baseName is the last part of a path of any system.
func baseName(file string) string { return path.Base(strings.ReplaceAll(file, `\`, "/")) }

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
	swap      *widgets.Button
	complaint *complaint
	box       *fyne.Container
}

func newFramesView(s *slots) *framesView {
	v := &framesView{complaint: newComplaint()}
	v.slots[form.FirstFrame] = newSlotView(s, form.FirstFrame, lang.L("First frame"), "")
	v.slots[form.LastFrame] = newSlotView(s, form.LastFrame, lang.L("Last frame"), lang.L("optional"))
	v.swap = widgets.NewIconButton(resources.IconSwap(), lang.L("Swap first and last frame"), s.swapFrames).Small()
	first, last := v.slots[form.FirstFrame].Slot, v.slots[form.LastFrame].Slot
	pair := &fyne.Container{Layout: &pairLayout{}, Objects: []fyne.CanvasObject{first, v.swap, last}}
	v.box = widgets.NewColumn(4, pair, v.complaint.box)
	return v
}

func (v *framesView) slot(place int) *slotView {
	if place < 0 || place >= len(v.slots) {
		return nil
	}
	return v.slots[place]
}

// The room between two frames, which holds the swap button; the place of the frames under their titles, px.
const (
	pairGap  = 32
	titleRow = 28 + 4
	frameMid = 99 / 2
)

// pairLayout lays two slots side by side, with a button between their frames.
type pairLayout struct {
	laid float32 // width as last laid out; 0: not yet
}

func (*pairLayout) width(of float32) float32 { return (of - pairGap) / 2 }

// MinSize is what two frames need, or a little less: they are as wide as there is room.
func (l *pairLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	width := l.laid
	if width == 0 {
		width = Width - 2*inset
	}
	return fyne.NewSize(leastWidth-2*inset, l.HeightFor(o, width))
}

// HeightFor returns the height in a width, px.
func (l *pairLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	w := l.width(width)
	return max(widgets.HeightFor(o[0], w), widgets.HeightFor(o[2], w))
}

// Layout places the slots and the button.
func (l *pairLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.laid = s.Width
	w := l.width(s.Width)
	for i, x := range map[int]float32{0: 0, 2: s.Width - w} {
		o[i].Move(fyne.NewPos(x, 0))
		o[i].Resize(fyne.NewSize(w, s.Height))
	}
	b := o[1].MinSize()
	o[1].Move(fyne.NewPos((s.Width-b.Width)/2, titleRow+frameMid-b.Height/2))
	o[1].Resize(b)
}

// showWhy says why a slot takes no file, and what can be done.
func (s *slots) showWhy(place int) {
	words := strings.Join([]string{
		lang.L("The service fetches the frames of a clip itself, from the internet. It has no way to take a file for them. A picture gets an address in one of these ways:"),
		lang.L("Take one from the gallery whose link still lives."),
		lang.L("Edit it first: an edit takes the file, and its result has an address for 24 h. The edit costs its own price and may change the picture."),
		lang.L("Put it where you host pictures and paste the address. Viviscope does that by itself once image hosting is set up for the profile."),
	}, "\n\n")
	widgets.Ask(s.Canvas(), lang.L("Why a frame needs a web address"), words, nil, widgets.Answer{Word: lang.L("Close"), Kind: widgets.Plain, Enter: true},
		widgets.Answer{Word: actionEdit.word(), Kind: widgets.Plain, Do: func() { s.editFirst(place) }},
		widgets.Answer{Word: lang.L("Set up image hosting…"), Kind: widgets.Plain, Do: s.Nav.ShowSettings})
}

// showAsset shows the picture of a slot where it is kept.
func (s *slots) showAsset(place int) {
	if slot := s.slotAt(place); slot != nil && slot.Asset != "" {
		s.Nav.ShowAssetByRef(slot.Asset)
	}
}

// lookLarge shows the picture of a slot larger.
func (s *slots) lookLarge(place int) {
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
	picture := widgets.NewPicture(size).Contain()
	picture.SetImage(seen.picture)
	caption := host(*slot)
	if seen.width > 0 {
		caption += fmt.Sprintf(", %d × %d", seen.width, seen.height)
	}
	var sheet *widgets.Sheet
	close := widgets.NewButton(lang.L("Close"), nil, widgets.Plain, func() { sheet.Hide() })
	sheet = widgets.ShowWideSheet(c, max(size.Width, 240)+32, widgets.NewColumn(12, picture,
		widgets.NewRow(8, widgets.NewText(caption, resources.SizeSM, resources.Text2, false).Ellipsis(), widgets.NewSpring(), close)), nil)
	sheet.Default = func() { sheet.Hide() }
}

package compose

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// The pictures of the kind in front: how they come in, move, go, and what is known of them.

// slotAt returns what a slot of the kind in front holds; nil where it has no such slot.
func (s *Screen) slotAt(place int) *order.Slot {
	slots := slotsOf(&s.form)
	if place < 0 || place >= len(slots) {
		return nil
	}
	return slots[place]
}

// linkSlots are the slots of links, with what their own text says of their lives.
func (s *Screen) linkSlots(links []string) []order.Slot {
	var slots []order.Slot
	for _, link := range links {
		slot := order.Slot{URL: link}
		if dies, ok := linkcheck.Dies(link, s.Now()); ok {
			slot.Dies = dies.UnixMilli()
		}
		slots = append(slots, slot)
	}
	return slots
}

// putPictures puts pictures into the kind in front, beginning at a place. What a picture takes the place of can be brought back.
func (s *Screen) putPictures(place int, pictures ...order.Slot) {
	if s.keepsFrame(place, pictures) {
		left := lang.L("%s was left out.", order.BaseName(pictures[0].File))
		s.notices.say(left + " " + wording.Rule(order.MsgLocalFile) + " " + lang.L("The current frame stays."))
		return
	}
	before := s.form
	lost, full := false, false
	s.refused = slotError{}
	s.Edit(func(f *order.Form) {
		switch {
		case len(pictures) == 0:
		case f.Kind == db.FramesToVideo:
			was := f.Frames
			if was.LastOff(s.env()) != "" {
				place = order.FirstFrame
			}
			f.Frames.Fill(place, pictures...)
			lost = replaced(was.First, f.Frames.First) || replaced(was.Last, f.Frames.Last)
		case f.Kind == db.EditImage:
			if at := f.Edit.Pictures[min(max(place, 0), len(f.Edit.Pictures)-1)]; place >= 0 && !at.Empty() {
				lost = replaced(at, pictures[0])
				f.Edit.Pictures[place] = pictures[0]
				pictures = pictures[1:]
			}
			full = f.Edit.Add(pictures...) < len(pictures)
		}
	})
	if full {
		s.notices.say(lang.L("An edit uses at most %d pictures.", order.MaxEditPictures))
	}
	if lost {
		s.notices.undoable(lang.L("The picture was replaced."), recallShown, func() { s.set(before) })
	}
	s.render()
}

// keepsFrame reports whether a file of this computer came to a slot whose picture can be sent, which the file cannot be.
func (s *Screen) keepsFrame(place int, pictures []order.Slot) bool {
	if s.form.Kind != db.FramesToVideo || len(pictures) != 1 || pictures[0].File == "" || pictures[0].URL != "" || s.hosting() {
		return false
	}
	at := *s.form.Frames.Slot(place)
	return !at.Empty() && s.form.Frames.FrameProblem(place, s.env()) == ""
}

// replaced reports whether a picture gave way to another one.
func replaced(was, is order.Slot) bool { return !was.Empty() && was.Bare() != is.Bare() }

// changeSlots changes what the slots hold.
func (s *Screen) changeSlots(how func(f *order.Form)) {
	s.refused = slotError{}
	s.Edit(how)
	s.render()
}

// clearSlot empties a slot, which can be undone.
func (s *Screen) clearSlot(place int) {
	slot := s.slotAt(place)
	if slot == nil {
		return
	}
	before, was := s.form, *slot
	s.changeSlots(func(f *order.Form) {
		switch f.Kind {
		case db.FramesToVideo:
			*f.Frames.Slot(place) = order.Slot{}
		case db.EditImage:
			f.Edit.Remove(place)
		}
	})
	if was.Empty() {
		return
	}
	s.notices.undoable(lang.L("The picture was removed."), recallShown, func() {
		s.changeSlots(func(f *order.Form) { // what was typed since stays
			f.Frames.First, f.Frames.Last, f.Edit.Pictures = before.Frames.First, before.Frames.Last, before.Edit.Pictures
		})
	})
}

// Undo undoes what the notice of the form offers to undo. It reports whether there was anything. Window's goroutine.
func (s *Screen) Undo() bool {
	if !s.notices.undoes {
		return false
	}
	s.notices.undo()
	return true
}

// chooseFile lets the user choose a picture file for a slot.
func (s *Screen) chooseFile(place int) {
	s.Chooser.ChooseFile(pictureEndings(), func(path string) {
		if s.slotAt(place) != nil {
			s.putPictures(place, order.Slot{File: path})
			s.Focus()
		}
	})
}

// swapFrames exchanges the two frames.
func (s *Screen) swapFrames() { s.changeSlots(func(f *order.Form) { f.Frames.Swap() }) }

// typedAddress puts typed text into a slot: web addresses, or the path of a picture. It returns the reason for which it
// refuses the text; "" if it took it.
func (s *Screen) typedAddress(place int, text string) (refused string) {
	if links := dnd.LinksIn(text); len(links) > 0 {
		s.putPictures(place, s.linkSlots(links)...)
		return ""
	}
	file, ok := dnd.FilePath(text)
	switch {
	case !ok:
		return lang.L("Type a web address (http, https) or the path of a picture.")
	case kindOf(file) != pictureFile:
		return lang.L("%s is not a PNG, JPEG or WebP.", order.BaseName(file))
	}
	s.putPictures(place, order.Slot{File: file})
	return ""
}

// pasteInto takes what is on the clipboard: links, files, or a picture.
func (s *Screen) pasteInto(place int) {
	s.Exchange.Paste(false, func(d dnd.Drop) {
		if s.slotAt(place) == nil { // another kind is in front by now
			return
		}
		if slots := s.dropSlots(d, pictureFile); len(slots) > 0 {
			s.putPictures(place, slots...)
			return
		}
		s.refuseAt(place, lang.L("The clipboard holds no address and no picture."))
	})
}

// refuseAt says at a slot why nothing was put in, until something else happens there.
func (s *Screen) refuseAt(place int, why string) {
	s.refused = slotError{kind: s.form.Kind, place: place, why: why}
	s.render()
}

// slotError is what was wrong with the last thing that somebody tried to put into a slot.
type slotError struct {
	kind  db.JobKind
	place int
	why   string
}

// lookAgain looks at the picture of a slot once more.
func (s *Screen) lookAgain(place int) {
	if slot := s.slotAt(place); slot != nil {
		s.previews.again(*slot)
		s.render()
	}
}

// AskAddress lets a person type or paste the address of a frame; the kind with frames is in front. Window's goroutine.
func (s *Screen) AskAddress(place int) {
	if s.refused.why != "" {
		s.refused = slotError{}
		s.render()
	}
	if t := s.viewAt(place); t != nil {
		t.Type("")
	}
}

// fromGallery lets a person choose a picture of the gallery for this slot; of an edit it goes beside what is on the canvas.
func (s *Screen) fromGallery(place int) {
	edit, question := s.form.Kind == db.EditImage, lang.L("Choose a picture for the first frame")
	switch {
	case edit:
		question = lang.L("Choose a picture to edit")
	case place > 0:
		question = lang.L("Choose a picture for the last frame")
	}
	s.Chooser.ChooseAsset(question, !edit, func(a db.Asset) {
		switch {
		case !edit:
			s.UseAsset(a, place)
		case s.form.Kind == db.EditImage:
			s.putPictures(place, assetSlot(a))
		default:
			s.EditAsset(a)
		}
		s.Focus()
	})
}

// editFirst takes the picture of a slot to the edit, whose result has a link of its own.
func (s *Screen) editFirst(place int) {
	slot := s.slotAt(place)
	if slot == nil || slot.Empty() {
		return
	}
	s.toEdit(*slot)
}

// toEdit takes pictures to the edit, which comes to the front: to the canvas, or to the pictures of a held job.
func (s *Screen) toEdit(pictures ...order.Slot) {
	switch {
	case s.canvasIsFirst():
		s.openOnCanvas(pictures...)
	case s.turn(db.EditImage):
		s.putPictures(-1, pictures...)
		s.Focus()
	}
}

// UseAsset puts a picture of the library into a slot of the kind of clip that has frames, which comes to the front: 0 the first, 1 the
// last. Window's goroutine.
func (s *Screen) UseAsset(a db.Asset, place int) {
	if !s.turn(db.FramesToVideo) {
		return
	}
	if place == order.LastFrame && s.form.Frames.LastOff(s.env()) != "" {
		// It was asked for as the last frame: there it goes, and the first one is asked for.
		s.Edit(func(f *order.Form) { f.Frames.Last = assetSlot(a) })
		s.render()
		return
	}
	s.putPictures(place, assetSlot(a))
}

// EditAsset takes a picture of the library to the edit, which comes to the front: to the canvas, or to the pictures of a held job.
// Window's goroutine.
func (s *Screen) EditAsset(a db.Asset) {
	if !s.canvasIsFirst() {
		s.toEdit(assetSlot(a))
		return
	}
	s.turn(db.EditImage)
	s.Focus()
	s.EditCanvas.OpenAsset(a)
}

func assetSlot(a db.Asset) order.Slot {
	slot := order.Slot{URL: a.Link, File: a.Path, Asset: a.Ref, Width: a.Width, Height: a.Height}
	if a.Link != "" && !a.LinkDies.IsZero() {
		slot.Dies = a.LinkDies.UnixMilli()
	}
	return slot
}

// slotDragged shows what happens when the picture of a slot is let go here.
func (s *Screen) slotDragged(from int, at fyne.Position) {
	s.unhover()
	if to := s.placeAt(at); to >= 0 && to != from {
		s.viewAt(to).SetOver(&kit.SlotValue{State: kit.SlotAccepts, Words: s.moveWords(to), Caption: lang.L("Release to use")})
	}
}

func (s *Screen) moveWords(to int) string {
	if slot := s.slotAt(to); slot != nil && !slot.Empty() {
		return lang.L("Swap frames")
	}
	switch {
	case s.form.Kind == db.EditImage:
		return lang.L("Use as picture %s", s.fields.pictures.title(to))
	case to == order.LastFrame:
		return lang.L("Use as last frame")
	}
	return lang.L("Use as first frame")
}

// slotDropped moves the picture of a slot to the one where it was let go; two pictures change places.
func (s *Screen) slotDropped(from int, at fyne.Position) {
	s.unhover()
	to := s.placeAt(at)
	if to < 0 || to == from {
		return
	}
	s.changeSlots(func(f *order.Form) {
		switch f.Kind {
		case db.FramesToVideo:
			f.Frames.Swap()
		case db.EditImage:
			p := &f.Edit.Pictures
			p[from], p[to] = p[to], p[from]
			if p[from].Empty() {
				f.Edit.Remove(from)
			}
		}
	})
}

// placeAt returns the slot at a place of the window; -1 where there is none. What is scrolled out of sight is not there.
func (s *Screen) placeAt(at fyne.Position) int {
	if !s.inWindow() || !kit.Covers(s.scroll, at) {
		return -1
	}
	return slices.IndexFunc(s.slotViews(), func(t *slotView) bool { return t.Visible() && kit.Covers(t.Slot, at) })
}

// inWindow reports whether the composer is what the window shows. The driver puts what it does not show into the corner, where
// the fields would lie over the head.
func (s *Screen) inWindow() bool {
	d := fyne.CurrentApp().Driver()
	return d.AbsolutePositionForObject(s.scroll) != d.AbsolutePositionForObject(s.box)
}

func (s *Screen) unhover() {
	for _, t := range s.slotViews() {
		if t.Over() {
			t.SetOver(nil)
		}
	}
}

// slotViews are the slots on the screen of the kind in front.
func (s *Screen) slotViews() []*slotView {
	switch s.form.Kind {
	case db.FramesToVideo:
		return s.fields.frames.slots[:]
	case db.EditImage:
		return s.fields.pictures.views[:s.fields.pictures.shown]
	}
	return nil
}

// viewAt is one of them; nil where there is none.
func (s *Screen) viewAt(place int) *slotView {
	if views := s.slotViews(); place >= 0 && place < len(views) {
		return views[place]
	}
	return nil
}

// showSlots shows the pictures of the kind in front, and what is wrong with them. It runs at every key.
func (s *Screen) showSlots(f order.Form, env order.Env, problems []client.ValidationError) {
	frames, edit := f.Kind == db.FramesToVideo, f.Kind == db.EditImage
	s.watchLinks(f, env)
	if !frames && !edit {
		return
	}
	held := slotsOf(&f)
	for place, t := range s.slotViews() {
		t.show(*held[place], s.slotValue(f, place, *held[place], env))
	}
	if edit {
		s.fields.pictures.say(f.Edit, env, problems)
	}
}

// watchLinks shows the slots again when the life of a link in front has something new to say: each minute, and when it is over.
func (s *Screen) watchLinks(f order.Form, env order.Env) {
	next := time.Duration(0)
	for _, slot := range slotsOf(&f) {
		if left, ok := slot.Left(env.Now); ok && left > 0 {
			if wait := min(left, time.Minute); next == 0 || wait < next {
				next = wait
			}
		}
	}
	if next == 0 || s.ticking {
		return
	}
	s.ticking = true
	s.After(next, func() {
		s.Post(func() {
			s.ticking = false
			s.render()
		})
	})
}

// activePlace is where a picture goes that came to no place in particular: the slot with the focus, else the first that is
// empty, else the first of all.
func (s *Screen) activePlace() int {
	if focused := s.Canvas().Focused(); focused != nil {
		if place := slices.IndexFunc(s.slotViews(), func(t *slotView) bool { return t.Frame() == focused }); place >= 0 {
			return place
		}
	}
	return max(slices.IndexFunc(slotsOf(&s.form), func(slot *order.Slot) bool { return slot.Empty() }), 0)
}

// measureSlots puts into the form what looking at its pictures has found out. It is no change of the person's: nothing that is
// offered to be taken back goes by it.
func (s *Screen) measureSlots() {
	drafts := []order.Form{s.form}
	if s.held != nil {
		drafts = append(drafts, s.held.before)
	}
	s.previews.want(drafts)
	if f := s.previews.measured(s.form); f != s.form {
		s.form = f
		if s.restored && s.held == nil {
			s.saver.Put(draftsName, f)
		}
	}
	if s.held != nil {
		s.held.start = s.previews.measured(s.held.start)
	}
}

// canvasIsFirst reports whether what lies on the canvas is the first picture of an edit. Of a held job it is not: that has its own.
func (s *Screen) canvasIsFirst() bool { return s.held == nil }

// layCanvas puts into the form what lies on the canvas. It is no change of the person's.
func (s *Screen) layCanvas() {
	s.form.Edit.Canvas, s.form.Edit.WithoutMarks = order.Canvas{}, false
	if s.canvasIsFirst() {
		s.form.Edit.Canvas = s.onCanvas
	}
}

// SetPicture says what lies on the edit canvas now. Window's goroutine.
func (s *Screen) SetPicture(c order.Canvas) {
	if s.onCanvas == c {
		return
	}
	s.onCanvas, s.failure = c, ""
	s.render()
}

// tellWay says how what lies on the canvas is sent, when that is another way than before. A held job has pictures
// of its own, which are not beside it.
func (s *Screen) tellWay(env order.Env) {
	d := s.form.Edit
	d.Canvas, d.WithoutMarks = s.onCanvas, false
	if s.held != nil {
		d.Pictures = [order.MaxEditPictures]order.Slot{}
	}
	way := d.CanvasWay(env)
	if s.canvasWay == way {
		return
	}
	s.canvasWay = way
	s.EditCanvas.SetWay(way)
}

// withoutMarks is the form of a click that sends the picture on the canvas without its marks; false where that makes
// no other request.
func (s *Screen) withoutMarks() (order.Form, bool) {
	f := s.form
	f.Edit.WithoutMarks = true
	return f, f.Kind == db.EditImage && s.held == nil && f.Edit.DiffersWithoutMarks()
}

// openOnCanvas takes pictures to the canvas, and the edit to the front.
func (s *Screen) openOnCanvas(pictures ...order.Slot) {
	s.turn(db.EditImage)
	s.Focus()
	s.EditCanvas.Open(pictures)
}

// restoreCanvas takes the first picture of a recalled edit to the canvas, with what was drawn upon it where that was kept.
func (s *Screen) restoreCanvas(job db.Job) {
	if job.Kind != db.EditImage || !s.canvasIsFirst() || s.form.Edit.Pictures[0].Empty() {
		return
	}
	f, first := s.form, s.form.Edit.Pictures[0]
	f.Edit.Remove(0)
	s.set(f)
	if order.Drawn(job) {
		s.EditCanvas.Restore(job)
		return
	}
	s.openOnCanvas(first)
}

// placeOnCanvas places the pictures of the slots upon what is on the canvas.
func (s *Screen) placeOnCanvas() {
	pictures := s.form.Edit.Inputs()
	if len(pictures) == 0 {
		return
	}
	s.leaveOutOthers()
	s.EditCanvas.Place(pictures)
}

// leaveOutOthers leaves out the pictures beside the one on the canvas, which can be taken back.
func (s *Screen) leaveOutOthers() {
	before := s.form
	s.Edit(func(f *order.Form) { f.Edit.Pictures = [order.MaxEditPictures]order.Slot{} })
	s.notices.undoable(lang.L("The other pictures were removed."), recallShown, func() {
		s.Edit(func(f *order.Form) { f.Edit.Pictures = before.Edit.Pictures })
	})
}

package compose

import (
	"cmp"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// slots does what the slots of the form ask for: it chooses pictures, moves them, and shows them. It belongs to the
// window's goroutine.
type slots struct {
	Deps
	*draft
	*slotContents
	*slotPlaces
	canvas   *canvas
	previews *previewLoader
	uploads  *uploads
	ticking  bool // the slots are shown again soon, because a link expires
}

// The actions of [picturesOwner] and [slotOwner] that other places do.

func (s *slots) addFile() {
	s.Chooser.ChooseFile(pictureEndings(), func(path string) { s.putPictures(-1, order.Slot{File: path}) })
}

func (s *slots) moveToCanvas()        { s.canvas.placeOthers() }
func (s *slots) removeOthers()        { s.canvas.removeOthers() }
func (s *slots) chooseCanvasFile()    { s.EditCanvas.ChooseFile() }
func (s *slots) showHosting()         { s.Navigator.ShowHosting() }
func (s *slots) showAsset(ref string) { s.Navigator.ShowAssetByRef(ref) }
func (s *slots) copyLink(link string) { s.Copy(link) }

// refit shows the form again after the list of pictures was folded or unfolded.
func (s *slots) refit() {
	s.changed()
	s.page.Refit()
}

// doAction does one of the actions that a slot offers in words.
func (s *slots) doAction(id, place int) {
	switch id {
	case actionWhy:
		showWhy(s.Canvas(), func() { s.editFirst(place) }, s.Navigator.ShowHosting)
	case actionAddress:
		s.AskAddress(place)
	case actionEdit:
		s.editFirst(place)
	case actionReplace:
		s.fromGallery(place)
	case actionLook:
		s.lookAgain(place)
	case actionHosting:
		s.Navigator.ShowHosting()
	}
}

// lookLarge shows the picture of a slot larger.
func (s *slots) lookLarge(place int) {
	slot := s.slotAt(place)
	if slot == nil {
		return
	}
	if seen := s.previews.of(*slot); seen != nil && seen.picture != nil {
		lookLarge(s.Canvas(), *slot, seen)
	}
}

// chooseFile lets the user choose a picture file for a slot.
func (s *slots) chooseFile(place int) {
	s.Chooser.ChooseFile(pictureEndings(), func(path string) {
		if s.slotAt(place) != nil {
			s.putPictures(place, order.Slot{File: path})
			s.focusPrompt()
		}
	})
}

// swapFrames exchanges the two frames.
func (s *slots) swapFrames() { s.changeSlots(func(f *order.Form) { f.Frames.Swap() }) }

// typedAddress puts typed text into a slot: web addresses, or the path of a picture. It returns the reason for which it
// refuses the text; "" if it took it.
func (s *slots) typedAddress(place int, text string) (refused string) {
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

// pasteInto puts the links, files or picture on the clipboard into a slot.
func (s *slots) pasteInto(place int) {
	s.Exchange.Paste(false, func(d dnd.Drop) {
		if s.slotAt(place) == nil { // another kind is in front by now
			return
		}
		if slots := s.dropSlots(d, pictureFile); len(slots) > 0 {
			s.putPictures(place, slots...)
			return
		}
		s.refuseAt(place, lang.L("The clipboard holds no address or file."))
	})
}

// lookAgain looks at the picture of a slot once more.
func (s *slots) lookAgain(place int) {
	if slot := s.slotAt(place); slot != nil {
		s.previews.again(*slot)
		s.changed()
	}
}

// AskAddress lets the user type or paste the address of a frame; the kind with frames is in front. Window's goroutine.
func (s *slots) AskAddress(place int) {
	if s.refused.why != "" {
		s.refused = slotError{}
		s.changed()
	}
	if t := s.viewAt(place); t != nil {
		t.Type("")
	}
}

// fromGallery lets the user choose a picture of the gallery for this slot; of an edit it goes beside what is on the
// canvas.
func (s *slots) fromGallery(place int) {
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
		s.focusPrompt()
	})
}

// editFirst takes the picture of a slot to the edit, whose result has a link of its own.
func (s *slots) editFirst(place int) {
	slot := s.slotAt(place)
	if slot == nil || slot.Empty() {
		return
	}
	s.toEdit(*slot)
}

// toEdit takes pictures to the edit, which comes to the front: to the canvas, or to the pictures of a held job.
func (s *slots) toEdit(pictures ...order.Slot) {
	switch {
	case s.canvasIsFirst():
		s.canvas.open(pictures...)
	case s.turn(db.EditImage):
		s.putPictures(-1, pictures...)
		s.focusPrompt()
	}
}

// UseAsset puts a picture of the library into a slot of the kind of clip that has frames, which comes to the front: 0
// the first, 1 the last. Window's goroutine.
func (s *slots) UseAsset(a db.Asset, place int) {
	if !s.turn(db.FramesToVideo) {
		return
	}
	if place == order.LastFrame && s.form.Frames.NoLastFrameReason(s.env()) != "" {
		// The user chose it as the last frame, so the form then lacks the first one.
		s.Edit(func(f *order.Form) { f.Frames.Last = assetSlot(a) })
		s.changed()
		return
	}
	s.putPictures(place, assetSlot(a))
}

// EditAsset takes a picture of the library to the edit, which comes to the front: to the canvas, or to the pictures of
// a held job. Window's goroutine.
func (s *slots) EditAsset(a db.Asset) {
	if !s.canvasIsFirst() {
		s.toEdit(assetSlot(a))
		return
	}
	s.canvas.openAsset(a)
}

// keepLinks leaves out the pictures of the edit that have no web address.
func (s *slots) keepLinks() {
	s.Edit(func(f *order.Form) {
		links := slices.DeleteFunc(f.Edit.Inputs(), func(p order.Slot) bool { return p.URL == "" })
		f.Edit.Pictures = [order.MaxEditPictures]order.Slot{}
		f.Edit.Add(links...)
	})
}

// show shows the pictures of the kind in front, and what is wrong with them. It runs at every key.
func (s *slots) show(f order.Form, env order.Env, problems []client.ValidationError) {
	frames, edit := f.Kind == db.FramesToVideo, f.Kind == db.EditImage
	s.watchLinks(f, env)
	if !frames && !edit {
		return
	}
	held := slotsOf(&f)
	for place, t := range s.slotViews() {
		slot := *held[place]
		facts := slotFacts{form: f, place: place, slot: slot, env: env, profile: s.account.Profile,
			seen:     s.previews.of(slot),
			uploaded: s.uploads.of(slot), refused: s.whyEmpty(place, problems)}
		t.show(slot, facts.value())
	}
	if edit {
		s.pictures.showWay(f.Edit, env, problems)
	}
}

// whyEmpty returns what a slot shows as wrong while it is empty: why it refused the last picture, or that the first
// frame is missing, once the user wanted to send without it.
func (s *slots) whyEmpty(place int, problems []client.ValidationError) string {
	missing := order.ProblemsOf(problems, order.FieldFrames)
	if s.asked && place == order.FirstFrame && problemIs(missing, order.MsgFirstFrame) {
		return cmp.Or(s.refusal(place), wording.Rule(order.MsgFirstFrame))
	}
	return s.refusal(place)
}

// watchLinks shows the slots again when the life of a link in front has something new to say: each minute, and when it
// is over.
func (s *slots) watchLinks(f order.Form, env order.Env) {
	next := time.Duration(0)
	for _, slot := range slotsOf(&f) {
		if left, ok := slot.Remaining(env.Now); ok && left > 0 {
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
			s.changed()
		})
	})
}

// slotDragged shows what happens when the picture of a slot is let go here.
func (s *slots) slotDragged(from int, at fyne.Position) {
	s.unhover()
	if to := s.placeAt(at); to >= 0 && to != from {
		s.viewAt(to).SetOver(&kit.SlotValue{State: kit.SlotAccepts, Words: s.moveWords(to),
			Caption: lang.L("Release to use")})
	}
}

func (s *slots) moveWords(to int) string {
	if slot := s.slotAt(to); slot != nil && !slot.Empty() {
		return lang.L("Swap frames")
	}
	switch {
	case s.form.Kind == db.EditImage:
		return lang.L("Use as picture %s", s.pictures.title(to))
	case to == order.LastFrame:
		return lang.L("Use as last frame")
	}
	return lang.L("Use as first frame")
}

// slotDropped moves the picture of a slot to the one where it was let go; two pictures change places.
func (s *slots) slotDropped(from int, at fyne.Position) {
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

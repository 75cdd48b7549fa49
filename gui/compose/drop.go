package compose

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

const maxPromptFile = 64 << 10 // bytes of a text file that becomes a prompt

var _ dnd.Target = (*drops)(nil)

// drops handles drags into the window and pastes. It implements [dnd.Target].
type drops struct {
	*draft
	library  Library
	page     *page
	canvas   *canvas
	slots    *slots
	reuse    *reuse
	gate     *submitGate
	readList func(path string) // reads a file into the batch sheet
}

// Over implements [dnd.Target]. It highlights the control that a drop would change. Pictures of the library are handled
// as links if they can be frames, and as files if not.
func (t *drops) Over(at fyne.Position, what dnd.Offer) (accepted bool, words string) {
	t.slots.unhover()
	t.page.nudge(at)
	if t.held != nil && t.gate.saving(t.held.job.ID) || what.Kind == dnd.KindAssets && !t.reached(at) {
		return false, ""
	}
	what, why := t.classed(what)
	if t.toCanvas(at, true, what.Kind, what.Files) {
		return true, lang.L("Drop to open on the canvas")
	}
	switch what.Kind {
	case dnd.KindText:
		return true, ""
	case dnd.KindFile:
		if len(filesOf(what.Files, pictureFile)) == 0 {
			return len(what.Files) > 0 && slices.Contains([]fileKind{listFile, promptFile, settingsFile},
				kindOf(what.Files[0])), why
		}
	}
	place := t.landing(at, true, what.Kind)
	if v := t.slots.viewAt(place); v != nil {
		value := t.hoverValue(place, what)
		accepted = true
		switch {
		case len(what.Assets) == 0:
		case value.State == kit.SlotRefuses:
			accepted, value.Words = false, why
		default:
			value.Caption = why // how long the link lives
		}
		v.SetOver(&value)
		return accepted, ""
	}
	if t.held != nil && len(slotsOf(&t.form)) == 0 {
		return false, ""
	}
	return true, lang.L("Drop to use as first frame") // the form switches to Frames to video
}

// reached reports whether a position of the window is in the form or in the canvas beside it. A drop elsewhere must
// change nothing.
func (t *drops) reached(at fyne.Position) bool {
	return t.page.covers(at) || t.page.inWindow() && (t.form.Kind == db.EditImage && t.canvasIsFirst())
}

func (t *drops) Leave() { t.slots.unhover() }

// classed replaces link files by their links and sorts assets by their use. why is the reason if one cannot be used.
func (t *drops) classed(what dnd.Offer) (_ dnd.Offer, why string) {
	switch {
	case what.Kind == dnd.KindFile && slices.ContainsFunc(what.Files, dnd.IsLinkFile):
		what.Kind = dnd.KindUnknown
	case what.Kind == dnd.KindAssets:
		what.Kind = dnd.KindFile
		what.Assets = slices.DeleteFunc(slices.Clone(what.Assets), func(a db.Asset) bool {
			use := t.frameUse(a)
			if !use.Edit {
				why = use.Note
			}
			return !use.Edit
		})
		if len(what.Assets) > 0 {
			what.Kind, why = dnd.KindLink, t.frameUse(what.Assets[0]).Note
		}
		for _, a := range what.Assets {
			what.Files = append(what.Files, a.Path)
			if use := t.frameUse(a); !use.Frame {
				what.Kind, why = dnd.KindFile, use.Note
			}
		}
	}
	return what, why
}

// frameUse returns how an asset can be used here.
func (t *drops) frameUse(a db.Asset) wording.FrameUse {
	if !a.TrashedAt.IsZero() {
		return wording.FrameUse{Note: lang.L("It is in the trash. Restore it to use it.")}
	}
	return wording.FrameUseOf(a, t.host.Now(), t.hosting())
}

// landing returns the slot that takes a picture dropped at a position of the window: the one below, or else the active
// one. It returns -1 if the current kind has no slots, or if the picture goes to the edit or to the canvas.
func (t *drops) landing(at fyne.Position, placed bool, kind dnd.Kind) int {
	if len(slotsOf(&t.form)) == 0 {
		return -1
	}
	place := -1
	if placed {
		place = t.slots.placeAt(at)
	}
	if place < 0 {
		if t.canvasIsFirst() && t.form.Kind == db.EditImage {
			return -1
		}
		if kind == dnd.KindFile && t.form.Kind == db.FramesToVideo && !t.env().Hosting {
			return -1
		}
		place = t.slots.activePlace()
	}
	if place == order.LastFrame && t.form.Kind == db.FramesToVideo && t.form.Frames.NoLastFrameReason(t.env()) != "" {
		place = order.FirstFrame
	}
	return place
}

// hoverValue returns what a slot shows while something is dragged over it.
func (t *drops) hoverValue(place int, what dnd.Offer) kit.SlotValue {
	frames, v := t.form.Kind == db.FramesToVideo, kit.SlotValue{State: kit.SlotAccepts}
	switch {
	case frames && what.Kind == dnd.KindFile && !t.hosting():
		return kit.SlotValue{State: kit.SlotRefuses, Words: wording.Rule(order.MsgLocalFile)}
	case frames && max(len(what.Links), len(what.Assets)) > 1:
		v.Words = lang.L("Drop to fill both frames")
	case frames && place == order.LastFrame:
		v.Words = lang.L("Drop to use as last frame")
	case frames:
		v.Words = lang.L("Drop to use as first frame")
	default:
		v.Words = lang.L("Drop it here")
	}
	files := what.Files
	if what.Kind == dnd.KindFile {
		files = filesOf(files, pictureFile)
	}
	switch {
	case len(what.Links) > 1:
		v.Detail = lang.N("%s address", "%s addresses", len(what.Links), lang.Number(len(what.Links)))
	case len(what.Links) > 0:
		v.Detail = linkName(what.Links[0])
	case len(files) > 1:
		v.Detail = lang.N("%s picture", "%s pictures", len(files), lang.Number(len(files)))
	case len(files) > 0:
		v.Detail = order.BaseName(files[0])
	}
	return v
}

// Dropped implements [dnd.Target].
func (t *drops) Dropped(d dnd.Drop) {
	t.slots.unhover()
	kind, files := dnd.KindLink, d.Files
	switch {
	case len(d.Assets) > 0:
		what, _ := t.classed(dnd.Offer{Kind: dnd.KindAssets, Assets: d.Assets})
		kind, files, d.Assets = what.Kind, what.Files, what.Assets
	case len(d.Links) == 0:
		kind = dnd.KindFile
	}
	if file := t.ofLibrary(d); file != "" {
		t.reuse.recallFile(file)
		return
	}
	if t.toCanvas(d.At, d.Placed, kind, files) && len(d.Links)+len(files) > 0 {
		t.canvas.open(t.slots.dropSlots(d, pictureFile, canvasFile)...)
		t.reuse.offerSettings(d.Files)
		return
	}
	slots := t.slots.dropSlots(d, pictureFile)
	switch {
	case d.Damaged && len(slots) == 0:
		t.damaged(d)
	case len(slots) > 0:
		at := t.landing(d.At, d.Placed, kind)
		t.takePictures(at, kind, slots)
		if t.canvasIsFirst() && t.placed(d) < 0 {
			t.offerCanvas(slots)
		}
		t.reuse.offerSettings(filesOf(d.Files, pictureFile))
	case d.Text != "":
		t.takeText(d.Text)
	case len(d.Files) > 0:
		t.takeFile(d.Files[0])
	}
}

// takeFile handles a dropped file that is not a picture.
func (t *drops) takeFile(file string) {
	switch kindOf(file) {
	case listFile:
		t.readList(file)
	case promptFile:
		readFile(t.host, t.notices.say, file, maxPromptFile, func(data []byte) {
			if !utf8.Valid(data) {
				t.notices.say(lang.L("%s is not UTF-8 text.", order.BaseName(file)))
				return
			}
			t.takeText(strings.TrimPrefix(string(data), "\ufeff"))
		})
	case settingsFile:
		t.reuse.recallFile(file)
	default:
		t.notices.say(lang.L("%s is not a picture (PNG, JPEG, WebP), text, .csv or .jsonl file.", order.BaseName(file)))
	}
}

// takePictures puts dropped pictures into a slot, or switches to a kind that has slots.
func (t *drops) takePictures(place int, kind dnd.Kind, slots []order.Slot) {
	switch {
	case place >= 0:
		t.slots.putPictures(place, slots...)
	case kind == dnd.KindLink && t.form.Clip() != nil:
		if t.turn(db.FramesToVideo) {
			t.slots.putPictures(t.slots.activePlace(), slots...)
		}
	default:
		t.slots.toEdit(slots...)
	}
}

// takeText adds a text to the prompt.
func (t *drops) takeText(text string) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if text == "" {
		return
	}
	if before := strings.TrimRight(t.form.Prompt(), " \n"); before != "" {
		text = before + "\n" + text
	}
	t.Edit(func(f *order.Form) { f.SetPrompt(text) })
	t.focusPrompt()
}

// damaged shows at the slot, or over the form, that a link cannot be used as it arrived.
func (t *drops) damaged(d dnd.Drop) {
	why := lang.L("The desktop passed on a damaged link. Copy the link and paste it here.")
	if place := t.landing(d.At, d.Placed, dnd.KindLink); place >= 0 {
		t.slots.refuseAt(place, why)
		return
	}
	t.notices.say(why)
}

// placed returns the slot below a drop; -1: none.
func (t *drops) placed(d dnd.Drop) int {
	if !d.Placed {
		return -1
	}
	return t.slots.placeAt(d.At)
}

// toCanvas reports whether a drop at a position of the window is opened on the canvas: a picture over no slot. A link
// is not if the form makes a clip, and a file is not if the form has frames and files can be hosted. Unknown content
// may be a picture in an edit.
func (t *drops) toCanvas(at fyne.Position, placed bool, kind dnd.Kind, files []string) bool {
	if !t.canvasIsFirst() || (placed && t.slots.placeAt(at) >= 0) {
		return false
	}
	edit := t.form.Kind == db.EditImage
	switch kind {
	case dnd.KindFile:
		return len(filesOf(files, pictureFile, canvasFile)) > 0 && (t.form.Kind != db.FramesToVideo || !t.hosting())
	case dnd.KindLink:
		return t.form.Clip() == nil
	case dnd.KindText:
		return false
	}
	return edit
}

// offerCanvas offers to open a picture on the canvas that became a frame because it was dropped on no slot. It does not
// replace a notice, which may offer undo.
func (t *drops) offerCanvas(pictures []order.Slot) {
	if !t.notices.up() {
		t.notices.offer(lang.L("Used as a frame."), lang.L("Open on the canvas"), correctionShown, func() {
			t.canvas.open(pictures...)
		})
	}
}

// ofLibrary returns the only file of a drop if it is in the library and was dropped on no slot, so that its settings
// are recalled. It returns "" for any other drop.
func (t *drops) ofLibrary(d dnd.Drop) string {
	if len(d.Files) != 1 || len(d.Links) > 0 || t.placed(d) >= 0 || !t.library.Owns(d.Files[0]) {
		return ""
	}
	return d.Files[0]
}

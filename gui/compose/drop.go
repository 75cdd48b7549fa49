package compose

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

const maxPromptFile = 64 << 10 // bytes of a text file that becomes a prompt

var _ dnd.Target = (*Screen)(nil)

// Over implements [dnd.Target]: what is dragged into the window and let go there goes where it is of use. It lights up where that is.
// Pictures of the library go where outside links go, if they can be frames, and where outside files go if not.
func (s *Screen) Over(at fyne.Position, what dnd.Offer) (accepted bool, words string) {
	s.unhover()
	s.nudge(at)
	if s.held != nil && s.gate.saving(s.held.job.ID) || what.Kind == dnd.KindAssets && !s.reached(at) {
		return false, ""
	}
	what, why := s.classed(what)
	if s.toCanvas(at, true, what.Kind, what.Files) {
		return true, lang.L("Drop to open on the canvas")
	}
	switch what.Kind {
	case dnd.KindText:
		return true, ""
	case dnd.KindFile:
		if len(filesOf(what.Files, pictureFile)) == 0 {
			return len(what.Files) > 0 && slices.Contains([]fileKind{listFile, promptFile, settingsFile}, kindOf(what.Files[0])), why
		}
	}
	place := s.landing(at, true, what.Kind)
	if v := s.viewAt(place); v != nil {
		value := s.hoverValue(place, what)
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
	if s.held != nil && len(slotsOf(&s.form)) == 0 {
		return false, ""
	}
	return true, lang.L("Drop to use as first frame") // the kind of clip that has frames comes to the front
}

// nudge scrolls the form while something is moved along its upper or lower edge: the slots may be out of sight.
func (s *Screen) nudge(at fyne.Position) {
	const along, step = 40, 24 // px
	y := at.Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(s.scroll).Y
	switch {
	case !kit.Covers(s.scroll, at):
	case y < along:
		s.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: step}})
	case y > s.scroll.Size().Height-along:
		s.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: -step}})
	}
}

// reached reports whether a place of the window is the form, or the canvas beside it. Where neither is, a drag that slips must change
// nothing.
func (s *Screen) reached(at fyne.Position) bool {
	return s.inWindow() && (kit.Covers(s.scroll, at) || s.form.Kind == db.EditImage && s.canvasIsFirst())
}

func (s *Screen) Leave() { s.unhover() }

// classed tells link files, which will arrive as links, from files, and what assets are good for, with the reason in words.
func (s *Screen) classed(what dnd.Offer) (_ dnd.Offer, why string) {
	switch {
	case what.Kind == dnd.KindFile && slices.ContainsFunc(what.Files, dnd.IsLinkFile):
		what.Kind = dnd.KindUnknown
	case what.Kind == dnd.KindAssets:
		what.Kind = dnd.KindFile
		what.Assets = slices.DeleteFunc(slices.Clone(what.Assets), func(a db.Asset) bool {
			use := s.frameUse(a)
			if !use.Edit {
				why = use.Note
			}
			return !use.Edit
		})
		if len(what.Assets) > 0 {
			what.Kind, why = dnd.KindLink, s.frameUse(what.Assets[0]).Note
		}
		for _, a := range what.Assets {
			what.Files = append(what.Files, a.Path)
			if use := s.frameUse(a); !use.Frame {
				what.Kind, why = dnd.KindFile, use.Note
			}
		}
	}
	return what, why
}

// frameUse says what an asset is good for here.
func (s *Screen) frameUse(a db.Asset) wording.FrameUse {
	if !a.TrashedAt.IsZero() {
		return wording.FrameUse{Note: lang.L("It is in the trash. Restore it to use it.")}
	}
	return wording.FrameUseOf(a, s.Now(), s.hosting())
}

// landing is the slot where a picture goes that is let go at a place of the window: the one below, else the active one; -1
// where the kind in front has none, where it is a file that goes to the edit, and where it goes to the canvas.
func (s *Screen) landing(at fyne.Position, placed bool, kind dnd.Kind) int {
	if len(slotsOf(&s.form)) == 0 {
		return -1
	}
	place := -1
	if placed {
		place = s.placeAt(at)
	}
	if place < 0 {
		if s.canvasIsFirst() && s.form.Kind == db.EditImage {
			return -1
		}
		if kind == dnd.KindFile && s.form.Kind == db.FramesToVideo && !s.env().Hosting {
			return -1
		}
		place = s.activePlace()
	}
	if place == order.LastFrame && s.form.Kind == db.FramesToVideo && s.form.Frames.LastOff(s.env()) != "" {
		place = order.FirstFrame
	}
	return place
}

// hoverValue says what a drop on a slot would do. How it is sent and how long its link lives the slot says once it is there.
func (s *Screen) hoverValue(place int, what dnd.Offer) kit.SlotValue {
	frames, v := s.form.Kind == db.FramesToVideo, kit.SlotValue{State: kit.SlotAccepts}
	switch {
	case frames && what.Kind == dnd.KindFile && !s.hosting():
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

// Dropped implements [dnd.Target]: it takes what arrived to where it belongs.
func (s *Screen) Dropped(d dnd.Drop) {
	s.unhover()
	kind, files := dnd.KindLink, d.Files
	switch {
	case len(d.Assets) > 0:
		what, _ := s.classed(dnd.Offer{Kind: dnd.KindAssets, Assets: d.Assets})
		kind, files, d.Assets = what.Kind, what.Files, what.Assets
	case len(d.Links) == 0:
		kind = dnd.KindFile
	}
	if file := s.ofLibrary(d); file != "" {
		s.recallFile(file)
		return
	}
	if s.toCanvas(d.At, d.Placed, kind, files) && len(d.Links)+len(files) > 0 {
		s.openOnCanvas(s.dropSlots(d, pictureFile, canvasFile)...)
		s.offerSettings(d.Files)
		return
	}
	slots := s.dropSlots(d, pictureFile)
	switch {
	case d.Damaged && len(slots) == 0:
		s.damaged(d)
	case len(slots) > 0:
		at := s.landing(d.At, d.Placed, kind)
		s.takePictures(at, kind, slots)
		if s.canvasIsFirst() && s.placed(d) < 0 {
			s.offerCanvas(slots)
		}
		s.offerSettings(filesOf(d.Files, pictureFile))
	case d.Text != "":
		s.takeText(d.Text)
	case len(d.Files) > 0:
		s.takeFile(d.Files[0])
	}
}

// dropSlots are the links of a drop, its files of some kinds, and its assets.
func (s *Screen) dropSlots(d dnd.Drop, kinds ...fileKind) []order.Slot {
	slots := s.linkSlots(d.Links)
	for _, file := range filesOf(d.Files, kinds...) {
		slots = append(slots, order.Slot{File: file})
	}
	for _, a := range d.Assets {
		slots = append(slots, assetSlot(a))
	}
	return slots
}

// takeFile takes a file that is no picture.
func (s *Screen) takeFile(file string) {
	switch kindOf(file) {
	case listFile:
		s.readList(file)
	case promptFile:
		s.readFile(file, maxPromptFile, func(data []byte) {
			if !utf8.Valid(data) {
				s.notices.say(lang.L("%s is not UTF-8 text.", order.BaseName(file)))
				return
			}
			s.takeText(strings.TrimPrefix(string(data), "\ufeff"))
		})
	case settingsFile:
		s.recallFile(file)
	default:
		s.notices.say(lang.L("%s is not a picture (PNG, JPEG, WebP), text, .csv or .jsonl file.", order.BaseName(file)))
	}
}

// takePictures puts pictures into the slot where they landed, or brings a kind that takes them to the front.
func (s *Screen) takePictures(place int, kind dnd.Kind, slots []order.Slot) {
	switch {
	case place >= 0:
		s.putPictures(place, slots...)
	case kind == dnd.KindLink && s.form.Clip() != nil:
		if s.turn(db.FramesToVideo) {
			s.putPictures(s.activePlace(), slots...)
		}
	default:
		s.toEdit(slots...)
	}
}

// takeText adds a text to the prompt.
func (s *Screen) takeText(text string) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if text == "" {
		return
	}
	if before := strings.TrimRight(s.form.Prompt(), " \n"); before != "" {
		text = before + "\n" + text
	}
	s.Edit(func(f *order.Form) { f.SetPrompt(text) })
	s.Focus()
}

// damaged says at the slot, or over the form, that a link cannot be used as it came.
func (s *Screen) damaged(d dnd.Drop) {
	why := lang.L("The desktop passed on a damaged link. Copy the link and paste it here.")
	if place := s.landing(d.At, d.Placed, dnd.KindLink); place >= 0 {
		s.refuseAt(place, why)
		return
	}
	s.notices.say(why)
}

// placed is the slot over which something was let go; -1: none.
func (s *Screen) placed(d dnd.Drop) int {
	if !d.Placed {
		return -1
	}
	return s.placeAt(d.At)
}

// toCanvas reports whether what is let go at a place of the window is opened on the canvas: a picture that came to no slot:
// a link unless a clip is made, a file unless Frames is in front and files can be hosted. What is not known yet may be one while an edit is
// in front.
func (s *Screen) toCanvas(at fyne.Position, placed bool, kind dnd.Kind, files []string) bool {
	if !s.canvasIsFirst() || (placed && s.placeAt(at) >= 0) {
		return false
	}
	edit := s.form.Kind == db.EditImage
	switch kind {
	case dnd.KindFile:
		return len(filesOf(files, pictureFile, canvasFile)) > 0 && (s.form.Kind != db.FramesToVideo || !s.hosting())
	case dnd.KindLink:
		return s.form.Clip() == nil
	case dnd.KindText:
		return false
	}
	return edit
}

// offerCanvas offers to open on the canvas what became a frame because it came to no slot. What is already said goes first:
// it offers to take something back.
func (s *Screen) offerCanvas(pictures []order.Slot) {
	if !s.notices.up() {
		s.notices.offer(lang.L("Used as a frame."), lang.L("Open on the canvas"), correctionShown, func() { s.openOnCanvas(pictures...) })
	}
}

// fileKind is what a file is by its name: what is in it is looked at once it is used.
type fileKind int

const (
	otherFile    fileKind = iota
	pictureFile           // that the service takes
	canvasFile            // a picture that the canvas reads: what it sends is always one that the service takes
	listFile              // of a batch
	promptFile            // a text
	settingsFile          // a clip or a sidecar: the settings it carries are its only use here
)

// pictureEndings are the endings of the pictures that the service takes.
func pictureEndings() []string { return []string{".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp"} }

func kindOf(file string) fileKind {
	ext := strings.ToLower(filepath.Ext(file))
	if slices.Contains(pictureEndings(), ext) {
		return pictureFile
	}
	switch ext {
	case ".bmp", ".gif":
		return canvasFile
	case ".csv", ".tsv", ".jsonl", ".ndjson":
		return listFile
	case ".txt", ".text", ".md", ".prompt":
		return promptFile
	case ".mp4", ".m4v", ".json":
		return settingsFile
	}
	return otherFile
}

// filesOf returns the files of some kinds.
func filesOf(files []string, kinds ...fileKind) []string {
	return slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !slices.Contains(kinds, kindOf(f)) })
}

// readFile reads a file away from the window's goroutine.
func (s *Screen) readFile(path string, most int64, use func([]byte)) {
	s.Go(func(context.Context) {
		data, err := folder.ReadFile(path, most)
		s.Post(func() {
			var large *folder.TooLargeError
			switch {
			case errors.As(err, &large):
				s.notices.say(lang.L("%s is larger than %s.", order.BaseName(path), wording.Bytes(most)))
			case err != nil:
				s.Log().Warn("cannot read a file", slog.Any("err", err))
				s.notices.say(lang.L("%s cannot be read.", order.BaseName(path)))
			default:
				use(data)
			}
		})
	})
}

// ofLibrary is the one file of a drop that is the library's own and came to no slot: what made it is what is wanted. "": it
// is another drop.
func (s *Screen) ofLibrary(d dnd.Drop) string {
	if len(d.Files) != 1 || len(d.Links) > 0 || s.placed(d) >= 0 || !s.Library.Owns(d.Files[0]) {
		return ""
	}
	return d.Files[0]
}

// chooseSettings lets a person choose a file that carries settings.
func (s *Screen) chooseSettings() {
	s.Chooser.ChooseFile([]string{".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".mp4", ".m4v", ".json"}, s.recallFile)
}

// recallFile recalls what a file carries.
func (s *Screen) recallFile(file string) {
	s.readSettings(file, func(job db.Job, err error) {
		if err != nil {
			s.Log().Info("no settings in a file", slog.Any("err", err))
			s.notices.say(lang.L("%s contains no settings.", order.BaseName(file)))
			return
		}
		s.Recall(job, order.RecallAll)
	})
}

// offerSettings offers to recall what a picture carries, where it carries something, beside what became of it. What is
// already said goes first: it offers to take something back.
func (s *Screen) offerSettings(files []string) {
	if len(files) != 1 {
		return
	}
	s.readSettings(files[0], func(job db.Job, err error) {
		if err != nil || s.notices.up() || s.held != nil {
			return
		}
		s.notices.offer(lang.L("It contains the settings that made it."), lang.L("Reuse its settings"), recallShown, func() { s.Recall(job, order.RecallAll) })
	})
}

// readSettings reads a file away from the window's goroutine.
func (s *Screen) readSettings(file string, use func(db.Job, error)) {
	s.Go(func(ctx context.Context) {
		job, err := s.Library.Recalled(ctx, file)
		s.Post(func() { use(job, err) })
	})
}

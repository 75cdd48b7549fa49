package editor

import (
	"context"
	"errors"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// chooseVersion opens a version; of one without a picture it says what became of it.
func (s *Screen) chooseVersion(v version) {
	if v.made() {
		s.OpenAsset(v.asset)
		return
	}
	state, _ := wording.State(v.job)
	words := lang.L("“%s”: %s.", v.job.Prompt, state)
	if why := wording.Trouble(v.job, s.d.Now()); why != "" {
		words += " " + why
	} else if v.running() {
		words += " " + lang.L("Go on meanwhile: the window stays free, and the version comes here by itself.")
	}
	s.notice(words)
}

// walk opens the version before or after the one on the canvas.
func (s *Screen) walk(by int) {
	if s.page == nil {
		return
	}
	at := s.family.find(s.page.asset.Ref)
	if at < 0 {
		return
	}
	for i := at + by; i >= 0 && i < len(s.family.versions); i += by {
		if v := s.family.versions[i]; v.made() {
			s.strip.reveal(i)
			s.OpenAsset(v.asset)
			return
		}
	}
	s.whisper(lang.L("There is no version further on."))
}

// arrived says that a version came which was made of the picture on the canvas.
func (s *Screen) arrived(v version) {
	actions := []action.Action{{Label: lang.L("Edit the result"), Do: func() { s.OpenAsset(v.asset) }}}
	if s.d.OnCompare != nil {
		before := s.page.asset
		actions = append(actions, action.Action{Label: lang.L("Compare"), Do: func() { s.d.OnCompare(before, v.asset) }})
	}
	s.notice(lang.L("“%s” is done.", v.job.Prompt), actions...)
}

// current is the version on the canvas; false where it is not in the strip.
func (s *Screen) current() (version, bool) {
	if s.page == nil {
		return version{}, false
	}
	if i := s.family.find(s.page.asset.Ref); i >= 0 {
		return s.family.versions[i], true
	}
	return version{}, false
}

// enableStrip switches what works with the picture on the canvas.
func (s *Screen) enableStrip() {
	open := s.page != nil
	_, _, ok := s.pair()
	s.strip.enable(open, open && !s.drawing().Same(), open && (ok || !s.drawing().Same()))
	switch {
	case !open:
		s.strip.show(s, family{}, "", lang.L("The versions of a picture stand here: the original, and every edit with what it cost."))
	case s.page.asset.ID == 0 && len(s.family.versions) == 0: // what is there may be of the picture before
		s.strip.show(s, family{}, "", lang.L("A sheet has no versions until it is sent or saved."))
	}
}

// pair is what is compared: the picture on the canvas and what it was made of, or where it is an original the newest that
// was made of it.
func (s *Screen) pair() (before, after db.Asset, ok bool) {
	v, ok := s.current()
	if !ok {
		return db.Asset{}, db.Asset{}, false
	}
	if i := s.family.find(v.parent); i >= 0 && v.parent != "" {
		return s.family.versions[i].asset, v.asset, true
	}
	if n, ok := s.family.newest(v.asset.Ref); ok {
		return v.asset, n.asset, true
	}
	return db.Asset{}, db.Asset{}, false
}

// Compare shows the picture on the canvas beside the one that it was made of. Where there is none the original is seen for a
// moment instead of the marks.
func (s *Screen) Compare() {
	if before, after, ok := s.pair(); ok && s.d.OnCompare != nil {
		s.d.OnCompare(before, after)
		return
	}
	s.peekBriefly()
}

// peek shows the picture without marks and steps while a key is held.
func (s *Screen) peek(on bool) {
	if s.page == nil || s.peeking == on {
		return
	}
	s.peeking = on
	s.painter.write(letter{set: true, draw: s.visible(s.drawing())})
	s.showOverlay()
	if on {
		s.foot.say(lang.L("The original, while \\ is held"), "")
	} else {
		s.showFoot()
	}
}

// peekTime is how long the original is seen after a click.
const peekTime = 2 * whisperShown / 4

// peekBriefly shows the original for a moment.
func (s *Screen) peekBriefly() {
	if s.page == nil {
		return
	}
	s.peek(true)
	s.d.After(peekTime, func() { s.d.Post(func() { s.peek(false) }) })
}

// EditResult opens the newest picture that was made of the one on the canvas.
func (s *Screen) EditResult() {
	if s.page == nil {
		return
	}
	if v, ok := s.family.newest(s.page.asset.Ref); ok {
		s.OpenAsset(v.asset)
		return
	}
	s.notice(lang.L("Nothing has been made of this picture yet. Say in the prompt what to change, and send it."))
}

// Use makes a clip from the picture on the canvas. A clip takes an address: without one it is said why not.
func (s *Screen) Use() {
	if s.page == nil || s.d.OnUse == nil {
		return
	}
	if s.page.asset.ID == 0 {
		s.notice(lang.L("A frame needs a web address, and a sheet has none. Send it first: an edit’s result has one for 24 h."))
		return
	}
	hosting := s.d.Hosting != nil && s.d.Hosting()
	use := wording.FrameUseOf(s.page.asset, s.d.Now(), hosting)
	if !use.Frame {
		s.notice(use.Note)
		return
	}
	s.d.OnUse(s.page.asset)
}

// RestoreMarks brings the marks back that were sent to make the version on the canvas.
func (s *Screen) RestoreMarks() {
	v, ok := s.current()
	if !ok || v.job.ID == 0 {
		s.notice(lang.L("This picture was not made by an edit here, so there are no marks to restore."))
		return
	}
	s.Restore(v.job)
}

// Restore opens the picture that a job was to change, with the marks that were sent. What is drawn on it now is one undo
// away. Window's goroutine.
func (s *Screen) Restore(job db.Job) {
	in, ok := inputOf(job)
	if !ok || len(in.Drawing) == 0 {
		s.notice(lang.L("This version was sent without marks, or its marks were not kept. There is nothing to restore."))
		return
	}
	d, err := drawing.Decode(in.Drawing)
	if err != nil {
		s.d.Log.Warn("cannot restore marks", slog.Int64("job", job.ID), slog.Any("err", err))
		words := lang.L("They cannot be read.")
		if errors.Is(err, drawing.ErrVersion) {
			words = lang.L("They were drawn with a newer Viviscope.")
		}
		s.notice(lang.L("The marks of this version cannot be restored.") + " " + words)
		return
	}
	if d.Source.Asset == "" {
		s.openDrawing("Restored sheet", d)
		return
	}
	ref := d.Source.Asset
	s.d.Go(func() {
		a, err := s.d.Library.AssetByRef(context.Background(), ref)
		s.d.Post(func() {
			if err != nil {
				s.fail(lang.L("The picture that was marked cannot be opened."), err)
				return
			}
			s.openAsset(a, func() {
				s.do("restore marks", d)
				s.toolbox.Replaced()
				s.whisper(lang.L("The marks are back. Undo brings what was here before."))
			})
		})
	})
}

// versionMenu is what can be done with one version of the strip.
func (s *Screen) versionMenu(v version, at fyne.Position) {
	c := s.d.Canvas()
	if c == nil || s.page == nil {
		return
	}
	items := []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Open on the canvas"), func() { s.chooseVersion(v) })}
	if v.made() {
		if i := s.family.find(v.parent); i >= 0 && s.d.OnCompare != nil {
			before := s.family.versions[i].asset
			items = append(items, fyne.NewMenuItem(compareWith(i), func() { s.d.OnCompare(before, v.asset) }))
		}
		if size := v.asset.Width; size > 0 && v.asset.Ref != s.page.asset.Ref && max(v.asset.Width, v.asset.Height) <= client.MaxSide {
			items = append(items, fyne.NewMenuItem(lang.L("Place on this picture"), func() { s.placePart(v.asset) }))
		}
	}
	if in, ok := inputOf(v.job); ok && len(in.Drawing) > 0 {
		items = append(items, fyne.NewMenuItem(lang.L("Restore marks"), func() { s.Restore(v.job) }))
	}
	widgets.ShowMenu(c, fyne.NewMenu("", items...), at)
}

// moreMenu is what else can be done with the picture on the canvas.
func (s *Screen) moreMenu(at fyne.Position) {
	c := s.d.Canvas()
	if c == nil || s.page == nil {
		return
	}
	items := []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Edit the result"), s.EditResult)}
	if s.d.OnUse != nil {
		items = append(items, fyne.NewMenuItem(lang.L("Make a clip from it"), s.Use))
	}
	items = append(items, fyne.NewMenuItem(lang.L("Restore marks"), s.RestoreMarks), fyne.NewMenuItemSeparator())
	if s.d.OnSend != nil {
		items = append(items, fyne.NewMenuItem(lang.L("Send with marks"), func() { s.d.OnSend(false) }),
			fyne.NewMenuItem(lang.L("Send as it was"), func() { s.d.OnSend(true) }), fyne.NewMenuItemSeparator())
	}
	if s.d.OnChooseGallery != nil {
		items = append(items, fyne.NewMenuItem(lang.L("Open from the gallery…"), s.ChooseGallery))
	}
	if s.d.OnChooseFile != nil {
		items = append(items, fyne.NewMenuItem(lang.L("Open a file…"), s.ChooseFile))
	}
	items = append(items, fyne.NewMenuItem(lang.L("Paste a file or an address"), s.Paste), fyne.NewMenuItem(lang.L("Empty sheet…"), s.OpenBlank))
	widgets.ShowMenu(c, fyne.NewMenu("", items...), at)
}

package editor

import (
	"context"
	"errors"
	"log/slog"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/status"
)

// versions are the versions of the picture on the canvas. Everything but read belongs to the window's goroutine.
type versions struct {
	d      *Deps
	doc    *document
	tools  *tools
	opener *opener
	note   *note
	foot   *foot
	strip  *strip
	reader *familyReader
	family family

	onChanged func() // other actions may be possible now
}

// read reads the versions of the picture on the canvas and shows them. It blocks on the library.
func (v *versions) read(ctx context.Context) {
	on := v.doc.sendable.Load()
	if on == nil || on.asset == "" {
		return
	}
	ref := on.asset
	f, err := v.reader.read(ctx, ref)
	if err != nil {
		v.d.Log().Warn("cannot read the versions of a picture", slog.Any("err", err))
	}
	v.d.Post(func() {
		switch {
		case !v.doc.isOpen() || v.doc.page.asset.Ref != ref:
		case err != nil:
			v.strip.setVersions(v.family, ref, lang.L("The versions could not be read. The canvas is safe."))
		default:
			v.replace(f)
		}
	})
}

// replace shows other versions of the same picture, and shows a note if an expected one has arrived.
func (v *versions) replace(f family) {
	before := v.family
	v.family = f
	ref := v.doc.page.asset.Ref
	v.strip.setVersions(f, ref, "")
	v.update()
	v.onChanged()
	if len(before.versions) == 0 {
		v.strip.scrollTo(f.find(ref))
		return
	}
	for i, made := range f.versions {
		if made.made() && before.find(made.asset.Ref) < 0 && made.job.Kind == db.EditImage && made.parent == ref {
			v.strip.scrollTo(i)
			v.postArrival(made)
		}
	}
}

// forget drops the versions, because another picture is open. The strip shows them until the new ones are read.
func (v *versions) forget() { v.family = family{} }

// update shows why there are no versions, if there are none.
func (v *versions) update() {
	for _, b := range v.strip.more {
		kit.Enable(b, v.doc.isOpen())
	}
	switch {
	case !v.doc.isOpen():
		v.strip.setVersions(family{}, "",
			lang.L("The versions of a picture appear here: the original and every edit with its cost."))
	case v.doc.page.asset.ID == 0 && len(v.family.versions) == 0:
		v.strip.setVersions(family{}, "", lang.L("A blank canvas has no versions until it is sent or saved."))
	}
}

// choose opens a version, or shows the state of its job.
func (v *versions) choose(of version) {
	if of.made() {
		v.opener.openAsset(of.asset)
		return
	}
	state := status.Of(of.job, status.Context{}).Tag
	text := lang.L("“%s”: %s.", of.job.PromptBody(), state)
	if why := status.Of(of.job, status.Context{Now: v.d.Now()}).Reason; why != "" {
		text += " " + why
	} else if of.running() {
		text += " " + lang.L("You can keep working. The new version appears here.")
	}
	v.note.post(text)
}

// menu returns the actions of a version.
func (v *versions) menu(of version) []action.Action {
	parent, other := v.family.find(of.parent), of.made() && of.asset.Ref != v.doc.page.asset.Ref
	compare, before := lang.L("Compare with the original"), int64(0)
	if parent >= 0 {
		before = v.family.versions[parent].asset.ID
	}
	if parent > 0 {
		compare = lang.L("Compare with version %d", parent+1)
	}
	fits := max(of.asset.Width, of.asset.Height) <= client.MaxSide
	return []action.Action{
		{Label: lang.L("Open on the canvas"), Do: func() { v.choose(of) }},
		{Label: compare, Hidden: !of.made() || parent < 0, Do: func() { v.d.Viewer.Compare(before, of.asset.ID) }},
		{Label: lang.L("Place on this picture"), Hidden: !other || !fits, Do: func() {
			v.opener.place([]Source{{Asset: of.asset}})
		}},
		{Label: lang.L("Restore marks"), Hidden: len(inputOf(of.job).Drawing) == 0, Do: func() {
			v.restoreMarks(of.job)
		}},
	}
}

// beside returns the index of the next version with a picture before (-1) or after (1) the one on the canvas; -1 if
// there is none.
func (v *versions) beside(by int) int {
	of, ok := v.current()
	if !ok {
		return -1
	}
	for i := v.family.find(of.asset.Ref) + by; i >= 0 && i < len(v.family.versions); i += by {
		if v.family.versions[i].made() {
			return i
		}
	}
	return -1
}

// openBeside opens the next version with a picture before (-1) or after (1) the one on the canvas, if there is one.
func (v *versions) openBeside(by int) {
	if i := v.beside(by); i >= 0 {
		v.strip.scrollTo(i)
		v.opener.openAsset(v.family.versions[i].asset)
	}
}

// postArrival shows a note that a version of the picture on the canvas is done.
func (v *versions) postArrival(made version) {
	before := v.doc.page.asset
	v.note.post(lang.L("“%s” is done.", made.job.PromptBody()),
		action.Action{Label: lang.L("Edit the result"), Do: func() { v.opener.openAsset(made.asset) }},
		action.Action{Label: lang.L("Compare"), Do: func() { v.d.Viewer.Compare(before.ID, made.asset.ID) }})
}

// current returns the version on the canvas; false if it is not in the strip.
func (v *versions) current() (version, bool) {
	if !v.doc.isOpen() {
		return version{}, false
	}
	if i := v.family.find(v.doc.page.asset.Ref); i >= 0 {
		return v.family.versions[i], true
	}
	return version{}, false
}

// pair returns the two pictures that Compare compares: the picture on the canvas and its parent. For an original it is
// the newest version that was made from it.
func (v *versions) pair() (before, after db.Asset, ok bool) {
	of, ok := v.current()
	if !ok {
		return db.Asset{}, db.Asset{}, false
	}
	if i := v.family.find(of.parent); i >= 0 {
		return v.family.versions[i].asset, of.asset, true
	}
	n, ok := v.family.newest(of.asset.Ref)
	return of.asset, n.asset, ok
}

// restoreMarks opens the input picture of a job with the marks that were sent. An undo brings back the drawing before.
func (v *versions) restoreMarks(job db.Job) {
	in := inputOf(job)
	if len(in.Drawing) == 0 {
		v.note.post(lang.L("This version has no saved marks to restore."))
		return
	}
	d, err := drawing.Decode(in.Drawing)
	if err != nil {
		v.d.Log().Warn("cannot restore marks", "job", job.ID, "err", err)
		why := lang.L("They cannot be read.")
		if errors.Is(err, drawing.ErrVersion) {
			why = lang.L("They were drawn with a newer version of Viviscope.")
		}
		v.note.post(lang.L("The marks of this version cannot be restored.") + " " + why)
		return
	}
	if d.Source.Asset == "" {
		v.opener.openDrawing("Restored sheet", d)
		return
	}
	v.opener.open(Source{Ref: d.Source.Asset}, func() {
		v.doc.do("", "restore marks", d)
		v.tools.toolbox.Replaced()
		v.foot.flash(lang.L("Marks restored. Undo brings back the previous ones."))
	})
}

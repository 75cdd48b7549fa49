package gallery

import (
	"context"
	"maps"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/keymap"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// notePause is how long nothing is typed before a note is kept.
const notePause = 800 * time.Millisecond

// noteView is the field for what a person says of an asset. What is typed is kept by itself: after a pause, when the field is left, when another
// asset is shown, and when the gallery is closed. What could not be written stays, and is tried again with the next change.
type noteView struct {
	g      *Gallery
	object fyne.CanvasObject
	entry  *widgets.Entry

	id      int64            // of the asset whose note stands in the field
	unsaved map[int64]string // what was typed and is not in the library yet, by asset
	writing bool
	cancel  func() bool // of the pause
	silent  bool        // the field is being written by the program
}

func newNoteView(g *Gallery) *noteView {
	v := &noteView{g: g, unsaved: map[int64]string{}, cancel: func() bool { return true }}
	v.entry = widgets.NewEntry()
	v.entry.MultiLine = true
	v.entry.Wrapping, v.entry.Scroll = fyne.TextWrapWord, fyne.ScrollVerticalOnly
	v.entry.SetMinRowsVisible(2)
	v.entry.OnChanged = v.typed
	v.entry.OnEscape = func() { v.flush(); g.Focus() }
	v.entry.OnFocus = func(on bool) {
		if !on {
			v.flush()
		}
	}
	v.object = widgets.NewColumn(4, widgets.NewText(lang.L("Note"), resources.SizeSM, resources.Text2, false), v.entry)
	return v
}

// showKey says by which key the field is reached.
func (v *noteView) showKey() {
	words := lang.L("A note of your own")
	if keys := action.ByID(v.g.o.Keys.Now(v.g.actions(db.Asset{})), noteID).Keys; len(keys) > 0 {
		words += "  " + keys[0].Words(keymap.OnMac)
	}
	v.entry.SetPlaceHolder(words)
}

// show shows the note of an asset. What was typed and is not kept yet is newer than what was read.
func (v *noteView) show(a db.Asset) {
	note, typed := v.unsaved[a.ID]
	if !typed {
		note = a.Note
	}
	if v.id != a.ID {
		v.flush()
	}
	v.id = a.ID
	if v.entry.Text != note {
		v.silent = true
		v.entry.SetText(note)
		v.silent = false
	}
}

func (v *noteView) typed(text string) {
	if v.silent || v.id == 0 {
		return
	}
	v.unsaved[v.id] = text
	v.cancel()
	v.cancel = v.g.o.After(notePause, func() { v.g.post(v.flush) })
}

// flush writes what was typed, one note after the other.
func (v *noteView) flush() {
	v.cancel()
	if v.writing {
		return
	}
	for id, text := range v.unsaved {
		v.writing = true
		// What was typed is written also while the gallery is being closed.
		ctx := context.WithoutCancel(v.g.ctx)
		v.g.run(func() {
			_, err := v.g.o.Library.SetNote(ctx, id, text)
			v.g.post(func() { v.written(id, text, err) })
		})
		return
	}
}

// keepAll writes all that was typed: nothing comes back to the window any more.
func (v *noteView) keepAll() {
	v.cancel()
	unsaved := maps.Clone(v.unsaved)
	ctx := context.WithoutCancel(v.g.ctx)
	v.g.run(func() {
		for id, text := range unsaved {
			if _, err := v.g.o.Library.SetNote(ctx, id, text); err != nil {
				v.g.o.Log.Error("keep a note", "asset", id, "err", err)
			}
		}
	})
}

// written goes on with the next note. One that could not be written is kept for later.
func (v *noteView) written(id int64, text string, err error) {
	v.writing = false
	if err != nil {
		v.g.failed(lang.L("The note could not be kept."), err)
		return
	}
	if v.unsaved[id] == text {
		delete(v.unsaved, id)
	}
	if a, ok := v.g.asset(id); ok {
		a.Note = text
		v.g.shelf.assets[id] = a
		if v.g.detail.asset.ID == id {
			v.g.detail.asset.Note = text
		}
	}
	v.flush()
}

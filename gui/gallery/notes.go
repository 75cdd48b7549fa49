package gallery

import (
	"context"
	"errors"
	"strconv"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// noteView is the field for the note of an asset. It saves the note automatically: after a pause in typing, when the
// field loses the focus, when another asset is shown, and when the gallery is closed. A note that could not be saved is
// saved with the next change.
type noteView struct {
	*runner
	object fyne.CanvasObject
	entry  *kit.Entry
	saver  action.Saver

	id     int64 // of the asset whose note is in the field
	silent bool  // the program is setting the text
}

func newNoteView(g *wall, written func(id int64, note string)) *noteView {
	v := &noteView{runner: g.runner, entry: kit.NewEntry(),
		saver: action.Saver{Host: g.d.Host, Settings: noteStore{g.d.Library, g.runner, written}}}
	v.entry.SetPlaceHolder(lang.L("Your note") + "  " + action.Chord{Key: noteKey}.Words(action.OnMac))
	v.entry.MultiLine = true
	v.entry.Wrapping, v.entry.Scroll = fyne.TextWrapWord, fyne.ScrollVerticalOnly
	v.entry.SetMinRowsVisible(2)
	v.entry.OnChanged = func(text string) {
		if !v.silent && v.id != 0 {
			v.saver.Put(strconv.FormatInt(v.id, 10), text)
		}
	}
	v.entry.OnEscape = func() { v.flush(); g.Focus() }
	v.entry.OnFocus = func(on bool) {
		if !on {
			v.flush()
		}
	}
	v.object = kit.NewColumn(4, kit.NewText(lang.L("Note"), resources.SizeSM, resources.Text2, false), v.entry)
	return v
}

// show shows the note of an asset. Typed text that is not saved yet is newer than the library.
func (v *noteView) show(a db.Asset) {
	note := a.Note
	if typed, ok := v.saver.Pending(strconv.FormatInt(a.ID, 10)); ok {
		note = typed.(string)
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

// flush saves the note, also while the gallery is being closed.
func (v *noteView) flush() {
	ctx := context.WithoutCancel(v.ctx)
	v.run(func() {
		if err := v.saver.Flush(ctx); err != nil {
			v.post(func() { v.failed(lang.L("The note could not be saved."), err) })
		}
	})
}

// noteStore stores notes under the IDs of their assets, with the interface that the library has for settings.
type noteStore struct {
	Library
	*runner
	written func(id int64, note string) // on the window's goroutine
}

func (s noteStore) SetSetting(ctx context.Context, asset string, note any) error {
	id, err := strconv.ParseInt(asset, 10, 64)
	if err != nil {
		return err
	}
	_, err = s.SetNote(ctx, id, note.(string))
	if errors.Is(err, db.ErrNotFound) { // the asset was deleted: there is nothing left to write the note to
		return nil
	}
	if err != nil {
		return err
	}
	s.post(func() { s.written(id, note.(string)) })
	return nil
}

// noteKey moves the focus to the note. The field shows it.
const noteKey = fyne.KeyN

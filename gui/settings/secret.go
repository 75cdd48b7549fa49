package settings

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client/keys"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// secretRow takes a key or a password: it says where the one that is kept is, and takes another. What was typed for one
// profile stays with that profile, in memory alone, until it is kept.
type secretRow struct {
	s     *Screen
	kind  secretKind
	keep  func() keeper
	owner int64
	at    map[int64]*secretState

	icon    *widgets.Icon
	words   *widgets.Text
	replace *widgets.Button
	remove  *widgets.Button
	entry   *widgets.Entry
	save    *widgets.Button
	session *widgets.Button
	inFile  *widgets.Button
	instead fyne.CanvasObject // session and inFile, where the keychain does not answer
	note    *widgets.Text
	taking  fyne.CanvasObject
	content fyne.CanvasObject
	changed func() // what is typed changed; nil: nobody asks
}

// keeper keeps a secret; it is called off the window's goroutine, perhaps when another profile is shown already.
type keeper func(ctx context.Context, secret string, where keys.Place) error

// secretState is what a person did to the secret of one profile.
type secretState struct {
	typed, note string
	instead     bool // the keychain does not answer: the other places are offered
	replacing   bool // one is kept, and another is about to be pasted
}

// newSecretRow makes the row. keep is asked, on the window's goroutine, for
// what keeps a secret of the profile that is shown; nil where it cannot be kept now. forget forgets it.
func newSecretRow(s *Screen, kind secretKind, keep func() keeper, forget func()) *secretRow {
	says := kind.words()
	r := &secretRow{s: s, kind: kind, keep: keep, at: map[int64]*secretState{}}
	r.icon = widgets.NewIcon(resources.IconLock(), 14, resources.OK)
	r.words = widgets.NewText("", resources.SizeBody, resources.Text1, false).Wrap(true)
	r.replace = widgets.NewButton(lang.L("Replace…"), nil, widgets.Plain, r.beginReplacing)
	r.remove = widgets.NewButton(says.remove, nil, widgets.Quiet, forget)
	r.entry = widgets.NewPasswordEntry()
	r.entry.SetPlaceHolder(says.paste)
	r.entry.OnChanged = func(text string) {
		r.state().typed = text
		if r.changed != nil {
			r.changed()
		}
	}
	r.entry.OnSubmitted = func(string) { r.keepAt(keys.InKeychain) }
	r.save = widgets.NewButton(says.save, nil, widgets.Plain, func() { r.keepAt(keys.InKeychain) })
	r.session = widgets.NewButton(lang.L("Use for this session only"), nil, widgets.Plain, func() { r.keepAt(keys.InSession) })
	r.inFile = widgets.NewButton(lang.L("Keep it in a file only this account can read"), nil, widgets.Plain, func() { r.keepAt(keys.InFile) })
	r.instead = widgets.NewFlow(8, r.session, r.inFile)
	r.note = note("").Wrap(true)
	r.taking = widgets.NewColumn(4, widgets.NewRow(8, widgets.NewFixed(fieldWidth-96, 0, r.entry), r.save), r.note, r.instead)
	r.content = widgets.NewColumn(8, widgets.NewFixed(0, firstLine, widgets.NewRow(8, r.icon, r.words, r.replace, r.remove, widgets.NewSpring())), r.taking)
	return r
}

// setKind changes what the secret is for.
func (r *secretRow) setKind(kind secretKind) {
	if r.kind == kind {
		return
	}
	r.kind = kind
	says := kind.words()
	r.remove.SetText(says.remove)
	r.save.SetText(says.save)
	r.entry.SetPlaceHolder(says.paste)
}

func (r *secretRow) state() *secretState {
	if r.at[r.owner] == nil {
		r.at[r.owner] = &secretState{}
	}
	return r.at[r.owner]
}

// secretView is what the row shows of a profile's secret.
type secretView struct {
	owner  int64
	place  keys.Place
	words  string
	closed bool // none can be entered: there is nothing to bind it to, or none is needed
}

// show turns the row to a profile.
func (r *secretRow) show(v secretView) {
	r.owner = v.owner
	st := r.state()
	if r.entry.Text != st.typed {
		r.entry.SetText(st.typed)
	}
	kept := v.place == keys.InKeychain || v.place == keys.InSession || v.place == keys.InFile
	if !kept {
		st.replacing = false
	}
	r.words.SetText(v.words)
	if v.place == keys.Nowhere {
		r.icon.Set(resources.IconKey(), resources.Warn)
	} else {
		r.icon.Set(resources.IconLock(), resources.OK)
	}
	setVisible(r.replace, kept && !st.replacing)
	setVisible(r.remove, kept)
	setVisible(r.taking, !v.closed && (!kept || st.replacing))
	setVisible(r.session, st.instead)
	setVisible(r.inFile, st.instead)
	setVisible(r.instead, st.instead)
	words := st.note
	if words == "" && st.instead {
		words = r.kind.words().noKeychain
	}
	r.note.SetText(words)
	setVisible(r.note, words != "")
	r.content.Refresh()
}

// typed is what waits in the field to be kept.
func (r *secretRow) typed() string { return strings.TrimSpace(r.state().typed) }

// dirty reports whether something waits to be kept, for any profile.
func (r *secretRow) dirty() bool {
	for _, st := range r.at {
		if st.typed != "" {
			return true
		}
	}
	return false
}

func (r *secretRow) beginReplacing() {
	r.state().replacing = true
	r.s.show(r.s.shown)
	if c := fyne.CurrentApp().Driver().CanvasForObject(r.entry); c != nil {
		c.Focus(r.entry)
	}
}

// keepAt keeps what was pasted.
func (r *secretRow) keepAt(where keys.Place) {
	st, secret := r.state(), r.typed()
	if secret == "" {
		r.say(st, r.kind.words().pasteFirst)
		return
	}
	keep := r.keep()
	if keep == nil {
		r.say(st, r.kind.words().saveFirst)
		return
	}
	r.say(st, lang.L("asking the keychain…"))
	r.s.deps.Go(func(ctx context.Context) {
		err := keep(ctx, secret, where)
		r.s.deps.Post(func() { r.kept(st, err) })
	})
}

// kept shows what became of it. The field is emptied as soon as the secret is kept, so that it does not stay on the screen.
func (r *secretRow) kept(st *secretState, err error) {
	switch {
	case errors.Is(err, keys.ErrUnavailable):
		st.note, st.instead = "", true
	case err != nil:
		st.note = lang.L("Not saved: %s", wording.Fault(err))
	default:
		*st = secretState{}
		r.s.deps.Refresh()
	}
	r.s.show(r.s.shown)
}

func (r *secretRow) say(st *secretState, words string) {
	st.note = words
	r.s.show(r.s.shown)
}

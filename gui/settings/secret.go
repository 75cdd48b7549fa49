package settings

import (
	"context"
	"errors"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/keys"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// secretRow takes a key or a password: it says where the one that is kept is, and takes another. What was typed stays in
// memory alone until it is kept.
type secretRow struct {
	s       *Screen
	keep    func() keeper
	changed func() // what is typed changed

	view      secretView
	said      string // what became of keeping it
	instead   bool   // the keychain does not answer: the other places are offered
	replacing bool   // one is kept, and another is about to be pasted

	icon    *kit.Icon
	where   *kit.Text
	replace *kit.Button
	remove  *kit.Button
	entry   *kit.Entry
	save    *kit.Button
	session *kit.Button
	inFile  *kit.Button
	others  fyne.CanvasObject // session and inFile
	note    *kit.Text
	taking  fyne.CanvasObject
	content fyne.CanvasObject
}

// keeper keeps a secret; it is called off the window's goroutine.
type keeper func(ctx context.Context, secret string, where keys.Place) error

// secretView is what the row shows of a secret.
type secretView struct {
	place   keys.Place
	words   string
	untried bool // nothing answered to it yet
	closed  bool // none can be entered: there is nothing to bind it to, or none is needed
}

// newSecretRow makes the row. keep is asked, on the window's goroutine, for what keeps the secret; nil where it cannot be kept now.
// forget is asked there for what forgets it.
func newSecretRow(s *Screen, words secretWords, keep func() keeper, changed func(), forget func() work) *secretRow {
	r := &secretRow{s: s, keep: keep, changed: changed}
	keepAt := func(word string, where keys.Place) *kit.Button {
		return kit.NewButton(word, nil, kit.Plain, func() { r.keepAt(where) })
	}
	r.icon = kit.NewIcon(resources.IconLock, 14, resources.OK)
	r.where = bodyText("").Wrap(true)
	r.replace = kit.NewButton(lang.L("Replace…"), nil, kit.Plain, func() {
		r.replacing = true
		r.show(r.view)
		focus(r.entry)
	})
	r.remove = kit.NewButton(words.remove, nil, kit.Quiet, func() { s.deps.Do(lang.L("The secret could not be removed."), forget()) })
	r.entry = kit.NewPasswordEntry()
	r.entry.SetPlaceHolder(words.paste)
	r.entry.OnChanged = func(string) { r.changed() }
	r.entry.OnSubmitted = func(string) { r.keepAt(keys.InKeychain) }
	r.save = keepAt(words.save, keys.InKeychain)
	r.session = keepAt(lang.L("Use for this session only"), keys.InSession)
	r.inFile = keepAt(lang.L("Keep it in a file that only this account can read"), keys.InFile)
	r.others = kit.NewFlow(8, r.session, r.inFile)
	r.note = note("").Wrap(true)
	r.taking = kit.NewColumn(4, kit.NewRow(8, kit.NewFixed(fieldWidth-96, 0, r.entry), r.save), r.note, r.others)
	kept := kit.NewRow(8, r.icon, r.where, r.replace, r.remove, kit.NewSpring())
	r.content = kit.NewColumn(8, kit.NewFixed(0, firstLine, kept), r.taking)
	return r
}

// show brings the row up to date.
func (r *secretRow) show(v secretView) {
	r.view = v
	kept := v.place == keys.InKeychain || v.place == keys.InSession || v.place == keys.InFile
	r.replacing = r.replacing && kept
	r.where.SetText(v.words)
	r.icon.Set(v.look())
	kit.Show(r.replace, kept && !r.replacing)
	kit.Show(r.remove, kept)
	kit.Show(r.taking, !v.closed && (!kept || r.replacing))
	kit.Show(r.others, r.instead)
	said := r.said
	if said == "" && r.instead {
		said = lang.L("The system keychain is not responding. Use it for this session only (never saved), or keep it in a file, not encrypted.")
	}
	kit.ShowText(r.note, said)
	r.content.Refresh()
}

// first returns the control by which another secret is entered; nil where none can be.
func (r *secretRow) first() focusable {
	switch {
	case r.taking.Visible():
		return r.entry
	case r.replace.Visible():
		return r.replace
	}
	return nil
}

// look is the sign of the secret, which is green only where nothing is wrong with it.
func (v secretView) look() (fyne.Resource, fyne.ThemeColorName) {
	switch {
	case v.place == keys.Nowhere:
		return resources.IconKey, resources.Warn
	case v.place == keys.InFile: // not encrypted
		return resources.IconLockOpen, resources.Warn
	case v.untried:
		return resources.IconLock, resources.Text2
	}
	return resources.IconLock, resources.OK
}

// typed is what waits in the field to be kept.
func (r *secretRow) typed() string { return strings.TrimSpace(r.entry.Text) }

// keepAt keeps what was pasted. The field is emptied as soon as the secret is kept, so that it does not stay on the screen.
func (r *secretRow) keepAt(where keys.Place) {
	secret, keep := r.typed(), r.keep()
	switch {
	case secret == "":
		r.say(lang.L("paste it first"))
		return
	case keep == nil:
		r.say(lang.L("save the settings above first"))
		return
	}
	r.say(lang.L("asking the keychain…"))
	r.s.run(func(ctx context.Context) error { return keep(ctx, secret, where) }, func(err error) {
		switch {
		case errors.Is(err, keys.ErrUnavailable):
			r.instead = true
			r.say("")
		case err != nil:
			r.say(lang.L("Not saved: %s", wording.Fault(err)))
		default:
			r.instead, r.replacing = false, false
			r.entry.SetText("")
			r.say("")
		}
	})
}

func (r *secretRow) say(words string) {
	r.said = words
	r.show(r.view)
}

// placeWords says where a secret is, and nothing of the secret itself.
func placeWords(place keys.Place, since, now time.Time) string {
	return map[keys.Place]string{
		keys.Nowhere:       lang.L("No key yet"),
		keys.InKeychain:    lang.L("In the system keychain since %s", wording.When(since, now)),
		keys.InSession:     lang.L("For this session only; forgotten when Viviscope quits"),
		keys.InFile:        lang.L("In a file that only this account can read, not encrypted"),
		keys.InEnvironment: lang.L("From the environment, for this run only"),
		keys.OfTheSandbox:  lang.L("The sandbox creates its own key"),
	}[place]
}

// secretWords name a secret on its label, in its field and on the buttons of its row.
type secretWords struct{ name, paste, save, remove string }

func serviceKey() secretWords {
	return secretWords{lang.L("API key"), lang.L("Paste the key"), lang.L("Save key"), lang.L("Remove key")}
}

func bucketKey() secretWords {
	return secretWords{lang.L("Secret key"), lang.L("Paste the secret key"), lang.L("Save secret key"), lang.L("Remove secret key")}
}

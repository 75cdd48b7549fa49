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

// secretRow shows where a key or a password is stored, and takes another one. What is typed is only in memory until it
// is stored.
type secretRow struct {
	host    *host
	keep    func() keeper
	changed func() // the user typed

	view      secretView
	result    string // of the last attempt to store it
	instead   bool   // the keychain does not respond, so the other places are offered
	replacing bool   // the user enters another one

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

// keeper stores a secret. It is called off the window's goroutine.
type keeper func(ctx context.Context, secret string, where keys.Location) error

// secretView is what the row shows of a secret.
type secretView struct {
	place   keys.Location
	words   string
	untried bool // no service accepted it yet
	closed  bool // none can be entered, because none is needed or there is no address for it
}

// newSecretRow makes the row. keep returns what stores the secret; nil if it cannot be stored now. forget returns what
// removes it. Both are called on the window's goroutine.
func newSecretRow(h *host, words secretWords, keep func() keeper, changed func(), forget func() work) *secretRow {
	r := &secretRow{host: h, keep: keep, changed: changed}
	keepAt := func(word string, where keys.Location) *kit.Button {
		return kit.NewButton(word, nil, kit.Plain, func() { r.keepAt(where) })
	}
	r.icon = kit.NewIcon(resources.IconLock, 14, resources.OK)
	r.where = bodyText("").Wrap(true)
	r.replace = kit.NewButton(lang.L("Replace…"), nil, kit.Plain, func() {
		r.replacing = true
		r.show(r.view)
		focus(r.entry)
	})
	r.remove = kit.NewButton(words.remove, nil, kit.Quiet, func() {
		h.Do(lang.L("The secret could not be removed."), forget())
	})
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
	result := r.result
	if result == "" && r.instead {
		result = lang.L("The system keychain is not responding. Use it for this session only (never saved), or keep it in a file, not encrypted.")
	}
	kit.ShowText(r.note, result)
	r.content.Refresh()
}

// first returns the control by which another secret is entered; nil if none can be.
func (r *secretRow) first() focusable {
	switch {
	case r.taking.Visible():
		return r.entry
	case r.replace.Visible():
		return r.replace
	}
	return nil
}

// look returns the icon of the secret, which is green only if nothing is wrong with it.
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

// typed returns the secret that is not stored yet.
func (r *secretRow) typed() string { return strings.TrimSpace(r.entry.Text) }

// keepAt stores the typed secret, and then empties the field.
func (r *secretRow) keepAt(where keys.Location) {
	secret, keep := r.typed(), r.keep()
	switch {
	case secret == "":
		r.report(lang.L("paste it first"))
		return
	case keep == nil:
		r.report(lang.L("save the settings above first"))
		return
	}
	r.report(lang.L("asking the keychain…"))
	r.host.run(func(ctx context.Context) error { return keep(ctx, secret, where) }, func(err error) {
		switch {
		case errors.Is(err, keys.ErrUnavailable):
			r.instead = true
			r.report("")
		case err != nil:
			r.report(lang.L("Not saved: %s", wording.Fault(err)))
		default:
			r.instead, r.replacing = false, false
			r.entry.SetText("")
			r.report("")
		}
	})
}

func (r *secretRow) report(words string) {
	r.result = words
	r.show(r.view)
}

// placeWords returns where a secret is stored. It never contains the secret.
func placeWords(place keys.Location, since, now time.Time) string {
	return map[keys.Location]string{
		keys.Nowhere:       lang.L("No key yet"),
		keys.InKeychain:    lang.L("In the system keychain since %s", wording.When(since, now)),
		keys.InSession:     lang.L("For this session only; forgotten when Viviscope quits"),
		keys.InFile:        lang.L("In a file that only this account can read, not encrypted"),
		keys.InEnvironment: lang.L("From the environment, for this run only"),
		keys.InSandbox:     lang.L("The sandbox creates its own key"),
	}[place]
}

// keyWords returns where the key of a profile is stored.
func (c card) keyWords(now time.Time) string { return placeWords(c.place, c.profile.KeySince, now) }

// secretWords are the texts of a row: the label, the placeholder and the buttons.
type secretWords struct{ name, paste, save, remove string }

func serviceKey() secretWords {
	return secretWords{lang.L("API key"), lang.L("Paste the key"), lang.L("Save key"), lang.L("Remove key")}
}

func bucketKey() secretWords {
	return secretWords{lang.L("Secret key"), lang.L("Paste the secret key"), lang.L("Save secret key"),
		lang.L("Remove secret key")}
}

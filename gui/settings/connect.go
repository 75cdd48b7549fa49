package settings

import (
	"context"
	"errors"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// ConnectForm asks for the address and the key of a service, tests them and connects. It is used at the first start and
// for further profiles. It belongs to the window's goroutine.
type ConnectForm struct {
	Content fyne.CanvasObject

	Base, Key *kit.Entry

	window  action.Host
	connect Connect
	done    func(profile int64)

	button, session, inFile *kit.Button
	anyway                  *kit.Button // after a test that failed
	note                    *kit.Text
	report                  *fyne.Container
	untested                bool // the last attempt was to connect even if the test fails
}

// NewConnectForm makes the form. In a dialog, cancel closes it; nil: the form is part of a page. done receives the new
// profile.
func NewConnectForm(window action.Host, connect Connect, done func(profile int64), cancel *kit.Button) *ConnectForm {
	f := &ConnectForm{window: window, connect: connect, done: done, Base: kit.NewEntry(), Key: kit.NewPasswordEntry()}
	f.Base.SetPlaceHolder("https://")
	f.Key.SetPlaceHolder(lang.L("Paste the key"))
	changed := func(string) {
		f.untested = false
		f.check()
	}
	f.Base.OnChanged, f.Key.OnChanged = changed, changed
	button := func(word string, do func()) *kit.Button { return kit.NewButton(word, nil, kit.Plain, do) }
	f.Key.OnSubmitted = func(string) { f.try(keys.InKeychain, false) }
	f.button = kit.NewButton(lang.L("Test and connect"), nil, kit.Primary, func() { f.try(keys.InKeychain, false) })
	f.session = button(lang.L("Connect for this session only"), func() { f.try(keys.InSession, f.untested) })
	f.inFile = button(lang.L("Keep it in a file that only this account can read"), func() {
		f.try(keys.InFile, f.untested)
	})
	f.anyway = button(lang.L("Add anyway"), func() { f.try(keys.InKeychain, true) })
	f.session.Hide()
	f.inFile.Hide()
	buttons := kit.NewFlow(8, f.button, f.session, f.inFile)
	if cancel != nil {
		f.button.SetKind(kit.Primary)
		buttons = kit.NewAnswers(cancel, f.button, f.session, f.inFile)
	}
	f.note, f.report = kit.NewText("", resources.SizeBody, resources.Text2, false).Wrap(true), kit.NewColumn(8)
	f.Content = kit.NewColumn(8,
		kit.NewText(lang.L("Enter your service’s base URL and API key."), resources.SizeBody, resources.Text2,
			false).Wrap(true),
		kit.NewField(lang.L("Base URL"), f.Base), kit.NewField(lang.L("API key"), f.Key),
		f.note, f.report, buttons)
	f.check()
	return f
}

// check enables the button, or shows why it is off. It removes the report, which is about other values.
func (f *ConnectForm) check() {
	_, err := client.CleanBaseURL(f.Base.Text)
	ready := err == nil && strings.TrimSpace(f.Key.Text) != ""
	unfinished := strings.HasPrefix("https://", f.Base.Text) || strings.HasPrefix("http://", f.Base.Text)
	f.Base.SetFailed(err != nil && !unfinished)
	kit.Enable(f.button, ready)
	words, color := lang.L("Testing is free. The key is stored in the system keychain."), resources.Text2
	if err != nil && !unfinished {
		words, color = lang.L("An address begins with https://, such as https://api.example.com."), resources.Err
	}
	f.note.SetText(words)
	f.note.SetColor(color)
	f.report.RemoveAll()
}

func (f *ConnectForm) try(where keys.Location, anyway bool) {
	base, key := strings.TrimSpace(f.Base.Text), strings.TrimSpace(f.Key.Text)
	if f.button.Disabled() {
		return
	}
	f.untested = anyway
	f.button.Disable()
	f.button.SetText(lang.L("Testing…"))
	f.window.Go(func(ctx context.Context) {
		profile, report, err := f.connect(ctx, base, key, where, anyway)
		f.window.Post(func() {
			f.button.SetText(lang.L("Test and connect"))
			f.check()
			switch {
			case errors.Is(err, keys.ErrUnavailable):
				f.note.SetText(lang.L("The system keychain is not responding. Use the key for this session only (never saved), or " +
					"keep it in a file, not encrypted."))
				f.session.Show()
				f.inFile.Show()
			case err != nil:
				f.report.Objects = []fyne.CanvasObject{NewReport(report, err)}
				if len(report.Steps) > 0 {
					f.report.Add(kit.NewRow(0, f.anyway))
				}
				f.report.Refresh()
			default:
				f.Key.SetText("")
				f.done(profile)
			}
		})
	})
}

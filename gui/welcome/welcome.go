// Package welcome is what a person sees at the first start: the sandbox is one key away, a service of their own two fields.
package welcome

import (
	"context"
	"errors"
	"image"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Deps is what the welcome needs from the rest of the program.
type Deps struct {
	Post     func(func())                      // runs a function on the window's goroutine, later
	Go       func(f func(ctx context.Context)) // runs something off the window's goroutine
	Pictures func() []image.Image              // what the sandbox makes, decoded off the window's goroutine
	Folder   string                            // where files will be kept
	OnFolder func()                            // choose another
	OnStart  func()                            // the sandbox was chosen: go to Create at once, so that what is typed next is not lost
	OnBack   func()                            // it did not start: come back here
	OnReady  func(profile int64)               // a profile is ready: go to Create with it

	// Sandbox makes the sandbox ready. Connect tests an address and a key and keeps both as a profile; where the keychain does
	// not answer it returns keys.ErrUnavailable, and a person may choose this session only or a file.
	Sandbox func(ctx context.Context) (profile int64, err error)
	Connect func(ctx context.Context, baseURL, key string, where keys.Place) (profile int64, report client.Report, err error)
	Report  func(report client.Report, err error) fyne.CanvasObject // shows the steps of Connect's test
}

// Screen is the welcome. Main goroutine only.
type Screen struct {
	deps    Deps
	sandbox *widgets.Button
	connect *widgets.Button
	session *widgets.Button
	inFile  *widgets.Button
	base    *widgets.Entry
	key     *widgets.Entry
	note    *widgets.Text
	report  *fyne.Container
	mosaic  *fyne.Container
	content fyne.CanvasObject
}

// New makes the welcome.
func New(d Deps) *Screen {
	s := &Screen{deps: d}
	s.build()
	return s
}

// Start puts the focus on the sandbox's button, so that Enter starts it, and begins to load the pictures.
func (s *Screen) Start(c fyne.Canvas) {
	c.Focus(s.sandbox)
	s.deps.Go(func(context.Context) {
		pictures := s.deps.Pictures()
		s.deps.Post(func() { s.hang(pictures) })
	})
}

// Content returns the welcome's objects.
func (s *Screen) Content() fyne.CanvasObject { return s.content }

func (s *Screen) build() {
	text := func(words string, color fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText(words, resources.SizeBody, color, false).Wrap(true)
	}
	s.sandbox = widgets.NewButton(lang.L("Start in the sandbox"), nil, widgets.Primary, s.startSandbox)
	first := widgets.NewCard(withIcon(resources.IconBox(), resources.Accent, widgets.NewColumn(8,
		widgets.NewRow(8, widgets.NewText(lang.L("Try it in the sandbox"), resources.SizeH2, resources.Text1, true), widgets.NewTag(widgets.ToneInverted, nil, lang.L("SANDBOX"))),
		text(lang.L("Free, offline, no account. The whole service runs inside this app and renders real clips and pictures, so you can learn every button without paying."), resources.Text2),
		widgets.NewRow(8, s.sandbox, widgets.NewText("Enter", resources.SizeSM, resources.Text3, false)))))
	first.SetTone(widgets.ToneAccent)

	s.base, s.key = widgets.NewEntry(), widgets.NewPasswordEntry()
	s.base.SetPlaceHolder("https://")
	s.key.SetPlaceHolder(lang.L("Paste the key"))
	s.base.OnChanged = func(string) { s.check() }
	s.key.OnChanged = func(string) { s.check() }
	s.key.OnSubmitted = func(string) { s.tryConnect(keys.InKeychain) }
	s.connect = widgets.NewButton(lang.L("Test and connect"), nil, widgets.Plain, func() { s.tryConnect(keys.InKeychain) })
	s.session = widgets.NewButton(lang.L("Connect for this session only"), nil, widgets.Plain, func() { s.tryConnect(keys.InSession) })
	s.inFile = widgets.NewButton(lang.L("Keep it in a file only this account can read"), nil, widgets.Plain, func() { s.tryConnect(keys.InFile) })
	s.session.Hide()
	s.inFile.Hide()
	s.note = text("", resources.Text2)
	s.report = container.NewStack()
	second := widgets.NewCard(withIcon(resources.IconPlug(), resources.Text2, widgets.NewColumn(8,
		widgets.NewText(lang.L("Connect my service"), resources.SizeH2, resources.Text1, true),
		text(lang.L("You need its base URL and an API key from the key page of its console."), resources.Text2),
		widgets.NewField(lang.L("Base URL"), s.base), widgets.NewField(lang.L("API key"), s.key),
		widgets.NewRow(8, s.connect, s.session), s.note, widgets.NewRow(8, s.inFile), s.report)))

	promise := func(icon fyne.Resource, words string) fyne.CanvasObject {
		return withIcon(icon, resources.Text2, text(words, resources.Text2))
	}
	folder := withIcon(resources.IconFolder(), resources.Text2, widgets.NewColumn(0,
		text(lang.L("Plain files in a plain folder:"), resources.Text2), text(s.deps.Folder, resources.Text1), widgets.NewLink(lang.L("Use another folder…"), s.deps.OnFolder)))
	promises := widgets.NewEven(24,
		widgets.NewColumn(12, promise(resources.IconCheckCircle(), lang.L("One click is charged at most once. Nothing is resent by itself.")),
			promise(resources.IconLock(), lang.L("The key goes to your service only."))),
		widgets.NewColumn(12, promise(resources.IconDownload(), lang.L("What you paid for is saved before the service deletes it.")), folder))

	column := widgets.NewColumn(16,
		widgets.NewText(lang.L("Welcome to Viviscope"), resources.SizeWelcome, resources.Text1, true).Wrap(true),
		text(lang.L("Make clips and pictures, watch them arrive, keep them. Choose where to start; the other one stays in Settings."), resources.Text2),
		first, second, promises)
	s.mosaic = container.New(&mosaicLayout{})
	right := container.NewVScroll(container.New(&middleLayout{width: 800}, column))
	widgets.NewFollower(right).Follow(column)
	s.content = container.NewStack(widgets.NewGround(resources.BgWindow), container.NewBorder(nil, nil, s.mosaic, nil, right))
	s.check()
}

// check switches Connect off with the reason beside it.
func (s *Screen) check() {
	_, err := client.CleanBaseURL(s.base.Text)
	ready := err == nil && strings.TrimSpace(s.key.Text) != ""
	s.base.SetFailed(s.base.Text != "" && err != nil && !strings.HasPrefix("https://", s.base.Text) && !strings.HasPrefix("http://", s.base.Text))
	if ready {
		s.connect.Enable()
		s.note.SetText(lang.L("The test is free. The key goes to the system keychain."))
	} else {
		s.connect.Disable()
		s.note.SetText(lang.L("An address and a key are needed. The test is free. The key goes to the system keychain."))
	}
}

func (s *Screen) startSandbox() {
	s.deps.OnStart()
	s.deps.Go(func(ctx context.Context) {
		id, err := s.deps.Sandbox(ctx)
		s.deps.Post(func() {
			if err != nil {
				s.deps.OnBack()
				s.note.SetText(lang.L("The sandbox did not start: %s", wording.Fault(err)))
				return
			}
			s.deps.OnReady(id)
		})
	})
}

func (s *Screen) tryConnect(where keys.Place) {
	base, key := strings.TrimSpace(s.base.Text), strings.TrimSpace(s.key.Text)
	if s.connect.Disabled() || key == "" {
		return
	}
	s.connect.Disable()
	s.connect.SetText(lang.L("Testing…"))
	s.deps.Go(func(ctx context.Context) {
		id, report, err := s.deps.Connect(ctx, base, key, where)
		s.deps.Post(func() {
			s.connect.SetText(lang.L("Test and connect"))
			s.check()
			if errors.Is(err, keys.ErrUnavailable) {
				s.note.SetText(lang.L("This system’s keychain does not answer. The key can be used for this session only; it is then never written anywhere. Or it is kept in a file, not encrypted."))
				s.session.Show()
				s.inFile.Show()
				return
			}
			if err != nil {
				s.report.Objects = []fyne.CanvasObject{s.deps.Report(report, err)}
				s.report.Refresh()
				return
			}
			s.key.SetText("")
			s.deps.OnReady(id)
		})
	})
}

// hang shows the pictures in three columns.
func (s *Screen) hang(pictures []image.Image) {
	for _, img := range pictures {
		b := img.Bounds()
		p := widgets.NewPicture(fyne.NewSize(float32(b.Dx()), float32(b.Dy())))
		p.SetImage(img)
		s.mosaic.Add(p)
	}
	s.mosaic.Refresh()
}

func withIcon(icon fyne.Resource, color fyne.ThemeColorName, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.NewFrame(nil, widgets.NewColumn(0, widgets.NewInset(0, 12, 0, 0, widgets.NewIcon(icon, 20, color))), nil, o)
}

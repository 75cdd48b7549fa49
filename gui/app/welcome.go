package app

import (
	"context"
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/settings"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// firstStart is the logic of the welcome screen. Begin, Back and ChooseFolder belong to the window's goroutine, the
// others wait for the network.
type firstStart interface {
	Sandbox(ctx context.Context) (profile int64, err error) // makes it ready
	Connect(ctx context.Context, baseURL, key string, where keys.Location, anyway bool) (profile int64,
		report client.Report, err error)
	Begin(profile int64) // shows the composer; 0: the profile is still being made, and text typed meanwhile is kept
	Back()               // it could not be made
	ChooseFolder()
}

// welcome covers the window at the first start, until a profile is ready.
func (p *program) welcome() {
	first := &firstProfile{program: p}
	first.screen = newWelcomeScreen(p.shell, p.Library.Dir(), first)
	p.shell.ShowWelcome(first.screen.content)
	first.screen.start()
}

// firstProfile makes the first profile of a library. It implements [firstStart].
type firstProfile struct {
	*program
	screen *welcomeScreen
}

func (f *firstProfile) Sandbox(ctx context.Context) (int64, error) { return f.Profiles.Sandbox(ctx) }

func (f *firstProfile) Connect(
	ctx context.Context, baseURL, key string, where keys.Location, anyway bool,
) (int64, client.Report, error) {
	return f.Profiles.Connect(ctx, baseURL, key, where, anyway)
}

func (f *firstProfile) Begin(profile int64) {
	if profile != 0 {
		f.shell.UseProfile(profile)
	}
	f.shell.HideWelcome()
	f.places.composer.Focus()
	f.openWaiting()
}

func (f *firstProfile) Back() { f.shell.ShowWelcome(f.screen.content) }

// ChooseFolder asks for another library folder, which is used from the next start on. The current one stays as it is.
func (f *firstProfile) ChooseFolder() { choosing{f.program}.ChooseFolder(f.openNextTime) }

// welcomeScreen is the screen of the first start. It offers the sandbox with one key and a service of the user's own
// with two fields. Window's goroutine.
type welcomeScreen struct {
	host   action.Host
	folder string // where files will be kept
	first  firstStart

	sandbox *kit.Button
	note    *kit.Text // that the sandbox did not start
	connect *settings.ConnectForm
	mosaic  *fyne.Container
	content fyne.CanvasObject
}

func newWelcomeScreen(host action.Host, folder string, first firstStart) *welcomeScreen {
	s := &welcomeScreen{host: host, folder: folder, first: first}
	s.build()
	return s
}

// start puts the focus on the sandbox's button, so that Enter starts it, and begins to load the pictures.
func (s *welcomeScreen) start() {
	s.host.Canvas().Focus(s.sandbox)
	s.host.Go(func(context.Context) {
		pictures := resources.WelcomePictures()
		s.host.Post(func() { s.hang(pictures) })
	})
}

func (s *welcomeScreen) build() {
	text := func(words string, color fyne.ThemeColorName) *kit.Text {
		return kit.NewText(words, resources.SizeBody, color, false).Wrap(true)
	}
	s.note = text("", resources.Err)
	s.note.Hide()
	s.sandbox = kit.NewButton(lang.L("Start in the sandbox"), nil, kit.Primary, s.startSandbox)
	first := kit.NewCard(withIcon(resources.IconBox, resources.Accent, kit.NewColumn(8,
		kit.NewRow(8, kit.NewText(lang.L("Try it in the sandbox"), resources.SizeH2, resources.Text1, true),
			kit.NewTag(kit.ToneInverted, nil, lang.L("SANDBOX"))),
		text(lang.L("Offline, no account. The service runs inside this app and makes placeholder landscapes, so you can "+
			"try everything free."), resources.Text2),
		kit.NewRow(8, s.sandbox, kit.NewText("Enter", resources.SizeSM, resources.Text3, false)), s.note)))
	first.SetTone(kit.ToneAccent)

	s.connect = settings.NewConnectForm(s.host, s.first.Connect, s.first.Begin, nil)
	second := kit.NewCard(withIcon(resources.IconPlug, resources.Text2, kit.NewColumn(8,
		kit.NewText(lang.L("Connect my service"), resources.SizeH2, resources.Text1, true), s.connect.Content)))

	promise := func(icon fyne.Resource, words string) fyne.CanvasObject {
		return withIcon(icon, resources.Text2, text(words, resources.Text2))
	}
	synced := text("", resources.Warn)
	kit.ShowText(synced, wording.SyncWarning(s.folder))
	folder := withIcon(resources.IconFolder, resources.Text2, kit.NewColumn(0,
		text(lang.L("Plain files in a plain folder:"), resources.Text2), text(s.folder, resources.Text1), synced,
		kit.NewLink(lang.L("Use another folder…"), s.first.ChooseFolder)))
	promises := kit.NewEven(24,
		kit.NewColumn(12, promise(resources.IconCheckCircle,
			lang.L("Each click is charged at most once. Nothing is ever re-sent automatically.")),
			promise(resources.IconLock, lang.L("The key goes to your service only."))),
		kit.NewColumn(12, promise(resources.IconDownload,
			lang.L("Everything you paid for is saved before the service deletes it.")), folder))

	column := kit.NewColumn(16,
		kit.NewText(lang.L("Welcome to Viviscope"), resources.SizeWelcome, resources.Text1, true).Wrap(true),
		text(lang.L("Make clips and pictures, watch them arrive, keep them. Choose where to start; you can add the other later in Settings."),
			resources.Text2),
		first, second, promises)
	s.mosaic = container.New(layout.NewCustomPaddedHBoxLayout(mosaicGap))
	right := kit.NewVScroll(kit.NewMiddle(800, 24, column))
	kit.Follow(right, column)
	s.content = container.NewStack(kit.NewGround(resources.BgWindow),
		container.NewBorder(nil, nil, kit.NewFixed(mosaicColumns*(mosaicWidth+mosaicGap)+mosaicGap, 0,
			container.NewClip(kit.NewInset(0, mosaicGap, 0, mosaicGap, s.mosaic))), nil, right))
}

func (s *welcomeScreen) startSandbox() {
	s.first.Begin(0)
	s.host.Go(func(ctx context.Context) {
		id, err := s.first.Sandbox(ctx)
		s.host.Post(func() {
			if err != nil {
				s.first.Back()
				s.note.SetText(lang.L("The sandbox did not start: %s", wording.Fault(err)))
				s.note.Show()
				s.content.Refresh()
				return
			}
			s.first.Begin(id)
		})
	})
}

// The pictures at the left: columns, and px of one column and between two pictures.
const (
	mosaicColumns = 3
	mosaicWidth   = 168
	mosaicGap     = 4
)

// hang shows the pictures in columns, each in the shortest; the lowest ones run out of the window.
func (s *welcomeScreen) hang(pictures []image.Image) {
	var columns [mosaicColumns]*fyne.Container
	var bottom [mosaicColumns]float32
	for i := range columns {
		columns[i] = kit.NewColumn(mosaicGap)
		s.mosaic.Add(columns[i])
	}
	for _, img := range pictures {
		shortest := slices.Index(bottom[:], slices.Min(bottom[:]))
		size := img.Bounds().Size()
		height := mosaicWidth * float32(size.Y) / float32(size.X)
		p := kit.NewPicture(fyne.NewSize(mosaicWidth, height))
		p.SetImage(img)
		columns[shortest].Add(p)
		bottom[shortest] += height + mosaicGap
	}
	s.mosaic.Refresh()
}

func withIcon(icon fyne.Resource, color fyne.ThemeColorName, o fyne.CanvasObject) fyne.CanvasObject {
	return kit.NewFrame(nil, kit.NewColumn(0, kit.NewInset(0, 12, 0, 0, kit.NewIcon(icon, 20, color))), nil, o)
}

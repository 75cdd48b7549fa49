package compose

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// How long the form offers to take a change of its own back.
const (
	correctionShown = 8 * time.Second
	recallShown     = 10 * time.Second
)

// Screen is the composer in the window.
type Screen struct {
	d     Deps
	saver *saver
	reads atomic.Int64 // numbers the calls of Update
	begun atomic.Bool  // the drafts of the last session were asked for

	// What follows belongs to the window's goroutine.
	form     Form
	account  Account
	tariff   Tariff
	shown    int64  // number of the Update that is shown
	restored bool   // the drafts of the last session are in the form, so it may be saved
	busy     bool   // a click is being committed
	asked    bool   // a person wanted to send what is not complete
	failure  string // why the last click came to nothing

	noticeStop func() bool

	kind   *widgets.Segmented
	video  *videoView
	image  *imageView
	foot   *footView
	scroll *container.Scroll
	box    *fyne.Container
}

// New makes the composer with the form of a first start. Update brings the drafts of the last session, the profile and
// its prices.
func New(d Deps) *Screen {
	s := &Screen{d: d, form: NewForm()}
	s.saver = &saver{drafts: d.Drafts, after: d.After, failed: func(err error) {
		d.Log.Warn("cannot save drafts", slog.Any("err", err))
	}}
	on := edits{edit: s.edit, correct: s.correct, send: s.Generate, refold: s.refit}
	s.video = newVideoView(on, s.roll)
	s.image = newImageView(on)
	s.foot = newFootView(s.Generate, s.HoldForLater, s.CopyRequest, d.OnPriceTable, d.OnAddKey)

	var names []string
	for _, k := range Kinds() {
		names = append(names, wording.Kind(k))
	}
	s.kind = widgets.NewSegmented(names, func(i int) {
		s.hideNotice()
		s.edit(func(f *Form) { f.Kind = Kinds()[i] })
		s.scroll.ScrollToTop()
	})
	// A click asks for this kind's prompt; arrow keys stay on the switch.
	s.kind.OnTapped = s.Focus

	fields := widgets.NewInset(12, inset, 12, inset, widgets.NewColumn(0, s.video.box, s.image.box))
	s.scroll = container.NewVScroll(fields)
	foot := widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(10, inset, 10, inset, s.foot.box))
	head := widgets.NewInset(12, inset, 0, inset, s.kind)
	s.box = widgets.NewFixed(Width, 0, container.NewStack(widgets.NewGround(resources.BgPanel),
		container.New(layout.NewBorderLayout(head, foot, nil, nil), head, s.scroll, foot))) // Tab follows this order
	s.render()
	return s
}

// Content returns the composer, Width wide.
func (s *Screen) Content() fyne.CanvasObject { return s.box }

// Form returns what the composer holds.
func (s *Screen) Form() Form { return s.form }

// Focus brings the keyboard to the prompt.
func (s *Screen) Focus() { s.focus(s.view().field(fieldPrompt)) }

// BindShortcuts makes Ctrl+Enter (Cmd+Enter on macOS) generate also while a control without text has the focus.
func (s *Screen) BindShortcuts(c fyne.Canvas) {
	for _, shortcut := range sendShortcuts() {
		c.AddShortcut(shortcut, func(fyne.Shortcut) { s.Generate() })
	}
}

// Update reads the profile in front and its prices, and the first time the drafts of the last session. It blocks on
// the library and is called off the window's goroutine; each of the two is shown by one Post.
func (s *Screen) Update(ctx context.Context) {
	number := s.reads.Add(1)
	if !s.begun.Swap(true) {
		last, err := loadForm(ctx, s.d.Drafts)
		if err != nil {
			s.d.Log.Warn("cannot read drafts", slog.Any("err", err))
		}
		s.d.Post(func() { s.restore(last) })
	}
	account, err := s.d.Profile(ctx)
	if err != nil {
		s.d.Log.Warn("cannot read the profile", slog.Any("err", err))
		return
	}
	table, err := s.d.Prices.Prices(ctx, account.ID)
	if err != nil {
		s.d.Log.Warn("cannot read prices", slog.Int64("profile", account.ID), slog.Any("err", err))
	}
	s.d.Post(func() {
		if number < s.shown {
			return // a later reading came first
		}
		s.shown = number
		s.account = account
		s.tariff = Tariff{Table: table, Currency: account.Currency, Sandbox: account.Sandbox, Profile: account.Name}
		s.render()
	})
}

// Flush writes what is not yet saved. It is called once more when the program ends, off the window's goroutine.
func (s *Screen) Flush(ctx context.Context) error { return s.saver.flush(ctx) }

// Generate sends what the form holds, or brings the focus to what is missing.
func (s *Screen) Generate() { s.submit(false) }

// HoldForLater makes the jobs, but they wait until a person sends them.
func (s *Screen) HoldForLater() { s.submit(true) }

// CopyRequest puts the requests that a click would send on the clipboard, as JSON.
func (s *Screen) CopyRequest() {
	order, _ := s.form.Build()
	var requests []any
	for _, r := range order.Videos {
		requests = append(requests, r)
	}
	for _, r := range order.Images {
		requests = append(requests, r)
	}
	var what any = requests
	if len(requests) == 1 {
		what = requests[0]
	}
	text, err := json.MarshalIndent(what, "", "  ")
	if err != nil {
		s.d.Log.Error("cannot word the request", slog.Any("err", err))
		return
	}
	s.d.Copy(string(text))
}

// Recall puts what a job asked for into the form, and offers for 10 s to take that back. With promptOnly everything
// but the prompt stays.
func (s *Screen) Recall(job db.Job, promptOnly bool) {
	before := s.form
	f, err := s.form.Recall(job, promptOnly)
	if err != nil {
		s.d.Log.Warn("cannot reuse settings", slog.Any("err", err))
		return
	}
	s.set(f)
	what := "The settings"
	if promptOnly {
		what = "The prompt"
	}
	s.showNotice(what+" of job "+job.Ref[:min(4, len(job.Ref))]+" replaced what was here.", recallShown, func() { s.set(before) })
	s.Focus()
}

// edit changes the form as a person asked.
func (s *Screen) edit(change func(*Form)) {
	f := s.form
	change(&f)
	if withoutTexts(f) != withoutTexts(s.form) {
		s.hideNotice() // what it offers to take back is not the last change any more
	}
	s.set(f)
}

// correct changes the form as a person asked, says what had to change with it, and offers the way back.
func (s *Screen) correct(change func(*Form) []string) {
	before := s.form.Video
	var said []string
	s.edit(func(f *Form) { said = change(f) })
	if len(said) > 0 {
		s.showNotice(strings.Join(said, " "), correctionShown, func() {
			s.edit(func(f *Form) { f.Video.Restore(before) })
		})
	}
}

func (s *Screen) set(f Form) {
	if f == s.form {
		return
	}
	s.form = f
	s.failure = ""
	if s.restored {
		s.saver.keep(f)
	}
	s.render()
}

// restore takes the drafts of the last session in. What a person typed before they came is added, not lost.
func (s *Screen) restore(last Form) {
	if box := s.view().field(fieldPrompt); s.focused() == box {
		// The prompt of the other kind may come in front: what is typed must not go where nobody sees it.
		defer s.Focus()
	}
	typed := s.form.Prompt()
	s.form, s.restored = last, true
	defer s.render()
	if typed == "" {
		return
	}
	add := func(prompt *string) {
		if *prompt != "" {
			typed = *prompt + "\n" + typed
		}
		*prompt = typed
	}
	if s.form.Kind == db.TextToImage {
		add(&s.form.Image.Prompt)
	} else {
		add(&s.form.Video.Prompt)
	}
	s.saver.keep(s.form)
}

func (s *Screen) roll() int64 { return s.d.Random() % (maxRolledSeed + 1) }

// draftView is what the views of the kinds have in common.
type draftView interface {
	field(name string) fyne.Focusable
}

func (s *Screen) view() draftView {
	if s.form.Kind == db.TextToImage {
		return s.image
	}
	return s.video
}

// render shows the form as it is. Everything it calls leaves alone what did not change, because it runs at every key.
func (s *Screen) render() {
	order, problems := s.form.Build()
	height := s.scroll.Content.MinSize().Height
	s.kind.SetSelected(slices.Index(Kinds(), s.form.Kind))
	picture := s.form.Kind == db.TextToImage
	setShown(s.video.box, !picture)
	setShown(s.image.box, picture)
	if picture {
		s.image.show(s.form.Image, problems, s.tariff, s.asked)
	} else {
		s.video.show(s.form.Video, problems, s.tariff, s.asked)
	}
	s.foot.show(s.footState(order, problems))
	if s.scroll.Content.MinSize().Height != height {
		s.refit()
	}
}

// refit lays the fields out again after some of them came or went.
func (s *Screen) refit() { s.scroll.Refresh() }

func (s *Screen) footState(order Order, problems []client.ValidationError) footState {
	quote := s.tariff.Quote(order)
	state := footState{sandbox: s.account.Sandbox}
	priced := len(problems) == len(only(problems, fieldPrompt)) // no price for what cannot be read
	if s.account.ID == 0 || !priced {
		state.button = generate(order.Jobs())
	} else {
		state.button, state.line = s.tariff.Button(quote), s.tariff.Line(order, quote)
	}
	switch {
	case s.failure != "":
		state.why, state.wrong = s.failure, true
	case s.account.NoKey:
		state.why, state.noKey = "No key for "+s.account.Name+". Nothing can be sent. Your library works as usual.", true
	case len(problems) > 0:
		state.why = problems[0].Message
	}
	state.more = len(problems) == 0 && !s.busy && s.account.ID != 0
	state.on = state.more && !s.account.NoKey
	return state
}

// withoutTexts blanks what is typed freely, so that typing is told from choosing.
func withoutTexts(f Form) Form {
	f.Video.Prompt, f.Video.Negative, f.Video.Seed.Text, f.Image.Prompt = "", "", "", ""
	return f
}

package compose

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
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
	d         Deps
	saver     *saver
	lists     *saver
	reads     atomic.Int64 // numbers the calls of Update
	reckoning atomic.Bool  // the month will be read again
	begun     atomic.Bool  // the drafts of the last session were asked for

	// What follows belongs to the window's goroutine.
	form     form.Form
	account  Account
	models   []client.Alias // of the account
	tariff   form.Tariff
	month    *Month                   // of the account; nil: no budget is watched
	order    form.Order               // what the button would send: the last that was rendered
	problems []client.ValidationError // why it cannot be sent
	held     *heldEdit                // the held job in the form; nil: the form holds the drafts
	batch    *batchSheet              // the list that is open; nil: none
	list     list                     // what is in it, also while it is closed
	shown    int64                    // number of the Update that is shown
	restored bool                     // the drafts of the last session are in the form, so it may be saved
	busy     bool                     // a click is being committed
	asked    bool                     // a person wanted to send what is not complete
	failure  string                   // why the last click came to nothing
	told     db.JobKind               // the kind that OnKind was told last
	toldWay  form.CanvasWay           // the way that OnCanvasWay was told last

	picture  form.Canvas // what lies on the edit canvas
	joining  time.Time   // when a picture of the gallery was asked for beside it; zero: none is
	sampling sampleKey   // whose charges were asked for last
	samples  sampled     // what they came to

	looks   *looks   // at the pictures of the kind in front
	oops    slotOops // what a slot refused last
	uploads uploads  // local pictures of jobs on their way to the person's host
	ticking bool     // the lives of links are shown again soon

	noticeStop func() bool
	snippets   *snippets
	aside      *aside
	slash      *slash
	fieldsHigh float32 // height of the fields when they were laid out last

	kind     *widgets.Segmented
	video    *videoView
	image    *imageView
	foot     *footView
	head     *fyne.Container
	holding  *heldView
	scroll   *container.Scroll
	follower *widgets.Follower
	box      *fyne.Container
}

// New makes the composer with the form of a first start. Update brings the drafts of the last session, the profile and
// its prices.
func New(d Deps) *Screen {
	s := &Screen{d: d, form: form.New(), uploads: uploads{}}
	failed := func(err error) { d.Log.Warn("cannot save what was typed", slog.Any("err", err)) }
	s.saver = &saver{drafts: d.Drafts, name: draftsName, after: d.After, failed: failed}
	s.lists = &saver{drafts: d.Drafts, name: listName, after: d.After, failed: failed}
	on := edits{edit: s.edit, correct: s.correct, send: s.Generate, refold: s.refit}
	s.looks = newLooks(d, s.render)
	ways := s.slotWays()
	s.video = newVideoView(on, s.roll, newFramesView(ways, s.swapFrames))
	s.image = newImageView(on, newPicturesView(s.furtherWays(ways), s.mends(), d.Picture != nil), newHintsView(s.insertHint))
	s.foot = newFootView(footCalls{generate: s.Generate, asItWas: s.SendAsItWas, table: d.OnPriceTable, enter: d.OnEnterPrices, key: d.OnAddKey, menu: s.moreMenu})
	s.holding = newHeldView(s.HoldForLater, s.keepHeld, s.StopEditing)

	var names []string
	for _, k := range Kinds() {
		names = append(names, wording.Kind(k))
	}
	s.kind = widgets.NewSegmented(names, func(i int) {
		s.hideNotice()
		s.edit(func(f *form.Form) { f.Kind = Kinds()[i] })
		s.scroll.ScrollToTop()
	}).Tight()
	// A click asks for this kind's prompt; arrow keys stay on the switch.
	s.kind.OnTapped = s.Focus

	fields := widgets.NewInset(12, inset, 12, inset, widgets.NewColumn(0, s.video.box, s.image.box))
	s.scroll = container.NewVScroll(fields)
	s.follower = widgets.NewFollower(s.scroll)
	foot := widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(10, inset, 10, inset, s.foot.box))
	s.head = widgets.NewInset(12, inset, 0, inset, widgets.NewColumn(0, s.kind, s.holding.box))
	s.snippets = &snippets{saver: &saver{drafts: d.Drafts, name: snippetsName, after: d.After, failed: failed}}
	s.aside = &aside{saver: &saver{drafts: d.Drafts, name: asideName, after: d.After, failed: failed}}
	s.slash = newSlash(s.snippets, s.focus)
	s.scroll.OnScrolled = func(fyne.Position) { s.slash.close() }
	s.box = widgets.NewFixed(leastWidth, 0, container.NewStack(widgets.NewGround(resources.BgPanel),
		container.New(panelLayout{}, s.head, s.scroll, foot), // Tab follows this order
		s.slash.layer))
	s.dress()
	s.render()
	return s
}

// Content returns the composer. It takes any width from 392 px on; Width is the usual one.
func (s *Screen) Content() fyne.CanvasObject { return s.box }

// Form returns what the composer holds.
func (s *Screen) Form() form.Form { return s.form }

// First returns what has the keyboard when the composer comes to the front: the prompt.
func (s *Screen) First() fyne.Focusable { return s.view().field(form.FieldPrompt) }

// Focus brings the keyboard to the prompt.
func (s *Screen) Focus() { s.focus(s.view().field(form.FieldPrompt)) }

// Update reads the profile in front and its prices, and the first time the drafts of the last session. It blocks on
// the library and is called off the window's goroutine; each of the two is shown by one Post.
func (s *Screen) Update(ctx context.Context) {
	number := s.reads.Add(1)
	if !s.begun.Swap(true) {
		last, err := loadForm(ctx, s.d.Drafts)
		if err != nil {
			s.d.Log.Warn("cannot read drafts", slog.Any("err", err))
		}
		kept := s.loadList(ctx)
		keepsakes := s.loadKept(ctx)
		s.d.Post(func() {
			s.restore(last)
			s.restoreList(kept)
			keepsakes()
		})
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
	models := s.aliases(account)
	month := s.readMonth(ctx, account)
	s.d.Post(func() {
		if number < s.shown {
			return // a later reading came first
		}
		s.shown = number
		s.account, s.models, s.month = account, models, month
		s.tariff = form.Tariff{Table: table, Currency: account.Currency, Sandbox: account.Sandbox, Profile: account.Name}
		s.render()
		s.renderBatch()
	})
}

// aliases reads the further models of a profile; none where they cannot be read.
func (s *Screen) aliases(account Account) []client.Alias {
	if len(account.Models) == 0 {
		return nil
	}
	var models []client.Alias
	if err := json.Unmarshal(account.Models, &models); err != nil {
		s.d.Log.Warn("cannot read the models of a profile", slog.Int64("profile", account.ID), slog.Any("err", err))
		return nil
	}
	return models
}

// Flush writes what is not yet saved. It is called once more when the program ends, off the window's goroutine.
func (s *Screen) Flush(ctx context.Context) error {
	return errors.Join(s.saver.flush(ctx), s.lists.flush(ctx), s.snippets.saver.flush(ctx), s.aside.saver.flush(ctx))
}

// Generate sends what the form holds, or brings the focus to what is missing. A held job that is in the form is saved and
// sent.
func (s *Screen) Generate() {
	if s.held != nil {
		s.saveHeld(true)
		return
	}
	s.submit(false, false)
}

// HoldForLater makes the jobs, but they wait until a person sends them. A held job that is in the form is saved.
func (s *Screen) HoldForLater() {
	if s.held != nil {
		s.saveHeld(false)
		return
	}
	s.submit(true, false)
}

// CopyRequest puts the requests that a click would send on the clipboard, as JSON.
func (s *Screen) CopyRequest() {
	order, _ := s.form.Build(s.env())
	requests := order.Requests()
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

// edit changes the form as a person asked.
func (s *Screen) edit(change func(*form.Form)) {
	s.joining = time.Time{}
	f := s.form
	change(&f)
	if s.held != nil && f.Kind != s.held.start.Kind {
		s.say(lang.L("Held job %s keeps its kind: save it or stop editing first.", s.held.name()))
		s.render() // the switch goes back
		return
	}
	if f.WithoutTexts() != s.form.WithoutTexts() {
		s.hideNotice() // what it offers to take back is not the last change any more
	}
	s.set(f)
}

// correct changes the form as a person asked, says what had to change with it, and offers the way back.
func (s *Screen) correct(change func(*form.VideoDraft) []form.Correction) {
	before := s.form.Clip()
	if before == nil {
		return
	}
	was := *before
	var said []form.Correction
	s.edit(func(f *form.Form) { said = change(f.Clip()) })
	if len(said) > 0 {
		s.showNotice(form.Say(said), correctionShown, func() {
			s.edit(func(f *form.Form) { f.Clip().Restore(was) }) // the notice goes when another kind comes to the front
		})
	}
}

func (s *Screen) set(f form.Form) {
	if f == s.form {
		return
	}
	s.form = f
	s.failure = ""
	if s.restored && s.held == nil {
		s.saver.keep(f)
	}
	s.render()
}

// restore takes the drafts of the last session in. What a person typed before they came is added, not lost.
func (s *Screen) restore(last form.Form) {
	if box := s.view().field(form.FieldPrompt); s.focused() == box {
		// The prompt of the other kind may come in front: what is typed must not go where nobody sees it.
		defer s.Focus()
	}
	if s.held != nil { // it came into the form before the drafts did
		s.held.before, s.restored = last, true
		return
	}
	s.form, s.restored = s.form.Joined(last), true
	if s.form != last {
		s.saver.keep(s.form)
	}
	s.render()
}

func (s *Screen) roll() int64 { return s.d.Random() % (form.MaxRolledSeed + 1) }

// env is what the form needs to know of the profile in front.
func (s *Screen) env() form.Env {
	return form.Env{Now: s.d.Now(), Own: s.account.BaseURL, Models: s.models, Hosting: s.hosting()}
}

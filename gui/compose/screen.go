package compose

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Screen is the composer in the window: the form while it is edited, the drafts or a held job in their place, under the profile in
// front. What changes the form goes through edit, so that it is kept, shown, and can be taken back.
type Screen struct {
	Deps
	reads     atomic.Int64 // numbers the readings of the profile and of its budgets
	weighing  atomic.Bool  // what is used of the budgets will be read again
	paused    atomic.Bool  // sending is
	restoring atomic.Bool  // the drafts of the last session are being read, or were

	// What follows belongs to the window's goroutine.
	form     order.Form
	held     *heldEdit     // the held job in the form; nil: the form holds the drafts
	editSoon *db.Job       // comes into the form once its profile is in front there
	restored bool          // the drafts of the last session are in the form, so it may be saved
	random   func() int64  // any non-negative integer
	saver    *action.Saver // of the drafts and the snippets
	notices  *notices

	account Account
	models  []client.Alias // of the account
	tariff  wording.Tariff // of the account
	budgets *jobs.Quote    // how they stand without the form; nil: there is no account, or they cannot be read
	charges *charges
	shown   int64 // number of the Update that is shown

	order     order.Order              // what the button would send: the last that was rendered
	problems  []client.ValidationError // why it cannot be sent
	asked     bool                     // a person wanted to send what is not complete
	failure   string                   // why the last click came to nothing, until the form is another one
	gate      submitGate
	submitter jobSubmitter

	onCanvas   order.Canvas    // what lies on the edit canvas
	canvasWay  order.CanvasWay // how that is sent, as the canvas was last set
	canvasKind db.JobKind      // the kind that the canvas was last set to
	previews   *previewLoader  // of the pictures of the kind in front
	refused    slotError       // what a slot refused last
	uploads    *uploads        // local pictures of jobs on their way to the person's host
	ticking    bool            // the lives of links are shown again soon

	snippets *snippets

	list  list        // of a batch, kept until it is sent, also while its sheet is closed
	batch *batchSheet // nil: it was never open

	fieldsHigh float32 // height of the fields when they were laid out last
	kind       *kit.Segmented
	heldView   *heldView
	fields     *formView
	foot       *footView
	head       *fyne.Container
	scroll     *container.Scroll
	box        *fyne.Container
}

// New makes the composer with the form of a first start. Update brings the drafts of the last session, the profile and
// its prices.
func New(d Deps) *Screen {
	saver := &action.Saver{Host: d.Host, Settings: d.Library}
	s := &Screen{Deps: d, form: order.New(), random: rand.Int64, saver: saver,
		submitter: jobSubmitter{d.Engine, d.Library, d.EditCanvas, d.Log()},
		snippets:  &snippets{saver: saver}}
	s.previews, s.uploads = newPreviewLoader(d, s.render), &uploads{d.Live, s.render, map[int64]*jobUpload{}}
	s.charges = &charges{host: d.Host, library: d.Library, changed: s.render}
	s.build()
	s.render()
	return s
}

// Content returns the composer. It takes any width from 392 px on; Width is the usual one.
func (s *Screen) Content() fyne.CanvasObject { return s.box }

// Form returns what the composer holds.
func (s *Screen) Form() order.Form { return s.form }

// First returns what has the keyboard when the composer comes to the front: the prompt.
func (s *Screen) First() fyne.Focusable { return s.fields.control(order.FieldPrompt) }

// Focus brings the keyboard to the prompt.
func (s *Screen) Focus() { s.focus(s.fields.control(order.FieldPrompt)) }

// Update reads the profile in front and its prices, and the first time the drafts of the last session. It blocks on
// the library and is called off the window's goroutine; each of the two is shown by one Post.
func (s *Screen) Update(ctx context.Context) {
	number := s.reads.Add(1)
	if !s.restoring.Swap(true) {
		last, err := loadForm(ctx, s.Library)
		if err != nil {
			s.Log().Warn("cannot read drafts", slog.Any("err", err))
		}
		kept := s.loadList(ctx)
		snippets := s.snippets.load(ctx)
		s.Post(func() {
			s.restore(last)
			if s.list == (list{}) {
				s.list = kept
			}
			snippets()
		})
	}
	account, err := s.Library.Account(ctx)
	if err != nil {
		s.Log().Warn("cannot read the profile", slog.Any("err", err))
		return
	}
	quote := s.quote(ctx, account)
	var table client.PriceTable
	if quote != nil {
		table, account.Currency = quote.Table, quote.Currency
	}
	models, err := jobs.ModelsOf(account.Profile)
	if err != nil {
		s.Log().Warn("cannot read the models of a profile", slog.Any("err", err))
	}
	s.paused.Store(s.Engine.Paused())
	s.Post(func() {
		if number < s.shown {
			return // a later reading came first
		}
		s.shown = number
		s.budgets, s.account, s.models = quote, account, models
		s.tariff = wording.Tariff{Table: table, Currency: account.Currency, Profile: account.Name, Play: account.Sandbox}
		s.render()
		s.showBatch()
		if job := s.editSoon; job != nil && account.ID == s.Profile().ID {
			if s.editSoon = nil; job.ProfileID == account.ID { // not where a person went on to another profile
				s.EditHeld(*job)
			}
		}
	})
}

// quote reads the prices of an account and what is used of its budgets; nil where there is no account, or they cannot be read.
// Off the window's goroutine.
func (s *Screen) quote(ctx context.Context, a Account) *jobs.Quote {
	if a.ID == 0 {
		return nil
	}
	q, err := s.Engine.Price(ctx, a.ID, nil)
	if err != nil {
		s.Log().Warn("cannot read prices and budgets", slog.Int64("profile", a.ID), slog.Any("err", err))
		return nil
	}
	return &q
}

// weigh reads again what is used of the budgets, once however many events ask for it before that.
func (s *Screen) weigh() {
	if s.weighing.Swap(true) {
		return
	}
	s.Post(func() {
		watched := jobs.LimitsOf(s.account.Profile).Watched()
		s.Go(func(ctx context.Context) {
			s.weighing.Store(false)
			if watched {
				s.Update(ctx)
			}
		})
	})
}

// Close ends the looks at pictures that are under way. Any goroutine; the composer is not used after it.
func (s *Screen) Close() { s.previews.close() }

// Unsaved reports whether anything is not yet saved.
func (s *Screen) Unsaved() bool { return s.saver.Unsaved() }

// Flush writes what is not yet saved. It is called once more when the program ends, off the window's goroutine.
func (s *Screen) Flush(ctx context.Context) error {
	return s.saver.Flush(ctx)
}

// CopyRequest puts the requests that a click would send on the clipboard, as JSON.
func (s *Screen) CopyRequest() {
	o, _ := s.form.Build(s.env())
	for i, r := range o.Requests {
		if clip, ok := r.(client.VideoRequest); ok {
			clip.Own = client.Limits{} // of the profile
			o.Requests[i] = clip
		}
	}
	var what any = o.Requests
	if o.Jobs() == 1 {
		what = o.Requests[0]
	}
	text, err := json.MarshalIndent(what, "", "  ")
	if err != nil {
		s.Log().Error("cannot word the request", slog.Any("err", err))
		return
	}
	s.Copy(string(text))
}

// restore takes the drafts of the last session in. What a person typed before they came is added, not lost.
func (s *Screen) restore(last order.Form) {
	if s.held != nil { // it came into the form before the drafts did
		s.held.before, s.restored = last, true
		return
	}
	s.form, s.restored = s.form.Joined(last), true
	if s.form != last {
		s.saver.Put(draftsName, s.form)
	}
	s.render()
}

// build makes what is to be seen.
func (s *Screen) build() {
	s.fields = newFormView(s)
	s.notices = s.fields.notices
	s.connectPrompts()
	s.foot = newFootView(s)
	s.heldView = newHeldView(s.HoldForLater, s.keepHeld, s.StopEditing)

	var names []string
	for _, k := range order.Kinds() {
		names = append(names, wording.Kind(k))
	}
	s.kind = kit.NewSegmented(names, func(i int) {
		s.notices.hide()
		s.turn(order.Kinds()[i])
		s.scroll.ScrollToTop()
	}).Tight()
	s.kind.OnTapped = s.Focus // a click asks for this kind's prompt; arrow keys stay on the switch

	fields := kit.NewInset(12-linkRoom, inset, 8, inset, s.fields.box)
	s.scroll = container.NewScroll(fields) // to the side too: large text in a small window needs more than there is
	foot := kit.NewColumn(0, kit.NewRule(), kit.NewInset(10, inset, 10, inset, s.foot.box))
	s.head = kit.NewColumn(0, kit.NewInset(12, 0, 0, 0, s.kind), s.heldView.box)
	s.box = kit.NewFixed(leastWidth, 0, container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewFilled(theme.Padding(), s.scroll, kit.NewInset(0, inset, 0, inset, s.head), s.scroll, foot))) // Tab follows this order
}

// render shows the form as it is. Everything it calls leaves alone what did not change, because it runs at every key.
func (s *Screen) render() {
	env := s.env()
	s.layCanvas()
	s.measureSlots()
	o, problems := s.form.Build(env)
	if s.held != nil && o.Jobs() > 1 {
		one := lang.L("a held job is one clip, without variations in braces")
		problems = append(problems, client.ValidationError{Field: order.FieldPrompt, Message: one})
	}
	s.order, s.problems = o, problems
	s.charges.want(s.charges.key(s.account, o))
	s.kind.SetSelected(slices.Index(order.Kinds(), s.form.Kind))
	if s.canvasKind != s.form.Kind {
		s.canvasKind = s.form.Kind
		s.EditCanvas.ShowKind(s.canvasKind)
	}
	s.tellWay(env)
	under := s.form.Under(env)
	s.fields.Show(Shown{Form: under, Env: env, Order: o, Problems: problems, Tariff: s.tariff, Asked: s.asked})
	if !s.asked && len(under.Edit.Inputs()) == 0 && !under.Edit.Canvas.Open {
		problems = nil // that there is no picture yet is no mistake before a person wants to send it
	}
	s.showSlots(under, env, problems)
	if s.showFoot() {
		s.box.Refresh() // the foot takes room from the fields
	}
	s.showHeld()
	if s.scroll.Content.MinSize().Height != s.fieldsHigh { // a field came or went, or grew with its text
		s.Refit()
	}
}

// Refit lays the fields out again after some of them came or went.
func (s *Screen) Refit() {
	kit.Follow(s.scroll, s.scroll.Content)
	for range 2 { // a text that was put in tells its height once it is laid out
		s.fieldsHigh = s.scroll.Content.MinSize().Height
		s.scroll.Refresh()
	}
}

// Handle takes an event of the engine: a held job that is being edited may go out meanwhile, and what is used of the budgets changes
// with jobs and the ledger. Any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	if price.Spends(ev) {
		s.weigh()
	}
	switch e := ev.(type) {
	case jobs.PoolStatus:
		if s.paused.Swap(e.Paused) != e.Paused {
			s.Post(s.render)
		}
	case jobs.JobChanged:
		if e.State != db.Waiting && e.State != db.Sending {
			s.Post(func() {
				if s.uploads.over(e.ID) {
					s.render()
				}
			})
		}
		if e.State != db.Held {
			s.Post(func() { s.heldLeft(e.ID) })
		}
	case jobs.LedgerChanged:
		s.Post(func() {
			s.charges.asked = sampleKey{} // there may be one more; what is known stays until that was read
			if !s.form.Kind.IsVideo() {
				s.render()
			}
		})
	}
}

// Actions returns what can be done with the form. The composer is in front when one is done. Window's goroutine.
func (s *Screen) Actions() []action.Action {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	file, edit, job := lang.X("menu", "File"), lang.X("menu", "Edit"), lang.X("menu", "Job")
	add := func(group, id, label string, mod fyne.KeyModifier, key fyne.KeyName, do func()) action.Action {
		return action.Action{ID: id, Group: group, Label: label, Keys: action.KeysWith(mod, key), Do: do}
	}
	spends := func(a action.Action) action.Action { a.Spends = true; return a }
	ofPrompt := func(a action.Action) action.Action { a.Own = true; return a }
	generate := spends(add(job, "job.generate", lang.L("Generate"), ctrl, fyne.KeyReturn, s.Generate))
	withoutMarks := spends(add(job, "job.asItWas", lang.L("Send without marks"), shift, fyne.KeyReturn, s.SendWithoutMarks))
	save := add(edit, "edit.save", lang.L("Save as snippet…"), shift, fyne.KeyS, func() { s.saveSnippet(s.fields.Fields) })
	create := action.Scope{In: "create"} // other places have these keys too
	generate.Scope, withoutMarks.Scope, save.Scope = create, create, create
	list := []action.Action{
		add(file, "file.new", lang.L("New request"), ctrl, fyne.KeyN, s.NewRequest),
		add(edit, "edit.earlier", lang.L("Earlier prompts…"), ctrl, fyne.KeyE, func() { s.showHistory(s.fields.Fields) }),
		{ID: "file.reuse", Group: file, Label: lang.L("Reuse settings from a file…"), Do: s.chooseSettings},
		ofPrompt(add(edit, "edit.older", lang.L("Older prompt"), ctrl, fyne.KeyUp, func() { s.walkFront(1) })),
		ofPrompt(add(edit, "edit.newer", lang.L("Newer prompt"), ctrl, fyne.KeyDown, func() { s.walkFront(-1) })),
		add(edit, "edit.snippets", lang.L("Snippets…"), shift, fyne.KeyE, func() { s.showSnippets(s.fields.Fields) }),
		save,
		generate,
		spends(add(job, "job.hold", lang.L("Hold for later"), shift, fyne.KeyH, s.HoldForLater)),
		add(job, "job.copy", lang.L("Copy request"), shift, fyne.KeyC, s.CopyRequest),
		add(job, "job.batch", lang.L("Batch…"), shift, fyne.KeyB, s.ShowBatch),
		add(job, "job.prompt", lang.L("Go to the prompt"), ctrl, fyne.KeyL, s.Focus),
		withoutMarks,
		add(job, "job.variations", lang.L("Preview variations"), shift, fyne.KeyM, s.PreviewVariations),
		add(job, "job.which", lang.L("Which model can do this?"), ctrl, fyne.KeyM, s.ShowWhich),
		add(job, "job.seed", lang.L("New seed"), ctrl, fyne.KeyR, func() { s.tapSeed(s.fields.seed.dice) }),
		add(job, "job.keep", lang.L("Keep the seed"), shift, fyne.KeyR, func() { s.tapSeed(s.fields.seed.lock) }),
		add(job, "job.swap", lang.L("Swap first and last frame"), shift, fyne.KeyX, s.SwapFrames),
		add(job, "job.more", lang.L("More clips per click"), shift, fyne.KeyUp, func() { s.count(1) }),
		add(job, "job.less", lang.L("Fewer clips per click"), shift, fyne.KeyDown, func() { s.count(-1) }),
	}
	for i, kind := range order.Kinds() {
		n := strconv.Itoa(i + 1)
		list = append(list, add(job, "job.kind."+n, wording.Kind(kind), shift, fyne.KeyName(n), func() { s.SetKind(kind) }))
	}
	return list
}

// TakeSwitch takes the switch of the kinds out of Content, for a window that moves the form from one side to the other: what
// was just pressed must not run away from under the pointer. It needs the width of Content and no room below. Window's goroutine.
func (s *Screen) TakeSwitch() fyne.CanvasObject {
	s.head.Objects = s.head.Objects[1:]
	return container.NewStack(kit.NewGround(resources.BgPanel), kit.NewInset(12, inset, 0, inset, s.kind))
}

// SetKind switches to a kind of job, as the switch at the top does: each kind has its own draft. Window's goroutine.
func (s *Screen) SetKind(kind db.JobKind) {
	s.turn(kind)
	s.Focus()
}

// Width is the usual width of the composer in px, so that the form looks the same beside any feed. Beside the edit canvas it
// may be as narrow as leastWidth.
const (
	Width      = 416
	leastWidth = 392
)

// inset is the space at the left and right of the form, in px.
const inset = 16

// linkRoom is what a line with a link or a small button keeps above and below its words, px: it stands in the place of a gap.
const linkRoom = 6

// labelWidth is the room of the labels of the form, in px at 100 % text.
const labelWidth = 96

// hole stands in a sentence for what is shown apart from it, such as an amount that stands out: languages differ in its place.
const hole = "\x00"

// around returns what stands before the hole of a sentence and behind it.
func around(sentence string) (before, after string) {
	before, after, _ = strings.Cut(sentence, hole)
	return before, after
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

func variationCount(n int) string { return lang.N("%s variation", "%s variations", n, lang.Number(n)) }

package compose

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"viviscope/gui/form"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Screen is the composer. It makes its parts, shows them after every change, and hands events of the engine to them.
// The exported methods of its parts are its own.
type Screen struct {
	Deps
	*draft
	*page
	*slots
	*heldJobs
	*reuse
	*batch
	*drops
	*commands

	restoring atomic.Bool // the drafts of the last session were read, or are being read
	profile   *profileReader
	charges   *charges
	canvas    *canvas
	previews  *previewLoader
	uploads   *uploads
	clicks    *clicks

	kind     *kit.Segmented
	heldView *heldView
}

// New makes the composer with the form of a first start. Update brings the drafts of the last session, the profile and
// its prices.
func New(d Deps) *Screen {
	s := &Screen{Deps: d}
	s.draft = &draft{host: d.Host, cast: d.Cast,
		saver: &action.Saver{Host: d.Host, Settings: d.Library}, form: order.New(),
		random:  rand.Int64,
		changed: s.render, focusPrompt: s.Focus}
	s.makeParts()
	s.makeViews()
	d.Cast.OnChange(s.render)
	s.render()
	return s
}

// makeParts makes what needs no view, from the lowest layer up.
func (s *Screen) makeParts() {
	s.profile = &profileReader{Deps: s.Deps, draft: s.draft}
	s.charges = &charges{host: s.Host, library: s.Library, changed: s.render}
	s.canvas = &canvas{draft: s.draft, editor: s.EditCanvas}
	s.previews = newPreviewLoader(s.Deps, s.render)
	s.uploads = &uploads{s.Live, s.render, map[int64]*jobUpload{}}
	s.reuse = &reuse{Deps: s.Deps, draft: s.draft, canvas: s.canvas}
	s.clicks = &clicks{Deps: s.Deps, draft: s.draft, gate: &submitGate{}, gateChanged: s.showGate,
		submitter: jobSubmitter{s.Engine, s.Library, s.EditCanvas, s.Log()}}
	s.heldJobs = &heldJobs{Deps: s.Deps, draft: s.draft, canvas: s.canvas, gate: s.clicks.gate}
	s.commands = &commands{Deps: s.Deps, draft: s.draft, reuse: s.reuse, snippets: &snippets{saver: s.saver},
		history: &promptHistory{host: s.Host, library: s.Library}}
	s.submission = &submission{Deps: s.Deps, draft: s.draft, clicks: s.clicks, heldJobs: s.heldJobs, uploads: s.uploads,
		variations: &variationSheet{s.Deps, s.draft}, focusField: s.focusField}
	s.batch = &batch{Deps: s.Deps, draft: s.draft, clicks: s.clicks, profile: s.profile}
	s.commands.batch = s.batch
}

// makeViews makes what is shown, and the parts that find it on the screen.
func (s *Screen) makeViews() {
	places := &slotPlaces{draft: s.draft}
	s.slots = &slots{Deps: s.Deps, draft: s.draft, slotContents: &slotContents{draft: s.draft}, slotPlaces: places,
		canvas:   s.canvas,
		previews: s.previews, uploads: s.uploads}
	places.frames, places.pictures = newFramesView(s.slots, s.slots.swapFrames), newPicturesView(s.slots)
	s.fields = newFormView(s.Host, s, s.Cast, places.frames, places.pictures)
	s.notices = s.fields.notices
	s.fields.prompt.preview.OnTapped, s.fields.negative.preview.OnTapped = s.PreviewVariations, s.PreviewVariations
	s.connectPrompt()
	s.foot = newFootView(s.submission, s.profile, s.charges, s.commands.more)
	s.heldView = newHeldView(s.HoldForLater, s.keepHeld, s.StopEditing)
	s.kind = s.newKindSwitch()
	s.page = newPage(s.fields.box, s.fields.Notice, s.fields.Names, s.foot.box,
		kit.NewInset(12, 0, 0, 0, s.kind), s.heldView.box)
	places.page, s.heldJobs.page = s.page, s.page
	s.drops = &drops{draft: s.draft, library: s.Library, page: s.page, canvas: s.canvas, slots: s.slots, reuse: s.reuse,
		gate: s.clicks.gate, readList: s.batch.readList}
}

func (s *Screen) newKindSwitch() *kit.Segmented {
	var names []string
	for _, k := range order.Kinds() {
		names = append(names, wording.Kind(k))
	}
	kinds := kit.NewSegmented(names, func(i int) {
		s.notices.hide()
		s.turn(order.Kinds()[i])
		s.scroll.ScrollToTop()
	}).Tight()
	kinds.OnTapped = s.Focus // a click focuses the prompt; with arrow keys the focus stays on the switch
	return kinds
}

// connectPrompt connects the composer's own prompt, which also has a key to send without marks.
func (s *Screen) connectPrompt() {
	s.connect(s.fields.Fields)
	entry := s.fields.prompt.entry
	others := entry.keys
	entry.keys = func(k fyne.Shortcut) bool {
		if isKey(k, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift, fyne.KeyReturn, fyne.KeyEnter) {
			s.SendWithoutMarks()
			return true
		}
		return others(k)
	}
}

// NewFields makes the fields of a shot for another screen. They share the earlier prompts and the snippets. Window's
// goroutine.
func (s *Screen) NewFields(owner form.Owner) form.Fields {
	v := NewFields(s.Host, owner, s.Cast, true)
	s.connect(v)
	return v
}

// NewPromptLines makes a field with one prompt per line for another screen. Window's goroutine.
func (s *Screen) NewPromptLines(rows int, onChanged, onSend func()) form.PromptLines {
	return NewPromptLines(s.Host, s.Cast, rows, onChanged, onSend)
}

// connect gives the prompt of fields its keys, the earlier prompts and the snippets. It is called once for each.
func (s *Screen) connect(v *Fields) {
	v.prompt.entry.keys = s.history.keys(v.prompt)
	v.prompt.history.OnTapped = func() { s.history.show(v) }
	v.prompt.snippets.OnTapped = func() { showSnippets(s.Host, s.snippets, v) }
}

// Content returns the composer. It takes any width from 392 px on. Its usual width is 416 px.
func (s *Screen) Content() fyne.CanvasObject { return s.box }

// TakeSwitch removes the switch of the kinds from Content and returns it, for a window that moves the form from one
// side to the other: the switch must not move away from under the pointer. It needs the width of Content. Window's
// goroutine.
func (s *Screen) TakeSwitch() fyne.CanvasObject {
	s.page.takeFirst()
	return container.NewStack(kit.NewGround(resources.BgPanel), kit.NewInset(12, inset, 0, inset, s.kind))
}

// First returns what gets the keyboard when the composer is shown: the prompt.
func (s *Screen) First() fyne.Focusable { return s.fields.control(order.FieldPrompt) }

// Focus brings the keyboard to the prompt.
func (s *Screen) Focus() { s.focusField(order.FieldPrompt) }

// focusField brings the keyboard to the control of a field of the form.
func (s *Screen) focusField(name string) { s.Canvas().Focus(s.fields.control(name)) }

// render shows the form as it is. It runs at every key, so everything that it calls leaves alone what did not change.
func (s *Screen) render() {
	env := s.env()
	s.previews.want(s.draft.forms())
	s.draft.build(env, s.previews.measured)
	s.charges.want(s.charges.key(s.account, s.order))
	s.kind.SetSelected(slices.Index(order.Kinds(), s.form.Kind))
	s.canvas.show(env)
	under, problems := s.form.ForProfile(env), s.problems
	s.fields.Show(form.Shown{Form: under, Env: env, Order: s.order, Problems: problems, Tariff: s.tariff,
		ShowMissing: s.asked,
		SingleJob:   s.held != nil})
	if !s.asked && len(under.Edit.Inputs()) == 0 && !under.Edit.Canvas.Open {
		problems = nil // a missing picture is no mistake before the user wants to send
	}
	s.slots.show(under, env, problems)
	s.showSent(under)
	if s.foot.show() {
		s.box.Refresh() // the foot takes room from the fields
	}
	s.showHeld()
	s.page.refitIfGrown()
}

// showHeld shows the line over the form while it holds a held job. The kind cannot be switched meanwhile.
func (s *Screen) showHeld() {
	shown := s.heldView.box.Visible()
	s.heldView.show(s.held, s.clicks.free(s.problems))
	kit.Enable(s.kind, s.held == nil)
	if shown || s.held != nil {
		s.box.Refresh() // the line takes room from the fields
	}
}

// showGate shows that a click is under way, or no longer.
func (s *Screen) showGate() {
	s.render()
	s.batch.show()
}

// SetHints sets the phrases that are offered under the prompt of an edit, such as "in the red box". Window's goroutine.
func (s *Screen) SetHints(words []string) {
	s.fields.hints.set(words)
	s.render()
	s.Refit()
}

// SetPicture sets what is on the edit canvas. Window's goroutine.
func (s *Screen) SetPicture(c order.Canvas) { s.draft.setCanvas(c) }

// Update reads the profile in front and its prices, and the first time the drafts of the last session. It blocks on
// the library and is called off the window's goroutine. Each of the two is shown by one Post.
func (s *Screen) Update(ctx context.Context) {
	if !s.restoring.Swap(true) {
		s.restoreSession(ctx)
	}
	s.Cast.Update(ctx)
	s.profile.read(ctx, func() {
		s.batch.show()
		s.heldJobs.profileShown()
	})
}

// restoreSession reads what the last session left: drafts, the list of a batch, and the snippets.
func (s *Screen) restoreSession(ctx context.Context) {
	last, err := loadForm(ctx, s.Library)
	if err != nil {
		s.Log().Warn("cannot read drafts", slog.Any("err", err))
	}
	prompts, err := loadPrompts(ctx, s.Library)
	if err != nil {
		s.Log().Warn("cannot read drafts", slog.Any("err", err))
	}
	kept := s.batch.load(ctx)
	snippets := s.snippets.load(ctx)
	s.Post(func() {
		s.draft.prompts = prompts
		s.draft.restore(last)
		if s.list == (batchText{}) {
			s.list = kept
		}
		snippets()
	})
}

// Handle takes an event of the engine. A held job that is being edited may be sent meanwhile, and budgets and charges
// change with jobs and the ledger. Any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	if spend.Spends(ev) {
		s.profile.spent(s.Update)
	}
	switch e := ev.(type) {
	case jobs.PoolStatus:
		s.profile.setPaused(e.Paused)
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
			s.charges.forget()
			if !s.form.Kind.IsVideo() {
				s.render()
			}
		})
	}
}

// Close ends the looks at pictures that are under way. Any goroutine. The composer is not used after it.
func (s *Screen) Close() { s.previews.close() }

// Unsaved reports whether anything is not yet saved.
func (s *Screen) Unsaved() bool { return s.saver.Unsaved() }

// Flush writes what is not yet saved. It is called once more when the program ends, off the window's goroutine.
func (s *Screen) Flush(ctx context.Context) error { return s.saver.Flush(ctx) }

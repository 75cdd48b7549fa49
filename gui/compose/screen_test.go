package compose

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/casting"
	"viviscope/gui/form"
	"viviscope/gui/kit"
	"viviscope/gui/live"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// What the program wires in.
var (
	_ Engine          = (*jobs.Engine)(nil)
	_ action.Settings = (*db.Library)(nil)
)

// fixture is a composer with everything around it in the test's hands.
type fixture struct {
	outside
	*holder
	t      testing.TB
	store  *memorySettings
	clock  *timers
	now    time.Time // moves on by a second whenever work is finished: the next press is another one
	clicks []order.Order
	how    jobs.Terms
	inputs []jobs.Input // of the last click
	err    error
	acct   form.Account
	table  client.PriceTable
	spent  jobs.Spent

	paused      bool   // sending is
	duringPrice func() // done once, while the budgets are read

	made   []db.Job
	work   []func() // what was sent off the window's goroutine
	s      *Screen
	w      fyne.Window
	troupe fakeCast

	with func() // changes what the composer is given

	earlier    []string          // prompts that were sent, the newest first
	templates  map[string]string // of what was sent, by prompt
	earlierErr error
	searched   []string
}

func newFixture(t testing.TB) *fixture {
	apptest.New(t, resources.Theme(resources.Dark))
	d := &fixture{holder: &holder{}, t: t, store: &memorySettings{}, clock: &timers{}, table: ordertest.Prices(),
		templates: map[string]string{},
		acct:      form.Account{Profile: db.Profile{ID: 7, Name: "My gateway", Currency: "CNY"}}}
	d.open()
	return d
}

// open starts the composer, as a start of the program does.
func (d *fixture) open() {
	rolled := int64(1000)
	d.now = time.Unix(1_800_000_000, 0)
	d.outside = newOutside(d.t, d.store)
	d.lib.account, d.lib.prompts = func() form.Account { return d.acct }, d.prompts
	d.host.Worker = func(f func(context.Context)) { d.work = append(d.work, func() { f(context.Background()) }) }
	d.host.Timer, d.host.Clock = d.clock.after, func() time.Time { return d.now }
	if d.with != nil {
		d.with()
	}
	d.s = New(Deps{Host: d.host, Exchange: d.nav, Chooser: d.nav, Navigator: d.nav, Library: d.lib,
		Cast:       casting.New(casting.Deps{Host: d.host, Library: &d.troupe, Pictures: gray{}}),
		EditCanvas: d.canvas, Engine: d, Live: live.New(time.Now),
		Sender: &spend.Sender{Host: d.host, Navigator: d.nav}})
	d.s.random = func() int64 { rolled++; return rolled }
	d.w = test.NewTempWindow(d.t, d.s.Content())
	d.host.On = d.w.Canvas()
	d.w.SetPadded(false)
	d.w.Resize(fyne.NewSize(usualWidth, 800))
}

func (d *fixture) update() { d.s.Update(context.Background()) }

// finish lets what was sent off the window's goroutine run.
func (d *fixture) finish() {
	work := d.work
	d.work, d.now = nil, d.now.Add(time.Second)
	for _, f := range work {
		f()
	}
}

func (d *fixture) Paused() bool { return d.paused }

func (d *fixture) Price(_ context.Context, _ int64, orders []jobs.Order) (jobs.Quote, error) {
	requests := make([]client.Request, len(orders))
	for i, o := range orders {
		requests[i] = o.Request
	}
	q := d.quote(requests...)
	if during := d.duringPrice; during != nil {
		d.duringPrice = nil
		during()
	}
	return q, nil
}

func (d *fixture) quote(requests ...client.Request) jobs.Quote {
	q := jobs.Quote{Profile: d.acct.Profile, Table: d.table, Currency: "CNY", Known: true, Spent: d.spent,
		Limits: jobs.LimitsOf(d.acct.Profile)}
	for _, r := range requests {
		e := r.Estimate(d.table)
		q.Each, q.Total, q.Known = append(q.Each, new(int64(e.Amount))), q.Total+int64(e.Amount), q.Known && e.Known
		if !e.Known {
			q.Each[len(q.Each)-1] = nil
		}
	}
	return q
}

// admit refuses what must be asked about.
func (d *fixture) admit(how jobs.Terms, requests ...client.Request) error {
	if q := d.quote(requests...); !how.Hold && how.Agreed != q.Agreement() {
		return &jobs.AdmissionError{Quote: q}
	}
	return nil
}

func (d *fixture) Submit(_ context.Context, profile int64, orders []jobs.Order, how jobs.Terms) ([]db.Job, error) {
	var o order.Order
	for _, one := range orders {
		o.Requests = append(o.Requests, one.Request)
	}
	d.inputs = orders[0].Inputs
	if profile != d.acct.ID {
		d.t.Errorf("profile %d", profile)
	}
	if err := d.admit(how, o.Requests...); err != nil {
		return nil, err
	}
	d.clicks, d.how = append(d.clicks, o), how
	for _, one := range orders {
		d.templates[one.Request.PromptText()] = one.Template
	}
	if d.err != nil {
		return nil, d.err
	}
	d.made = append(d.made, make([]db.Job, o.Jobs())...)
	return make([]db.Job, o.Jobs()), nil
}

func (d *fixture) sendKey() {
	d.s.fields.prompt.entry.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn,
		Modifier: fyne.KeyModifierShortcutDefault})
}

// A key that is held down repeats: it is one press, and the next one is another.
func TestAHeldCtrlEnterSendsOnce(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "paper boats on a canal")
	for press := range 2 {
		enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
		d.s.fields.prompt.entry.KeyDown(enter)
		for range 3 {
			d.sendKey()
			d.finish()
		}
		d.s.fields.prompt.entry.KeyUp(enter)
		if len(d.clicks) != press+1 {
			t.Fatalf("%d clicks after %d presses", len(d.clicks), press+1)
		}
	}
}

func TestCtrlEnterWhileTypingSendsWhatTheButtonPrices(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.Focus()
	if d.w.Canvas().Focused() != fyne.Focusable(d.s.fields.prompt.entry) {
		t.Fatal("the prompt has no focus")
	}
	test.Type(d.s.fields.prompt.entry, "paper boats on a canal")
	d.s.fields.seed.clips.OnChanged(3)
	if got := d.s.foot.button.Text(); got != "Generate 3 · ¥8.40 est." {
		t.Errorf("button %q", got)
	}
	d.sendKey()
	if !d.s.foot.button.Disabled() {
		t.Error("the button is on while the click is being committed")
	}
	d.sendKey()
	test.Type(d.s.fields.prompt.entry, ", dusk")
	d.finish()

	if len(d.clicks) != 1 || len(ordertest.Videos(d.clicks[0].Requests)) != 3 || d.how.Hold || len(d.made) != 3 {
		t.Fatalf("%d clicks: %+v, %+v", len(d.clicks), d.clicks, d.how)
	}
	var sum client.Micros
	for _, r := range ordertest.Videos(d.clicks[0].Requests) {
		sum += r.Estimate(d.table).Amount
		if r.Prompt != "paper boats on a canal" {
			t.Errorf("sent %q", r.Prompt)
		}
	}
	if sum != 8_400_000 {
		t.Errorf("the button said ¥8.40, the requests cost %d", sum)
	}
	if d.s.foot.button.Disabled() || d.s.Form().Text.Prompt != "paper boats on a canal, dusk" {
		t.Errorf("after the commit: off %v, %q", d.s.foot.button.Disabled(), d.s.Form().Text.Prompt)
	}
}

func TestSendingAnIncompleteFormLeadsToTheField(t *testing.T) {
	d := newFixture(t)
	d.update()
	if d.s.fields.prompt.complaint.box.Visible() {
		t.Error("an empty prompt is told off before anything happened")
	}
	if got := d.s.foot.why.Text(); got != "Type a prompt." || !d.s.foot.button.Disabled() {
		t.Errorf("beside the button: %q, off %v", got, d.s.foot.button.Disabled())
	}
	d.w.Canvas().Unfocus()
	d.s.Generate()
	d.finish()
	if len(d.clicks) != 0 || !d.s.fields.prompt.complaint.box.Visible() ||
		d.w.Canvas().Focused() != fyne.Focusable(d.s.fields.prompt.entry) {
		t.Errorf("%d clicks, complaint %v, focus %T", len(d.clicks), d.s.fields.prompt.complaint.box.Visible(),
			d.w.Canvas().Focused())
	}
	test.Type(d.s.fields.prompt.entry, "boats")
	d.s.fields.seconds.SetText("16")
	d.s.Generate()
	if d.w.Canvas().Focused() != fyne.Focusable(d.s.fields.seconds) ||
		d.s.fields.secondsBad.text.Text() != "Choose 3 to 15 seconds." ||
		d.s.fields.secondsBad.hint.Words() != client.MsgSecondsRange || !d.s.fields.seconds.Failed() {
		t.Errorf("focus %T, %q", d.w.Canvas().Focused(), d.s.fields.secondsBad.text.Text())
	}
	if got := d.s.foot.button.Text(); got != "Generate" {
		t.Errorf("a price for what cannot be read: %q", got)
	}
}

func TestAFailedCommitSaysThatNothingWasSent(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "boats")
	d.err = errors.New("disk full")
	d.s.Generate()
	d.finish()
	if got := d.s.foot.why.Text(); got != "Not sent, nothing was charged: disk full" || d.s.foot.button.Disabled() ||
		len(d.made) != 0 {
		t.Errorf("%q, off %v", got, d.s.foot.button.Disabled())
	}
	test.Type(d.s.fields.prompt.entry, "!")
	if got := d.s.foot.why.Text(); got != "" {
		t.Errorf("still %q", got)
	}
}

func TestHoldForLaterAndCopyRequest(t *testing.T) {
	d := newFixture(t)
	d.acct.NoKey = true
	d.update()
	test.Type(d.s.fields.prompt.entry, "boats")
	if got, want := d.s.foot.why.Text(),
		"No key for My gateway, so nothing can be sent. Your library works as usual."; got != want ||
		!d.s.foot.addKey.Visible() {
		t.Errorf("%q, want %q", got, want)
	}
	d.s.Generate()
	d.finish()
	if len(d.clicks) != 0 {
		t.Error("sent without a key")
	}
	d.s.HoldForLater()
	d.finish()
	if len(d.clicks) != 1 || !d.how.Hold {
		t.Errorf("%d clicks, %+v", len(d.clicks), d.how)
	}
	d.s.CopyRequest()
	var copied client.VideoRequest
	if err := json.Unmarshal([]byte(d.host.Clipboard), &copied); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ordertest.Videos(d.clicks[0].Requests)[0], copied); diff != "" {
		t.Error("copied another request than the one that was sent:", diff)
	}
}

func TestModelChangeIsSaidAndCanBeTakenBack(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.fields.seconds.SetText("12")
	v := d.s.fields
	choose := func(id string) {
		for i, o := range v.picker.Options() {
			if o.Title == id {
				v.picker.SetSelected(i)
				v.picker.OnChanged(i)
			}
		}
	}
	choose("clip-2.5")
	if got, want := d.s.notices.text.Text(),
		"12 s became 10 s: clip-2.5 makes 5 or 10 s."; !d.s.notices.box.Visible() || got != want {
		t.Fatalf("said %q, want %q", got, want)
	}
	test.Type(d.s.fields.prompt.entry, "boats")
	if !d.s.notices.box.Visible() {
		t.Error("typing took the offer away")
	}
	d.s.notices.undo()
	if f := d.s.Form().Text; f.Model != "clip-3.0" || f.Seconds != "12" || f.Prompt != "boats" ||
		d.s.notices.box.Visible() {
		t.Errorf("after undo: %+v", f)
	}
	choose("clip-2.5")
	d.clock.fire()
	if d.s.notices.box.Visible() {
		t.Error("the notice outlived its time")
	}
	choose("clip-3.0")
	if got := d.s.Form().Text.Seconds; got != "12" {
		t.Errorf("switching back gave %q", got)
	}
	d.s.fields.audio.Tapped(nil)
	if d.s.notices.box.Visible() {
		t.Error("undo is offered for a change that is not the last one")
	}
}

// Who wanted sound gets it also from a model that needs 1080P for it: said, priced, and taken back by one click.
func TestAModelThatNeeds1080PForSoundIsSwitchedToIt(t *testing.T) {
	d := newFixture(t)
	d.table.Video = nil
	for tier, price := range map[string]client.Micros{"720P": 560_000, "1080P": 900_000} {
		for _, model := range []string{"clip-3.0", "clip-2.6"} {
			d.table.Video = append(d.table.Video,
				client.VideoRate{Model: model, Resolution: tier, Audio: true, PerSecond: price})
		}
	}
	d.update()
	test.Type(d.s.fields.prompt.entry, "boats")
	d.s.fields.audio.Tapped(nil)
	v := d.s.fields
	v.picker.OnChanged(2)
	if got, want := d.s.notices.text.Text(),
		"720P became 1080P. This model needs 1080P for audio."; !d.s.notices.box.Visible() || got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	if got := d.s.foot.button.Text(); got != "Generate · ¥4.50 est." || v.resolution.Selected() != 1 || !v.audio.On() {
		t.Errorf("%q, tier %d, audio %v", got, v.resolution.Selected(), v.audio.On())
	}
	d.s.notices.undo()
	if got := d.s.foot.button.Text(); got != "Generate · ¥2.80 est." || d.s.Form().Text.Model != "clip-3.0" ||
		v.resolution.Selected() != 0 || !v.audio.On() {
		t.Errorf("after undo: %q, tier %d, audio %v", got, v.resolution.Selected(), v.audio.On())
	}
}

func TestDraftsSurviveSwitchAndRestart(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "boats")
	d.s.kind.OnChanged(2)
	test.Type(d.s.fields.prompt.entry, "a bowl")
	d.s.kind.OnChanged(0)
	if d.s.fields.prompt.entry.Text != "boats" || !d.s.fields.negative.box.Visible() ||
		d.s.fields.fields[len(d.s.fields.fields)-2].o.Visible() {
		t.Errorf("switched back: %q", d.s.fields.prompt.entry.Text)
	}
	d.s.kind.OnChanged(2)
	if d.store.writes != 0 {
		t.Errorf("%d writes on the window's goroutine", d.store.writes)
	}
	d.clock.fire() // the pause after typing; then the program dies

	d.open()
	d.update()
	if f := d.s.Form(); f.Kind != db.TextToImage || f.Text.Prompt != "boats" ||
		d.s.fields.prompt.entry.Text != "a bowl" {
		t.Errorf("after a restart: %+v", f)
	}
	d.clock.fire()
	if d.store.writes != 1 {
		t.Errorf("a start wrote the drafts: %d", d.store.writes)
	}

	d.open()
	d.s.kind.OnChanged(2)
	test.Type(d.s.fields.prompt.entry, "typed early")
	d.clock.fire()
	d.update()
	if got := d.s.fields.prompt.entry.Text; got != "a bowl\ntyped early" {
		t.Errorf("what was typed before the drafts came: %q", got)
	}
	if err := d.s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, _ := loadForm(t.Context(), d.store); got != d.s.Form() {
		t.Error(cmp.Diff(d.s.Form(), got))
	}
}

func TestASecondReadingNeverBringsOldDraftsBack(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "boats")
	d.update()
	if got := d.s.fields.prompt.entry.Text; got != "boats" {
		t.Errorf("prompt %q", got)
	}
}

func TestRecallReplacesAndOffersTheWayBack(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "mine")
	before := d.s.Form()
	d.s.Recall(db.Job{Ref: "8f2cdd", Kind: db.TextToImage,
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"a bowl"}`)}, order.RecallAll)
	if got := d.s.notices.text.Text(); !strings.Contains(got, "job 8f2c ") || d.s.fields.prompt.entry.Text != "a bowl" {
		t.Errorf("%q, prompt %q", got, d.s.fields.prompt.entry.Text)
	}
	d.s.notices.undo()
	if d.s.Form() != before {
		t.Error(cmp.Diff(before, d.s.Form()))
	}
}

func TestAudioSaysWhyItIsOff(t *testing.T) {
	d := newFixture(t)
	d.update()
	v := d.s.fields
	if v.audio.Disabled() || v.audioOff.box.Visible() {
		t.Error("a model with audio has it off")
	}
	d.s.fields.correct(func(c *order.VideoDraft) []order.Correction { return c.SetModel(order.Model{ID: "clip-2.6"}) })
	if got := v.audioOff.text.Text(); got != "This model needs 1080P for audio." ||
		v.audioOff.hint.Words() != client.MsgAudio1080P || !v.audio.Disabled() || !v.audioOff.box.Visible() {
		t.Errorf("%q", got)
	}
	v.resolution.OnChanged(1)
	if v.audio.Disabled() || v.audioOff.box.Visible() {
		t.Error("off at 1080P")
	}
}

// Tab follows the order of reading, and a text of several lines does not hold it back.
func TestTabFollowsTheOrderOfReading(t *testing.T) {
	d := newFixture(t)
	d.update()
	test.Type(d.s.fields.prompt.entry, "boats")
	v, f := d.s.fields, d.s.foot
	want := []fyne.Focusable{d.s.kind, v.which, v.picker, v.prompt.history, v.prompt.snippets, v.prompt.entry,
		v.negative.head, v.slider, v.seconds, v.resolution, v.ratio,
		v.audio, v.seed.entry, v.seed.dice, v.seed.lock, v.seed.clips, f.table, f.button, f.more}
	c := d.w.Canvas()
	c.Unfocus()
	for i, w := range want {
		c.FocusNext()
		if c.Focused() != w {
			t.Fatalf("step %d: focus on %T, want %T", i, c.Focused(), w)
		}
	}
	c.FocusNext()
	if c.Focused() != want[0] {
		t.Errorf("after the last: %T", c.Focused())
	}
	c.Focus(v.slider)
	c.FocusNext()
	for _, r := range "12" {
		c.Focused().TypedRune(r)
	}
	if got := d.s.Form().Text.Seconds; got != "12" {
		t.Errorf("typing after Tab gave %q", got)
	}
	if v.prompt.entry.AcceptsTab() {
		t.Error("the prompt keeps Tab to itself")
	}
}

func TestComposerLooks(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.Recall(db.Job{Kind: db.TextToVideo,
		Request: []byte(`{"model":"clip-2.6","prompt":"Slow dolly towards the lighthouse at dusk. The lamp turns once.","negative_prompt":"text, watermark","seconds":5,"seed":48210773}`)}, order.RecallAll)
	d.s.notices.hide()
	d.w.Canvas().Unfocus()
	test.AssertRendersToImage(t, "video.png", d.w.Canvas())
	d.s.kind.OnChanged(2)
	d.s.fields.size.OnChanged(len(order.Presets()))
	d.s.fields.sides.width.SetText("4000")
	test.AssertRendersToImage(t, "picture.png", d.w.Canvas())
}

// A further model may make one length only.
func TestTheSliderOfOneLength(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	s := kit.NewSlider(3, 15)
	for _, seconds := range [][]int{{8}, {4, 8, 12}, {8}} {
		showSlider(s, seconds, 8)
		if s.Value != 8 || !(s.Step >= 1) || s.Min != float64(seconds[0]) {
			t.Errorf("%v: %v from %v to %v by %v", seconds, s.Value, s.Min, s.Max, s.Step)
		}
	}
}

// Each field that the request format lacks is closed and shows why; another format opens it again.
func TestClosedFieldsShowWhy(t *testing.T) {
	d := newFixture(t)
	for _, f := range []client.RequestFormat{client.FormatDocumented, client.FormatOpenAI, client.FormatNewAPI} {
		d.acct.Form = string(f)
		d.update()
		v, closed := d.s.fields, f == client.FormatOpenAI
		words := strings.Join(apptest.Texts(d.s.Content()), "|")
		for _, rule := range []string{client.MsgFormSeed, client.MsgFormNegative, client.MsgFormAudio} {
			if strings.Contains(words, wording.Rule(rule)) != closed {
				t.Errorf("%s: %q shown %v", f.Name(), rule, !closed)
			}
		}
		if v.seed.entry.Disabled() != closed || v.negative.entry.Disabled() != closed || v.audio.Disabled() != closed {
			t.Errorf("%s: closed %v %v %v", f.Name(), v.seed.entry.Disabled(), v.negative.entry.Disabled(),
				v.audio.Disabled())
		}
	}
}

// A field that the channel of a model ignores has a hint and stays open; without such a channel there is none.
func TestFieldsThatAChannelIgnoresHaveAHint(t *testing.T) {
	d := newFixture(t)
	d.acct.Models = json.RawMessage(`[{"id":"vidu2.0","like":"clip-3.0"},{"id":"house","like":"clip-3.0"}]`)
	for model, want := range map[string]int{"vidu2.0": 3, "house": 0} { // ratio, negative prompt, audio
		d.acct.Form = string(client.FormatNewAPI)
		d.update()
		v := d.s.fields
		v.useModel(order.Model{ID: model, Like: "clip-3.0", Limits: client.Limits{Format: client.FormatNewAPI}})
		words := strings.Join(apptest.Texts(d.s.Content()), "|")
		if got := strings.Count(words, "Ignored by the Vidu channel of new-api gateways"); got != want ||
			v.audio.Disabled() {
			t.Errorf("%s: %d hints, want %d", model, got, want)
		}
		d.acct.Form = ""
		d.update()
		if strings.Contains(strings.Join(apptest.Texts(d.s.Content()), "|"), "Ignored by") {
			t.Errorf("%s: the hint stays in the documented format", model)
		}
	}
}

package compose

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

func micros(v int64) *int64 { return &v }

// drain lets everything run that was sent off the window's goroutine, and what that started.
func (d *fixture) drain() {
	for len(d.work) > 0 {
		d.finish()
	}
}

// sheet returns the words and the buttons of the sheet that is open.
func (d *fixture) sheet() (words []string, buttons map[string]*kit.Button) {
	buttons = map[string]*kit.Button{}
	for _, o := range apptest.Visible(d.w.Canvas().Overlays().Top()) {
		switch o := o.(type) {
		case *kit.Text:
			words = append(words, o.Text())
		case *kit.Button:
			buttons[o.Text()] = o
		}
	}
	return words, buttons
}

func (d *fixture) answer(word string) {
	_, buttons := d.sheet()
	b := buttons[word]
	if b == nil {
		d.t.Fatalf("no button %q in %v", word, reflect.ValueOf(buttons).MapKeys())
	}
	test.Tap(b)
}

func (d *fixture) prompt(text string) { d.s.Edit(func(f *order.Form) { f.SetPrompt(text) }) }

// What is over a limit is asked about, sent with what was agreed to, and nothing of it is made without that.
func TestOverTheBudgetNothingIsSentUnlessSaidSo(t *testing.T) {
	d := newFixture(t)
	d.acct.BudgetMicros = micros(600_000_000)
	d.spent.Month = db.Spent{Charged: 585_300_000, Reserved: 8_400_000, Unconfirmed: 4_500_000}
	d.update()
	d.prompt("boats")
	if got := d.s.foot.budget.Text(); got != "Over this month’s budget by ¥1.00" {
		t.Errorf("the foot says %q", got)
	}
	for _, answer := range []string{"Do not send", "Send this one · ¥2.80 est."} {
		if len(d.clicks) != 0 || d.s.clicks.gate.busy() {
			t.Fatalf("%d clicks, busy %v", len(d.clicks), d.s.clicks.gate.busy())
		}
		d.s.Generate()
		d.drain()
		d.answer(answer)
		d.drain()
	}
	if len(d.clicks) != 1 || d.how != (jobs.Terms{Agreed: d.quote(d.clicks[0].Requests...).Agreement()}) {
		t.Errorf("%d clicks, %+v", len(d.clicks), d.how)
	}
	d.s.HoldForLater() // nothing of it goes out
	d.drain()
	if len(d.clicks) != 2 || !d.how.Hold {
		t.Errorf("%d clicks, %+v", len(d.clicks), d.how)
	}
}

// TestWhatWasShownIsWhatIsSent changes the form while the questions stand: the order that was priced is sent.
func TestWhatWasShownIsWhatIsSent(t *testing.T) {
	d := newFixture(t)
	d.acct.ConfirmMicros = micros(1)
	d.update()
	d.prompt("a {red|blue} boat")
	d.s.Edit(func(f *order.Form) { f.Text.Seed = order.SeedDraft{Text: "5"}; f.Text.Clips = 2 })
	shown := d.s.order
	if got := d.s.foot.button.Text(); got != "Generate 4 · ¥11.20 est." {
		t.Errorf("the button says %q", got)
	}
	d.s.Generate()
	d.drain()
	d.prompt("something else")
	d.answer("Send these 4 · ¥11.20 est.")
	d.prompt("something else again")
	d.drain()
	if len(d.clicks) != 1 {
		t.Fatalf("%d clicks", len(d.clicks))
	}
	if diff := cmp.Diff(ordertest.Videos(shown.Requests), ordertest.Videos(d.clicks[0].Requests)); diff != "" {
		t.Error(diff)
	}
	if got := d.s.tariff.Quote(d.clicks[0]); got.Total != 11_200_000 || got.Jobs != 4 {
		t.Errorf("sent for %+v", got)
	}
}

func TestThePicturesOfAnOrderGoAlong(t *testing.T) {
	d := newFixture(t)
	d.lib.picture = func(u order.Upload) ([]byte, error) {
		if u.File == "gone.png" {
			return nil, errors.New("no such file")
		}
		return painted(64, 48), nil
	}
	d.update()
	commit := func(o order.Order) error {
		c := newClick(d.s.draft, o, requestKey{})
		return d.s.clicks.submitter.commit(t.Context(), c, jobs.Terms{Agreed: c.shown})
	}
	o, _ := order.New().Build(order.Env{})
	o.Uploads = []order.Upload{{Slot: 1, File: "b.png"}}
	o.Linked = []order.Upload{{Slot: 0, Asset: "abcd"}}
	if err := commit(o); err != nil {
		t.Fatal(err)
	}
	want := []jobs.Input{{Place: 0, Asset: "abcd"}, {Place: 1, Data: painted(64, 48)}}
	if diff := cmp.Diff(want, d.inputs); diff != "" {
		t.Error(diff)
	}

	f := order.New()
	f.Kind = db.EditImage
	f.Edit.Pictures[0] = order.Slot{File: "a.png", Width: 640, Height: 480}
	edit, _ := f.Build(order.Env{})
	if err := commit(edit); err != nil {
		t.Fatal(err)
	}
	if got := ordertest.Edits(d.clicks[1].Requests)[0].Image; !bytes.Equal(got, painted(64, 48)) ||
		len(ordertest.Edits(edit.Requests)[0].Image) != 0 {
		t.Errorf("sent %q, and the order that was shown has %d bytes", got,
			len(ordertest.Edits(edit.Requests)[0].Image))
	}
	if diff := cmp.Diff([]jobs.Input{{}}, d.inputs); diff != "" {
		t.Error(diff)
	}

	f.Edit.Pictures[0].File = "gone.png"
	edit, _ = f.Build(order.Env{})
	if err := commit(edit); err == nil || len(d.clicks) != 2 {
		t.Error("a picture that cannot be read was sent")
	}
}

func TestWhereNoPriceIsKnownItLeadsToThePrices(t *testing.T) {
	d := newFixture(t)
	entered := 0
	d.s.foot.table.OnTapped = func() { entered++ }
	d.update()
	d.prompt("boats")
	if d.s.foot.table.Text() != "Price table" {
		t.Error("a known price is to be entered")
	}
	d.table.Video = nil
	d.update()
	if d.s.foot.table.Text() != "Enter prices…" || !strings.HasPrefix(d.s.foot.line.Text(), "No price for clip-3.0") {
		t.Errorf("the foot says %q", d.s.foot.line.Text())
	}
	test.Tap(d.s.foot.table)
	if entered != 1 {
		t.Error("the link leads nowhere")
	}
}

func TestTheOtherModelIsAClickOfItsOwn(t *testing.T) {
	d := newFixture(t)
	d.acct.ConfirmMicros = micros(1)
	d.update()
	job := db.Job{ID: 3, Ref: "7f3a0000", ProfileID: 7, Kind: db.TextToImage, State: db.Saved,
		Request: []byte(`{"model":"genimage-2.5-flare","prompt":"a tea bowl","size":"1024x1024","quality":"low","output_format":"png"}`)}
	before := d.s.Form()
	d.s.UseOtherModel(job)
	d.drain()
	_, buttons := d.sheet()
	for word := range buttons {
		if strings.HasPrefix(word, "Send this one") {
			d.answer(word)
		}
	}
	d.drain()
	if len(d.clicks) != 1 || ordertest.Images(d.clicks[0].Requests)[0].Model == "genimage-2.5-flare" ||
		ordertest.Images(d.clicks[0].Requests)[0].Prompt != "a tea bowl" {
		t.Fatalf("%+v, %+v", d.clicks, d.how)
	}
	if d.s.Form() != before {
		t.Error("the form changed")
	}
	job.ProfileID = 8
	d.s.UseOtherModel(job)
	d.drain()
	if len(d.clicks) != 1 {
		t.Error("it was sent with the key of another profile")
	}
}

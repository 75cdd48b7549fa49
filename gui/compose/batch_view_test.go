package compose

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/gui/form"
	"viviscope/resources"
)

func newBatchFixture(t *testing.T) *fixture {
	d := newFixture(t)
	d.update()
	d.s.Edit(func(f *order.Form) { f.Text.Model = "clip-2.6"; f.Text.Seed.Text = "4" })
	d.s.ShowBatch()
	return d
}

func (d *fixture) paste(text string) { d.s.batch.sheet.text.SetText(text) }

const twoKinds = "kind,model,prompt,seconds,clips\n" +
	"text_to_video,clip-2.6,boats,5,2\n" +
	"text_to_image,genimage-2.5-flare,a bowl,,1\n" +
	"text_to_video,clip-2.6,lanterns,10,1\n"

func TestAListIsSentOnASecondClickAsAWhole(t *testing.T) {
	d := newBatchFixture(t)
	b := d.s.batch.sheet
	if !b.check.Disabled() || b.send.Visible() {
		t.Error("an empty list can be checked or sent")
	}
	d.paste(twoKinds)
	test.Tap(b.check)
	d.drain()
	if len(d.clicks) != 0 {
		t.Fatal("checking sent")
	}
	shown := b.send.Text()
	if !strings.HasPrefix(shown, "Send 4 · ¥") || !b.send.Visible() || b.check.Visible() {
		t.Fatalf("the button says %q", shown)
	}
	total := d.s.tariff.Quote(b.checked.order)
	test.Tap(b.send)
	d.drain()
	if len(d.clicks) != 1 || len(ordertest.Videos(d.clicks[0].Requests)) != 3 ||
		len(ordertest.Images(d.clicks[0].Requests)) != 1 {
		t.Fatalf("sent %+v", d.clicks)
	}
	if got := d.s.tariff.Quote(d.clicks[0]); got.Total != total.Total || shown != "Send 4 · "+d.s.tariff.Price(got) {
		t.Errorf("shown %q, sent %+v", shown, got)
	}
	if v := ordertest.Videos(d.clicks[0].Requests); v[0].Seed != nil || v[2].Prompt != "lanterns" ||
		v[2].Seconds != 10 {
		t.Errorf("sent %+v", v)
	}
	if d.s.list.Text != "" || len(d.made) != 4 || b.window.Shown() {
		t.Errorf("made %d, keeps %q, still open %v", len(d.made), d.s.list.Text, b.window.Shown())
	}
	if diff := cmp.Diff([]string{"4 jobs created.  [Show the Queue]"}, d.host.Said); diff != "" {
		t.Error(diff)
	}
}

// The sheet shows what a list leaves of the budget. Above it, it offers to send what fits, and no second question
// comes.
func TestAListThatExceedsTheBudgetOffersWhatFits(t *testing.T) {
	for name, c := range map[string]struct {
		budget     int64
		limit, fit string // "": not shown
	}{
		"room for all": {600_000_000, "Budget after this: ¥588.80 of ¥600.00 left", ""},
		"for three":    {9_000_000, "Over this month’s budget by ¥2.20", "Send 3, hold 1 · ¥8.40 est."},
		"for none":     {1_000_000, "Over this month’s budget by ¥10.20", ""},
	} {
		for _, fitting := range []bool{false, true} {
			t.Run(fmt.Sprint(name, fitting), func(t *testing.T) {
				d := newBatchFixture(t)
				d.acct.BudgetMicros = micros(c.budget)
				d.update()
				b := d.s.batch.sheet
				d.paste("prompt,clips\nboats,4\n")
				test.Tap(b.check)
				d.drain()
				if b.limit.Text() != c.limit || b.fit.Visible() != (c.fit != "") || b.fit.Visible() &&
					b.fit.Text() != c.fit {
					t.Fatalf("limit %q, fit %v %q", b.limit.Text(), b.fit.Visible(), b.fit.Text())
				}
				if fitting && c.fit == "" {
					return
				}
				button := b.send
				if fitting {
					button = b.fit
				}
				test.Tap(button)
				d.drain()
				if len(d.clicks) != 1 || d.how.HoldExcess != fitting || d.w.Canvas().Overlays().Top() != nil {
					t.Errorf("%d clicks, held what does not fit: %v", len(d.clicks), d.how.HoldExcess)
				}
			})
		}
	}
}

// A list is held for later by one press, as a form is.
func TestAListIsHeld(t *testing.T) {
	d := newBatchFixture(t)
	d.paste(twoKinds)
	test.Tap(d.s.batch.sheet.check)
	d.drain()
	test.Tap(d.s.batch.sheet.hold)
	d.drain()
	if len(d.clicks) != 1 || !d.how.Hold || d.s.list.Text != "" {
		t.Errorf("%d clicks, held %v", len(d.clicks), d.how.Hold)
	}
}

func TestAListKnowsTheFormOfTheProfile(t *testing.T) {
	d := newBatchFixture(t)
	d.acct.Form = string(client.FormatOpenAI)
	d.update()
	d.paste("prompt,first,last\nboats,https://a.net/b.png,https://a.net/c.png\n")
	d.s.batch.sheet.run()
	d.drain()
	if row := d.s.batch.sheet.checked.Rows[0]; len(row.Problems) != 1 || row.Problems[0].Message != client.MsgOneImage {
		t.Errorf("row: %+v", row)
	}
}

func TestAWrongRowIsToldAtItsLineAndKept(t *testing.T) {
	d := newBatchFixture(t)
	b := d.s.batch.sheet
	d.paste("prompt,seconds,colour\nboats,5,red\nlanterns,99,blue\n")
	b.run()
	d.drain()
	row := b.checked.Rows[1]
	if row.Line != 3 || len(row.Problems) == 0 || !strings.HasPrefix(row.Problems[0].Message, "seconds must be") {
		t.Errorf("row: %+v", row)
	}
	cell := b.rows.Cell(2).(*batchCell)
	if !cell.problem.Visible() || cell.problem.Text() != "Choose 3 to 15 seconds." || cell.price.Visible() ||
		cell.line.Text() != "line 3" {
		t.Errorf("the row says %q", cell.problem.Text())
	}
	if !strings.Contains(b.unknown.Text(), "colour") || !b.unknown.Visible() {
		t.Errorf("unknown columns: %q", b.unknown.Text())
	}
	if got := b.send.Text(); got != "Send the valid row · ¥2.80 est." {
		t.Errorf("the button says %q", got)
	}
	if got := b.total.Text(); got != "2 rows, 1 of them not valid · 1 job · ¥2.80 est." {
		t.Errorf("the total says %q", got)
	}
	test.Tap(b.send)
	d.drain()
	if len(d.clicks) != 1 || len(ordertest.Videos(d.clicks[0].Requests)) != 1 ||
		!strings.Contains(d.s.list.Text, "lanterns") || strings.Contains(d.s.list.Text, "boats") {
		t.Fatalf("%d clicks, left %q", len(d.clicks), d.s.list.Text)
	}
	b.run()
	d.drain()
	if b.checked.right != 0 || b.send.Visible() {
		t.Error("what was sent can be sent again")
	}
}

func TestRefusedRowsAreReportedAndStay(t *testing.T) {
	d := newBatchFixture(t)
	d.paste(twoKinds)
	d.s.batch.sheet.run()
	d.drain()
	d.err = errors.New("disk full")
	test.Tap(d.s.batch.sheet.send)
	d.drain()
	if got := d.s.batch.sheet.report.Text(); !strings.HasPrefix(got, "0 jobs created, 4 refused.") ||
		!strings.Contains(got, "disk full") {
		t.Errorf("reports %q", got)
	}
	if d.s.list.Text != twoKinds {
		t.Errorf("keeps %q", d.s.list.Text)
	}
}

func TestAListIsKeptUntilItIsSent(t *testing.T) {
	d := newBatchFixture(t)
	d.paste("boats\nlanterns")
	d.s.batch.sheet.window.Hide()
	d.s.ShowBatch()
	if got := d.s.batch.sheet.text.Text; got != "boats\nlanterns" {
		t.Errorf("after closing: %q", got)
	}
	if err := d.s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.open()
	d.update()
	d.s.ShowBatch()
	if got := d.s.batch.sheet.text.Text; got != "boats\nlanterns" {
		t.Errorf("after a restart: %q", got)
	}
}

func TestAFileComesIn(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.ShowBatch()
	d.paste("typed")
	d.s.BatchFile("shots.csv", []byte(twoKinds))
	d.drain()
	b := d.s.batch.sheet
	if !b.filed.Visible() || b.text.Visible() || b.file.Text() != "shots.csv · 145 B" || b.checked == nil {
		t.Errorf("shows %q, checked %v", b.file.Text(), b.checked != nil)
	}
	test.Tap(b.undo)
	if d.s.list.Text != "typed" || b.text.Text != "typed" || !b.text.Visible() || b.checked != nil {
		t.Errorf("what was typed is lost: %q", d.s.list.Text)
	}
	for name, data := range map[string][]byte{"latin.csv": {'p', 0xe9}, "large.csv": make([]byte, 5<<20)} {
		d.s.BatchFile(name, data)
		d.drain()
		if d.s.list.Text != "typed" || !strings.HasPrefix(b.report.Text(), name) {
			t.Errorf("%s: %q", name, b.report.Text())
		}
	}
	d.s.BatchFile("broken.jsonl", []byte("{\"prompt\":\"a\"}\n{oops\n"))
	d.drain()
	if got := b.report.Text(); !strings.HasPrefix(got, "Line 2: ") || b.send.Visible() {
		t.Errorf("a broken file: %q", got)
	}
}

// Of text in another format nothing can be sent, and the reason is shown.
func TestTextOfAnotherFormatCannotBeSent(t *testing.T) {
	d := newBatchFixture(t)
	for _, text := range []string{"# boats\na boat", "a boat\n```\n", "[\n", "- prompt: a boat\n"} {
		d.paste(text)
		d.s.batch.sheet.run()
		d.drain()
		b := d.s.batch.sheet
		if b.checked != nil || b.send.Visible() || b.hold.Visible() || !strings.HasPrefix(b.report.Text(), "Line ") {
			t.Errorf("%q: sends %v, %q", text, b.send.Visible(), b.report.Text())
		}
	}
}

func TestTheExampleIsRightButForWhatItShows(t *testing.T) {
	d := newBatchFixture(t)
	d.s.batch.sheet.replace(batchText{Text: resources.BatchExample()})
	d.s.batch.sheet.run()
	d.drain()
	c := d.s.batch.sheet.checked
	if c == nil || len(c.Rows) < 4 || strings.Contains(d.s.list.Text, "https://") || c.right != len(c.Rows) ||
		len(c.Unknown) != 0 {
		t.Fatalf("the example: %+v", c)
	}
}

func TestTheListBelongsToTheProfileItWasPricedFor(t *testing.T) {
	d := newBatchFixture(t)
	d.paste("boats")
	d.s.batch.sheet.run()
	d.drain()
	d.acct = form.Account{Profile: db.Profile{ID: 8, Name: "Other", Currency: "USD"}}
	d.update()
	if d.s.batch.sheet.checked != nil || !d.s.batch.sheet.check.Visible() {
		t.Error("the old price stands")
	}
	d.s.batch.sheet.press(sendAll)
	d.drain()
	if len(d.clicks) != 0 {
		t.Error("another profile pays for what was priced for the first")
	}
}

package compose

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
)

// sentPrompts are the prompts of the clicks whose rows were asked for, in their order.
func (d *fixture) sentPrompts() []string {
	var all []string
	for _, o := range d.clicks {
		for _, r := range o.Requests {
			all = append(all, r.PromptText())
		}
	}
	return all
}

func (d *fixture) wantSent(want ...string) {
	d.t.Helper()
	if got := d.sentPrompts(); !slices.Equal(got, want) {
		d.t.Errorf("sent %q, want %q", got, want)
	}
}

func (d *fixture) wantFoot(part string) {
	d.t.Helper()
	if got := d.s.foot.why.Text(); !strings.Contains(got, part) || (part == "") != (got == "") {
		d.t.Errorf("under the button: %q, want %q", got, part)
	}
}

// newBusyDesk is a fixture where the click on a prompt is under way: its rows are made by finish.
func newBusyDesk(t *testing.T) *fixture {
	d := newFixture(t)
	d.update()
	d.prompt("boats")
	d.s.Generate()
	return d
}

const waitingWords = ", sent as soon as the previous click is saved."

// The same form is one job, however it is pressed and however often.
func TestASecondPressOfTheSameFormIsOneJob(t *testing.T) {
	d := newBusyDesk(t)
	d.sendKey()
	d.s.HoldForLater()
	d.s.kind.OnChanged(2) // another kind comes to the front and goes again
	d.s.kind.OnChanged(0)
	test.Type(d.s.fields.prompt.entry, "x") // and a slip of the hand is taken back
	d.s.fields.prompt.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	d.sendKey()
	d.wantFoot("")
	d.drain()
	d.wantSent("boats")
	if d.s.clicks.gate.busy() || len(d.made) != 1 {
		t.Errorf("busy %v, %d made", d.s.clicks.gate.busy(), len(d.made))
	}
	d.s.Generate() // once it is committed, a press is another click
	d.drain()
	d.wantSent("boats", "boats")
}

// What looking at a picture finds out between two presses is no change of the person's.
func TestPixelsThatBecomeKnownAreNotAnotherClick(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.Edit(func(f *order.Form) {
		f.Kind = db.EditImage
		f.Edit.Pictures[0] = order.Slot{URL: "https://example.com/a.png"}
		f.SetPrompt("lemons")
	})
	d.s.Generate()
	d.s.form.Edit.Pictures[0].Width, d.s.form.Edit.Pictures[0].Height = 640, 480
	d.s.form.Edit.Pictures[0].Dies = 1_900_000_000_000
	d.s.Generate()
	d.drain()
	d.wantSent("lemons")
}

func TestAnotherFormWaitsForTheClickBeforeIt(t *testing.T) {
	d := newBusyDesk(t)
	if !d.s.foot.button.Disabled() {
		t.Error("the button is on for what is being committed")
	}
	d.prompt("lemons")
	if d.s.foot.button.Disabled() {
		t.Error("the button is off for another form")
	}
	d.s.Edit(func(f *order.Form) { f.Text.Clips = 2 })
	shown := d.s.foot.button.Text()
	d.sendKey()
	d.wantFoot("Next: " + shown + waitingWords)
	if !d.s.foot.button.Disabled() {
		t.Error("the button is on for what waits")
	}
	d.sendKey()
	d.prompt("a third thing") // what was pressed is what was in sight then
	d.s.Generate()
	if got := d.s.notices.text.Text(); got != "A click is already waiting, so this one was ignored." {
		t.Errorf("said %q", got)
	}
	d.finish() // the first is committed
	d.wantSent("boats")
	d.wantFoot("")
	if d.s.foot.button.Disabled() {
		t.Error("the button is off for a third form, with none that waits")
	}
	d.drain()
	d.wantSent("boats", "lemons", "lemons")
	if got := d.s.Form().Text.Prompt; got != "a third thing" || d.s.clicks.gate.busy() || len(d.made) != 3 {
		t.Errorf("in the form %q, busy %v, %d made", got, d.s.clicks.gate.busy(), len(d.made))
	}
}

func TestWhereTheFirstFailsTheOneThatWaitsIsDropped(t *testing.T) {
	d := newBusyDesk(t)
	d.prompt("lemons")
	d.s.Generate()
	d.err = errors.New("disk full")
	d.drain()
	d.wantSent("boats")
	d.wantFoot("Not sent, nothing was charged: disk full · The waiting click was dropped. Nothing was sent.")
	if d.s.clicks.gate.busy() || d.s.foot.button.Disabled() || d.s.Form().Text.Prompt != "lemons" {
		t.Error("what was pressed cannot be pressed again")
	}
	d.err = nil
	d.s.Generate()
	d.drain()
	d.wantSent("boats", "lemons")
	d.wantFoot("")
}

// The one that waits is asked about on its turn, as every click is, against the month as it is then.
func TestTheOneThatWaitsIsAskedAboutLikeAnyOther(t *testing.T) {
	d := newFixture(t)
	d.acct.BudgetMicros, d.acct.ConfirmMicros = micros(5_000_000), micros(2_900_000)
	d.update()
	d.prompt("boats")
	d.s.Generate()
	d.prompt("lemons")
	d.s.Edit(func(f *order.Form) { f.Text.Clips = 1 })
	d.s.Generate()
	d.finish()                         // the first asks nothing
	d.spent.Month.Outgoing = 2_800_000 // and counts from then on
	d.drain()
	d.wantSent("boats")
	words, _ := d.sheet()
	if len(words) == 0 || words[0] != "Over this month’s budget" {
		t.Fatalf("asked %q", words)
	}
	d.answer("Hold it")
	d.drain()
	d.wantSent("boats", "lemons")
	if !d.how.HoldExcess {
		t.Errorf("%+v", d.how)
	}

	d.spent = jobs.Spent{}
	d.s.Edit(func(f *order.Form) { f.Text.Clips = 1; f.SetPrompt("a cup") })
	d.s.HoldForLater() // nothing of it goes out
	d.s.Edit(func(f *order.Form) { f.Text.Seconds = "6"; f.SetPrompt("a plate") })
	d.s.Generate()
	d.wantFoot("Next: Generate · ¥3.36 est.")
	d.drain()
	d.wantSent("boats", "lemons", "a cup")
	d.answer("Do not send")
	d.drain()
	d.wantSent("boats", "lemons", "a cup")
	d.wantFoot("")
}

func TestWhoDecidesAgainstTheFirstHasNotSentTheSecond(t *testing.T) {
	d := newFixture(t)
	d.acct.BudgetMicros = micros(1_000_000)
	d.update()
	d.prompt("boats")
	d.s.Generate()
	d.prompt("lemons")
	d.s.Generate() // before the engine answered
	d.finish()
	d.answer("Do not send")
	d.drain()
	d.wantSent()
	d.wantFoot("The waiting click was dropped. Nothing was sent.")
}

// The variations of the press go on its turn.
func TestVariationsWaitAsTheyWerePressed(t *testing.T) {
	d := newBusyDesk(t)
	d.prompt("{red|blue} cups")
	d.s.Generate()
	d.prompt("something else")
	d.wantFoot("Next: Generate 2 · ¥5.60 est.")
	d.drain()
	d.wantSent("boats", "red cups", "blue cups")
}

// What is drawn is sent as it was at the press, also where it is drawn on before the rows are made: while a question
// stands, or while the click waits.
func TestADrawingIsSentAsItWasPressed(t *testing.T) {
	e := newEditFixture(t)
	e.acct.BudgetMicros = micros(0)
	e.update()
	e.s.SetPicture(e.marked())
	e.typed("lemons")
	e.settle()
	e.s.Generate()
	e.typed(", three")
	e.s.Generate()
	e.finish() // what is drawn was made into a picture, and there is a question about the first
	e.wantSent()
	pressed := e.baked.File
	e.baked.File = painted(80, 61)
	e.baked.Height = 61
	moved := e.marked()
	moved.Height = 61
	e.s.SetPicture(moved)
	for range 2 {
		e.drain()
		_, buttons := e.sheet()
		for word, b := range buttons {
			if strings.HasPrefix(word, "Send this one") {
				test.Tap(b)
			}
		}
	}
	e.drain()
	e.wantSent("lemons", "lemons, three")
	for i, o := range e.clicks {
		if got := ordertest.Edits(o.Requests)[0].Image; !bytes.Equal(got, pressed) {
			t.Errorf("click %d: sent %d bytes, at the press it was %d", i, len(got), len(pressed))
		}
	}
}

// A seed that moves on after a click is no change of the person's: what waited is the same wish before and after it.
func TestASeedThatMovesOnMakesNoOtherClickOfTheOneThatWaited(t *testing.T) {
	d := newFixture(t)
	d.update()
	d.s.Edit(func(f *order.Form) { f.Text.Seed.Text = "7" })
	d.prompt("boats")
	d.s.Generate()
	d.prompt("lemons")
	d.s.Generate()
	d.finish() // the first is committed, and the second is let in
	if d.s.Form().Text.Seed.Text == "7" || !d.s.clicks.gate.busy() {
		t.Fatalf("seed %s, committing %v", d.s.Form().Text.Seed.Text, d.s.clicks.gate.busy())
	}
	if !d.s.foot.button.Disabled() {
		t.Error("the button is on for what is being committed")
	}
	d.s.Generate()
	d.drain()
	d.wantSent("boats", "lemons")
	if d.s.clicks.gate.busy() {
		t.Error("still committing")
	}
}

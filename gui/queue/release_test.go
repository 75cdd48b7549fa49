package queue

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
)

// Held jobs of several profiles are asked about for each of them; where a person decides against one, nothing after it goes.
func TestEachProfileIsAskedForItsShare(t *testing.T) {
	e := &engine{budget: micros(0)}
	s := newScreen(t, newRows(), e)
	held := []releaseItem{{id: 1, payer: 1}, {id: 2, payer: 2}, {id: 3, payer: 1}}
	for _, c := range []struct {
		answers []string
		sent    []int64
	}{
		{[]string{"Do not send"}, nil},
		{[]string{"Send these 2 · ¥5.60 est.", "Do not send"}, []int64{1, 3}},
		{[]string{"Send these 2 · ¥5.60 est.", "Send this one · ¥2.80 est."}, []int64{1, 3, 2}},
	} {
		e.sent = nil
		s.release("", held)
		for _, answer := range c.answers {
			apptest.Press(t, s.canvas().Overlays().Top(), answer)
		}
		if !slices.Equal(e.sent, c.sent) || s.canvas().Overlays().Top() != nil {
			t.Errorf("%q: sent %v", c.answers, e.sent)
		}
	}
}

func TestAHeldRowIsSentOnlyWithTheAnswerAndLeadsToTheForm(t *testing.T) {
	e := &engine{budget: micros(0)}
	s := newScreen(t, newRows(), e)
	edited := int64(0)
	s.deps.OnEditHeld = func(j db.Job) { edited = j.ID }
	job := db.Job{ID: 8, State: db.Held, ProfileID: 1, EstimateMicros: micros(2_800_000), Currency: "CNY"}
	buttons := s.actions(item{job: job})
	send := buttons[0].(*fyne.Container)
	for _, tc := range []struct {
		width float32
		words string
	}{{400, "Send · ¥2.80 est."}, {send.MinSize().Width, "Send · ¥2.80"}} {
		send.Resize(fyne.NewSize(tc.width, 32))
		for _, o := range send.Objects {
			if b := o.(*widgets.Button); b.Visible() && (b.Text() != tc.words || b.Position().X+b.Size().Width != tc.width) {
				t.Errorf("%v px: %q at %v", tc.width, b.Text(), b.Position())
			}
		}
	}
	test.Tap(send.Objects[1].(*widgets.Button))
	if len(e.sent) != 0 {
		t.Fatal("sent without an answer")
	}
	if apptest.Buttons(s.canvas().Overlays().Top())["Hold it"] != nil {
		t.Error("what is held can be held")
	}
	apptest.Press(t, s.canvas().Overlays().Top(), "Send this one · ¥2.80 est.")
	if len(e.sent) != 1 || e.sent[0] != 8 {
		t.Error("not sent after the answer")
	}
	test.Tap(buttons[1].(*widgets.Button))
	if edited != 8 {
		t.Error("the row does not lead to the form")
	}
}

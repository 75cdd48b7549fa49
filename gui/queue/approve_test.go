package queue

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/widgets"
)

func TestEachProfileIsAskedForItsShare(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	type question struct {
		payer int64
		jobs  int
		known bool
		total client.Micros
	}
	var asked []question
	var answer func()
	s.deps.Approve = func(p db.Profile, q form.Quote, goes func()) {
		asked, answer = append(asked, question{p.ID, q.Jobs, q.Known, q.Total}), goes
	}
	s.shown.payers = map[int64]db.Profile{1: {ID: 1}, 2: {ID: 2}}
	went := false
	s.approved([]outgoing{{payer: 1, micros: micros(3)}, {payer: 2}, {payer: 1, micros: micros(4)}}, func() { went = true })
	if went || len(asked) != 1 {
		t.Fatal("not asked first")
	}
	answer()
	if went {
		t.Fatal("the second profile is not asked")
	}
	answer()
	if diff := cmp.Diff([]question{{1, 2, true, 7}, {2, 1, false, 0}}, asked, cmp.AllowUnexported(question{})); diff != "" || !went {
		t.Error(diff, went)
	}
}

func TestAHeldRowIsSentOnlyWithTheAnswerAndLeadsToTheForm(t *testing.T) {
	e := &engine{}
	s := newScreen(t, newRows(), e)
	var goes func()
	s.deps.Approve = func(_ db.Profile, _ form.Quote, f func()) { goes = f }
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
	if len(e.sent) != 0 || goes == nil {
		t.Fatal("sent without an answer")
	}
	goes()
	if len(e.sent) != 1 || e.sent[0] != 8 {
		t.Error("not sent after the answer")
	}
	test.Tap(buttons[1].(*widgets.Button))
	if edited != 8 {
		t.Error("the row does not lead to the form")
	}
}

func TestAnUploadIsShownOnTheWaitingRow(t *testing.T) {
	s := newScreen(t, newRows(), &engine{})
	s.hear(jobs.Progress{ID: 4, Upload: true, Done: 400, Total: 1000})
	r := newRowView(s)
	r.CreateRenderer()
	r.set(item{job: db.Job{ID: 4, State: db.Waiting, Kind: db.FramesToVideo}})
	if got := r.detail.Text(); got != "Uploading first frame, 40 %" || !r.progress.Visible() {
		t.Errorf("the row says %q", got)
	}
}

package feed

import (
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

func TestADownloadThatKeepsFailingWarnsOnItsCard(t *testing.T) {
	g := newStage(t)
	j := g.add(db.Completed)
	j.ExpiresAt = g.now.Add(6 * time.Hour)
	g.update()
	if c := g.card(1); c.note.Text() != "" || slices.Contains(c.actions, TryNow) {
		t.Errorf("before anything failed: %q, %v", c.note.Text(), c.actions)
	}
	g.job(1).ErrorCode, g.job(1).ErrorMessage = jobs.CodeDiskFull, "no space left on device"
	g.s.Handle(jobs.DownloadFailed{ID: 1, Tries: 2})
	g.finish()
	c := g.card(1)
	if got, want := c.note.Text(), "6 h left · downloads keep failing: the disk is full. Make room on it. It is tried again by itself."; got != want || !c.note.Visible() {
		t.Errorf("%q, want %q", got, want)
	}
	if strings.Contains(c.status.Text(), "starts by itself") {
		t.Errorf("beside the warning it says %q", c.status.Text())
	}
	g.press(1, TryNow)
	g.finish()
	if !slices.Equal(g.did, []string{"try 1"}) {
		t.Errorf("did %v", g.did)
	}
}

func TestExpiredOffersToMakeItAgainAtItsPrice(t *testing.T) {
	g := newStage(t)
	j := g.add(db.Expired)
	j.ErrorCode = jobs.CodeGone
	g.update()
	c := g.card(1)
	if !slices.Equal(c.labels, []string{"Make it again · ¥2.80 est."}) || !strings.Contains(c.title.Text(), "deleted this clip") {
		t.Errorf("%q under %q", c.labels, c.title.Text())
	}
	g.press(1, SameAgain)
	g.finish()
	if !slices.Equal(g.did, []string{"again 1"}) {
		t.Errorf("did %v", g.did)
	}
	j = g.job(1)
	j.ErrorCode, j.TaskID = jobs.CodeTaskUnknown, "task"
	unknown := Item{Job: *j}
	if got := unknown.Actions(); !slices.Equal(got, []Action{AskAgain, ItWasCharged, ItWasNotCharged, SendAgain}) {
		t.Errorf("an unknown task offers %v", got)
	}
	unknown.Job.Note = jobs.NoteWasCharged
	if got := unknown.Actions(); !slices.Equal(got, []Action{AskAgain, SendAgain}) {
		t.Errorf("what was decided is asked again: %v", got)
	}
}

func TestAmountsOfTheSandboxSaySo(t *testing.T) {
	it := Item{Job: db.Job{State: db.Unconfirmed, Kind: db.TextToVideo, Currency: "CNY"}, Profile: db.Profile{Sandbox: true, Currency: "CNY"},
		Entries: []db.Entry{{Kind: db.UnconfirmedEntry, AmountMicros: micros(2_800_000), Currency: "CNY"}}}
	it.Again = micros(2_800_000)
	for _, words := range []string{againLabel(it), twiceWords(it, noon), it.Label(SameAgain), it.Label(Send), it.Label(OneMore), it.Money().Word} {
		if strings.Count(words, "(sandbox)") != 1 {
			t.Errorf("%q", words)
		}
	}
}

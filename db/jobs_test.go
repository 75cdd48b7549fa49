package db

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestInsertJobsFillsEmptyFields(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	jobs, err := insertJobs(t.Context(), l, videoJob(p.ID, "one"), videoJob(p.ID, "two"))
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range jobs {
		if j.ID == 0 || !validRef.MatchString(j.Ref) || !validRef.MatchString(j.Click) || j.Click != jobs[0].Click ||
			j.ClickIndex != i || !j.CreatedAt.Equal(noon) || j.CreatedAt.Location() != time.UTC || j.State != Waiting {
			t.Errorf("job %d: %+v", i, j)
		}
	}
	if jobs[0].Ref == jobs[1].Ref {
		t.Error("two jobs have one ref")
	}
}

func TestInsertJobsIsOneTransaction(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	bad := videoJob(p.ID, "two")
	bad.State = "dreaming"
	if _, err := insertJobs(t.Context(), l, videoJob(p.ID, "one"), bad); err == nil {
		t.Fatal("no error")
	}
	if jobs, err := l.Jobs(t.Context(), JobFilter{}); err != nil || len(jobs) != 0 {
		t.Errorf("%d jobs were written (%v)", len(jobs), err)
	}
}

// Lists omit the raw answers of saved jobs, which can be kilobytes each and are not displayed.
func TestJobsOmitsAnswersOfSavedJobs(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for _, state := range []JobState{Saved, Failed} {
		j := videoJob(p.ID, "boats")
		j.State, j.RawAnswer = state, "<html>"
		j = newJob(t, l, j)
		list, err := l.Jobs(t.Context(), JobFilter{States: []JobState{state}})
		whole, _ := l.Job(t.Context(), j.ID)
		if err != nil || len(list) != 1 || (list[0].RawAnswer == "") != (state == Saved) ||
			whole.RawAnswer != "<html>" {
			t.Errorf("%s: %+v, %v", state, list, err)
		}
	}
}

// Every field of a job is read as it was written. A new field that is missing in the SQL fails here.
func TestJobRoundTrip(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	first := newJob(t, l, videoJob(p.ID, "the one before"))
	micros := int64(5_500_000)
	at := func(h int) time.Time { return time.Date(2026, 11, 21, h, 1, 2, 3e6, time.UTC) }
	want := Job{
		Ref: newRef(), ProfileID: p.ID, Kind: EditImage, State: Held, Model: "genimage-2.5-flare",
		Prompt:  "more 🌊 waves\x00",
		Request: json.RawMessage(`{"prompt": "more"}`), InputPath: "inputs/a.png", TaskID: "t-1", Progress: 42,
		RawStatus: "odd",
		Hold:      HeldRateLimited, NotBefore: at(1), ErrorCode: "rate_limit", ErrorMessage: "slow down",
		RawAnswer:      "<html>",
		EstimateMicros: &micros, Currency: "CNY", ResultItems: json.RawMessage(`[{"url":"u"}]`),
		Usage:     json.RawMessage(`{"a":1}`),
		CreatedAt: at(2), SentAt: at(3), AcceptedAt: at(4), FinishedAt: at(5), EndedAt: at(6), ExpiresAt: at(7),
		LastCheckAt: at(8),
		Click:       newRef(), ClickIndex: 3, ResendOf: first.ID, Note: "n", Inputs: json.RawMessage(`[{"place":0}]`),
		Template: "{more|less} waves",
		Cast:     json.RawMessage(`[{"name":"Mara"}]`),
		Board:    newRef(), Shot: "0000cafe", After: first.ID, AfterPlace: 1, Priority: 1, Client: "editor",
		Account: "00ff", FinalOf: first.ID,
	}
	for i := range reflect.TypeOf(want).NumField() {
		if f := reflect.ValueOf(want).Field(i); f.IsZero() && reflect.TypeOf(want).Field(i).Name != "ID" {
			t.Fatalf("the test leaves %s empty", reflect.TypeOf(want).Field(i).Name)
		}
	}
	got := newJob(t, l, want)
	want.ID = got.ID
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("inserted (-want +got):\n%s", d)
	}
	got, err := l.Change(t.Context(), got.ID, func(*Change) error { return nil })
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("changed: %v (-want +got):\n%s", err, d)
	}
	if got, err = l.JobByTask(t.Context(), p.ID, "t-1"); err != nil || got.ID != want.ID {
		t.Errorf("by task: %d, %v", got.ID, err)
	}
	if _, err = l.JobByTask(t.Context(), p.ID+1, "t-1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("task of another profile: %v", err)
	}
	if _, err = l.JobByTask(t.Context(), p.ID, ""); !errors.Is(err, ErrNotFound) {
		t.Errorf("no task: %v", err)
	}
}

func TestMissingRowsAreNotFound(t *testing.T) {
	l := newLibrary(t)
	ctx := t.Context()
	for name, err := range map[string]error{
		"job":     second(l.Job(ctx, 9)),
		"ref":     second(l.JobByRef(ctx, "x")),
		"asset":   second(l.Asset(ctx, 9)),
		"profile": second(l.Profile(ctx, 9)),
		"prices":  second(l.Prices(ctx, 9, noon)),
		"change":  second(l.Change(ctx, 9, func(*Change) error { return nil })),
		"delete":  l.DeleteJob(ctx, 9),
		"note":    second(l.SetNote(ctx, 9, "n")),
		"landed":  second(l.IngestedFile(ctx, newRef())),
		"save":    second(l.SaveProfile(ctx, Profile{ID: 9, Name: "n"})),
	} {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestJobsFilter(t *testing.T) {
	l := newLibrary(t)
	a, b := newProfile(t, l), newProfile(t, l)
	var ids []int64
	var refs []string
	for i, s := range []JobState{Waiting, Held, Queued, Saved, Failed, Queued} {
		j := videoJob(a.ID, fmt.Sprintf("number %d of 100%%", i))
		j.State = s
		if i == 5 {
			j.ProfileID, j.TaskID = b.ID, "task_9"
		}
		j = newJob(t, l, j)
		ids, refs = append(ids, j.ID), append(refs, j.Ref)
	}
	for name, c := range map[string]struct {
		f    JobFilter
		want []int
	}{
		"all, newest first": {JobFilter{}, []int{5, 4, 3, 2, 1, 0}},
		"states":            {JobFilter{States: []JobState{Queued, Held}}, []int{5, 2, 1}},
		"ended, a page":     {JobFilter{States: []JobState{Saved, Failed}, Limit: 1}, []int{4}},
		"profile":           {JobFilter{ProfileID: b.ID}, []int{5}},
		"page":              {JobFilter{Limit: 2, BeforeID: ids[4]}, []int{3, 2}},
		"words":             {JobFilter{Text: "NUMBER 3"}, []int{3}},
		"a percent sign":    {JobFilter{Text: "0%"}, []int{5, 4, 3, 2, 1, 0}},
		"a wildcard":        {JobFilter{Text: "n_mber"}, nil},
		"not":               {JobFilter{Text: "-3 number"}, []int{5, 4, 2, 1, 0}},
		"ref":               {JobFilter{Text: strings.ToUpper(refs[2][:8])}, []int{2}},
		"task":              {JobFilter{Text: "task_9"}, []int{5}},
	} {
		jobs, err := l.Jobs(t.Context(), c.f)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, j := range jobs {
			got = append(got, slices.Index(ids, j.ID))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
	counts, err := l.JobCounts(t.Context(), a.ID)
	if d := cmp.Diff(map[JobState]int{Waiting: 1, Held: 1, Queued: 1, Saved: 1, Failed: 1}, counts); d != "" ||
		err != nil {
		t.Errorf("counts: %v %s", err, d)
	}
	if counts, err = l.JobCounts(t.Context(), 0); err != nil || counts[Queued] != 2 {
		t.Errorf("counts of all: %v, %v", counts, err)
	}
}

func TestDeleteJobOnlyBeforeItIsSent(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for _, s := range []JobState{Waiting, Held, Sending, Unconfirmed, Rejected, Queued, InProgress, Failed, Completed,
		Downloading, Saving, Saved, Expired, Unwatched} {
		j := videoJob(p.ID, "x")
		j.State = s
		j = newJob(t, l, j)
		err := l.DeleteJob(t.Context(), j.ID)
		if unsent := s == Waiting || s == Held; unsent != (err == nil) || (!unsent && !errors.Is(err, ErrSent)) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// A rebuild restores which draft a final belongs to, also if the final was never saved. A job keeps its draft.
func TestFinalKeepsItsDraft(t *testing.T) {
	l := newLibrary(t)
	order := videoJob(newProfile(t, l).ID, "boats")
	order.Board, order.Shot, order.State = newRef(), "0000cafe", Failed
	draft := newJob(t, l, order)
	order.FinalOf = draft.ID
	final := newJob(t, l, order)
	if _, err := l.Change(t.Context(), final.ID, func(ch *Change) error {
		ch.Job.FinalOf = 0
		return nil
	}); !errors.Is(err, errImmutable) {
		t.Errorf("the draft of a job was changed: %v", err)
	}
	l, _ = rebuilt(t, l)
	draft, err := l.JobByRef(t.Context(), draft.Ref)
	again, finalErr := l.JobByRef(t.Context(), final.Ref)
	if err = errors.Join(err, finalErr); err != nil || again.FinalOf != draft.ID {
		t.Errorf("the rebuilt final is one of job %d, not of %d: %v", again.FinalOf, draft.ID, err)
	}
}

func TestResendOutlivesDeletedOriginal(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	old := newJob(t, l, videoJob(p.ID, "x"))
	j := videoJob(p.ID, "x")
	j.ResendOf = old.ID
	j = newJob(t, l, j)
	if err := l.DeleteJob(t.Context(), old.ID); err != nil {
		t.Fatal(err)
	}
	if j, err := l.Job(t.Context(), j.ID); err != nil || j.ResendOf != 0 {
		t.Errorf("%+v, %v", j, err)
	}
}

func TestDurations(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	sandbox := newProfile(t, l)
	n := 0
	add := func(request string, state JobState, took time.Duration) {
		n++
		j := videoJob(p.ID, "x")
		j.Request, j.State = json.RawMessage(request), state
		j.AcceptedAt = noon.Add(time.Duration(n) * time.Hour)
		if took > 0 {
			j.FinishedAt = j.AcceptedAt.Add(took)
		}
		newJob(t, l, j)
	}
	add(`{"seconds":8,"resolution":"1080P"}`, Saved, 90*time.Second)
	add(`{"seconds":"8","size":"1920x1080"}`, Completed, 80*time.Second)
	add(`{"seconds":8,"resolution":"1080P"}`, Failed, 5*time.Second)
	add(`{"seconds":8,"resolution":"720P"}`, Saved, 50*time.Second)
	add(`{"seconds":8,"resolution":"1080P"}`, InProgress, 0)
	add(`{}`, Expired, 30*time.Second)
	add(`{"size":"720x1280","resolution":"1080P"}`, Saved, 31*time.Second)
	quick := videoJob(sandbox.ID, "x")
	quick.Request, quick.State = json.RawMessage(`{"seconds":8,"resolution":"1080P"}`), Saved
	quick.AcceptedAt, quick.FinishedAt = noon, noon.Add(3*time.Second)
	newJob(t, l, quick) // of another service
	for _, c := range []struct {
		seconds    int
		resolution string
		limit      int
		want       []time.Duration
	}{
		{8, "1080P", 10, []time.Duration{80 * time.Second, 90 * time.Second}},
		{8, "1080P", 1, []time.Duration{80 * time.Second}},
		{8, "720P", 10, []time.Duration{50 * time.Second}},
		{5, "720P", 10, []time.Duration{31 * time.Second, 30 * time.Second}},
		{9, "720P", 10, nil},
	} {
		got, err := l.Durations(t.Context(), p.ID, "clip-3.0", c.seconds, c.resolution, c.limit)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%d s at %s: got %v, want %v (%v)", c.seconds, c.resolution, got, c.want, err)
		}
	}
}

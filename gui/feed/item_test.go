package feed

import (
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func micros(n int64) *int64 { return &n }

func allStates() []db.JobState {
	return []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Rejected, db.Queued, db.InProgress,
		db.Failed, db.Completed, db.Downloading, db.Saving, db.Saved, db.Expired, db.Unwatched}
}

func TestEveryStateHasItsPlaceAndItsActions(t *testing.T) {
	for state, want := range map[db.JobState]struct {
		group   Group
		actions []Action
	}{
		db.Waiting:     {Running, []Action{Remove}},
		db.Held:        {NeedsYou, []Action{Send, EditHeld, Remove}},
		db.Sending:     {Running, nil},
		db.Unconfirmed: {NeedsYou, []Action{HaveTaskID, ItWasNotCharged, SendAgain}},
		db.Rejected:    {Failed, []Action{Reuse, SameAgain, More}},
		db.Queued:      {Running, []Action{CopyTaskID, StopWatching}},
		db.InProgress:  {Running, []Action{CopyTaskID, StopWatching}},
		db.Failed:      {Failed, []Action{Reuse, SameAgain, More}},
		db.Completed:   {Running, []Action{CopyTaskID}},
		db.Downloading: {Running, []Action{CopyTaskID}},
		db.Saving:      {Running, []Action{CopyTaskID}},
		db.Saved:       {Done, []Action{Reuse, Reveal, CopyTaskID, OneMore, More}},
		db.Expired:     {Failed, []Action{SameAgain}},
		db.Unwatched:   {Running, []Action{CopyTaskID, WatchAgain}},
	} {
		it := Item{Job: db.Job{State: state, Kind: db.TextToVideo, TaskID: "task"}, Asset: db.Asset{ID: 1, Kind: db.Clip}}
		if got := GroupOf(it.Job); got != want.group {
			t.Errorf("%s is in %s, want %s", state, got.Word(), want.group.Word())
		}
		if got := it.Actions(); !slices.Equal(got, want.actions) {
			t.Errorf("%s: actions %v, want %v", state, got, want.actions)
		}
		for _, a := range it.Actions() {
			if it.Label(a) == "" || strings.Contains(strings.ToLower(it.Label(a)), "try again") {
				t.Errorf("%s: action %d says %q", state, a, it.Label(a))
			}
		}
	}
	for _, state := range allStates() { // nothing offers to ask the service twice for what may be running
		it := Item{Job: db.Job{State: state, Kind: db.TextToVideo}}
		if can := it.Actions(); GroupOf(it.Job) == Running && (slices.Contains(can, SameAgain) || slices.Contains(can, SendAgain)) {
			t.Errorf("%s can be sent twice", state)
		}
	}
	picture := Item{Job: db.Job{State: db.Unconfirmed, Kind: db.TextToImage, RawAnswer: "<html>"}}
	if got := picture.Actions(); !slices.Equal(got, []Action{ItWasCharged, ItWasNotCharged, SendAgain, RawAnswer}) {
		t.Errorf("an unconfirmed picture: %v", got)
	}
	lost := Item{Job: db.Job{State: db.Expired, Kind: db.TextToVideo, ErrorCode: jobs.CodeTaskUnknown, TaskID: "task", ExpiresAt: noon}}
	if got := lost.Actions(); !slices.Equal(got, []Action{AskAgain, ItWasCharged, ItWasNotCharged, SendAgain}) {
		t.Errorf("a task that the service forgot: %v", got)
	}
	if got := twiceWords(lost, noon); !strings.Contains(got, "may still be at the service") {
		t.Errorf("sending it again says %q", got)
	}
	lost.Job.State = db.InProgress
	if got := lost.Actions(); !slices.Equal(got, []Action{AskAgain, CopyTaskID, StopWatching}) {
		t.Errorf("a task that the service does not know just now: %v", got)
	}
}

func TestEveryAmountSaysWhatItIs(t *testing.T) {
	entry := func(k db.EntryKind, amount *int64) db.Entry {
		return db.Entry{Kind: k, AmountMicros: amount, Currency: "CNY"}
	}
	for name, c := range map[string]struct {
		state   db.JobState
		entries []db.Entry
		sandbox bool
		want    string
	}{
		"before sending":       {db.Waiting, nil, false, "¥2.80 est."},
		"running":              {db.InProgress, []db.Entry{entry(db.Reserve, micros(2_800_000))}, false, "¥2.80 reserved"},
		"saved":                {db.Saved, []db.Entry{entry(db.Reserve, micros(2_800_000)), entry(db.Charge, micros(2_800_000))}, false, "¥2.80 charged"},
		"failed":               {db.Failed, []db.Entry{entry(db.Reserve, micros(2_800_000)), entry(db.Refund, micros(2_800_000))}, false, "refunded ¥2.80"},
		"unconfirmed":          {db.Unconfirmed, []db.Entry{entry(db.UnconfirmedEntry, micros(4_500_000))}, false, "up to ¥4.50 unconfirmed"},
		"no price":             {db.Unconfirmed, []db.Entry{entry(db.UnconfirmedEntry, nil)}, false, "price not known, unconfirmed"},
		"adopted after all":    {db.Queued, []db.Entry{entry(db.UnconfirmedEntry, micros(4_500_000)), entry(db.Void, micros(4_500_000)), entry(db.Reserve, micros(4_500_000))}, false, "¥4.50 reserved"},
		"unknown, not charged": {db.Expired, []db.Entry{entry(db.Reserve, micros(4_500_000)), entry(db.Void, micros(4_500_000))}, false, "nothing charged"},
		"back after that": {db.Saved, []db.Entry{entry(db.Reserve, micros(4_500_000)), entry(db.Void, micros(4_500_000)),
			{Kind: db.Void, Correction: "c", AmountMicros: micros(4_500_000), Currency: "CNY"}}, false, "¥4.50 charged, corrected"},
		"not charged":       {db.Rejected, []db.Entry{entry(db.UnconfirmedEntry, micros(4_500_000)), entry(db.Void, micros(4_500_000))}, false, "nothing charged"},
		"rejected":          {db.Rejected, nil, false, "nothing charged"},
		"priced later":      {db.Saved, []db.Entry{entry(db.Reserve, nil), entry(db.Charge, nil), {Kind: db.Void, Correction: "c", AmountMicros: micros(1_250_000), Currency: "EUR"}}, false, "€1.25 charged, corrected"},
		"less than charged": {db.Saved, []db.Entry{entry(db.Charge, micros(2_800_000)), {Kind: db.Void, Correction: "c", AmountMicros: micros(-800_000), Currency: "CNY"}}, false, "¥2.00 charged, corrected"},
		"sandbox":           {db.Saved, []db.Entry{entry(db.Charge, micros(2_800_000))}, true, "¥2.80 charged (sandbox)"},
	} {
		it := Item{Job: db.Job{State: c.state, EstimateMicros: micros(2_800_000), Currency: "CNY"}, Entries: c.entries, Profile: db.Profile{Sandbox: c.sandbox}}
		s := it.Money()
		if got := join(join(s.Prefix, s.Number, " "), s.Word, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	unpriced := Item{Job: db.Job{State: db.Waiting}}
	if s := unpriced.Money(); s.Number != "" || s.Word != "price not known" {
		t.Errorf("no estimate: %+v", s)
	}
}

func TestWhatASecondJobCosts(t *testing.T) {
	it := Item{
		Job:     db.Job{State: db.Unconfirmed, Kind: db.TextToVideo, Currency: "CNY"},
		Entries: []db.Entry{{Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000), Currency: "CNY"}},
		Again:   micros(4_500_000),
		Profile: db.Profile{Currency: "CNY"},
	}
	if got, want := twiceWords(it, noon), "Sending again makes a second job. If the first one did arrive, you pay for both: ¥9.00."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := againLabel(it), "Send again · ¥4.50 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	it.Again = nil
	if got, want := twiceWords(it, noon), "Sending again makes a second job. If the first one did arrive, you pay for both."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := againLabel(it); got != "Send again · price not known" {
		t.Errorf("%q", got)
	}
}

func TestWarningsOfWhatIsUnderWayAndOfWhatCame(t *testing.T) {
	asCame := db.Job{State: db.Saved, Kind: db.TextToVideo, ErrorCode: jobs.CodeAsDelivered}
	link := db.Job{State: db.Expired, Kind: db.TextToImage, ErrorCode: jobs.CodeLinkDead, ResultItems: []byte(`[{"url":"https://h/x","lost":true}]`)}
	for want, it := range map[string]Item{
		"The disk is full: make room on it. What the service says and delivers is written down as soon as there is room.": {Job: db.Job{State: db.InProgress}, DiskFull: true},
		"": {Job: db.Job{State: db.Held}, DiskFull: true},
		"The service delivers this clip damaged, and no other will come. It is kept as it came: it may play in part, or in another program.": {Job: asCame, Asset: db.Asset{ID: 1, Kind: db.Clip}},
	} {
		if got := it.Warning(noon); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if can := (Item{Job: link}).Actions(); !slices.Contains(can, TryNow) {
		t.Errorf("a link that was given up: %v", can)
	}
	asCame.Kind = db.TextToImage
	if can := (Item{Job: asCame, Asset: db.Asset{ID: 1, Kind: db.Picture}}).Actions(); slices.Contains(can, EditPicture) || !slices.Contains(can, Reveal) {
		t.Errorf("a picture that cannot be read: %v", can)
	}
}

// TestTookIsSaidOnlyWhereItIsKnown: when nobody looked as the task ended, the time until it was saved says nothing of it.
func TestTookIsSaidOnlyWhereItIsKnown(t *testing.T) {
	it := Item{Job: db.Job{State: db.Saved, AcceptedAt: noon.Add(-9 * time.Hour), EndedAt: noon.Add(-time.Minute)}}
	if got := it.Took(noon); got != "Done 11:59" {
		t.Errorf("%q", got)
	}
	it.Job.FinishedAt = it.Job.AcceptedAt.Add(72 * time.Second)
	if got := it.Took(noon); got != "Took 1:12 · done 11:59" {
		t.Errorf("%q", got)
	}
}

func TestAShorterClipIsNamed(t *testing.T) {
	it := Item{Job: db.Job{Kind: db.TextToVideo, State: db.Saved, Request: []byte(`{"seconds":10}`)}, Asset: db.Asset{Kind: db.Clip, Seconds: 8}}
	if got, want := it.Mismatch(), "Asked for 10 s, delivered 8 s. The charge is for 10 s."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	it.Asset.Seconds = 10.04
	if got := it.Mismatch(); got != "" {
		t.Errorf("%q", got)
	}
}

func TestErrorsInWords(t *testing.T) {
	for want, err := range map[string]error{
		"The service knows no task with this ID (404). Nothing was changed.": client.ErrNotFound,
		"This task is already job 8f2c in your library.":                     &jobs.TaskTakenError{Job: db.Job{Ref: "8f2cdd01"}},
		"It moved on meanwhile. Nothing was changed.":                        &jobs.MoveError{ID: 1, From: db.Saved, To: db.Waiting},
		"It was sent meanwhile. Nothing was removed.":                        db.ErrSent,
	} {
		if got := errorWords(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

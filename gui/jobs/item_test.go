package jobs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/status"
	"viviscope/gui/wording"
)

func allStates() []db.JobState {
	return []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Rejected, db.Queued, db.InProgress,
		db.Failed, db.Completed, db.Downloading, db.Saving, db.Saved, db.Expired, db.Unwatched}
}

func TestEveryStateHasItsPlaceAndItsActions(t *testing.T) {
	g := newStage(t)
	offers := func(it *item) []string {
		it.assets = []db.Asset{it.asset}
		return actionIDs(g.s.onCard(click{[]*item{it}}))
	}
	inMenu := func(it *item) []string { return actionIDs(g.s.inMenu(it, it.asset, nil)) }
	for state, want := range map[db.JobState]struct {
		group   group
		actions []string
	}{
		db.Waiting:     {underWay, []string{actRemove}},
		db.Held:        {needsYou, []string{actSend, actEdit, actRemove}},
		db.Sending:     {underWay, nil},
		db.Unconfirmed: {needsYou, []string{actEnterTask, actNotCharged, actSendAgain}},
		db.Rejected:    {failed, []string{actReuse, actSame, actMore}},
		db.Queued:      {underWay, []string{actStop, actMore}},
		db.InProgress:  {underWay, []string{actStop, actMore}},
		db.Failed:      {failed, []string{actReuse, actSame, actMore}},
		db.Completed:   {underWay, []string{actMore}},
		db.Downloading: {underWay, []string{actMore}},
		db.Saving:      {underWay, []string{actMore}},
		db.Saved:       {done, []string{actReuse, actOneMore, actMore}},
		db.Expired:     {failed, []string{actSame, actMore}},
		db.Unwatched:   {underWay, []string{actWatch, actMore}},
	} {
		it := &item{Job: db.Job{State: state, Kind: db.TextToVideo, TaskID: "task"}}
		if state == db.Saved {
			it.asset = db.Asset{ID: 1, Kind: db.Clip}
		}
		for _, group := range []group{needsYou, underWay, done, failed} {
			if got := group.has(state); got != (group == want.group) {
				t.Errorf("%s is in %s: %v", state, group.label(), got)
			}
		}
		if got := offers(it); !slices.Equal(got, want.actions) {
			t.Errorf("%s: actions %v, want %v", state, got, want.actions)
		}
		for _, a := range g.s.ofJob(it) {
			if a.Label == "" || strings.Contains(strings.ToLower(a.Label), "try again") {
				t.Errorf("%s: action %s says %q", state, a.ID, a.Label)
			}
		}
	}
	for _, state := range allStates() { // nothing offers to ask the service twice for what may be running
		it := &item{Job: db.Job{State: state, Kind: db.TextToVideo}}
		if can := offers(it); underWay.has(state) &&
			(slices.Contains(can, actSame) || slices.Contains(can, actSendAgain)) {
			t.Errorf("%s can be sent twice", state)
		}
	}
	picture := &item{Job: db.Job{State: db.Unconfirmed, Kind: db.TextToImage, RawAnswer: "<html>"}}
	if got := offers(picture); !slices.Equal(got, []string{actCharged, actNotCharged, actSendAgain, actMore}) {
		t.Errorf("an unconfirmed picture: %v", got)
	}
	lost := &item{Job: db.Job{State: db.Expired, Kind: db.TextToVideo, ErrorCode: jobs.CodeTaskUnknown, TaskID: "task",
		ExpiresAt: noon}}
	if got := offers(lost); !slices.Equal(got, []string{actAsk, actResolve, actMore}) {
		t.Errorf("a task that the service forgot: %v", got)
	}
	if got := lost.twiceNote(noon); !strings.Contains(got, "may still be on the service") {
		t.Errorf("sending it again says %q", got)
	}
	refused := &item{Job: db.Job{ID: 4, ProfileID: 7, State: db.Held, Hold: db.HeldKeyRefused, Kind: db.TextToVideo}}
	if got := offers(refused); !slices.Equal(got, []string{actReplaceKey, actSend, actEdit, actRemove}) {
		t.Errorf("held for its key: %v", got)
	}
	action.ByID(g.s.ofJob(refused), actReplaceKey).Do()
	if !slices.Equal(g.Told, []string{"show profile7"}) {
		t.Errorf("leads to %q", g.Told)
	}
	decided := lost
	decided.Note = jobs.NoteWasCharged
	if got := offers(decided); !slices.Equal(got, []string{actAsk, actSendAgain, actMore}) {
		t.Errorf("what was decided is asked again: %v", got)
	}
	lost.State = db.InProgress
	if got := offers(lost); !slices.Equal(got, []string{actAsk, actStop, actMore}) {
		t.Errorf("a task that the service does not know just now: %v", got)
	}
	link := &item{Job: db.Job{State: db.Expired, Kind: db.TextToImage, ErrorCode: jobs.CodeLinkDead,
		ResultItems: []byte(`[{"url":"https://h/x","lost":true}]`)}}
	if can := offers(link); !slices.Contains(can, actTryNow) {
		t.Errorf("a link that was given up: %v", can)
	}
	asCame := &item{Job: db.Job{State: db.Saved, Kind: db.TextToImage, ErrorCode: jobs.CodeAsDelivered},
		asset: db.Asset{ID: 1, Kind: db.Picture}}
	if can := inMenu(asCame); slices.Contains(can, "gallery/edit") || !slices.Contains(can, "gallery/reveal") {
		t.Errorf("a picture that cannot be read: %v", can)
	}
}

// Of a task that was made elsewhere the request is not known: reusing it would empty the form, and it cannot be sent
// again.
func TestATrackedTaskIsNeitherReusedNorSentAgain(t *testing.T) {
	g := newStage(t)
	for _, state := range []db.JobState{db.Saved, db.Failed, db.Rejected, db.Expired} {
		it := &item{Job: db.Job{ID: 1, State: state, Kind: db.TextToVideo, Note: jobs.NoteTracked},
			asset: db.Asset{ID: 4, Kind: db.Clip}}
		for _, id := range actionIDs(g.s.ofJob(it)) {
			if slices.Contains([]string{actReuse, actMore, actSame, actAskSame, actOneMore}, id) {
				t.Errorf("%s: offers %s", state, id)
			}
		}
	}
}

func TestEveryAmountSaysWhatItIs(t *testing.T) {
	entry := func(k db.EntryKind, amount *int64) db.Entry {
		return db.Entry{Kind: k, AmountMicros: amount, Currency: "CNY"}
	}
	said := func(it *item) string {
		prefix, number, word := it.amount()
		return strings.TrimSpace(strings.Join([]string{prefix, number, word}, " "))
	}
	for name, c := range map[string]struct {
		state   db.JobState
		entries []db.Entry
		sandbox bool
		want    string
	}{
		"before sending": {db.Waiting, nil, false, "¥2.80 est."},
		"running": {db.InProgress, []db.Entry{entry(db.Reserve, micros(2_800_000))}, false,
			"¥2.80 reserved"},
		"saved": {db.Saved,
			[]db.Entry{entry(db.Reserve, micros(2_800_000)), entry(db.Charge, micros(2_800_000))}, false,
			"¥2.80 charged"},
		"failed": {db.Failed,
			[]db.Entry{entry(db.Reserve, micros(2_800_000)), entry(db.Refund, micros(2_800_000))}, false,
			"refunded ¥2.80"},
		"unconfirmed": {db.Unconfirmed, []db.Entry{entry(db.UnconfirmedEntry, micros(4_500_000))}, false,
			"up to ¥4.50 unconfirmed"},
		"no price": {db.Unconfirmed, []db.Entry{entry(db.UnconfirmedEntry, nil)}, false,
			"unconfirmed, price not known"},
		"adopted after all": {db.Queued,
			[]db.Entry{entry(db.UnconfirmedEntry, micros(4_500_000)), entry(db.Void, micros(4_500_000)),
				entry(db.Reserve, micros(4_500_000))}, false, "¥4.50 reserved"},
		"unknown, not charged": {db.Expired,
			[]db.Entry{entry(db.Reserve, micros(4_500_000)), entry(db.Void, micros(4_500_000))}, false, "not charged"},
		"back after that": {db.Saved, []db.Entry{entry(db.Reserve, micros(4_500_000)),
			entry(db.Void, micros(4_500_000)),
			{Kind: db.Void, Correction: "c", AmountMicros: micros(4_500_000), Currency: "CNY"}}, false,
			"¥4.50 charged, corrected"},
		"not charged": {db.Rejected,
			[]db.Entry{entry(db.UnconfirmedEntry, micros(4_500_000)), entry(db.Void, micros(4_500_000))}, false,
			"not charged"},
		"rejected": {db.Rejected, nil, false, "not charged"},
		"priced later": {db.Saved,
			[]db.Entry{entry(db.Reserve, nil), entry(db.Charge, nil),
				{Kind: db.Void, Correction: "c", AmountMicros: micros(1_250_000), Currency: "CNY"}}, false,
			"¥1.25 charged, corrected"},
		"less than charged": {db.Saved,
			[]db.Entry{entry(db.Charge, micros(2_800_000)),
				{Kind: db.Void, Correction: "c", AmountMicros: micros(-800_000), Currency: "CNY"}}, false,
			"¥2.00 charged, corrected"},
		"sandbox": {db.Saved, []db.Entry{entry(db.Charge, micros(2_800_000))}, true,
			"¥2.80 charged (play money)"},
	} {
		for i := range c.entries {
			c.entries[i].ID = int64(i + 1)
		}
		it := &item{Job: db.Job{State: c.state, EstimateMicros: micros(2_800_000), Currency: "CNY"},
			profile: db.Profile{Sandbox: c.sandbox}}
		it.cost = wording.CostOf(it.Job, c.entries)
		if got := said(it); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	unpriced := db.Job{State: db.Waiting}
	if got := said(&item{Job: unpriced, cost: wording.CostOf(unpriced, nil)}); got != "price not known" {
		t.Errorf("no estimate: %q", got)
	}
}

func TestWhatASecondJobCosts(t *testing.T) {
	it := &item{Job: db.Job{State: db.Unconfirmed, Kind: db.TextToVideo, Currency: "CNY"},
		cost:  wording.Cost{Micros: micros(4_500_000)},
		again: micros(4_500_000), profile: db.Profile{Currency: "CNY"}}
	if got, want := it.twiceNote(noon),
		"This creates a second job. If the first request arrived, you pay for both: ¥9.00."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := it.resendLabel(), "Send again · ¥4.50 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	it.again = nil
	if got, want := it.twiceNote(noon),
		"This creates a second job. If the first request arrived, you pay for both."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := it.resendLabel(); got != "Send again · price not known" {
		t.Errorf("%q", got)
	}
}

func TestWarningsOfWhatIsUnderWayAndOfWhatCame(t *testing.T) {
	asCame := db.Job{State: db.Saved, Kind: db.TextToVideo, ErrorCode: jobs.CodeAsDelivered}
	shorter := db.Job{Kind: db.TextToVideo, State: db.Saved, Request: []byte(`{"seconds":10}`)}
	clip := func(seconds float64) db.Asset { return db.Asset{ID: 1, Kind: db.Clip, Seconds: seconds} }
	for _, c := range []struct {
		it   *item
		want string
	}{
		{&item{Job: db.Job{State: db.InProgress}},
			"The disk is full. Free some space: updates and files from the service are saved as soon as there is room."},
		{&item{Job: db.Job{State: db.Held}}, ""},
		{&item{Job: asCame, asset: clip(0)},
			"The service delivered this clip damaged and will not send another. It is kept as it is and may play in part or in another app."},
		{&item{Job: shorter, asset: clip(8)}, "Requested 10 s, delivered 8 s. Charged for 10 s."},
		{&item{Job: shorter, asset: clip(10.04)}, ""},
	} {
		if got := c.it.warning(true, noon); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The duration is shown only if it is known: if nothing polled the task when it ended, the time until it was saved is
// no measure of it.
func TestTookIsSaidOnlyWhereItIsKnown(t *testing.T) {
	it := &item{Job: db.Job{State: db.Saved, AcceptedAt: noon.Add(-9 * time.Hour), EndedAt: noon.Add(-time.Minute)}}
	if got := it.tookLine(noon); got != "Done 11:59" {
		t.Errorf("%q", got)
	}
	it.FinishedAt = it.AcceptedAt.Add(72 * time.Second)
	if got := it.tookLine(noon); got != "Took 1:12 · done 11:59" {
		t.Errorf("%q", got)
	}
}

func TestErrorsInWords(t *testing.T) {
	for want, err := range map[string]error{
		"The service has no task with this ID (404). Nothing was changed.": client.ErrNotFound,
		"This task is already job 8f2c in your library.":                   &jobs.TaskTakenError{Job: db.Job{Ref: "8f2cdd01"}},
		"The job has changed. Nothing was done.": &jobs.MoveError{ID: 1, From: db.Saved,
			To: db.Waiting},
		"The job has been sent. Nothing was removed.":             db.ErrSent,
		"This is not a task ID. Nothing was changed.":             client.ErrBadTaskID,
		"The service did not answer. Nothing was changed.":        context.DeadlineExceeded,
		"The service refused the key (401). Nothing was charged.": client.ErrAuth,
		"Not done: cut": errors.New("cut"),
	} {
		if got := errorText(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

func TestWhatWasAskedIsTheRequestWithoutItsModel(t *testing.T) {
	job := func(kind db.JobKind, request, input string) db.Job {
		return db.Job{Kind: kind, Request: []byte(request), InputPath: input}
	}
	base := job(db.TextToImage, `{"model":"a","prompt":"boats","size":"1024x1024"}`, "")
	for _, c := range []struct {
		name string
		job  db.Job
		same bool
	}{
		{"another model", job(db.TextToImage, `{"size":"1024x1024","model":"b","prompt":"boats"}`, ""), true},
		{"a gateway's name for it", job(db.TextToImage,
			`{"model":"mine","like":"b","prompt":"boats","size":"1024x1024"}`, ""), true},
		{"another size", job(db.TextToImage, `{"model":"b","prompt":"boats","size":"1536x1024"}`, ""), false},
		{"another kind", job(db.EditImage, `{"model":"b","prompt":"boats","size":"1024x1024"}`, ""), false},
		{"another picture to edit", job(db.TextToImage, `{"model":"b","prompt":"boats","size":"1024x1024"}`,
			"inputs/x.png"), false},
		{"a clip", job(db.TextToVideo, `{"model":"b","prompt":"boats","size":"1024x1024"}`, ""), false},
		{"not readable", job(db.TextToImage, `{`, ""), false},
	} {
		if got := requestKey(c.job) == requestKey(base); got != c.same {
			t.Errorf("%s: asked for the same: %v", c.name, got)
		}
	}
}

func TestEachPictureIsComparedWithTheNewestOfAnotherModel(t *testing.T) {
	made := func(id int64, model, asked string) *item {
		return &item{Job: db.Job{Model: model}, asset: db.Asset{ID: id}, asked: asked}
	}
	items := []*item{ // newest first
		made(9, "a", "w"), made(8, "b", "w"), made(7, "a", "w"), made(6, "b", "w"),
		made(5, "a", "alone"), made(4, "a", "alone"), made(3, "b", ""), made(2, "a", ""),
	}
	items[4].compared = db.Asset{ID: 99} // of an earlier reading
	pairModels(items)
	var with []int64
	for _, it := range items {
		with = append(with, it.compared.ID)
	}
	if diff := cmp.Diff([]int64{8, 9, 8, 9, 0, 0, 0, 0}, with); diff != "" {
		t.Error(diff)
	}
}

func TestAmountsOfTheSandboxSaySo(t *testing.T) {
	g := newStage(t)
	it := &item{Job: db.Job{State: db.Unconfirmed, Kind: db.TextToVideo, Currency: "CNY"},
		profile: db.Profile{Sandbox: true, Currency: "CNY"},
		cost: wording.Cost{Number: "up to ¥2.80", Word: "unconfirmed", Kind: db.UnconfirmedEntry,
			Micros: micros(2_800_000)}, again: micros(2_800_000)}
	_, _, word := it.amount()
	said := []string{it.resendLabel(), it.twiceNote(noon), word, it.number()[1].Text}
	for _, state := range []db.JobState{db.Held, db.Expired, db.Failed, db.Saved} {
		it.State = state
		for _, a := range g.s.ofJob(it) {
			if strings.Contains(a.Label, "¥") {
				said = append(said, a.Label)
			}
		}
	}
	for _, words := range said {
		if strings.Count(words, "(play money)") != 1 {
			t.Errorf("%q", words)
		}
	}
	it.amongPlay = true
	if _, _, word := it.amount(); strings.Contains(word+it.resendLabel()+it.number()[1].Text, "(") {
		t.Errorf("while the sandbox is in front: %q, %q", word, it.resendLabel())
	}
	if len(said) != 8 {
		t.Errorf("%q", said)
	}
}

// What goes on when another job is saved waits like any other, and needs nobody; what waits in vain does, and can be
// sent only where something can come of that.
func TestAJobThatComesAfterAnother(t *testing.T) {
	g := newStage(t)
	for code, want := range map[string]struct {
		group group
		sends bool
		words string
	}{
		"":                    {toSend, false, "Waits for job 12f3"},
		jobs.CodeAfterFailed:  {needsYou, false, "The job before it, 12f3, was not saved"},
		jobs.CodeAfterRemoved: {needsYou, false, "The job before it was removed"},
		jobs.CodeAfterFrame:   {needsYou, true, "The last frame of the job before it could not be used: 12f3"},
	} {
		it := &item{Job: db.Job{State: db.Held, Hold: db.HeldAfter, ErrorCode: code, ErrorMessage: "12f3",
			Kind: db.FramesToVideo}}
		if can := actionIDs(g.s.ofJob(it)); !want.group.has(groupingState(it.Job)) ||
			slices.Contains(can, actSend) != want.sends {
			t.Errorf("%q is grouped as %s and offers %v", code, groupingState(it.Job), can)
		}
		if got := status.Of(it.Job, status.Context{Now: time.Now()}).Detail; got != want.words {
			t.Errorf("%q: %q", code, got)
		}
	}
}

// The jobs of a board's click have one title while some have ended. It is not that of their prompts.
func TestClicksOfABoardAreNamedAfterIt(t *testing.T) {
	job := func(id int64, kind db.JobKind, final int64, board string) *item {
		return &item{Job: db.Job{ID: id, Kind: kind, FinalOf: final, Prompt: "boats", Client: "editor"}, board: board}
	}
	for _, c := range []struct {
		items []*item
		want  string
	}{
		{[]*item{job(2, db.TextToVideo, 0, "Dusk"), job(1, db.TextToVideo, 0, "Dusk")}, "Dusk · Clips"},
		{[]*item{job(1, db.TextToImage, 0, "Dusk"), job(2, db.FramesToVideo, 0, "Dusk")}, "Dusk · Pictures and Clips"},
		{[]*item{job(1, db.FramesToVideo, 9, "Dusk\u202e"), job(2, db.FramesToVideo, 8, "Dusk\u202e")},
			"Dusk[U+202E] · Final"},
		{[]*item{job(1, db.TextToVideo, 0, "Dusk")}, "boats"},
		{[]*item{job(1, db.TextToVideo, 0, ""), job(2, db.TextToVideo, 0, "")}, "boats"},
	} {
		if got := (click{c.items}).title(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

package status

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

var update = flag.Bool("update", false, "write the golden file anew")

// All states with all hold reasons and relevant error codes, for a clip and a picture.
func TestGoldenStatus(t *testing.T) {
	holds := []db.HoldReason{"", db.HeldPaused, db.HeldNotSent, db.HeldRateLimited, db.HeldNoKey, db.HeldKeyRefused,
		db.HeldOverBudget,
		db.HeldFrameGone, db.HeldAfter, db.HeldByUser, db.HeldApproval}
	codes := []string{"", jobs.CodeTaskUnknown, jobs.CodeNoState, jobs.CodeEnded, jobs.CodeOtherKey, jobs.CodeNoPicture,
		jobs.CodeAnswerLost,
		jobs.CodeLinkDead, jobs.CodeNoBalance, jobs.CodeAsDelivered, jobs.CodePriceRose, string(jobs.ScopeDay),
		jobs.CodeAfterFailed, db.CodeRestored}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var got strings.Builder
	for _, state := range []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Rejected, db.Queued,
		db.InProgress, db.Failed,
		db.Completed, db.Downloading, db.Saving, db.Saved, db.Expired, db.Unwatched} {
		for _, kind := range []db.JobKind{db.TextToVideo, db.EditImage} {
			seen := map[string]bool{}
			for _, hold := range holds {
				if hold != "" && state != db.Held && state != db.Waiting {
					continue
				}
				for _, code := range codes {
					job := db.Job{ID: 1, State: state, Kind: kind, Hold: hold, ErrorCode: code, ErrorMessage: "busy",
						Client:    "claude",
						CreatedAt: now.Add(-2 * time.Minute), SentAt: now.Add(-90 * time.Second),
						AcceptedAt: now.Add(-80 * time.Second),
						Progress:   40}
					s := Of(job, Context{Now: now, QueuePosition: 3})
					notice := ""
					if Notified(state) {
						notice, _ = Notice(job)
					}
					line := fmt.Sprintf("%s | %d | %s | %s | %s | %s", s.Tag, s.Tone, s.Detail, s.Sentence, s.Reason,
						notice)
					if !seen[line] {
						seen[line] = true
						fmt.Fprintf(&got, "%s %s hold=%s code=%s: %s\n", state, kind, hold, code, line)
					}
				}
			}
		}
	}
	const golden = "testdata/status.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Error(diff)
	}
}

// How the answer was lost is the English error text, and irrelevant once the user has decided.
func TestMarkedNotCharged(t *testing.T) {
	for _, tag := range []string{"en", "de", "es", "ja", "zh-CN"} {
		langtest.Use(t, tag)
		job := db.Job{State: db.Rejected, Kind: db.TextToImage, Note: jobs.NoteNotCharged, ErrorCode: jobs.CodeNoAnswer,
			ErrorMessage: "connection lost"}
		s := Of(job, Context{})
		words := s.Tag + " · " + s.Detail + " · " + s.Reason
		if s.Tone != Neutral || s.Tag != lang.L("Not charged") || strings.Contains(words, "connection") {
			t.Errorf("%s: %s", tag, words)
		}
		if !EndedByUser(job) {
			t.Errorf("%s: the end is announced as one by the service", tag)
		}
	}
}

// Every state of the database has a tag, and every stopped state has a reason.
func TestEveryStateHasTagAndReason(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	stuck := map[db.JobState]bool{db.Held: true, db.Unconfirmed: true, db.Rejected: true, db.Failed: true,
		db.Expired: true, db.Unwatched: true}
	for _, s := range []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Rejected, db.Queued,
		db.InProgress,
		db.Failed, db.Completed, db.Downloading, db.Saving, db.Saved, db.Expired, db.Unwatched} {
		job := db.Job{State: s, Kind: db.TextToVideo}
		if word, _ := tag(job); word == "" || word == string(s) {
			t.Errorf("state %s has no word of its own", s)
		}
		if got := reason(job, now) != ""; got != stuck[s] {
			t.Errorf("state %s: says why = %v, want %v", s, got, stuck[s])
		}
	}
	for _, h := range []db.HoldReason{db.HeldByUser, db.HeldPaused, db.HeldNotSent, db.HeldRateLimited, db.HeldNoKey,
		db.HeldKeyRefused, db.HeldOverBudget} {
		if got := reason(db.Job{State: db.Held, Hold: h}, now); !strings.Contains(got, "charged") {
			t.Errorf("held by %s does not say whether it was charged: %q", h, got)
		}
	}
}

// A web page as the answer is named as such. Its title, which may be in any language, is omitted.
func TestWebPageAsAnswer(t *testing.T) {
	job := db.Job{State: db.Failed, Kind: db.TextToVideo,
		ErrorMessage: "a web page instead of an answer: Error response"}
	s := Of(job, Context{})
	if s.Reason != "The server answered with a web page." || s.Detail != "the server answered with a web page" {
		t.Errorf("%+v", s)
	}
}

// A job over a budget names the budget, as the question did.
func TestHeldJobNamesBudget(t *testing.T) {
	for scope, want := range map[jobs.Scope]string{jobs.ScopeDay: "Over the daily budget",
		jobs.ScopeMonth: "Over the monthly budget", "": "Over a budget",
		jobs.CodePriceRose: "The price has risen since it was requested"} {
		if got := whyHeld(db.Job{State: db.Held, Hold: db.HeldOverBudget, ErrorCode: string(scope)},
			time.Now()); got != want {
			t.Errorf("%q: %q", scope, got)
		}
	}
}

func TestHoldForImageHostNamesRemedy(t *testing.T) {
	job := db.Job{State: db.Held, Hold: db.HeldNotSent, ErrorCode: jobs.CodeHosting,
		ErrorMessage: "put picture: 403 Forbidden"}
	got := reason(job, time.Time{})
	for _, part := range []string{"403 Forbidden", "Nothing has been sent or charged.", "Settings"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q has no %q", got, part)
		}
	}
}

func TestUnreachedIsTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	for _, c := range []jobs.ConnectionChanged{
		{KeyRefused: true, Code: "invalid_api_key", Message: "Invalid token"},
		{Code: jobs.CodeUnreachable, Message: "no connection"},
		{Code: jobs.CodeTimeout, Message: "no answer in time"}, {Code: jobs.CodeNoAnswer, Message: "connection lost"},
		{Code: "503"}, {Code: jobs.CodeUnreadable, Message: "the answer cannot be read"},
	} {
		if words := Unreached(c); words == "" || langtest.UntranslatedWords(words) != "" {
			t.Errorf("%+v: %q", c, words)
		}
	}
	if words := Unreached(jobs.ConnectionChanged{Code: "http_503",
		Message: "We are overloaded."}); words != "We are overloaded." {
		t.Errorf("what the service says of itself became %q", words)
	}
}

func TestNotice(t *testing.T) {
	for _, tc := range []struct {
		job  db.Job
		want string
	}{
		{db.Job{Kind: db.TextToImage, State: db.Saved}, "Picture saved"},
		{db.Job{Kind: db.FramesToVideo, State: db.Failed}, "Clip failed"},
		{db.Job{Kind: db.TextToVideo, State: db.Unconfirmed}, "Clip unconfirmed: it may have been charged"},
		{db.Job{Kind: db.EditImage, State: db.Rejected}, "Picture refused by the service"},
		{db.Job{Kind: db.TextToVideo, State: db.Expired}, "Clip expired at the service"},
		{db.Job{Kind: db.TextToVideo, State: db.Expired, ErrorCode: jobs.CodeTaskUnknown},
			"Clip unknown to the service: it may still be there"},
		{db.Job{Kind: db.TextToVideo, State: db.Expired, ErrorCode: jobs.CodeEnded},
			"Clip ended by the service: it may have been charged"},
	} {
		if got, _ := Notice(tc.job); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.job.State, got, tc.want)
		}
	}
}

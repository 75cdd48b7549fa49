package status

import (
	"strings"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

func TestTimeLeftNeverClaimsDeletion(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	for deadline, want := range map[time.Time]string{
		now.Add(21 * time.Hour): "21 h left",
		now:                     "may expire at any moment",
		now.Add(-time.Hour):     "may expire at any moment",
	} {
		if got := TimeLeft(jobs.Retention{Deadline: deadline}, now); got != want {
			t.Errorf("%v: %q, want %q", deadline.Sub(now), got, want)
		}
	}
}

func TestDownloadWarningNamesReasonAndRemedy(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		code, words, want string
	}{
		{jobs.CodeDiskFull, "no space left on device",
			"6 h left · downloads keep failing: the disk is full. Free some space. Viviscope retries automatically."},
		{jobs.CodeUnreachable, "dial tcp: refused",
			"6 h left · downloads keep failing: the service cannot be reached. Check the network connection. Viviscope retries automatically."},
		{jobs.CodeNoKey, "", "6 h left · downloads keep failing: no key. Enter it in Settings. Viviscope retries automatically."},
		{"http_503", "Service Unavailable",
			"6 h left · downloads keep failing: Service Unavailable. Viviscope retries automatically."},
		{"http_503", "Busy.", "6 h left · downloads keep failing: Busy. Viviscope retries automatically."},
		{"odd", "", "6 h left · downloads keep failing: the service answers odd. Viviscope retries automatically."},
	} {
		r := jobs.Retention{Deadline: now.Add(6 * time.Hour), Failing: true, Code: c.code, Message: c.words}
		if got := DownloadWarning(r, now); got != c.want {
			t.Errorf("%s: %q, want %q", c.code, got, c.want)
		}
	}
	if got := DownloadWarning(jobs.Retention{Deadline: now}, now); got != "" {
		t.Errorf("while all is well: %q", got)
	}
}

// Each reason why a paid job has no file has its own text. The texts for links of pictures mention 24 hours.
func TestExpiredNamesReason(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	clip := db.Job{State: db.Expired, Kind: db.TextToVideo, ErrorCode: jobs.CodeGone,
		ExpiresAt: now.Add(-24 * time.Hour)}
	early, picture, link, unknown, none, lost := clip, clip, clip, clip, clip, clip
	early.ExpiresAt = now.Add(time.Hour)
	picture.Kind = db.TextToImage
	link.Kind, link.ErrorCode = db.TextToImage, jobs.CodeLinkDead
	unknown.ErrorCode, none.ErrorCode, lost.ErrorCode = jobs.CodeTaskUnknown, jobs.CodeNoPicture, jobs.CodeAnswerLost
	hope := unknown
	hope.TaskID, hope.ExpiresAt = "task", now.Add(24*time.Hour)
	words, noWords, over := hope, hope, unknown
	words.ErrorCode, noWords.ErrorCode, over.ErrorCode = jobs.CodeNoState, jobs.CodeNoState, jobs.CodeNoState
	words.ErrorMessage, over.ErrorMessage = "100% busy: %s %d.", "try later"
	seen := map[string]bool{}
	for _, c := range []struct {
		job  db.Job
		says []string
		not  string
	}{
		{clip, []string{"deleted this clip", "on 20 Nov", "7 days"}, "24 hours"},
		{early, []string{"deleted this clip", "7 days"}, " on "}, // a date that has not come is no date of a deletion
		{picture, []string{"24 hours", "picture"}, "clip"},
		{link, []string{"24 hours", "picture"}, "clip"},
		{unknown, []string{"no longer knows this task", "charged"}, "deleted"},
		{hope, []string{"does not know this task", "may still exist", "until 23 Nov", "charged"}, "lost"},
		{words, []string{"no state for this task: “100% busy: %s %d”. It may", "until 23 Nov", "charged"},
			"does not know"},
		{noWords, []string{"no state for this task. It may", "until 23 Nov", "charged"}, "does not know"},
		{over, []string{"no state for this task: “try later”.", "Check there"}, "know"},
		{none, []string{"not with a picture"}, "deleted"},
		{lost, []string{"You marked", "charged"}, "deleted"},
	} {
		got := reason(c.job, now)
		if seen[got] {
			t.Errorf("said before: %q", got)
		}
		seen[got] = true
		for _, want := range c.says {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in %q", c.job.ErrorCode, want, got)
			}
		}
		if strings.Contains(got, c.not) {
			t.Errorf("%s: %q in %q", c.job.ErrorCode, c.not, got)
		}
		if expiredShort(c.job) == "" ||
			(c.job.Kind == db.TextToImage) != strings.Contains(expiredShort(c.job), "24 hours") {
			t.Errorf("in short: %q", expiredShort(c.job))
		}
	}
	if !Undecided(unknown) || Undecided(clip) {
		t.Error("only a task that the service does not know is undecided")
	}
	unknown.Note = jobs.NoteNotCharged
	if Undecided(unknown) || !strings.Contains(reason(unknown, now), "You marked it as not charged.") {
		t.Errorf("decided: %q", reason(unknown, now))
	}
}

func TestUnconfirmedNamesLostAnswer(t *testing.T) {
	seen := map[string]bool{}
	for _, code := range []string{jobs.CodeTimeout, jobs.CodeNoAnswer, jobs.CodeProgramEnded, "http_502", ""} {
		got := reason(db.Job{State: db.Unconfirmed, ErrorCode: code}, time.Time{})
		if seen[got] || !strings.Contains(got, "may have accepted and charged it") ||
			!strings.Contains(got, "never re-sends automatically") {
			t.Errorf("%s: %q", code, got)
		}
		seen[got] = true
	}
	if got := reason(db.Job{State: db.Unconfirmed, ErrorCode: "http_502"}, time.Time{}); !strings.Contains(got,
		"(502)") {
		t.Errorf("%q", got)
	}
}

func TestDownloadNoticeNamesSoonest(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	r := jobs.Retention{Deadline: now.Add(6 * time.Hour), Failing: true, Code: jobs.CodeDiskFull}
	for n, want := range map[int]string{
		1: "1 download keeps failing.|6 h left at the service. Reason: the disk is full. Free some space. It is retried free of charge.",
		2: "2 downloads keep failing.|The first: 6 h left at the service. Reason: the disk is full. Free some space. They are retried free of charge.",
	} {
		if lead, rest := DownloadNotice(n, r, now); lead+"|"+rest != want {
			t.Errorf("%d: %q", n, lead+"|"+rest)
		}
	}
}

package wording

import (
	"strings"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/cast"
)

// Play money and real money are marked where both are shown.
func TestPlayMoneyIsMarked(t *testing.T) {
	real, box := db.Profile{Currency: "CNY"}, db.Profile{Currency: "CNY", Sandbox: true}
	for _, c := range []struct {
		payer, front db.Profile
		want         string
	}{{real, real, "¥2.80"}, {box, box, "¥2.80"}, {box, real, "¥2.80 (play money)"},
		{real, box, "¥2.80 (real money)"}} {
		if got := MoneyOf(c.payer, c.front).Alone(2_800_000); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		cost := db.Asset{CostMicros: new(int64(2_800_000)), CostCurrency: "CNY", CostSandbox: c.payer.Sandbox}
		want := strings.Replace(c.want, "¥2.80", "¥2.80 charged", 1)
		if got := AssetCost(cost, c.front.Sandbox); got != want {
			t.Errorf("an asset: %q, want %q", got, want)
		}
	}
}

func TestMoneyShowsTrueDigits(t *testing.T) {
	for _, c := range []struct {
		micros   int64
		currency string
		want     string
	}{
		{2_800_000, "CNY", "¥2.80"},
		{0, "CNY", "¥0.00"},
		{80_000, "CNY", "¥0.08"},
		{9_999, "CNY", "¥0.0100"},
		{3_400, "USD", "$0.0034"},
		{49, "USD", "$0.000049"},
		{1_234_567_890_000, "EUR", "€1,234,567.89"},
		{-2_800_000, "CNY", "\u2012¥2.80"},
		{1_005_000, "CNY", "¥1.01"},
		{1_004_999, "CNY", "¥1.00"},
		{120_500_000, "JPY", "¥121"},
		{1_000_000, "CHF", "CHF\u00a01.00"},
		{1_234_500, "KWD", "KWD\u00a01.235"},
	} {
		if got := Money(c.micros, c.currency); got != c.want {
			t.Errorf("Money(%d, %s) = %q, want %q", c.micros, c.currency, got, c.want)
		}
	}
}

func TestTimesAreReadable(t *testing.T) {
	zone := time.FixedZone("UTC+2", 2*3600)
	now := time.Date(2026, 11, 21, 1, 30, 0, 0, zone)
	for _, c := range []struct {
		t    time.Time
		want string
	}{
		{now.Add(-20 * time.Minute).UTC(), "01:10"},
		{now.Add(-2 * time.Hour).UTC(), "yesterday 23:30"}, // another day here, the same day in UTC
		{now.Add(-72 * time.Hour), "Wed 01:30"},
		{now.Add(-30 * 24 * time.Hour), "22 Oct 2026"},
		{time.Time{}, ""},
	} {
		if got := When(c.t, now); got != c.want {
			t.Errorf("When(%v) = %q, want %q", c.t, got, c.want)
		}
	}
	if got := Day(now, now); got != "Today, 21 November" {
		t.Errorf("Day = %q", got)
	}
	if got := Day(now.Add(-2*time.Hour), now); got != "Yesterday, 20 November" {
		t.Errorf("Day = %q", got)
	}
	for d, want := range map[time.Duration]string{
		0: "deleted", 48 * time.Minute: "48 min left", 21*time.Hour + 30*time.Minute: "21 h left",
		6*24*time.Hour + 23*time.Hour: "6 d 23 h left", 7 * 24 * time.Hour: "7 d left",
		30 * time.Second: "under 1 min left",
	} {
		if got := Left(d); got != want {
			t.Errorf("Left(%v) = %q, want %q", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{31 * time.Second: "0:31", 84 * time.Second: "1:24",
		3725 * time.Second: "1:02:05", -time.Second: "0:00",
		51 * time.Hour: "2 d 3 h", 122733 * time.Hour: "more than 30 d"} {
		if got := Elapsed(d); got != want {
			t.Errorf("Elapsed(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestHowFarAClockIsOff(t *testing.T) {
	for ahead, want := range map[time.Duration]string{
		122733 * time.Hour: "14 years ahead of the service’s.", -3 * 24 * time.Hour: "3 days behind the service’s.",
		2 * time.Hour: "2 hours ahead of the service’s.",
	} {
		if got := ClockWrong(ahead); got != "This computer’s clock is "+want {
			t.Error(got)
		}
	}
}

func TestBytesAndSeeds(t *testing.T) {
	for n, want := range map[int64]string{999: "999 B", 1_500: "1.5 kB", 18_200_000: "18.2 MB",
		211_000_000_000: "211 GB", 999_960: "1.0 MB"} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
	if got := Seed(48210773); got != "48\u00a0210\u00a0773" {
		t.Errorf("Seed = %q", got)
	}
}

func TestJobLineFollowsTheRequest(t *testing.T) {
	job := db.Job{Kind: db.TextToVideo, Model: "clip-2.6",
		Request: []byte(`{"seconds":5,"resolution":"1080P","audio":true,"seed":48210773}`)}
	if got, want := JobLine(job), "Text to video · clip-2.6 · 5 s · 1080P · audio · seed 48\u00a0210\u00a0773"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	job = db.Job{Kind: db.TextToImage, Model: "genimage-2.5-flare",
		Request: []byte(`{"size":"1536x1024","quality":"medium"}`)}
	if got, want := JobLine(job), "Text to image · genimage-2.5-flare · 1536 × 1024 · Medium"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	job.Request = []byte(`broken`)
	if got, want := JobLine(job), "Text to image · genimage-2.5-flare"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestATrackedTaskIsNamedByWhatIsKnownOfIt(t *testing.T) {
	job := db.Job{Kind: db.TextToVideo, TaskID: "task_9", Note: jobs.NoteTracked, Request: []byte(`{"model":""}`)}
	if got := Title(job) + "|" + JobLine(job); got != "Task task_9|Text to video" {
		t.Errorf("%q", got)
	}
	job.Model, job.Prompt, job.Request = "clip-2.6", "boats", []byte(`{"seconds":10,"size":"1280x720"}`)
	if got := Title(db.Job{Kind: db.FramesToVideo, TaskID: "task_9"}); got != "No prompt (from frames)" {
		t.Errorf("a clip without a prompt is called %q", got)
	}
	if got := Title(job) + "|" + JobLine(job); got != "boats|Text to video · clip-2.6 · 10 s · 1280 × 720" {
		t.Errorf("%q", got)
	}
}

// Six shots of one person differ in their titles, and what a client asks for is shown whole before it is approved.
func TestTitlesLeaveOutDescriptionsOfTheCast(t *testing.T) {
	job := db.Job{Prompt: "Mara (pictures 2 and 3): a woman of forty. Mara leaves"}
	job.SetUsedCast([]cast.Used{{Name: "Mara", Words: "a woman of forty", Pictures: []string{"a", "b"}}})
	asset := db.Asset{Prompt: job.Prompt, Cast: job.Cast}
	if got := Title(job) + "|" + AssetTitle(asset); got != "Mara leaves|Mara leaves" {
		t.Errorf("%q", got)
	}
	job.Client, job.State = "editor", db.Held
	if got := Title(job); got != job.Prompt {
		t.Errorf("before its approval: %q", got)
	}
	if job.State = db.Waiting; Title(job) != "Mara leaves" {
		t.Errorf("approved: %q", Title(job))
	}
}

// Text of a program is shown with escaped control characters in lists and notices; text of the user is unchanged.
func TestInvisibleCharactersAreEscaped(t *testing.T) {
	const text = "a \u202eb\u0007 ع\u200cل 👨\u200d👩"
	if got, want := Title(db.Job{Client: "editor", Prompt: text}),
		"a [U+202E]b[U+0007] ع\u200cل 👨\u200d👩"; got != want {
		t.Errorf("%q", got)
	}
	if got := Title(db.Job{Prompt: text}); got != text {
		t.Errorf("of a person: %q", got)
	}
	long := db.Job{Prompt: strings.Repeat("é", 10_000)}
	if got := InNotice(long); got != strings.Repeat("é", 119)+"…" {
		t.Errorf("%d bytes in a notice", len(got))
	}
}

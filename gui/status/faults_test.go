package status

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// The texts of faults match the table in the documentation of the engine.
func TestFaultTextsMatchDocumentation(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	head := regexp.MustCompile(`^(.+?) \((?:([a-z_]+)(?:, ([a-z_0-9]+))?|Err[A-Z]\w+)\)(?:: (.+))?$`)
	seen := 0
	for _, p := range faultHeads(t) {
		m := head.FindStringSubmatch(p)
		if m == nil {
			continue
		}
		seen++
		label, words := m[1], m[4]
		if m[2] == "" { // an end of the program, not of a job
			program, err := os.ReadFile("../app/recovery.go")
			if err != nil || !strings.Contains(string(program), `"`+label+`"`) {
				t.Errorf("%s: nobody says so (%v)", label, err)
			}
			continue
		}
		job := db.Job{Kind: db.TextToVideo, State: db.JobState(m[2]), ErrorCode: m[3], ErrorMessage: "…", Client: "…"}
		if job.State == db.Held {
			job.Hold = db.HoldReason(m[3])
			switch { // before the request could leave
			case job.ErrorCode == jobs.CodeHosting:
				job.Hold = db.HeldNotSent
			case job.Hold == db.HeldAfter:
				job.ErrorCode = ""
			case strings.HasPrefix(job.ErrorCode, "after_"):
				job.Hold = db.HeldAfter
			}
		}
		if job.ErrorCode == jobs.CodeLinkDead {
			job.Kind = db.TextToImage
		}
		if strings.Contains(words, "until …") {
			job.NotBefore = now.Add(2 * time.Hour)
		}
		got := reason(job, now)
		if job.State == db.Downloading {
			r, _ := jobs.RetentionOf(job)
			got, _ = downloadTrouble(r)
		}
		if gotTag, _ := tag(job); gotTag != label || !alike(got, words) {
			t.Errorf("%s\na person reads: %s: %s", p, gotTag, got)
		}
	}
	if seen < 20 {
		t.Errorf("the table has %d ends", seen)
	}
}

// faultHeads returns the paragraphs of the table that describe final faults: the ones without indentation.
func faultHeads(t *testing.T) []string {
	t.Helper()
	doc, err := os.ReadFile("../../client/jobs/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(doc), "// # The faults\n")
	table, _, ends := strings.Cut(table, "\n// # ")
	if !found || !ends {
		t.Fatal("the table of faults is not where it was")
	}
	var heads []string
	for _, p := range strings.Split(table, "\n//\n") {
		if !strings.HasPrefix(p, "//\t") {
			heads = append(heads, strings.TrimPrefix(strings.ReplaceAll(p, "\n// ", " "), "// "))
		}
	}
	return heads
}

// alike compares a text with a pattern of the table, in which "…" matches anything.
func alike(words, pattern string) bool {
	from, to, open := strings.Cut(pattern, "…")
	if !open {
		return words == pattern
	}
	return len(words) > len(from)+len(to) && strings.HasPrefix(words, from) && strings.HasSuffix(words, to)
}

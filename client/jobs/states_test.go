package jobs_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"viviscope/client/jobs"
	"viviscope/db"
)

// drawing is the drawing of the package documentation, arrow by arrow.
const drawing = `
waiting -> sending held
held -> waiting
sending -> held rejected unconfirmed queued in_progress completed saving
unconfirmed -> rejected expired queued in_progress completed
queued -> in_progress completed failed expired unwatched
in_progress -> completed failed expired unwatched
unwatched -> queued in_progress
completed -> downloading
downloading -> saved expired failed
saving -> saved expired
rejected -> queued in_progress completed
failed -> queued in_progress completed
saved ->
expired -> saving queued in_progress completed failed
`

func TestAllowedMatchesDiagram(t *testing.T) {
	arrows := map[db.JobState][]string{}
	var all []db.JobState
	for line := range strings.Lines(strings.TrimSpace(drawing)) {
		from, to, _ := strings.Cut(line, "->")
		s := db.JobState(strings.TrimSpace(from))
		all = append(all, s)
		arrows[s] = strings.Fields(to)
	}
	for _, from := range all {
		for _, to := range all {
			want := false
			for _, x := range arrows[from] {
				want = want || x == string(to)
			}
			if got := jobs.Allowed(from, to); got != want {
				t.Errorf("Allowed(%s, %s) = %v", from, to, got)
			}
		}
		// Only to a state of its task does a job leave its end.
		for _, to := range all {
			again := slices.Contains([]db.JobState{db.Queued, db.InProgress, db.Completed, db.Failed, db.Saving}, to)
			if from.Ended() && jobs.Allowed(from, to) && !again || !from.Ended() && len(arrows[from]) == 0 {
				t.Errorf("%s leads to %s, but Ended is %v", from, to, from.Ended())
			}
		}
	}
}

// The package documentation names a test for each fault, and each of them exists.
func TestEveryDocumentedFaultHasATest(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for dir, from := range map[string]string{"": "", "faulttest": "faulttest", "client": ".."} {
		files, err := filepath.Glob(filepath.Join(from, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`(?m)^func (Test[A-Z]\w+)\(t \*testing\.T\)`).FindAllStringSubmatch(string(b), -1) {
				tests[path.Join(dir, m[1])] = true
			}
		}
	}
	named := map[string]bool{}
	for _, name := range regexp.MustCompile(`\b((faulttest|client)\.)?Test[A-Z]\w+`).FindAllString(string(doc), -1) {
		name = strings.Replace(name, ".", "/", 1)
		if !tests[name] {
			t.Errorf("there is no %s", name)
		}
		named[name] = true
	}
	if len(named) < 40 {
		t.Errorf("the tables name %d tests", len(named))
	}
	for name := range tests {
		if strings.HasPrefix(name, "faulttest/") && !named[name] {
			t.Errorf("%s proves a fault that the tables do not have", name)
		}
	}
	rows := 0
	for line := range strings.Lines(string(doc)) {
		if row := regexp.MustCompile(`^//\t\S.{50,}  (-|[ucrf]( [ucrf])?) +(\S*)`).FindStringSubmatch(line); row != nil {
			rows++
			if !strings.Contains(row[3], "Test") {
				t.Errorf("a fault without a test: %s", line)
			}
		}
	}
	if rows < 40 {
		t.Errorf("the tables have %d rows", rows)
	}
}

package db

import (
	"regexp"
	"strings"
	"testing"
)

// Pages are read from an index in their order: with 100,000 rows, a sort or a scan of the table would be slow.
func TestPagesUseIndex(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for name, f := range map[string]JobFilter{
		"all": {}, "state": {States: []JobState{Queued}}, "profile": {ProfileID: p.ID},
		"profile and state": {ProfileID: p.ID, States: []JobState{Saved}},
		"ended":             {States: []JobState{Saved, Failed, Expired}},
	} {
		f.Limit, f.BeforeID = 50, 7
		query, args := f.page()
		checkPlan(t, l, name, query, args)
	}
}

// The takes of a board are read from indexes.
func TestTakesUseIndexes(t *testing.T) {
	l := newLibrary(t)
	for query, args := range map[string][]any{
		jobsOfBoard: {"b"}, assetsOfTakes: {"[1]", `["r"]`},
		boardByRef: {"b"},
	} {
		steps := plan(t, l, query, args)
		if walked := regexp.MustCompile(`SCAN (jobs|assets|boards|i|a)\b.*`).FindString(steps); walked != "" &&
			!strings.HasSuffix(walked, "jobs_by_board") ||
			query == jobsOfBoard && !strings.Contains(steps, "SEARCH jobs USING INDEX jobs_by_board") {
			t.Errorf("%s:\n%s", query, steps)
		}
	}
}

// plan returns SQLite's query plan, one step per line.
func plan(t *testing.T, l *Library, query string, args []any) string {
	t.Helper()
	steps, err := list(t.Context(), l.reader, func(row scanner) (step string, err error) {
		var id, parent, unused int
		err = row.Scan(&id, &parent, &unused, &step)
		return step, err
	}, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "\n")
}

func checkPlan(t *testing.T, l *Library, name, query string, args []any) {
	t.Helper()
	if steps := plan(t, l, query, args); strings.Contains(steps, "TEMP B-TREE") {
		t.Errorf("%s is sorted:\n%s\n%s", name, query, steps)
	}
}

// Loading the search index reads only the jobs that used the cast.
func TestUsedCastIsReadFromIndexes(t *testing.T) {
	l := newLibrary(t)
	for query, want := range map[string]string{
		usedCastOfAll:                "SCAN j USING INDEX jobs_cast\nSEARCH a USING COVERING INDEX assets_by_item (job_id=?)",
		usedCastOfSome + "(1, 2, 3)": "SEARCH a USING INTEGER PRIMARY KEY (rowid=?)\nSEARCH j USING INTEGER PRIMARY KEY (rowid=?)",
	} {
		if steps := plan(t, l, query, nil); steps != want {
			t.Errorf("%s:\n%s", query, steps)
		}
	}
}

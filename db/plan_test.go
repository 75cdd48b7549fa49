package db

import (
	"strings"
	"testing"
)

// The pages that the window turns must come out of an index in their order: at 100,000 rows a sort or a walk through the
// table would be seen.
func TestPagesComeFromAnIndex(t *testing.T) {
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

func checkPlan(t *testing.T, l *Library, name, query string, args []any) {
	t.Helper()
	steps, err := list(t.Context(), l.reader, func(row scanner) (step string, err error) {
		var id, parent, unused int
		err = row.Scan(&id, &parent, &unused, &step)
		return step, err
	}, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		if strings.Contains(s, "TEMP B-TREE") {
			t.Errorf("%s is sorted:\n%s\n%s", name, query, strings.Join(steps, "\n"))
		}
	}
}

package search

import (
	"testing"
	"time"
	_ "time/tzdata" // the test's time zones on every machine

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"viviscope/db/findings"
)

// noon is the time of all tests.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("CET", 3600))

func TestParseQuery(t *testing.T) {
	word := func(s string) Term { return Term{Text: s} }
	for typed, want := range map[string][]Term{
		"":                         nil,
		"  \t ":                    nil,
		"boats":                    {word("boats")},
		`boats "golden hour" -sea`: {word("boats"), {Text: "golden hour", Exact: true}, {Text: "sea", Not: true}},
		`model:clip-2.6 tag:coast`: {{Key: "model", Text: "clip-2.6"}, {Key: "tag", Text: "coast"}},
		`-tag:"my coast" -"a b"`:   {{Key: "tag", Text: "my coast", Not: true}, {Text: "a b", Exact: true, Not: true}},
		"TAG:x":                    {{Key: "tag", Text: "x"}},
		"tag: x":                   {word("tag:"), word("x")}, // no value: text
		"prompt:boats":             {word("prompt:boats")},    // no such key
		"https://a.example/x":      {word("https://a.example/x")},
		`"model:x"`:                {{Text: "model:x", Exact: true}},
		`tag:"`:                    {word("tag:")},
		`tag:""`:                   {word("tag:")},
		`tag:"open`:                {{Key: "tag", Text: "open"}},
		"ratio:16:9":               {{Key: "ratio", Text: "16:9"}},
		"-":                        {word("-")},
		"--x":                      {word("--x")},
		"-- -":                     {word("--"), word("-")},
		`""`:                       nil,
		"船 -夜景":                    {word("船"), {Text: "夜景", Not: true}},
	} {
		if d := cmp.Diff(want, ParseQuery(typed).Terms); d != "" {
			t.Errorf("%q: -want +got:\n%s", typed, d)
		}
	}
}

// checkRoundTrip checks that String returns a text that parses to the same query.
func checkRoundTrip(t interface{ Errorf(string, ...any) }, typed string) {
	q := ParseQuery(typed)
	if d := cmp.Diff(q, ParseQuery(q.String())); d != "" {
		t.Errorf("%q became %q: -want +got:\n%s", typed, q.String(), d)
	}
	if len(q.Terms) > maxQueryTerms {
		t.Errorf("%d terms", len(q.Terms))
	}
	for _, term := range q.Terms {
		if term.Text == "" || term.Key != "" && term.Exact {
			t.Errorf("%q has the term %+v", typed, term)
		}
	}
	f, unusable := q.Filter(Names{Now: noon})
	if f.MinSide < 0 || f.MinSeconds < 0 || len(unusable) > len(q.Terms) {
		t.Errorf("%q became the filter %+v", typed, f)
	}
}

func FuzzParseQuery(f *testing.F) {
	for _, s := range []string{`boats "golden hour" -sea model:clip-2.6`, `-tag:"a b" date:2025..2026-02`, `""""`,
		`-"-"`, "tag:-x -tag:\"-x", "cost:1..2", "\u0085:\xff", "a\"b c\"d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkRoundTrip(t, s) })
}

func TestQueryRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkRoundTrip(t, rapid.StringMatching(`([-"]{0,2}(tag|model|date|x|船)?:?"?[a-z0-9"\. :-]{0,4}){0,6}`).Draw(t,
			"typed"))
	})
}

func TestQueryFilter(t *testing.T) {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, noon.Location()) }
	names := Names{Now: noon, Profiles: map[string]int64{"studio": 7}, Albums: map[string]string{"my album": "aa"}}
	seed, micros, more := int64(48210770), int64(2_800_000), int64(5_000_000)
	for typed, want := range map[string]Filter{
		`model:clip-2.6 tag:coast seed:48210770 -night "paper boat"`: {
			Models: []string{"clip-2.6"}, Tags: []string{"coast"}, Seed: &seed, Text: `-night "paper boat"`},
		"kind:clip sound:off seconds:5..10":   {Kind: Clip, Sound: WithoutSound, MinSeconds: 5, MaxSeconds: 10},
		"kind:video seconds:8s":               {Kind: Clip, MinSeconds: 8, MaxSeconds: 8},
		"size:1080.. ratio:9:16":              {MinSide: 1080, Ratio: Tall9x16},
		"size:720p":                           {MinSide: 720, MaxSide: 720},
		"size:..4k ratio:portrait":            {MaxSide: 2160, Ratio: Portrait},
		"date:2026":                           {From: day(2026, 1, 1), To: day(2027, 1, 1)},
		"date:2026-02":                        {From: day(2026, 2, 1), To: day(2026, 3, 1)},
		"date:2026-02-28..2026-03":            {From: day(2026, 2, 28), To: day(2026, 4, 1)},
		"date:..today":                        {To: day(2026, 11, 22)},
		"date:yesterday":                      {From: day(2026, 11, 20), To: day(2026, 11, 21)},
		"cost:2.80..5":                        {MinCost: &micros, MaxCost: &more},
		"star:on status:imported link:living": {Starred: true, Origin: Imported, LinkValidAt: noon},
		`profile:STUDIO album:"My Album"`:     {ProfileID: 7, Album: "aa"},
		"-tag:draft -kind:clip":               {Not: []Filter{{Tags: []string{"draft"}}, {Kind: Clip}}},
		"status:trashed":                      {Trashed: true},
		"-status:trashed":                     {},
		"model:a model:b tag:x tag:y star:off": {Models: []string{"a", "b"}, Tags: []string{"x", "y"},
			Not: []Filter{{Starred: true}}},
		"status:untagged":           {Untagged: true},
		"check:black -check:frozen": {Check: findings.Black, Not: []Filter{{Check: findings.Frozen}}},
		"cast:Mara cast:@Søren":     {Cast: []string{"Mara", "Søren"}},
		"-cast:mara":                {Not: []Filter{{Cast: []string{"mara"}}}},
	} {
		got, unusable := ParseQuery(typed).Filter(names)
		if d := cmp.Diff(want, got); d != "" || len(unusable) > 0 {
			t.Errorf("%s: unusable %v, -want +got:\n%s", typed, unusable, d)
		}
	}
	for _, typed := range []string{"seed:x", "seed:1.5", "date:2026-13", "date:..", "size:0", "size:-1",
		"size:99999999", "ratio:17:9", "ratio:x",
		"seconds:x", "seconds:-1", "seconds:NaN", "cost:..", "cost:1e99", "cost:-1", "sound:loud", "star:maybe",
		"kind:sound", "status:lost", "link:dead", "check:any",
		"profile:nobody", "album:none"} {
		if _, unusable := ParseQuery(typed).Filter(names); len(unusable) != 1 {
			t.Errorf("%s is taken", typed)
		}
	}
}

func TestQueryChips(t *testing.T) {
	q := ParseQuery(`boats tag:coast`)
	coast := Term{Key: KeyTag, Text: "coast"}
	not := coast
	not.Not = true
	for what, got := range map[string]Query{
		"boats tag:coast": q.With(coast), "boats -tag:coast": q.With(not), "boats": q.Without(coast),
		"tag:coast": q.WithoutKey(""),
	} {
		if got.String() != what {
			t.Errorf("got %q, want %q", got, what)
		}
	}
	if q.String() != "boats tag:coast" || q.Words() != "boats" {
		t.Errorf("the query became %q with the words %q", q, q.Words())
	}
}

// If clocks are set forward at midnight, the day begins later. An asset made in its first hour belongs to that day
// only.
func TestDayWithoutMidnight(t *testing.T) {
	in, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	at := func(d, hour int) time.Time { return time.Date(2018, time.November, d, hour, 30, 0, 0, in) }
	begin, end := at(4, 1).Add(-30*time.Minute), at(5, 0).Add(-30*time.Minute)
	for typed, want := range map[string]Filter{
		"date:today":      {From: begin, To: end},
		"date:2018-11-04": {From: begin, To: end},
		"date:yesterday":  {From: at(3, 0).Add(-30 * time.Minute), To: begin},
	} {
		if got, _ := ParseQuery(typed).Filter(Names{Now: at(4, 1)}); !got.From.Equal(want.From) ||
			!got.To.Equal(want.To) {
			t.Errorf("%s is from %v to %v", typed, got.From, got.To)
		}
	}
	x := New(time.Now)
	x.Put(func(yield func(Asset) bool) {
		for i, made := range []time.Time{at(5, 0), at(4, 23), at(4, 1), at(3, 23)} {
			if !yield(Asset{Row: Row{ID: int64(i + 1), Created: made.UnixMilli()}}) {
				return
			}
		}
	})
	days, err := x.Days(t.Context(), Filter{}, in)
	if err != nil || len(days) != 3 || !days[1].Start.Equal(begin) {
		t.Errorf("%v, %v", days, err)
	}
}

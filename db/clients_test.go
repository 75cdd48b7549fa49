package db

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"viviscope/db/ledger"
)

func TestClientsAndTheirGrants(t *testing.T) {
	l := newLibrary(t)
	ctx, p, q := t.Context(), newProfile(t, l), newProfile(t, l)
	sum := strings.Repeat("ab", 32)
	grants := []Grant{{ProfileID: p.ID, Approve: ApproveAbove, Above: amount(5), Click: amount(6), Day: amount(7),
		Total: amount(8), EndsAt: noon.Add(time.Hour)},
		{ProfileID: q.ID, Approve: ApproveAlways, Since: noon.Add(-time.Hour)}}
	if err := l.SaveClient(ctx, Client{Name: "editor", Token: sum}, grants); err != nil {
		t.Fatal(err)
	}
	if err := l.SaveClient(ctx, Client{Name: "a-script"}, nil); err != nil {
		t.Fatal(err)
	}
	if err := l.RecordClientSeen(ctx, "editor"); err != nil {
		t.Fatal(err)
	}
	all, err := l.Clients(ctx)
	if err != nil || len(all) != 2 || all[1].Name != "editor" || all[1].Token != sum || all[1].SeenAt.IsZero() ||
		all[0].CreatedAt.IsZero() || !all[0].SeenAt.IsZero() {
		t.Fatalf("%+v, %v", all, err)
	}
	got, err := l.Grants(ctx, "")
	if err != nil || len(got) != 2 || *got[0].Above != 5 || *got[0].Click != 6 || *got[0].Day != 7 ||
		*got[0].Total != 8 || !got[0].EndsAt.Equal(noon.Add(time.Hour)) ||
		got[0].Since.IsZero() || got[1].Total != nil || !got[1].EndsAt.IsZero() ||
		!got[1].Since.Equal(noon.Add(-time.Hour)) {
		t.Fatalf("%+v, %v", got, err)
	}
	if g, err := l.Budget().Grant(ctx, "editor", q.ID); err != nil || g.Approve != ApproveAlways {
		t.Errorf("%+v, %v", g, err)
	}
	if _, err := l.Budget().Grant(ctx, "a-script", q.ID); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if _, on, err := l.Budget().Client(ctx, "editor"); err != nil || on {
		t.Errorf("automation is on by default: %v", err)
	}
	for _, want := range []bool{true, false} {
		if err := l.SetSetting(ctx, SettingAutomation, Automation{On: want}); err != nil {
			t.Fatal(err)
		}
		if c, on, err := l.Budget().Client(ctx, "editor"); err != nil || on != want || c.Token != sum {
			t.Errorf("%+v, %v, %v", c, on, err)
		}
	}
	if _, _, err := l.Budget().Client(ctx, "nobody"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if err := l.SaveClient(ctx, Client{Name: "editor"}, grants[1:]); err != nil { // revokes its token
		t.Fatal(err)
	}
	again, err := l.Clients(ctx)
	got, _ = l.Grants(ctx, "editor")
	if err != nil || again[1].Token != "" ||
		!again[1].CreatedAt.Equal(all[1].CreatedAt) || !again[1].SeenAt.Equal(all[1].SeenAt) || len(got) != 1 {
		t.Errorf("%+v, %+v, %v", again, got, err)
	}
	for name, ok := range map[string]bool{"a": true, "a-1": true, "": false, "Claude": true, "Claude Desktop (2)": true,
		"Übersicht": true, "助手": true, strings.Repeat("ü", 32): true, strings.Repeat("a", 33): false, " a": false,
		"a  b": false,
		"a\n":  false, "a\x00": false, "u\u0308": false, "a\u202eb": false, "a\u200bb": false, "a/b": false,
		"\xff": false, "\u3164": false, "a\ufe0f": false} {
		if IsClientName(name) != ok {
			t.Errorf("name %q: %v", name, !ok)
		}
	}
}

func TestClicksAreUniqueForAProfile(t *testing.T) {
	l := newLibrary(t)
	ctx, p, q := t.Context(), newProfile(t, l), newProfile(t, l)
	put := func(profile int64, c Click) error {
		return l.WriteJobs(ctx, func(tx *JobsTx) error { return tx.InsertClick(ctx, profile, c) })
	}
	for _, profile := range []int64{p.ID, q.ID} {
		if err := put(profile, Click{ID: "teaser-07", Click: "c" + string(rune('0'+profile)),
			Fingerprint: "f"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := put(p.ID, Click{ID: "teaser-07", Click: "other", Fingerprint: "f"}); !errors.Is(err, ErrExists) {
		t.Errorf("the same click again: %v", err)
	}
	all, err := l.Budget().ClicksByID(ctx, "teaser-07")
	if err != nil || len(all) != 2 || all[0].ProfileID != q.ID || all[1].ProfileID != p.ID {
		t.Fatalf("%+v, %v", all, err)
	}
	c := all[1]
	if c.Fingerprint != "f" || c.CreatedAt.IsZero() {
		t.Errorf("%+v", c)
	}
	if of, err := l.ClickOf(ctx, c.Click); err != nil || of.ID != "teaser-07" {
		t.Errorf("%+v, %v", of, err)
	}
	if _, err := l.ClickOf(ctx, "made in the window"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if jobs, err := l.Budget().JobsOfClick(ctx, c.Click); err != nil || len(jobs) != 0 {
		t.Errorf("%+v, %v", jobs, err)
	}
	for id, ok := range map[string]bool{"teaser-07": true, "!~": true, "": false, "a b": false, "a\n": false,
		"é": false, strings.Repeat("a", 129): false} {
		if IsClickID(id) != ok {
			t.Errorf("click %q: %v", id, !ok)
		}
	}
}

func TestCostsByClient(t *testing.T) {
	l := newLibrary(t)
	ctx, p := t.Context(), newProfile(t, l)
	for i, client := range []string{"", "editor", "editor", "script"} {
		j := newJob(t, l, Job{ProfileID: p.ID, Kind: TextToImage, Client: client, State: Saving})
		if err := appendEntry(l, j.ID,
			Entry{Kind: Charge, AmountMicros: amount(int64(10 * (i + 1))), Currency: "EUR"}); err != nil {
			t.Fatal(err)
		}
	}
	groups, err := l.Breakdown(ctx, ledger.Filter{}, ledger.ByClient, nil)
	if err != nil || len(groups) != 3 || groups[0].Key != "editor" || groups[0].Charged != 50 ||
		groups[1].Key != "script" || groups[1].Charged != 40 ||
		groups[2].Key != "" || groups[2].Charged != 10 {
		t.Errorf("%+v, %v", groups, err)
	}
	if sums, err := l.LedgerSums(ctx, ledger.Filter{Client: "editor"}); err != nil || len(sums) != 1 ||
		sums[0].Charged != 50 || sums[0].Jobs != 2 {
		t.Errorf("%+v, %v", sums, err)
	}
}

// The ID of a click is in its files' sidecars, so that a script that repeats the click after a rebuild finds its
// results. The client is there too. Importing a foreign sidecar restores neither.
func TestRebuildRestoresClicks(t *testing.T) {
	l := newLibrary(t)
	boats, sum := clipOf("boats"), strings.Repeat("0f", 32)
	one, two := madeBy(boats, 0), madeBy(clipOf("kites"), 0)
	one.Client, one.ClickID, one.ClickSum = "editor", "teaser-07", sum
	two.Click, two.ClickIndex, two.Client, two.ClickID, two.ClickSum = one.Click, 1, "editor", "teaser-07", sum
	odd := madeBy(clipOf("odd"), 0)
	odd.Client, odd.ClickID, odd.ClickSum = "Editor\x00", "a b", "none"
	ingestMade(t, l, mp4Head+"boats", one)
	ingestMade(t, l, mp4Head+"kites", two)
	ingestMade(t, l, mp4Head+"odd", odd)
	l, r := rebuilt(t, l)
	job, err := l.JobByRef(t.Context(), boats.Ref)
	if err != nil || job.Client != "editor" || len(r.Problems) > 0 {
		t.Fatalf("%+v, %v, %+v", job, err, r.Problems)
	}
	clicks, err := l.Budget().ClicksByID(t.Context(), "teaser-07")
	if err != nil || len(clicks) != 1 || clicks[0].Fingerprint != sum || clicks[0].ProfileID != job.ProfileID {
		t.Fatalf("%+v, %v", clicks, err)
	}
	click := clicks[0]
	if jobs, err := l.Budget().JobsOfClick(t.Context(), click.Click); err != nil || len(jobs) != 2 ||
		jobs[0].ID != job.ID {
		t.Errorf("%+v, %v", jobs, err)
	}
	if of, err := l.JobByRef(t.Context(), odd.JobRef); err != nil || of.Client != "" {
		t.Errorf("%+v, %v", of, err)
	}
	if _, err := l.ClickOf(t.Context(), odd.Click); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if clients, err := l.Clients(t.Context()); err != nil || len(clients) > 0 {
		t.Errorf("a client has a grant: %+v, %v", clients, err)
	}
	if recipe, ok := (Sidecar{Made: []byte(`{"job_ref":"` + boats.Ref + `","kind":"text_to_video","click":"` +
		boats.Click +
		`","client":"editor","click_id":"x","click_sum":"` + sum + `"}`)}).Recipe(); !ok || recipe.Client != "" ||
		recipe.ClickID != "" || recipe.ClickSum != "" {
		t.Errorf("recipe has %+v", recipe)
	}
}

// After restoring a backup, a job that waited for approval still does, and is not held by the user. No client has a
// grant.
func TestRestoredJobStillWaitsForApproval(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	approval, waiting := videoJob(p.ID, "approval"), videoJob(p.ID, "waiting")
	approval.State, approval.Hold, approval.ErrorCode, approval.Client = Held, HeldApproval, "cap_day", "editor"
	approval, waiting = newJob(t, l, approval), newJob(t, l, waiting)
	if err := l.SaveClient(t.Context(), Client{Name: "editor", Token: "a sum"},
		[]Grant{{ProfileID: p.ID, Approve: ApproveNever}}); err != nil {
		t.Fatal(err)
	}
	backUp(t, l, true)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := RestoreBackup(t.Context(), l.Dir(), testOptions()); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, l.Dir())
	clients, err := l.Clients(t.Context())
	grants, _ := l.Grants(t.Context(), "")
	if err != nil || len(clients) != 1 || clients[0].Token != "" || len(grants) > 0 {
		t.Errorf("a grant or token was restored: %+v, %+v, %v", clients, grants, err)
	}
	for id, want := range map[int64][2]string{approval.ID: {"approval", "cap_day"},
		waiting.ID: {"person", CodeRestored}} {
		if j, err := l.Job(t.Context(), id); err != nil || string(j.Hold) != want[0] || j.ErrorCode != want[1] ||
			j.Note != NoteRestored {
			t.Errorf("%+v, %v", j, err)
		}
	}
}

// ClientSpent counts the jobs of a client, today and since the start of its grant, which may be later than midnight.
// Amounts that are not known count as estimated.
func TestClientSpent(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	day := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)
	since := day.Add(12 * time.Hour)
	micros := int64(1)
	spend := func(client string, state JobState, hold HoldReason, at time.Time, known bool, kinds ...EntryKind) {
		t.Helper()
		j := videoJob(p.ID, "x")
		j.Client, j.State, j.Hold, j.Currency, j.EstimateMicros = client, state, hold, "CNY", new(micros)
		j = newJob(t, l, j)
		_, err := l.Change(t.Context(), j.ID, func(c *Change) error {
			for _, k := range kinds {
				e := Entry{Kind: k, Currency: "CNY", At: at}
				if known {
					e.AmountMicros = new(micros)
				}
				c.Append(e)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		micros *= 10
	}
	spend("editor", Saved, "", since, true, Reserve, Charge)                 // 1
	spend("editor", Saved, "", since.Add(-time.Hour), true, Reserve, Charge) // 10: before the grant, of today
	spend("editor", Saved, "", day.Add(-time.Hour), true, Reserve, Charge)   // 100: of neither
	spend("editor", InProgress, "", day.Add(-time.Hour), true, Reserve)      // 1000: it runs
	spend("editor", Saved, "", since, false, Charge)                         // 10,000
	spend("editor", Expired, "", since, false, Reserve)                      // 100,000
	spend("editor", Unconfirmed, "", since, true, UnconfirmedEntry)          // 1,000,000
	spend("editor", Waiting, "", since, true)                                // 10,000,000
	spend("editor", Held, HeldPaused, since, true)                           // 100,000,000
	spend("editor", Held, HeldApproval, since, true)                         // not approved
	spend("", Saved, "", since, true, Reserve, Charge)                       // of the user
	spend("", Waiting, "", since, true)                                      // likewise
	spend("other", InProgress, "", since, true, Reserve)                     // another's
	spend("other", Waiting, "", since, true)                                 // likewise
	today, all, other, err := l.Budget().ClientSpent(t.Context(), "editor", p.ID, "CNY", day, since)
	want := Spent{Charged: 10_011, Reserved: 101_000, Unconfirmed: 1_000_000, Outgoing: 110_000_000}
	if err != nil || today != want || len(other) > 0 {
		t.Errorf("today %+v, want %+v, %v", today, want, err)
	}
	want.Charged = 10_001
	if all != want {
		t.Errorf("since %+v, want %+v", all, want)
	}
	if _, all, _, err = l.Budget().ClientSpent(t.Context(), "editor", p.ID, "CNY", day,
		day.AddDate(0, 0, -1)); err != nil || all.Charged != 10_111 {
		t.Errorf("since yesterday %+v, %v", all, err)
	}
	first, err := l.Jobs(t.Context(), JobFilter{Client: "editor", Limit: 1, BeforeID: 2})
	if err != nil || len(first) != 1 {
		t.Fatal(first, err)
	}
	if _, err := l.Correct(t.Context(), Correction{ProfileID: p.ID, JobID: first[0].ID, AmountMicros: 7,
		Note: "the console says so", Currency: "CNY"}); err != nil {
		t.Fatal(err)
	}
	if _, all, _, err = l.Budget().ClientSpent(t.Context(), "editor", p.ID, "CNY", noon,
		noon.Add(-time.Hour)); err != nil || all.Charged != 10_111+7 {
		t.Errorf("with a correction %+v, %v", all, err)
	}
	if _, all, other, err = l.Budget().ClientSpent(t.Context(), "editor", p.ID, "EUR", day, since); err != nil ||
		all.Used() != 0 || len(other) != 2 {
		t.Errorf("in another currency %+v, %d jobs, %v", all, len(other), err)
	}
}

// BenchmarkClientSpent measures the query in the transaction of each click of a client with very many jobs.
func BenchmarkClientSpent(b *testing.B) {
	l := newLibrary(b)
	p := newProfile(b, l)
	const numbers = "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "
	start := noon.AddDate(0, -6, 0).UnixMilli()
	err := l.write(b.Context(), func(tx *sql.Tx) error {
		if _, err := tx.Exec("INSERT INTO jobs (id, ref, profile_id, kind, state, model, prompt, request, input_path, resolution, task_id, progress,"+
			" raw_status, hold, error_code, error_message, raw_answer, estimate_micros, currency, created_at, click, click_index, note, client) "+numbers+
			`SELECT i, 'ref' || i, 1, 'text_to_video', 'saved', 'clip-3.0', 'slow pan over a quiet harbour', '{}', '', '720P', 't' || i, 100, '', '', '', '', '',
			5, 'CNY', ? + i * 150000, 'c' || i, 0, '', 'editor' FROM n`, start); err != nil {
			return err
		}
		_, err := tx.Exec("INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note) "+numbers+
			"SELECT i, 1, 'charge', 5, 'CNY', ? + i * 150000, '' FROM n", start)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, all, _, err := l.Budget().ClientSpent(b.Context(), "editor", p.ID, "CNY", noon,
			noon.AddDate(-1, 0, 0)); err != nil || all.Charged != 500_000 {
			b.Fatalf("%+v, %v", all, err)
		}
	}
}

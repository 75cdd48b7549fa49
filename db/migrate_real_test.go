package db

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"viviscope/db/folder"
	"viviscope/db/ledger"
	"viviscope/db/search"
)

// ofSchema creates a library with the first migrations and some rows, and opens it with all.
func ofSchema(t *testing.T, version int, rows ...string) *Library {
	t.Helper()
	dir := t.TempDir()
	if err := otherProgram(t.Context(), dir, embeddedMigrations()[:version]); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite3", dsn(filepath.Join(dir, folder.Database), "_foreign_keys=1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if _, err := pool.Exec(row); err != nil {
			t.Fatalf("%s: %v", row, err)
		}
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	return openLibrary(t, dir)
}

// A library of schema 1 opens with all its rows; newer fields are empty.
func TestOpenSchema1(t *testing.T) {
	l := ofSchema(t, 1,
		`INSERT INTO profiles VALUES (7, 'Studio', 'https://api.example.com', 0, 1, 'EUR', 5, 2, 12, 10, NULL, NULL, 1)`,
		`INSERT INTO jobs VALUES (3, 'f00d', 7, 'text_to_video', 'queued', 'clip-2.6', 'boats', '{"model":"clip-2.6"}', '', 5, '720P', 't1', 0,
			'queued', '', NULL, '', '', '', 2800000, 'EUR', NULL, NULL, 1, 2, 3, NULL, NULL, NULL, NULL, 'c', 0, NULL, '')`,
		`INSERT INTO ledger (job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note)
			VALUES (3, 7, 'reserve', '{"seconds":5}', 560000, 2800000, 'EUR', 3, '')`,
	)
	j, err := l.Job(t.Context(), 3)
	if err != nil || j.TaskID != "t1" || j.State != Queued || j.Inputs != nil {
		t.Errorf("job %+v, %v", j, err)
	}
	p, err := l.Profile(t.Context(), 7)
	if err != nil || p.Name != "Studio" || p.Models != nil || p.Hosting != nil || p.ConfirmMicros != nil ||
		p.BudgetMicros != nil {
		t.Errorf("profile %+v, %v", p, err)
	}
	if entries, err := l.Entries(t.Context(), 0); err != nil || len(entries) != 1 ||
		*entries[0].AmountMicros != 2_800_000 {
		t.Errorf("entries %v, %v", entries, err)
	}
}

// A library of schema 2 opens with the data for search: seeds, shared costs and relatives.
func TestOpenSchema2(t *testing.T) {
	const job = `INSERT INTO jobs (id, ref, profile_id, kind, state, model, prompt, request, input_path, resolution, task_id, progress, raw_status,
		hold, error_code, error_message, raw_answer, currency, created_at, click, click_index, note, inputs) VALUES
		(%s, 7, '%s', 'saved', 'image-2.0', 'paper boats', '%s', '', '', '', 100, '', '', '', '', '', 'EUR', 1, 'c', 0, '', %s)`
	const asset = `INSERT INTO assets (ref, job_id, profile_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio, prompt, model,
		item_index, link, starred, created_at) VALUES (%s, 7, 'picture', %s, 'image/png', '` + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + `', 9, 4, 3, 0, 0, 0,
		'paper boats', 'image-2.0', %s, '', 1, 1)`
	l := ofSchema(t, 2,
		`INSERT INTO profiles (id, name, base_url, sandbox, saved, currency, max_tasks, max_images, poll_seconds, image_minutes, created_at)
			VALUES (7, 'Studio', 'https://api.example.com', 0, 1, 'EUR', 5, 2, 12, 10, 1)`,
		fmt.Sprintf(job, "3, 'j3'", "text_to_image", `{"seed":48210770}`, "NULL"),
		fmt.Sprintf(job, "4, 'j4'", "edit_image", `{"seed":"none"}`,
			`'[{"place":0,"asset":"a1"},{"place":1},{"place":2,"asset":"a2"}]'`),
		fmt.Sprintf(job, "5, 'j5'", "edit_image", `[]`, `'{}'`),
		fmt.Sprintf(asset, "'a1', 3", "'files/1.png'", "0"), fmt.Sprintf(asset, "'a2', 3", "'files/2.png'", "1"),
		fmt.Sprintf(asset, "'a3', 4", "'files/3.png'", "0"), fmt.Sprintf(asset, "'a4', 5", "'files/4.png'", "0"),
		`INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note) VALUES (3, 7, 'charge', 5, 'EUR', 3, ''),
			(4, 7, 'reserve', 9, 'EUR', 3, ''), (4, 7, 'refund', NULL, 'EUR', 4, '')`,
	)
	for ref, want := range map[string]struct{ seed, cost int64 }{"a1": {48210770, 3}, "a2": {48210770, 2},
		"a3": {-1, 0}, "a4": {-1, -1}} {
		a, err := l.AssetByRef(t.Context(), ref)
		if err != nil || orElse(a.Seed, -1) != want.seed || orElse(a.CostMicros, -1) != want.cost || a.Tags != nil ||
			!a.Starred {
			t.Errorf("%s: %+v, %v", ref, a, err)
		}
	}
	f, err := l.Family(t.Context(), "a3")
	if err != nil || len(f.MadeFrom) != 2 || f.MadeFrom[0].Asset.Ref != "a1" || f.MadeFrom[1].Place != 2 {
		t.Errorf("family %+v, %v", f, err)
	}
	if n, err := countOf(t.Context(), l, search.Filter{Text: "boats", Starred: true}); err != nil || n != 4 {
		t.Errorf("found %d, %v", n, err)
	}
}

// A library of schema 3 opens with its ledger: entries, open entries and costs of files. The rules apply to new
// entries, including corrections.
func TestOpenSchema3(t *testing.T) {
	const job = `INSERT INTO jobs (id, ref, profile_id, kind, state, model, prompt, request, input_path, resolution, task_id, progress, raw_status,
		hold, error_code, error_message, raw_answer, currency, created_at, click, click_index, note) VALUES
		(%d, 'j%[1]d', 7, 'text_to_image', 'saved', 'image-2.0', 'paper boats', '{}', '', '', '', 100, '', '', '', '', '', 'EUR', 1, 'c', 0, '')`
	const asset = `INSERT INTO assets (ref, job_id, profile_id, kind, path, mime, sha256, bytes, width, height, seconds, fps, has_audio, prompt, model,
		item_index, link, starred, created_at) VALUES ('a%d', 3, 7, 'picture', 'files/%[1]d.png', 'image/png', '` + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" + `', 9, 4, 3, 0, 0, 0,
		'paper boats', 'image-2.0', %[1]d, '', 1, 1)`
	l := ofSchema(t, 3,
		`INSERT INTO profiles (id, name, base_url, sandbox, saved, currency, max_tasks, max_images, poll_seconds, image_minutes, created_at, budget_micros)
			VALUES (7, 'Studio', 'https://api.example.com', 0, 1, 'EUR', 5, 2, 12, 10, 1, 9)`,
		fmt.Sprintf(job, 3), fmt.Sprintf(job, 4), fmt.Sprintf(job, 5), fmt.Sprintf(asset, 1), fmt.Sprintf(asset, 2),
		`INSERT INTO ledger (job_id, profile_id, kind, quantity, unit_micros, amount_micros, currency, at, note) VALUES
			(3, 7, 'charge', '{"pictures":2}', NULL, 5, 'EUR', 3, 'kept'), (4, 7, 'reserve', NULL, NULL, 9, 'EUR', 3, ''), (5, 7, 'charge', NULL, NULL, NULL, 'EUR', 4, '')`,
	)
	costs := func(want ...int64) {
		t.Helper()
		for i, micros := range want {
			if a, err := l.AssetByRef(t.Context(), fmt.Sprint("a", i+1)); err != nil ||
				orElse(a.CostMicros, -1) != micros {
				t.Errorf("file %d cost %d, want %d, %v", i+1, orElse(a.CostMicros, -1), micros, err)
			}
		}
	}
	costs(3, 2)
	p, err := l.Profile(t.Context(), 7)
	if err != nil || *p.BudgetMicros != 9 || p.DayBudgetMicros != nil || p.WarnPercent != DefaultWarnPercent {
		t.Errorf("profile %+v, %v", p, err)
	}
	if e, err := l.Entries(t.Context(), 3); err != nil || len(e) != 1 || e[0].ID != 1 || e[0].Note != "kept" ||
		string(e[0].Quantity) != `{"pictures":2}` || e[0].Correction != "" {
		t.Errorf("entries %+v, %v", e, err)
	}
	want := []ledger.Sums{{Currency: "EUR", Charged: 5, Reserved: 9, Jobs: 2, Unpriced: 1, Entries: 3}}
	if got, err := l.LedgerSums(t.Context(), ledger.Filter{}); err != nil || len(got) != 1 || got[0] != want[0] {
		t.Errorf("sums %+v, %v", got, err)
	}
	if err := appendEntry(l, 4, Entry{Kind: Reserve}); !errors.Is(err, ledger.ErrRefused) {
		t.Errorf("a second reserve: %v", err)
	}
	if err := appendEntry(l, 4, Entry{Kind: Refund, AmountMicros: amount(9)}); err != nil {
		t.Error(err)
	}
	if _, err := l.Correct(t.Context(),
		Correction{ProfileID: 7, JobID: 3, AmountMicros: -2, Note: "half of it came back"}); err != nil {
		t.Error(err)
	}
	costs(2, 1)
	if _, left, err := l.PriceLater(t.Context(), []LaterPrice{{EntryID: 3, AmountMicros: 4}}); err != nil ||
		len(left) > 0 {
		t.Error(left, err)
	}
	want = []ledger.Sums{{Currency: "EUR", Charged: 7, Corrected: 2, Refunded: 9, Jobs: 2, Entries: 6}}
	if got, err := l.LedgerSums(t.Context(), ledger.Filter{}); err != nil || len(got) != 1 || got[0] != want[0] {
		t.Errorf("sums %+v, %v", got, err)
	}
}

// A library of schema 8 opens with jobs of no board. New jobs can belong to a board and be held for its reasons. Other
// reasons are refused.
func TestOpenSchema8(t *testing.T) {
	const job = `INSERT INTO jobs (id, ref, profile_id, kind, state, model, prompt, request, input_path, resolution, task_id, progress, raw_status,
		hold, error_code, error_message, raw_answer, currency, created_at, click, click_index, note) VALUES
		(3, 'j3', 7, 'text_to_image', 'held', 'image-2.0', 'paper boats', '{}', '', '', '', 0, '', 'budget', '', '', '', 'EUR', 1, 'c', 0, '')`
	l := ofSchema(t, 8, `INSERT INTO profiles (id, name, base_url, sandbox, saved, currency, max_tasks, max_images, poll_seconds, image_minutes, created_at)
		VALUES (7, 'Studio', 'https://api.example.com', 0, 1, 'EUR', 5, 2, 12, 10, 1)`, job)
	old, err := l.Job(t.Context(), 3)
	if err != nil || old.Hold != HeldOverBudget || old.Board != "" || old.Shot != "" || old.After != 0 ||
		old.Priority != 0 {
		t.Fatalf("%+v, %v", old, err)
	}
	made := newJob(t, l, Job{ProfileID: 7, Kind: TextToVideo, State: Held, Hold: HeldAfter, Board: "b1", Shot: "s1",
		After: 3, AfterPlace: 1, Priority: 1})
	_, err = l.Change(t.Context(), made.ID, func(c *Change) error { c.Job.Hold = HeldFrameGone; return nil })
	if err != nil {
		t.Error(err)
	}
	if _, err := l.Change(t.Context(), made.ID, func(c *Change) error {
		c.Job.Board = "b2"
		return nil
	}); !errors.Is(err, errImmutable) {
		t.Errorf("it went to another board: %v", err)
	}
	if _, err := l.Change(t.Context(), made.ID, func(c *Change) error { c.Job.Hold = "whim"; return nil }); err == nil {
		t.Error("any word is a reason")
	}
	if jobs, err := l.Jobs(t.Context(), JobFilter{Board: "b1"}); err != nil || len(jobs) != 1 || jobs[0].After != 3 ||
		jobs[0].AfterPlace != 1 ||
		jobs[0].Priority != 1 || jobs[0].Shot != "s1" || jobs[0].Hold != HeldFrameGone {
		t.Errorf("%+v, %v", jobs, err)
	}
	if err := l.DeleteJob(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if left, err := l.Job(t.Context(), made.ID); err != nil || left.After != 0 {
		t.Errorf("%+v, %v", left, err)
	}
}

// An early version 9 created a table for the steps of boards. Such a library opens, and the table is ignored and kept.
func TestOpenEarlierSchema9(t *testing.T) {
	l := ofSchema(t, 9, `CREATE TABLE board_steps (board_id INTEGER NOT NULL REFERENCES boards (id) ON DELETE CASCADE, number INTEGER NOT NULL,
			what TEXT NOT NULL, change TEXT NOT NULL CHECK (json_valid(change)), undone INTEGER NOT NULL CHECK (undone IN (0, 1)), PRIMARY KEY (board_id, number))`,
		"CREATE INDEX board_steps_next ON board_steps (board_id, undone, number)",
		`INSERT INTO boards (id, ref, name, version, doc, created_at, changed_at) VALUES (1, 'b1', 'Dusk', 2, '{"name":"Dusk"}', 1, 1)`,
		`INSERT INTO board_steps VALUES (1, 1, 'rename', '{"At":0}', 0)`)
	if row, err := l.BoardRow(t.Context(), "b1"); err != nil || row.Version != 2 {
		t.Errorf("%+v, %v", row, err)
	}
	var what string
	if err := l.reader.QueryRowContext(t.Context(), "SELECT what FROM board_steps").Scan(&what); err != nil ||
		what != "rename" {
		t.Errorf("%q, %v", what, err)
	}
}

// A library of schema 10 opens with jobs of the user. New jobs can belong to a client and wait for approval.
func TestOpenSchema10(t *testing.T) {
	l := ofSchema(t, 10, `INSERT INTO profiles (id, name, base_url, sandbox, saved, currency, max_tasks, max_images, poll_seconds, image_minutes, created_at)
		VALUES (7, 'Studio', 'https://api.example.com', 0, 1, 'EUR', 5, 2, 12, 10, 1)`,
		`INSERT INTO jobs (id, ref, profile_id, kind, state, model, prompt, request, input_path, resolution, task_id, progress, raw_status,
			hold, error_code, error_message, raw_answer, currency, created_at, click, click_index, note) VALUES
			(3, 'j3', 7, 'text_to_image', 'held', 'image-2.0', 'paper boats', '{}', '', '', '', 0, '', 'frame_gone', '', '', '', 'EUR', 1, 'c', 0, '')`)
	ctx := t.Context()
	if old, err := l.Job(ctx, 3); err != nil || old.Hold != HeldFrameGone || old.Client != "" {
		t.Fatalf("%+v, %v", old, err)
	}
	made := newJob(t, l, Job{ProfileID: 7, Kind: TextToVideo, State: Held, Hold: HeldApproval, Client: "editor"})
	if _, err := l.Change(ctx, made.ID, func(c *Change) error {
		c.Job.Client = "other"
		return nil
	}); !errors.Is(err, errImmutable) {
		t.Errorf("it became another client's: %v", err)
	}
	for _, f := range []JobFilter{{Client: "editor"}, {Click: made.Click}, {Hold: HeldApproval},
		{States: []JobState{Held}, Click: made.Click, Hold: HeldApproval}} {
		if jobs, err := l.Jobs(ctx, f); err != nil || len(jobs) != 1 || jobs[0].ID != made.ID ||
			jobs[0].Hold != HeldApproval {
			t.Errorf("%+v: %+v, %v", f, jobs, err)
		}
	}
	if clients, err := l.Clients(ctx); err != nil || len(clients) != 0 {
		t.Errorf("%+v, %v", clients, err)
	}
}

// A library of schema 11 opens with the currency of its grants: that of the current prices, or else of the profile.
func TestOpenSchema11(t *testing.T) {
	l := ofSchema(t, 11,
		`INSERT INTO profiles (id, name, base_url, sandbox, saved, currency, max_tasks, max_images, poll_seconds, image_minutes, created_at)
			VALUES (7, 'Studio', 'https://api.example.com', 0, 1, 'EUR', 5, 2, 12, 10, 1),
			(8, 'Other', 'https://other.example', 0, 1, 'USD', 5, 2, 12, 10, 1)`,
		`INSERT INTO prices (profile_id, valid_from, "table") VALUES (7, 1, '{"currency":"CNY"}'), (7, 9e15, '{"currency":"JPY"}')`,
		`INSERT INTO clients VALUES ('editor', '', 1, NULL)`,
		`INSERT INTO grants VALUES ('editor', 7, 'never', NULL, 5, NULL, NULL, 1, NULL), ('editor', 8, 'always', NULL, NULL, NULL, NULL, 1, NULL)`,
	)
	if all, err := l.Grants(t.Context(), ""); err != nil || len(all) != 2 || all[0].Currency != "CNY" ||
		*all[0].Click != 5 || all[1].Currency != "USD" {
		t.Errorf("%+v, %v", all, err)
	}
}

// A library of schema 12 opens, and its profiles can use the request format of new-api channels.
func TestOpenSchema12(t *testing.T) {
	l := ofSchema(t, 12,
		`INSERT INTO profiles (id, name, base_url, sandbox, saved, currency, max_tasks, max_images, poll_seconds, image_minutes, created_at, form)
			VALUES (7, 'Studio', 'https://api.example.com', 0, 1, 'EUR', 5, 2, 12, 10, 1, 'openai')`)
	p, err := l.Profile(t.Context(), 7)
	if err != nil || p.Form != "openai" {
		t.Fatalf("%+v, %v", p, err)
	}
	p.Form = "newapi"
	if p, err = l.SaveProfile(t.Context(), p); err != nil || p.Form != "newapi" {
		t.Errorf("%+v, %v", p, err)
	}
}

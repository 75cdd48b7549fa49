package db

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// written closes a library and returns the lines of jobs.jsonl.
func written(t *testing.T, l *Library) []string {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(l.Dir(), recordsName))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// insert writes jobs of one click and returns them.
func insert(t *testing.T, l *Library, jobs ...Job) []Job {
	t.Helper()
	var made []Job
	err := l.WriteJobs(t.Context(), func(tx *JobsTx) (err error) {
		made, err = tx.Insert(t.Context(), jobs)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// A rebuild restores jobs in every state from their lines. Unsent jobs are held. A picture without its link has
// expired.
func TestRebuildRestoresJobsWithoutFile(t *testing.T) {
	want := map[JobState]JobState{Waiting: Held, Saving: Expired}
	for _, state := range JobStates {
		l := openLibrary(t, t.TempDir())
		p := profile(t, l)
		j := clipOf("boat")
		j.ProfileID, j.State = p.ID, state
		if state == Held {
			j.Hold = HeldPaused
		}
		j = insert(t, l, j)[0]
		l, report := rebuiltWithout(t, l)
		if report.Jobs != 1 || len(report.Problems) > 0 {
			t.Fatalf("%s: %+v", state, report)
		}
		got, err := l.JobByRef(t.Context(), j.Ref)
		if err != nil {
			t.Fatalf("%s: %v", state, err)
		}
		wanted := state
		if w, ok := want[state]; ok {
			wanted = w
		}
		held := got.State == Held && got.Hold == HeldByUser && got.ErrorCode == CodeRestored
		if got.State != wanted || got.TaskID != j.TaskID || got.Prompt != j.Prompt || (wanted == Held) != held {
			t.Errorf("%s came back as %s, held %q, code %q", state, got.State, got.Hold, got.ErrorCode)
		}
	}
}

// rebuiltWithout deletes the database of a library and rebuilds it from the other files.
func rebuiltWithout(t *testing.T, l *Library) (*Library, Report) {
	t.Helper()
	if err := errors.Join(l.Close(), os.Remove(filepath.Join(l.Dir(), "viviscope.db"))); err != nil {
		t.Fatal(err)
	}
	return rebuilt(t, l)
}

// profile adds a profile to a new library.
func profile(t *testing.T, l *Library) Profile {
	t.Helper()
	p, err := l.SaveProfile(t.Context(),
		Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A request with a signed picture link that was cut is not sent again.
func TestRequestWithCutLinkStaysHeld(t *testing.T) {
	l := openLibrary(t, t.TempDir())
	p := profile(t, l)
	signed, plain := clipOf("signed"), clipOf("plain")
	signed.Request = []byte(`{"input_reference":["https://host.example/a.png?X-Sign=secret"]}`)
	plain.Request = []byte(`{"input_reference":["https://host.example/a.png"]}`)
	signed.ProfileID, signed.State, plain.ProfileID, plain.State = p.ID, Waiting, p.ID, Waiting
	jobs := insert(t, l, signed, plain)
	for _, line := range written(t, l) {
		if strings.Contains(line, "secret") {
			t.Errorf("the line has a signature: %s", line)
		}
	}
	l, _ = rebuiltWithout(t, openLibrary(t, l.Dir()))
	for i, want := range []HoldReason{HeldFrameGone, HeldByUser} {
		if got, err := l.JobByRef(t.Context(), jobs[i].Ref); err != nil || got.Hold != want {
			t.Errorf("%s: held %q, %v", jobs[i].Prompt, got.Hold, err)
		}
	}
}

// After a crash the last line may be incomplete, and rows may be newer than their lines.
func TestCutRecordIsRepaired(t *testing.T) {
	l := openLibrary(t, t.TempDir())
	p := profile(t, l)
	first, second := clipOf("first"), clipOf("second")
	first.ProfileID, first.State = p.ID, Failed
	first = insert(t, l, first)[0]
	file := filepath.Join(l.Dir(), recordsName)
	lines := written(t, l)
	if err := os.WriteFile(file, []byte(lines[0]+"\n"+lines[0][:40]), 0o600); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, l.Dir())
	second.ProfileID, second.State = p.ID, Queued
	second = insert(t, l, second)[0]
	written(t, l)
	// The second job's line is missing and its row is due, as after a kill between commit and line.
	data, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, data[:bytes.LastIndexByte(data[:len(data)-1], '\n')+1], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite3", filepath.Join(l.Dir(), "viviscope.db"))
	if err == nil {
		_, err = pool.Exec("INSERT INTO records_due SELECT ref, click, 1 FROM jobs WHERE id = ?", second.ID)
	}
	if err := errors.Join(err, pool.Close()); err != nil {
		t.Fatal(err)
	}
	report, err := Rebuild(t.Context(), l.Dir(), testOptions())
	if err != nil || report.Jobs != 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	l = openLibrary(t, l.Dir())
	for _, j := range []Job{first, second} {
		if got, err := l.JobByRef(t.Context(), j.Ref); err != nil || got.State != j.State {
			t.Errorf("%s is %s, %v", j.Prompt, got.State, err)
		}
	}
}

// Invalid lines are dropped, and valid lines cannot do harm.
func TestInvalidRecordsAreDropped(t *testing.T) {
	l := openLibrary(t, t.TempDir())
	p := profile(t, l)
	j := clipOf("boat")
	j.ProfileID, j.State = p.ID, Failed
	j = insert(t, l, j)[0]
	good := written(t, l)[0]
	change := func(name string, value any) string {
		var fields map[string]any
		if err := json.Unmarshal([]byte(good), &fields); err != nil {
			t.Fatal(err)
		}
		fields[name] = value
		out, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	ref := newRef()
	for name, line := range map[string]string{
		"no JSON": "{", "another version": change("viviscope", 2), "no ref": change("job_ref", "x"),
		"an unknown state": change("state", "gone"),
		"an unknown kind":  change("kind", "song"), "a long line": change("prompt", strings.Repeat("x", maxRecord)),
		"an empty line": "", "a discarded job that is nowhere": fmt.Sprintf(`{"viviscope":1,"discarded":true,"job_ref":%q}`, ref),
	} {
		if err := os.WriteFile(filepath.Join(l.Dir(), recordsName), []byte(line+"\n"+good+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(l.Dir(), "viviscope.db")); err != nil {
			t.Fatal(err)
		}
		if report, err := Rebuild(t.Context(), l.Dir(), testOptions()); err != nil || report.Jobs != 1 {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
	for name, value := range map[string]any{
		"results": []ResultItem{{Incoming: "../../etc/passwd"}}, "progress": 1 << 40,
		"costs":   strings.Repeat("[", 1000),
		"task_id": "\x1b[2J", "message": "a\x00b",
	} {
		if r, ok := parseRecord([]byte(change(name, value))); ok {
			row := r.job(1)
			if row.Progress > 100 || strings.ContainsAny(row.TaskID+row.ErrorMessage, "\x00\x1b") {
				t.Errorf("%s: %+v", name, row)
			}
		}
	}
}

// The size of the file depends on the number of jobs, not on the number of changes.
func TestRecordsAreCompacted(t *testing.T) {
	l := openLibrary(t, t.TempDir())
	p := profile(t, l)
	j := clipOf("boat")
	j.ProfileID, j.State = p.ID, Failed
	j = insert(t, l, j)[0]
	line := written(t, l)[0] + "\n"
	file := filepath.Join(l.Dir(), recordsName)
	if err := os.WriteFile(file, bytes.Repeat([]byte(line), compactAbove/len(line)+2), 0o600); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, l.Dir())
	if err := l.updateRecords(t.Context()); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != line {
		t.Errorf("%d bytes, %v; want %d", len(data), err, len(line))
	}
}

// FuzzRecord parses arbitrary lines of jobs.jsonl.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"viviscope":1,"job_ref":"00112233445566778899aabbccddeeff","kind":"text_to_video","state":"queued","task_id":"task_1"}`))
	f.Add([]byte(`{"viviscope":1,"job_ref":"00112233445566778899aabbccddeeff","discarded":true,"click":"00112233445566778899aabbccddeeff"}`))
	f.Add([]byte(`{"viviscope":1,"job_ref":"00112233445566778899aabbccddeeff","kind":"edit_image","state":"saving","results":[{"incoming":"x"}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, ok := parseRecord(line)
		if !ok {
			return
		}
		j := r.job(1)
		if j.State == Waiting || j.Progress < 0 || j.Progress > 100 {
			t.Errorf("%+v", j)
		}
		out, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if again, ok := parseRecord(out); !ok || again.JobRef != r.JobRef || again.State != r.State {
			t.Errorf("%s is read as %+v", out, again)
		}
	})
}

// An unreadable row does not prevent writing the lines of other jobs.
func TestUnreadableRowIsSkipped(t *testing.T) {
	l := openLibrary(t, t.TempDir())
	p := profile(t, l)
	jobs := make([]Job, 3)
	for i := range jobs {
		jobs[i] = clipOf(fmt.Sprint("boat ", i))
		jobs[i].ProfileID, jobs[i].State = p.ID, Failed
	}
	jobs = insert(t, l, jobs...)
	written(t, l)
	if err := os.Remove(filepath.Join(l.Dir(), recordsName)); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite3", filepath.Join(l.Dir(), "viviscope.db")+"?_foreign_keys=0")
	if err == nil {
		pool.SetMaxOpenConns(1)
		_, err = pool.Exec("UPDATE jobs SET sent_at = 'noon' WHERE id = ?", jobs[1].ID)
	}
	if err == nil {
		_, err = pool.Exec("INSERT INTO records_due SELECT ref, click, 1 FROM jobs")
	}
	if err := errors.Join(err, pool.Close()); err != nil {
		t.Fatal(err)
	}
	lines := written(t, openLibrary(t, l.Dir()))
	if len(lines) != 2 {
		t.Fatalf("%d lines: %q", len(lines), lines)
	}
	for _, line := range lines {
		if strings.Contains(line, jobs[1].Ref) {
			t.Errorf("the unreadable row has the line %s", line)
		}
	}
}

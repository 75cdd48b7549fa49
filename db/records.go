package db

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"viviscope/client/guard"
	"viviscope/db/folder"
)

const (
	recordsName = "jobs.jsonl"
	// recordsVersion is the format of the lines that this program writes.
	recordsVersion = 1
	// maxRecord bounds a line, bytes. A longer one is skipped.
	maxRecord = 4 << 20
	// compactAbove is the size of the file from which lines that no longer count are removed, bytes.
	compactAbove = 8 << 20
)

// jobRecord is one line of jobs.jsonl: a job with its click and its ledger entries. The last line of a job counts.
// The file keeps what no sidecar has: jobs that failed, that were discarded, or that have no file yet.
type jobRecord struct {
	Version int `json:"viviscope"`
	Made
	State      JobState     `json:"state,omitempty"`
	Discarded  bool         `json:"discarded,omitempty"`  // only the job's ref and its click are known
	Incomplete bool         `json:"incomplete,omitempty"` // Request has lost the link of a picture, so it must not be sent
	Hold       HoldReason   `json:"hold,omitempty"`
	Code       string       `json:"code,omitempty"`
	Message    string       `json:"message,omitempty"`
	RawStatus  string       `json:"raw_status,omitempty"`
	Progress   int          `json:"progress,omitempty"`
	Incoming   []ResultItem `json:"results,omitempty"` // of a picture call, without links
	Ended      time.Time    `json:"ended,omitzero"`
	Account    string       `json:"account,omitempty"` // see [Job]; "" once the job has ended
}

// newRecord returns the line of a job.
func (l *Library) newRecord(ctx context.Context, j Job) (jobRecord, error) {
	made, err := MadeOf(ctx, l, j, 0, Media{})
	if err != nil {
		return jobRecord{}, err
	}
	for i := range made.Inputs {
		made.Inputs[i].Drawing = nil // as large as the picture itself, and kept with the composer's draft
	}
	if j.State == Saved { // the sidecars have these
		made.Request, made.Template, made.Inputs = nil, "", nil
	}
	r := jobRecord{Version: recordsVersion, Made: made, State: j.State, Hold: j.Hold, Code: j.ErrorCode, Message: j.ErrorMessage,
		RawStatus: j.RawStatus, Progress: j.Progress, Ended: j.EndedAt, Incomplete: j.losesLink()}
	if !j.State.Ended() {
		r.Account = j.Account
	}
	if j.State == Saving {
		var items []ResultItem
		_ = json.Unmarshal(j.ResultItems, &items) // what cannot be read is not there
		for _, it := range items {
			it.URL = ""
			r.Incoming = append(r.Incoming, it)
		}
	}
	return r, nil
}

// losesLink reports whether the request of a job cannot be sent once the links in it are cut: one of them is signed,
// or the job waits for what another one delivers.
func (j Job) losesLink() bool {
	inputs := j.plainInputs()
	if j.After != 0 {
		return true
	}
	fields := j.RequestFields()
	for place, link := range slices.Concat(fields.Frames, fields.Images) { // a request has one of the two
		hosted := slices.ContainsFunc(inputs, func(in Input) bool { return in.Place == place && in.File != "" })
		if !hosted && bareLink(link) != link {
			return true
		}
	}
	return false
}

// parseRecord decodes a line of jobs.jsonl, which may come from anyone, and cleans its texts and paths. ok is false if
// the line has no valid job.
func parseRecord(line []byte) (r jobRecord, ok bool) {
	if json.Unmarshal(line, &r) != nil || r.Version != recordsVersion {
		return jobRecord{}, false
	}
	if r.Discarded {
		r.Made.settle()
		return r, validRef.MatchString(r.JobRef)
	}
	made, ok := parseMade(line)
	if !ok || !slices.Contains(JobStates, r.State) {
		return jobRecord{}, false
	}
	r.Made = made
	r.Account = plainLine(r.Account, maxName)
	r.Hold = HoldReason(plainLine(string(r.Hold), 40))
	r.Code, r.RawStatus, r.Message = plainLine(r.Code, 80), plainLine(r.RawStatus, maxName), plainText(r.Message, maxPrompt)
	r.Progress = min(max(r.Progress, 0), 100)
	keepIf(&r.Ended, IsTime(r.Ended))
	items := r.Incoming[:min(len(r.Incoming), maxItem)]
	r.Incoming = nil
	for _, it := range items {
		r.Incoming = append(r.Incoming, ResultItem{Incoming: plainLine(it.Incoming, maxName), Saved: it.Saved, Damaged: it.Damaged})
	}
	return r, true
}

// job returns the row of a record. The row never causes a request that costs money: a job that was not sent is held,
// and one that was being sent becomes unconfirmed when the engine starts.
func (r jobRecord) job(profileID int64) Job {
	j := r.Made.job(profileID, nil)
	j.State, j.ErrorCode, j.ErrorMessage, j.RawStatus, j.Progress = r.State, r.Code, r.Message, r.RawStatus, r.Progress
	j.EndedAt, j.Account = r.Ended, r.Account
	switch r.State {
	case Waiting, Held:
		j.State, j.Hold, j.ErrorCode, j.ErrorMessage, j.Note = Held, HeldByPerson, CodeRestored, NoteRestored, NoteRestored
		switch {
		case r.Incomplete:
			j.Hold = HeldFrameGone
		case r.Hold == HeldApproval:
			j.Hold, j.ErrorCode = HeldApproval, r.Code
		}
	case Saving:
		incoming := func(it ResultItem) bool { return it.Incoming != "" || it.Saved }
		if !slices.ContainsFunc(r.Incoming, incoming) { // the links were in the database only
			j.State, j.ErrorCode, j.ErrorMessage = Expired, codeLinkDead, ""
			j.EndedAt = r.Finished
			break
		}
		if items, err := json.Marshal(r.Incoming); err == nil {
			j.ResultItems = items
		}
	}
	return j
}

// codeLinkDead is the error code of a job whose result link has expired.
const codeLinkDead = "link_dead"

// stage orders states by how far a job has come, so that a record never takes a row back.
func (s JobState) stage() int {
	switch {
	case s == Waiting || s == Held:
		return 0
	case s == Sending:
		return 1
	case s == Unconfirmed:
		return 2
	case s.Ended():
		return 4
	}
	return 3
}

// recordJobs has the lines of what was committed written in the background. One goroutine writes; it looks again
// where more was committed meanwhile.
func (l *Library) recordJobs() {
	if l.recordsAsked.Add(1) > 1 {
		return
	}
	l.background.Go(guard.Func("records", func() {
		for {
			asked := l.recordsAsked.Load()
			err := guard.Do("records", func() error { return l.writeDueRecords(l.running) })
			if err != nil && l.running.Err() == nil {
				l.log.Warn("write "+recordsName, "err", err)
			}
			if l.recordsAsked.CompareAndSwap(asked, 0) {
				return
			}
		}
	}))
}

// dueRecord is a line that is behind its row.
type dueRecord struct {
	ref, click string
	version    int64
}

// writeDueRecords appends a line for every job whose row has changed since its last line. A job stays due if its row
// changes meanwhile or cannot be read; the latter is logged. If the file cannot be written all jobs stay due until the
// next change or the next start.
func (l *Library) writeDueRecords(ctx context.Context) error {
	l.records.Lock()
	defer l.records.Unlock()
	return l.eachDue(ctx, func(written []dueRecord, lines []byte) error {
		if err := l.appendRecords(lines); err != nil {
			return err
		}
		return l.write(ctx, func(tx *sql.Tx) error {
			for _, d := range written {
				if _, err := tx.ExecContext(ctx, "DELETE FROM records_due WHERE ref = ? AND version = ?", d.ref, d.version); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// eachDue calls put for some of what is due at a time, with its lines.
func (l *Library) eachDue(ctx context.Context, put func(some []dueRecord, lines []byte) error) error {
	for after := ""; ; {
		due, err := list(ctx, l.reader, func(row scanner) (d dueRecord, err error) {
			err = row.Scan(&d.ref, &d.click, &d.version)
			return d, err
		}, "SELECT ref, click, version FROM records_due WHERE ref > ? ORDER BY ref LIMIT ?", after, rowChunk)
		if err != nil || len(due) == 0 {
			return err
		}
		after = due[len(due)-1].ref
		var some []dueRecord
		var lines []byte
		for _, d := range due {
			line, err := l.lineOf(ctx, d)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				l.log.Warn("a job has no line in "+recordsName, "ref", d.ref, "err", err)
				continue
			}
			some, lines = append(some, d), append(append(lines, line...), '\n')
		}
		if len(some) == 0 {
			continue
		}
		if err := put(some, lines); err != nil {
			return err
		}
	}
}

// errLongRecord means that a line would be longer than is read.
var errLongRecord = errors.New("it is too long")

func (l *Library) lineOf(ctx context.Context, d dueRecord) ([]byte, error) {
	r, err := l.recordOf(ctx, d)
	if err != nil {
		return nil, err
	}
	line, err := json.Marshal(r)
	if err == nil && len(line) >= maxRecord {
		err = errLongRecord
	}
	return line, err
}

func (l *Library) recordOf(ctx context.Context, d dueRecord) (jobRecord, error) {
	j, err := l.JobByRef(ctx, d.ref)
	if err == nil {
		return l.newRecord(ctx, j)
	}
	if !errors.Is(err, ErrNotFound) {
		return jobRecord{}, err
	}
	r := jobRecord{Version: recordsVersion, Discarded: true, Made: Made{JobRef: d.ref, Click: d.click}}
	click, err := l.ClickOf(ctx, d.click)
	if errors.Is(err, ErrNotFound) {
		return r, nil
	}
	if err != nil {
		return jobRecord{}, err
	}
	r.ClickID, r.ClickSum, r.Clicked = click.ID, click.Fingerprint, click.CreatedAt
	if p, err := l.Profile(ctx, click.ProfileID); err == nil {
		r.Profile, r.Service, r.Currency = p.Name, p.Service(), p.Currency
	}
	return r, nil
}

// appendRecords appends lines to the file and syncs it. A last line that a crash cut is ended first.
func (l *Library) appendRecords(lines []byte) (err error) {
	if len(lines) == 0 {
		return nil
	}
	f, err := l.Root.OpenFile(recordsName, os.O_RDWR|os.O_CREATE|os.O_APPEND, folder.FileMode)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > 0 {
		var last [1]byte
		if _, err = f.ReadAt(last[:], info.Size()-1); err == nil && last[0] != '\n' {
			lines = append([]byte("\n"), lines...)
		}
	}
	if err == nil {
		_, err = f.Write(lines)
	}
	if err = errors.Join(err, folder.IgnoreUnsupported(f.Sync()), f.Close()); err != nil {
		return err
	}
	if info.Size() == 0 {
		return l.SyncDir(".")
	}
	return nil
}

// recordPlace is the position of the last line of a job in the file, with the keys by which jobs are sorted.
type recordPlace struct {
	at      int64 // bytes
	bytes   int   // without its end
	clicked time.Time
	order   int // of the job in its click
}

// findRecords returns the last line of each job by its ref, and the size of the file. There is no error where there
// is no file.
func (l *Library) findRecords() (places map[string]recordPlace, size int64, err error) {
	places = map[string]recordPlace{}
	f, err := l.Root.Open(recordsName)
	if errors.Is(err, fs.ErrNotExist) {
		return places, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer f.Close() // it was only read
	for line, err := range linesOf(f, maxRecord) {
		if err != nil {
			return nil, 0, err
		}
		if r, ok := parseRecord(line.text); ok {
			places[r.JobRef] = recordPlace{size, len(line.text), r.Clicked, r.ClickIndex}
		}
		size += int64(line.bytes)
	}
	return places, size, nil
}

// readRecord reads a line again.
func (l *Library) readRecord(p recordPlace) (jobRecord, error) {
	f, err := l.Root.Open(recordsName)
	if err != nil {
		return jobRecord{}, err
	}
	defer f.Close() // it was only read
	line := make([]byte, p.bytes)
	if _, err := f.ReadAt(line, p.at); err != nil {
		return jobRecord{}, err
	}
	r, ok := parseRecord(line)
	if !ok {
		return jobRecord{}, fmt.Errorf("%s: no record at %d", recordsName, p.at)
	}
	return r, nil
}

// fileLine is one line of a file. text is empty where it is too long; bytes counts it with its end.
type fileLine struct {
	text  []byte
	bytes int
}

// linesOf reads lines of at most limit bytes. A text is valid until the next one.
func linesOf(r io.Reader, limit int) func(yield func(fileLine, error) bool) {
	return func(yield func(fileLine, error) bool) {
		in := bufio.NewReaderSize(r, 64<<10)
		var text []byte
		bytesRead := 0
		for {
			part, err := in.ReadSlice('\n')
			bytesRead += len(part)
			if bytesRead <= limit {
				text = append(text, part...)
			}
			switch {
			case errors.Is(err, bufio.ErrBufferFull):
				continue
			case err != nil && !errors.Is(err, io.EOF):
				yield(fileLine{}, err)
				return
			}
			line := fileLine{bytes: bytesRead}
			if bytesRead <= limit {
				line.text = bytes.TrimSuffix(text, []byte("\n"))
			}
			if bytesRead > 0 && !yield(line, nil) || err != nil {
				return
			}
			text, bytesRead = text[:0], 0
		}
	}
}

// compactRecords removes lines that no longer count, where they are more than half of a large file.
func (l *Library) compactRecords() error {
	l.records.Lock()
	defer l.records.Unlock()
	info, err := l.Root.Stat(recordsName)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() <= compactAbove {
		return nil
	}
	if err != nil {
		return err
	}
	places, size, err := l.findRecords()
	if err != nil {
		return err
	}
	kept := int64(0)
	for _, p := range places {
		kept += int64(p.bytes)
	}
	if kept > size/2 {
		return nil
	}
	from, err := l.Root.Open(recordsName)
	if err != nil {
		return err
	}
	defer from.Close() // it was only read
	ordered := slices.Collect(maps.Values(places))
	slices.SortFunc(ordered, func(a, b recordPlace) int { return cmp.Compare(a.at, b.at) })
	return l.replaceRecords(func(to io.Writer) error {
		for _, p := range ordered {
			if _, err := io.Copy(to, io.NewSectionReader(from, p.at, int64(p.bytes))); err != nil {
				return err
			}
			if _, err := io.WriteString(to, "\n"); err != nil {
				return err
			}
		}
		return nil
	})
}

// replaceRecords writes the file anew, whole or not at all.
func (l *Library) replaceRecords(write func(io.Writer) error) error {
	const part = recordsName + ".part"
	f, err := l.Root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, folder.FileMode)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	err = errors.Join(write(out), out.Flush(), folder.IgnoreUnsupported(f.Sync()), f.Close())
	if err == nil {
		err = errors.Join(l.Rename(part, recordsName), l.SyncDir("."))
	}
	if err != nil {
		return errors.Join(err, l.Remove(part))
	}
	return nil
}

// keepRecords brings the file up to date at the start.
func (l *Library) keepRecords(ctx context.Context) error {
	if err := l.writeDueRecords(ctx); err != nil {
		return err
	}
	return l.compactRecords()
}

// recordFormer writes the lines that the database which is about to be replaced has, and jobs.jsonl has not. It works
// on a copy, which it brings to the last schema. A damaged database has nothing to add.
func (l *Library) recordFormer(ctx context.Context, steps []migration) (err error) {
	path := filepath.Join(l.Dir(), folder.Database)
	if there, err := l.Exists(folder.Database); err != nil || !there {
		return err
	}
	former := closed(l.Dir(), Options{Now: l.now, Log: l.log})
	defer func() { err = errors.Join(err, former.Close()) }()
	if err := former.Folder.Open(); err != nil {
		return err
	}
	if err := former.copyDatabase(ctx, path, steps, 0); err != nil {
		return err
	}
	return former.eachDue(ctx, func(_ []dueRecord, lines []byte) error { return l.appendRecords(lines) })
}

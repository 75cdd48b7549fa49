package db

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"viviscope/db/ledger"
)

// job restores a job from its sidecars, its record, or both. The record is newer: it adds ledger entries written after
// the file was saved.
func (f *filler) job(group []foundFile) error {
	var record *recordPlace
	for _, it := range group {
		if it.record != nil {
			record = it.record
		}
	}
	sides := slices.DeleteFunc(slices.Clone(group), func(it foundFile) bool { return it.record != nil })
	if len(sides) > 0 {
		if err := f.sidecarJob(sides); err != nil {
			return err
		}
	}
	if record == nil {
		return nil
	}
	r, err := recordFile{f.Folder}.read(*record)
	if err != nil {
		f.report.problem(recordsName, "it changed while it was read")
		return nil
	}
	return f.recordedJob(r)
}

// sidecarJob restores the job that made some files, with its ledger entries.
func (f *filler) sidecarJob(group []foundFile) error {
	side, err := readSidecar(f.Folder, group[0].sidecar)
	m, ok := Provenance{}, false
	if err == nil {
		m, ok = parseProvenance(side.Made)
	}
	if !ok || m.JobRef != group[0].job {
		return nil // changed since the scan
	}
	profile, err := f.profile(m)
	if err != nil {
		return err
	}
	done, err := f.putHistory(group[0].sidecar, m, func() (Job, error) { return f.putJob(m.job(profile.ID, group)) })
	if err == nil && !done {
		f.report.problem(group[0].sidecar, "what made the file does not fit the others; the file is kept without it")
	}
	return err
}

// recordedJob restores the job of a record, or updates its row to the record's state.
func (f *filler) recordedJob(r jobRecord) error {
	if r.Discarded {
		return f.discarded(r)
	}
	profile, err := f.profile(r.Provenance)
	if err != nil {
		return err
	}
	done, err := f.putHistory(recordsName, r.Provenance, func() (Job, error) { return f.putRecord(r, profile.ID) })
	if err == nil && !done {
		f.report.problem(recordsName, "the job "+r.JobRef[:4]+" does not fit the others")
	}
	return err
}

// discarded deletes the job of a record, which a restored backup may contain. It restores the job's click, so that the
// same click ID does not make jobs again.
func (f *filler) discarded(r jobRecord) error {
	_, err := f.try(recordsName, func() error {
		var id int64
		err := f.tx.QueryRowContext(f.ctx, "SELECT id FROM jobs WHERE ref = ?", r.JobRef).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			err = deleteJob(f.ctx, f.tx, id)
		}
		return err
	})
	if err != nil || r.ClickID == "" {
		return err
	}
	profile, err := f.profile(r.Provenance)
	if err != nil {
		return err
	}
	_, err = f.try(recordsName, func() error { return f.putClick(profile.ID, r.Provenance, r.Clicked) })
	return err
}

// putHistory writes a job with put, then its click and its ledger entries, all or nothing.
func (f *filler) putHistory(path string, m Provenance, put func() (Job, error)) (done bool, err error) {
	var job Job
	entries := 0
	done, err = f.try(path, func() (err error) {
		if job, err = put(); err != nil {
			return err
		}
		if err := f.putClick(job.ProfileID, m, job.CreatedAt); err != nil {
			return err
		}
		entries, err = f.putEntries(job, m)
		return err
	})
	if err != nil || !done {
		return done, err
	}
	if _, known := f.jobs[m.JobRef]; !known {
		f.report.Jobs++
	}
	f.jobs[m.JobRef] = job
	if m.ResendOf != "" && job.ResendOf == 0 {
		f.resends[job.ID] = m.ResendOf
	}
	if m.FinalOf != "" && job.FinalOf == 0 {
		f.finals[job.ID] = m.FinalOf
	}
	f.report.Entries += entries
	return true, nil
}

// putClick restores the click of a job if it has an ID. Another job of the click may have restored it already.
func (f *filler) putClick(profileID int64, m Provenance, at time.Time) error {
	if m.ClickID == "" {
		return nil
	}
	return putClick(f.ctx, f.tx, "INSERT OR IGNORE",
		Click{ProfileID: profileID, ID: m.ClickID, Click: m.Click, Fingerprint: m.ClickSum, CreatedAt: at})
}

// putRecord inserts the job of a record, or updates its row if the record is in a later state. A saved job does not
// change.
func (f *filler) putRecord(r jobRecord, profileID int64) (Job, error) {
	j := r.job(profileID)
	old, err := scanJob(f.tx.QueryRowContext(f.ctx, "SELECT "+jobColumns+" FROM jobs WHERE ref = ?", j.Ref))
	if errors.Is(err, sql.ErrNoRows) {
		j.fill(newRef(), j.ClickIndex, f.now())
		return insertJob(f.ctx, f.tx, j)
	}
	if err != nil || old.State == Saved || j.State.stage() <= old.State.stage() {
		return old, err
	}
	now := old
	now.State = j.State
	now.Hold = j.Hold
	now.TaskID = j.TaskID
	now.Progress = j.Progress
	now.RawStatus = j.RawStatus
	now.ErrorCode, now.ErrorMessage, now.Note, now.Usage = j.ErrorCode, j.ErrorMessage, j.Note, j.Usage
	now.SentAt, now.AcceptedAt, now.FinishedAt = j.SentAt, j.AcceptedAt, j.FinishedAt
	now.EndedAt, now.ExpiresAt, now.ResultItems, now.Account = j.EndedAt, j.ExpiresAt, j.ResultItems, j.Account
	return updateJob(f.ctx, f.tx, old, now)
}

// putJob inserts a saved job, or updates its row if that has not ended.
func (f *filler) putJob(j Job) (Job, error) {
	old, err := scanJob(f.tx.QueryRowContext(f.ctx, "SELECT "+jobColumns+" FROM jobs WHERE ref = ?", j.Ref))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		j.fill(newRef(), j.ClickIndex, f.now())
		return insertJob(f.ctx, f.tx, j)
	case err != nil || old.State.Ended():
		return old, err
	}
	now := old
	now.State, now.TaskID, now.Progress, now.Usage = j.State, j.TaskID, j.Progress, j.Usage
	now.Hold, now.ErrorCode, now.ErrorMessage, now.Note = "", j.ErrorCode, "", j.Note
	now.SentAt, now.AcceptedAt, now.FinishedAt = j.SentAt, j.AcceptedAt, j.FinishedAt
	now.EndedAt, now.ExpiresAt = j.EndedAt, j.ExpiresAt
	return updateJob(f.ctx, f.tx, old, now)
}

// putEntries appends the entries that the job does not have yet, oldest first. Entries that the ledger refuses are
// skipped.
func (f *filler) putEntries(j Job, m Provenance) (written int, err error) {
	had, err := ledger.OfJob(f.ctx, f.tx, j.ID)
	if err != nil {
		return 0, err
	}
	for _, c := range slices.Backward(m.Costs) {
		e := Entry{Kind: c.Kind, Quantity: c.Quantity, UnitMicros: c.UnitMicros, AmountMicros: c.AmountMicros,
			Currency: c.Currency, At: cmp.Or(c.At, j.CreatedAt), Note: c.Note}
		if slices.ContainsFunc(had, func(h Entry) bool { return h.Kind == e.Kind }) {
			continue
		}
		switch _, err := ledger.Insert(f.ctx, f.tx, entryWithJob(j, e, f.now())); {
		case err == nil:
			written++
		case !errors.Is(err, ledger.ErrRefused):
			return written, err
		}
	}
	return written, nil
}

// job returns the row of a saved job. group are its files.
func (m Provenance) job(profileID int64, group []foundFile) Job {
	j := Job{
		Ref: m.JobRef, ProfileID: profileID, Kind: m.Kind, State: Saved, Model: m.Model, Prompt: m.Prompt,
		InputPath: m.InputPath, TaskID: m.TaskID, EstimateMicros: m.Estimate, Currency: m.Currency, Usage: m.Usage,
		CreatedAt: m.Clicked, SentAt: m.Sent, AcceptedAt: m.Accepted, FinishedAt: m.Finished, ExpiresAt: m.Expires,
		Click: m.Click, ClickIndex: m.ClickIndex, Note: m.Note, ErrorCode: m.ErrorCode, Template: m.Template,
		Board: m.Board, Shot: m.Shot, Client: m.Client, Cast: usedCastJSON(m.Cast),
	}
	if len(m.Inputs) > 0 {
		j.Inputs, _ = json.Marshal(m.Inputs) // plain strings and numbers
	}
	if len(m.Request) > 0 && m.Request[0] == '{' {
		j.Request = m.Request
	}
	if j.Kind.IsVideo() {
		j.Progress = 100
	}
	for _, it := range group {
		if IsPlausibleTime(it.sidecarData.StoredAt) && it.sidecarData.StoredAt.After(j.EndedAt) {
			j.EndedAt = it.sidecarData.StoredAt
		}
	}
	j.CreatedAt = cmp.Or(j.CreatedAt, j.EndedAt)
	return j
}

// job returns the row of a record. It never leads to a request that costs money: a job that was not sent is held, and
// one that was being sent becomes unconfirmed when the engine starts.
func (r jobRecord) job(profileID int64) Job {
	j := r.Provenance.job(profileID, nil)
	j.State = r.State
	j.ErrorCode = r.Code
	j.ErrorMessage = r.Message
	j.RawStatus = r.RawStatus
	j.Progress = r.Progress
	j.EndedAt, j.Account = r.Ended, r.Account
	switch r.State {
	case Waiting, Held:
		j.State = Held
		j.Hold = HeldByUser
		j.ErrorCode = CodeRestored
		j.ErrorMessage = NoteRestored
		j.Note = NoteRestored
		switch {
		case r.Incomplete:
			j.Hold = HeldFrameGone
		case r.Hold == HeldApproval:
			j.Hold, j.ErrorCode = HeldApproval, r.Code
		}
	case Saving:
		incoming := func(it ResultItem) bool { return it.Incoming != "" || it.Saved }
		if !slices.ContainsFunc(r.Incoming, incoming) { // the links were only in the database
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

package db

import (
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
)

// job writes the job that made some files, with its ledger.
func (f *filling) job(group []found) error {
	side, err := f.l.readSidecar(group[0].sidecar)
	m, ok := Made{}, false
	if err == nil {
		m, ok = parseMade(side.Made)
	}
	if !ok || m.JobRef != group[0].job {
		return nil // it changed since it was scanned
	}
	profile, err := f.profile(m)
	if err != nil {
		return err
	}
	job := m.job(profile.ID, group)
	entries := 0
	done, err := f.try(group[0].sidecar, func() (err error) {
		if job, err = f.putJob(job); err != nil {
			return err
		}
		entries, err = f.putEntries(job, m)
		return err
	})
	if err != nil {
		return err
	}
	if !done {
		f.report.problem(group[0].sidecar, "what made the file does not fit the others; the file is kept without it")
		return nil
	}
	f.jobs[m.JobRef] = job
	if m.ResendOf != "" && job.ResendOf == 0 {
		f.resends[job.ID] = m.ResendOf
	}
	f.report.Jobs++
	f.report.Entries += entries
	return nil
}

// job makes the row of what a sidecar says.
func (m Made) job(profileID int64, group []found) Job {
	j := Job{
		Ref: m.JobRef, ProfileID: profileID, Kind: m.Kind, State: Saved, Model: m.Model, Prompt: m.Prompt,
		InputPath: m.InputPath, TaskID: m.TaskID, EstimateMicros: m.Estimate, Currency: m.Currency, Usage: m.Usage,
		CreatedAt: m.Clicked, SentAt: m.Sent, AcceptedAt: m.Accepted, FinishedAt: m.Finished, ExpiresAt: m.Expires,
		Click: m.Click, ClickIndex: m.ClickIndex, Note: m.Note,
		ErrorCode: m.Trouble,
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
		if isTime(it.side.Landed) && it.side.Landed.After(j.EndedAt) {
			j.EndedAt = it.side.Landed
		}
	}
	if j.CreatedAt.IsZero() {
		j.CreatedAt = j.EndedAt
	}
	return j
}

// putJob inserts a job, or, where a restored database has it in an earlier state, brings it to its end.
func (f *filling) putJob(j Job) (Job, error) {
	old, err := scanJob(f.tx.QueryRowContext(f.ctx, "SELECT "+jobColumns+" FROM jobs WHERE ref = ?", j.Ref))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		j.fill(newRef(), j.ClickIndex, f.l.now())
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

// putEntries appends the entries that the job does not have yet, oldest first, as far as the ledger's rules allow them.
func (f *filling) putEntries(j Job, m Made) (written int, err error) {
	had, err := entriesOfJob(f.ctx, f.tx, j.ID)
	if err != nil {
		return 0, err
	}
	state := ledgerStateOf(had)
	for i := len(m.Costs) - 1; i >= 0; i-- {
		c := m.Costs[i]
		e := Entry{Kind: c.Kind, Quantity: c.Quantity, UnitMicros: c.UnitMicros, AmountMicros: c.AmountMicros,
			Currency: c.Currency, At: c.At, Note: c.Note}
		if e.At.IsZero() {
			e.At = j.CreatedAt
		}
		e = e.of(j, f.l.now())
		same := func(h Entry) bool { return h.Kind == e.Kind }
		if slices.ContainsFunc(had, same) || state.next(e) != nil {
			continue
		}
		if err := insertEntry(f.ctx, f.tx, e); err != nil {
			return written, err
		}
		written++
	}
	return written, nil
}

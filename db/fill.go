package db

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"viviscope/db/folder"
	"viviscope/db/ledger"
)

// filling writes what was found in a folder into a database, in one transaction. Each job and each asset has a savepoint of its own: a
// sidecar that does not fit stops nothing else.
type filling struct {
	ctx      context.Context
	l        *Library
	tx       *sql.Tx
	report   *Report
	profiles []Profile
	made     map[int64]bool   // profiles made here
	origin   map[int64]int64  // id of a profile in its sidecars, to its row
	jobs     map[string]Job   // by ref
	resends  map[int64]string // job to the ref of the one that it repeats
	members  []member         // of albums
}

// fill writes the jobs in the order of their clicks and the assets in the order of their landings.
func (l *Library) fill(ctx context.Context, tx *sql.Tx, all []found, r *Report) error {
	f := &filling{ctx: ctx, l: l, tx: tx, report: r, made: map[int64]bool{}, origin: map[int64]int64{},
		jobs: map[string]Job{}, resends: map[int64]string{}}
	var err error
	if f.profiles, err = list(ctx, tx, scanProfile, "SELECT "+profileColumns+" FROM profiles ORDER BY id"); err != nil {
		return err
	}
	records, _, err := l.findRecords()
	if err != nil {
		r.problem(recordsName, "it cannot be read; jobs without a file are lost")
	}
	for ref, place := range records {
		all = append(all, found{job: ref, clicked: place.clicked, order: place.order, record: &place})
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(a.clicked.Compare(b.clicked), a.order-b.order, strings.Compare(a.job, b.job), a.item-b.item)
	})
	byJob := map[string][]found{}
	for _, it := range all {
		byJob[it.job] = append(byJob[it.job], it)
	}
	for _, it := range all {
		if group := byJob[it.job]; it.job != "" && group != nil {
			delete(byJob, it.job)
			if err := f.job(group); err != nil {
				return err
			}
		}
	}
	for id, ref := range f.resends {
		if _, err := tx.ExecContext(ctx, "UPDATE jobs SET resend_of = (SELECT id FROM jobs WHERE ref = ?1 AND id <> ?2) WHERE id = ?2",
			ref, id); err != nil {
			return err
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.side.Landed.Compare(b.side.Landed) })
	for _, it := range all {
		if it.file == "" {
			continue
		}
		if err := f.asset(it); err != nil {
			return err
		}
	}
	if err := f.fillCorrections(); err != nil {
		return err
	}
	// What was brought back out of a line has it already.
	for ref := range records {
		if _, err := tx.ExecContext(ctx, "DELETE FROM records_due WHERE ref = ?", ref); err != nil {
			return err
		}
	}
	return f.fillAlbums(f.members)
}

// try runs fn under a savepoint. Where it fails for a reason that lies in the data, its writes are undone and done is false; a database
// that fails altogether is the error.
func (f *filling) try(p string, fn func() error) (done bool, err error) {
	if _, err := f.tx.ExecContext(f.ctx, "SAVEPOINT item"); err != nil {
		return false, err
	}
	failed := fn()
	if f.ctx.Err() != nil {
		return false, f.ctx.Err()
	}
	end := "RELEASE item"
	if failed != nil {
		f.l.log.Warn("rebuild", "path", p, "err", failed)
		end = "ROLLBACK TO item; RELEASE item"
	}
	if _, err = f.tx.ExecContext(f.ctx, end); err != nil {
		return false, errors.Join(err, failed)
	}
	return failed == nil, nil
}

// asset writes the row of a file.
func (f *filling) asset(it found) error {
	a := it.side.asset(it.kind, it.media, it.hash)
	if strings.HasPrefix(it.file, folder.Trash+"/") {
		a.TrashedAt = f.l.now() // the longest time until anybody empties it
	}
	if it.job != "" {
		if side, err := f.l.readSidecar(it.sidecar); err == nil {
			if m, ok := parseMade(side.Made); ok {
				a.Prompt, a.Model, a.ItemIndex, a.Seed = m.Prompt, m.Model, m.Index, seedOf(m.Request)
			}
		}
	}
	if !IsTime(a.CreatedAt) {
		a.CreatedAt = f.modTime(it.file)
	}
	if moved, err := f.moved(a); err != nil || moved {
		return err
	}
	job := f.jobs[it.job]
	a.JobID = job.ID
	put := func() error {
		if a.Ref == "" {
			a.Ref = newRef()
		}
		inserted, err := insertAsset(f.ctx, f.tx, a, job.ProfileID)
		a.ID = inserted.ID
		return err
	}
	done, err := f.try(it.file, put)
	if err == nil && !done { // a copy of another file with its sidecar
		f.report.problem(it.file, "it says that it is another file's; it is kept as an imported one")
		job, a.JobID, a.Ref, a.ItemIndex = Job{}, 0, "", 0
		done, err = f.try(it.file, put)
	}
	switch {
	case err != nil:
		return err
	case !done:
		f.report.problem(it.file, "it does not fit the database")
		return nil
	}
	for _, in := range it.side.Albums {
		f.members = append(f.members, member{a.ID, in})
	}
	f.report.Assets++
	if a.JobID == 0 {
		f.report.Imported++
	}
	return nil
}

// modTime is when a file was last written: the best guess at its age where nothing says it.
func (f *filling) modTime(rel string) time.Time {
	if info, err := f.l.Root.Stat(rel); err == nil && IsTime(info.ModTime()) {
		return info.ModTime().UTC()
	}
	return f.l.now()
}

// moved brings a row of a restored database up to where its file is now, be it in the trash.
func (f *filling) moved(a Asset) (bool, error) {
	old, err := scanAsset(f.tx.QueryRowContext(f.ctx, "SELECT "+assetColumns+" FROM assets WHERE ref = ?", a.Ref))
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil || old.SHA256 != a.SHA256 {
		return false, err
	}
	if there, err := f.l.Exists(old.Path); err != nil || there {
		return false, err
	}
	_, err = f.tx.ExecContext(f.ctx, "UPDATE assets SET path = ?, starred = ?, tags = ?, note = ?, trashed_at = ? WHERE id = ?",
		a.Path, a.Starred, namesText(a.Tags), a.Note, millis(a.TrashedAt), old.ID)
	if err == nil {
		f.report.Assets++
	}
	return err == nil, err
}

// job writes a job that has sidecars, a record, or both. The record is newer: it adds the ledger entries that came
// after the file was saved.
func (f *filling) job(group []found) error {
	var record *recordPlace
	for _, it := range group {
		if it.record != nil {
			record = it.record
		}
	}
	sides := slices.DeleteFunc(slices.Clone(group), func(it found) bool { return it.record != nil })
	if len(sides) > 0 {
		if err := f.sidecarJob(sides); err != nil {
			return err
		}
	}
	if record == nil {
		return nil
	}
	r, err := f.l.readRecord(*record)
	if err != nil {
		f.report.problem(recordsName, "it changed while it was read")
		return nil
	}
	return f.recordedJob(r)
}

// sidecarJob writes the job that made some files, with its ledger.
func (f *filling) sidecarJob(group []found) error {
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
	done, err := f.putMade(group[0].sidecar, m, func() (Job, error) { return f.putJob(m.job(profile.ID, group)) })
	if err == nil && !done {
		f.report.problem(group[0].sidecar, "what made the file does not fit the others; the file is kept without it")
	}
	return err
}

// recordedJob writes the job of a record, or brings the row that is there as far as the record is.
func (f *filling) recordedJob(r jobRecord) error {
	if r.Discarded {
		return f.discarded(r)
	}
	profile, err := f.profile(r.Made)
	if err != nil {
		return err
	}
	done, err := f.putMade(recordsName, r.Made, func() (Job, error) { return f.putRecord(r, profile.ID) })
	if err == nil && !done {
		f.report.problem(recordsName, "the job "+r.JobRef[:4]+" does not fit the others")
	}
	return err
}

// discarded deletes the job of a record, where a backup has it, and writes its click, so that the ID makes nothing
// again.
func (f *filling) discarded(r jobRecord) error {
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
	profile, err := f.profile(r.Made)
	if err != nil {
		return err
	}
	_, err = f.try(recordsName, func() error { return f.putClick(profile.ID, r.Made, r.Clicked) })
	return err
}

// putMade writes a job by put, then its click and its ledger entries, all or nothing.
func (f *filling) putMade(path string, m Made, put func() (Job, error)) (done bool, err error) {
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
	f.report.Entries += entries
	return true, nil
}

// putClick writes the click of a job where it has an ID. Another job of it may have brought it back.
func (f *filling) putClick(profileID int64, m Made, at time.Time) error {
	if m.ClickID == "" {
		return nil
	}
	return putClick(f.ctx, f.tx, "INSERT OR IGNORE",
		Click{ProfileID: profileID, ID: m.ClickID, Click: m.Click, Fingerprint: m.ClickSum, CreatedAt: at})
}

// putRecord inserts the job of a record, or changes the row that is there where the record is further. A saved job
// stays saved.
func (f *filling) putRecord(r jobRecord, profileID int64) (Job, error) {
	j := r.job(profileID)
	old, err := scanJob(f.tx.QueryRowContext(f.ctx, "SELECT "+jobColumns+" FROM jobs WHERE ref = ?", j.Ref))
	if errors.Is(err, sql.ErrNoRows) {
		j.fill(newRef(), j.ClickIndex, f.l.now())
		return insertJob(f.ctx, f.tx, j)
	}
	if err != nil || old.State == Saved || j.State.stage() <= old.State.stage() {
		return old, err
	}
	now := old
	now.State, now.Hold, now.TaskID, now.Progress, now.RawStatus = j.State, j.Hold, j.TaskID, j.Progress, j.RawStatus
	now.ErrorCode, now.ErrorMessage, now.Note, now.Usage = j.ErrorCode, j.ErrorMessage, j.Note, j.Usage
	now.SentAt, now.AcceptedAt, now.FinishedAt = j.SentAt, j.AcceptedAt, j.FinishedAt
	now.EndedAt, now.ExpiresAt, now.ResultItems, now.Account = j.EndedAt, j.ExpiresAt, j.ResultItems, j.Account
	return updateJob(f.ctx, f.tx, old, now)
}

// job makes the row of what a sidecar says.
func (m Made) job(profileID int64, group []found) Job {
	j := Job{
		Ref: m.JobRef, ProfileID: profileID, Kind: m.Kind, State: Saved, Model: m.Model, Prompt: m.Prompt,
		InputPath: m.InputPath, TaskID: m.TaskID, EstimateMicros: m.Estimate, Currency: m.Currency, Usage: m.Usage,
		CreatedAt: m.Clicked, SentAt: m.Sent, AcceptedAt: m.Accepted, FinishedAt: m.Finished, ExpiresAt: m.Expires,
		Click: m.Click, ClickIndex: m.ClickIndex, Note: m.Note, ErrorCode: m.Trouble, Template: m.Template,
		Board: m.Board, Shot: m.Shot, Client: m.Client,
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
		if IsTime(it.side.Landed) && it.side.Landed.After(j.EndedAt) {
			j.EndedAt = it.side.Landed
		}
	}
	j.CreatedAt = cmp.Or(j.CreatedAt, j.EndedAt)
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
		switch _, err := ledger.Insert(f.ctx, f.tx, entryOf(j, e, f.l.now())); {
		case err == nil:
			written++
		case !errors.Is(err, ledger.ErrRefused):
			return written, err
		}
	}
	return written, nil
}

// profile finds the profile that a job went to, or makes it.
func (f *filling) profile(m Made) (Profile, error) {
	for i, p := range f.profiles {
		known := m.Service.ProfileID != 0 && f.origin[m.Service.ProfileID] == p.ID || m.Service.ProfileID == p.ID && !f.made[p.ID]
		if !p.serves(m.Service) || !known && p.Name != m.profileName() {
			continue
		}
		if f.made[p.ID] { // the newest job has its newest name
			p.Name, p.Saved, p.KeySince, p.BaseURL = m.profileName(), !m.Service.Unsaved, m.Service.KeySince, m.Service.BaseURL
			p, err := putProfile(f.ctx, f.tx, p)
			f.profiles[i] = p
			return p, err
		}
		return p, nil
	}
	return f.newProfile(m)
}

// serves reports whether a profile talks to a service.
func (p Profile) serves(s MadeService) bool {
	return p.BaseURL == s.BaseURL && p.Sandbox == s.Sandbox || p.Sandbox && s.Sandbox
}

func (f *filling) newProfile(m Made) (Profile, error) {
	p := Profile{Name: m.profileName(), BaseURL: m.Service.BaseURL, Sandbox: m.Service.Sandbox, Saved: !m.Service.Unsaved,
		Currency: m.Currency, KeySince: m.Service.KeySince, CreatedAt: cmp.Or(m.Service.Since, m.Clicked, f.l.now())}
	// The id and the time name the key in the keychain, which is given out for its own address only: with them the key is found again.
	id := m.Service.ProfileID
	if slices.ContainsFunc(f.profiles, func(q Profile) bool { return q.ID == id }) {
		id, p.KeySince = 0, time.Time{} // another one has that id, and no key is known for the new one
	}
	p.ID = id
	p, err := putProfile(f.ctx, f.tx, p)
	if err != nil {
		return Profile{}, err
	}
	f.profiles = append(f.profiles, p)
	f.made[p.ID] = true
	if m.Service.ProfileID != 0 && f.origin[m.Service.ProfileID] == 0 {
		f.origin[m.Service.ProfileID] = p.ID
	}
	f.report.Profiles++
	return p, nil
}

// profileName is the name that a sidecar gives, or the address's host.
func (m Made) profileName() string {
	if m.Profile != "" {
		return m.Profile
	}
	if u, err := url.Parse(m.Service.BaseURL); err == nil && u.Host != "" {
		return u.Host
	}
	return "Unknown service"
}

package faulttest

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// damage spoils the database of a program that has ended.
func (p *program) damage() {
	p.t.Helper()
	p.stop()
	p.shut()
	path := filepath.Join(p.dir, "viviscope.db")
	b, err := os.ReadFile(path)
	must(p.t, err)
	must(p.t, os.WriteFile(path, bytes.Repeat([]byte("damage! "), len(b)/8), 0o600))
	if _, err := db.Open(p.t.Context(), p.dir, db.Options{Now: p.clock.Now}); !errors.Is(err, db.ErrDamaged) {
		p.t.Fatalf("a damaged database: %v", err)
	}
}

// wantSaved finds a saved job by its prompt, because a rebuilt database has other IDs.
func (p *program) wantSaved(prompt string, e end) {
	p.t.Helper()
	all, err := p.lib.Jobs(p.t.Context(), db.JobFilter{States: []db.JobState{db.Saved}})
	must(p.t, err)
	for _, j := range all {
		if j.Prompt == prompt {
			p.compare(j, e)
			return
		}
	}
	p.t.Errorf("%s: it is not there", prompt)
}

// Damage is detected at the start, and nothing is changed. The last backup restores its content, and the folder the
// rest. Nothing that may have been sent is sent again. A rebuild from the folder alone restores every file.
func TestDamagedDatabaseIsRestored(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		clip := p.want(p.press("clip", "before the backup"), savedClip)
		p.svc.order(sandboxtest.Fault{Method: http.MethodPost, Kind: sandboxtest.LoseAnswer})
		unsure := p.want(p.press("clip", "unconfirmed"), unconfirmed(brokeOff))
		p.net.leave()
		unsent := p.want(p.press("clip", "sent after the backup"), notSent)
		p.net.comeBack()
		if made, err := p.lib.Backup(t.Context()); err != nil || !made {
			t.Fatal(made, err)
		}
		must(t, p.engine.Release(t.Context(), jobs.Terms{}, unsent.ID))
		later := p.want(unsent, savedClip)
		picture := p.want(p.press("picture", "after the backup"), savedPicture)

		p.damage()
		if _, err := db.LastBackup(t.Context(), p.dir); err != nil {
			t.Fatal(err)
		}
		_, err := db.RestoreBackup(context.Background(), p.dir, db.Options{Now: p.clock.Now})
		must(t, err)
		p.open()
		p.start()
		p.compare(p.job(unsure.ID), unconfirmed(brokeOff))
		for _, j := range []db.Job{clip, later} {
			p.wantSaved(j.Prompt, savedClip)
		}
		p.wantSaved(picture.Prompt, savedPicture)
		p.goesOn()

		p.damage()
		_, err = db.Rebuild(context.Background(), p.dir, db.Options{Now: p.clock.Now})
		must(t, err)
		p.open()
		p.start()
		for _, j := range []db.Job{clip, later} {
			p.wantSaved(j.Prompt, savedClip)
		}
		p.wantSaved(picture.Prompt, savedPicture)
	})
}

package jobs

import (
	"context"
	"fmt"

	"viviscope/db"
)

// settingPaused is the name of the setting that keeps "Pause sending" across restarts.
const settingPaused = "sending_paused"

// pauseSwitch is the switch "Pause sending". It determines the first state of new jobs.
type pauseSwitch struct {
	lib     Library
	records *records
	conns   *connections
	on      bool // guarded by records.commits
}

// readSwitch restores the switch from an earlier run.
func (p *pauseSwitch) readSwitch(ctx context.Context) error {
	var on bool
	if _, err := p.lib.Setting(ctx, settingPaused, &on); err != nil {
		return fmt.Errorf("read setting %s: %w", settingPaused, err)
	}
	p.records.commits.Lock()
	defer p.records.commits.Unlock()
	p.on = on
	return nil
}

// switchTo sets the switch, and stores it for later runs.
func (p *pauseSwitch) switchTo(ctx context.Context, on bool) error {
	p.records.commits.Lock()
	defer p.records.commits.Unlock()
	if err := p.lib.SetSetting(ctx, settingPaused, on); err != nil {
		return err
	}
	p.on = on
	return nil
}

// isOn implements [Engine.Paused].
func (p *pauseSwitch) isOn() bool {
	p.records.commits.Lock()
	defer p.records.commits.Unlock()
	return p.on
}

// firstState returns the state and the hold reason of a new admitted job. The caller holds commits.
func (p *pauseSwitch) firstState(profileID int64, hold bool) (db.JobState, db.HoldReason) {
	switch {
	case hold:
		return db.Held, db.HeldByUser
	case p.on:
		return db.Held, db.HeldPaused
	case p.conns.keyRefused(profileID):
		return db.Held, db.HeldKeyRefused
	}
	return db.Waiting, ""
}

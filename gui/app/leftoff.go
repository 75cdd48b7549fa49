package app

import (
	"context"
	"fmt"

	"viviscope/gui/shell"
)

// leftOff is where the user left off: the visible place, the open board, and what was selected. The zero value is the
// state of a first start.
type leftOff struct {
	Place string `json:"place"`
	Board string `json:"board,omitempty"`
	Asset int64  `json:"asset,omitempty"`
	Job   int64  `json:"job,omitempty"`
}

// settingLeftOff is the name of the stored state.
const settingLeftOff = "left_off"

// readLeftOff reads the stored state. A board that cannot be read is left out. Off the window's goroutine.
func (p *program) readLeftOff() (left leftOff) {
	if _, err := p.Library.Setting(p.life, settingLeftOff, &left); err != nil {
		p.options.Log.Warn("read where the user left off", "err", err)
		return leftOff{}
	}
	if left.Board == "" {
		return left
	}
	if _, err := p.Boards.Read(p.life, left.Board); err != nil {
		p.options.Log.Info("the last open board cannot be read", "err", err)
		left.Board = ""
	}
	return left
}

// goBack shows the place that was visible, with the selections that places had. What is gone is not selected. Window's
// goroutine.
func (p *program) goBack(left leftOff) {
	at := p.places
	if left.Board != "" {
		at.boards.Reopen(left.Board)
	}
	if left.Asset != 0 {
		at.gallery.Show(left.Asset)
	}
	if left.Job != 0 {
		at.jobs.Queue.Select(left.Job)
	}
	if place := shell.PlaceNamed(left.Place); place >= 0 {
		p.shell.Show(place)
	}
}

// leaveOff notes the current state, which keepLeftOff stores. Window's goroutine, or after the window has ended.
func (p *program) leaveOff() {
	at := p.places
	p.left = &leftOff{Place: p.shell.Place().Name(), Board: at.boards.OpenBoard(), Asset: at.gallery.Current(),
		Job: at.jobs.Queue.Current()}
}

// keepLeftOff stores the state that leaveOff noted.
func (p *program) keepLeftOff(ctx context.Context) error {
	if p.left == nil {
		return nil
	}
	if err := p.Library.SetSetting(ctx, settingLeftOff, *p.left); err != nil {
		return fmt.Errorf("store where the user left off: %w", err)
	}
	return nil
}

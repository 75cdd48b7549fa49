package program

import (
	"context"
	"time"
)

// keepHouse does what is due once a day, beside everything else and for as long as the program runs: the database is copied,
// and what was in the trash for its time is deleted.
func (p *program) keepHouse(ctx context.Context) {
	day := time.NewTicker(24 * time.Hour)
	defer day.Stop()
	for {
		if _, err := p.lib.Backup(ctx); err != nil && ctx.Err() == nil {
			p.options.Log.Warn("daily backup", "err", err)
		}
		if n, err := p.lib.DeleteDue(ctx); err != nil && ctx.Err() == nil {
			p.options.Log.Warn("empty the trash", "err", err)
		} else if n > 0 {
			p.options.Log.Info("trash", "deleted", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-day.C:
		}
	}
}

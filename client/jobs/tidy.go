package jobs

import "viviscope/db"

// tidy looks once, at the start, for what a killed program left in the folder. Halves that nothing can use go; a file
// that stands on the wrong side of the trash goes back; the rest is only said, in the log: what looks like an orphan may
// be the only copy of something that was paid for. It runs beside the other workers, because a folder of a hundred
// thousand files takes a while to read, and no step of a job waits for it.
func (e *Engine) tidy() {
	found, err := e.lib.Sweep(e.soft)
	var removed []string
	if err == nil {
		removed, err = e.clearLeftovers(found)
	}
	if err != nil {
		if e.soft.Err() == nil {
			e.log.Error("tidy", "err", err)
		}
		return
	}
	for _, id := range found.Resized {
		e.events.add(AssetAdded{ID: id})
	}
	e.events.flush()
	if len(removed)+len(found.Resized) > 0 {
		e.log.Info("tidy", "removed", removed, "clips with another size", len(found.Resized))
	}
	if unused := len(found.Parts) - len(removed); len(found.Files)+len(found.Missing)+max(unused, 0)+len(found.Healed) > 0 {
		e.log.Warn("tidy", "without a row", len(found.Files), "unused", unused, "missing", len(found.Missing), "moved back", len(found.Healed))
	}
}

// clearLeftovers keeps clicks waiting meanwhile: the picture of a new edit is in the folder before its row is.
func (e *Engine) clearLeftovers(found db.SweepReport) ([]string, error) {
	e.inputs.Lock()
	defer e.inputs.Unlock()
	return e.lib.ClearLeftovers(e.soft, found)
}

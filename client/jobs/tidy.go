package jobs

import "viviscope/db"

// tidy clears the folder of the library once.
type tidy struct {
	*lifetime
	lib    Library
	events *bus
	inputs *inputStore
}

// run looks once, at the start, for what a killed program left in the folder. Halves that nothing can use go; a file
// that stands on the wrong side of the trash goes back; the rest is only said, in the log: what looks like an orphan
// may be the only copy of something that was paid for. It runs beside the other workers, because a folder of a
// hundred thousand files takes a while to read, and no step of a job waits for it.
func (td *tidy) run() {
	found, err := td.lib.Sweep(td.soft)
	var removed []string
	if err == nil {
		removed, err = td.clearLeftovers(found)
	}
	if err != nil {
		if td.soft.Err() == nil {
			td.log.Error("tidy", "err", err)
		}
		return
	}
	for _, id := range found.Resized {
		td.events.add(AssetAdded{ID: id})
	}
	td.events.flush()
	if len(removed)+len(found.Resized) > 0 {
		td.log.Info("tidy", "removed", removed, "clips with another size", len(found.Resized))
	}
	unused := max(len(found.Parts)-len(removed), 0)
	if len(found.Files)+len(found.Missing)+unused+len(found.Healed) > 0 {
		td.log.Warn("tidy", "without a row", len(found.Files), "unused", unused,
			"missing", len(found.Missing), "moved back", len(found.Healed))
	}
}

// clearLeftovers keeps clicks waiting meanwhile: the picture of a new edit is in the folder before its row is.
func (td *tidy) clearLeftovers(found db.SweepReport) ([]string, error) {
	td.inputs.Lock()
	defer td.inputs.Unlock()
	return td.lib.ClearLeftovers(td.soft, found)
}

package jobs

import "viviscope/db"

// tidy cleans the folder of the library once.
type tidy struct {
	*lifetime
	lib    Library
	events *bus
	inputs *inputStore
}

// run checks the folder once, at the start, for leftovers of a killed program. It deletes incomplete files that nothing
// can use, and moves files back that are on the wrong side of the trash. Anything else is only logged, because an
// apparent orphan may be the only copy of a paid file. It runs concurrently with the other workers, because reading a
// folder of a hundred thousand files takes a while, and no job waits for it.
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
	unused := max(len(found.Leftovers)-len(removed), 0)
	if len(found.Files)+len(found.Missing)+unused+len(found.Repaired) > 0 {
		td.log.Warn("tidy", "without a row", len(found.Files), "unused", unused,
			"missing", len(found.Missing), "moved back", len(found.Repaired))
	}
}

// clearLeftovers blocks new clicks meanwhile: the picture of a new edit is in the folder before its row is committed.
func (td *tidy) clearLeftovers(found db.SweepReport) ([]string, error) {
	td.inputs.Lock()
	defer td.inputs.Unlock()
	return td.lib.ClearLeftovers(td.soft, found)
}

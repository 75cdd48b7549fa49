package jobs

import "viviscope/db"

// land moves a whole file from incoming/ into the library, with its sidecar. The file is not in the gallery before the caller commits its
// row.
func (e *Engine) land(job db.Job, name, ref, ext string, file fileFacts) (db.Landed, error) {
	made, err := db.MadeOf(e.committing(), e.lib, job, file.index, file.media)
	if err != nil {
		return db.Landed{}, err
	}
	made.Trouble = file.trouble
	return e.lib.Land(e.committing(), name, db.Landing{
		Ref: ref, At: job.CreatedAt.Local(), Words: job.Prompt, Ext: ext, Sidecar: made,
	})
}

// fileFacts is what the sidecar of a file says beyond its job.
type fileFacts struct {
	index   int // place in the answer
	media   db.Media
	trouble string // code of what is wrong with it; "" where nothing is
}

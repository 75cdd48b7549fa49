package db

import "context"

// LostEdits returns the edits of a picture that ended without a file, newest first and at most limit (0: all). What made
// something, or still may, is in [Library.Family]. There are none where there is no such asset.
func (l *Library) LostEdits(ctx context.Context, ref string, limitTo int) ([]Job, error) {
	jobs, err := list(ctx, l.reader, scanJob, "SELECT "+jobColumns+` FROM jobs WHERE kind = 'edit_image'
		AND id IN (SELECT job_id FROM job_inputs WHERE asset = ?) AND state IN (?, ?, ?)
		AND NOT EXISTS (SELECT 1 FROM assets WHERE job_id = jobs.id) ORDER BY id DESC`+limit(limitTo),
		ref, Failed, Rejected, Expired)
	return jobs, wrap(err, "read lost edits of %.8s", ref)
}

package db

// CodeRestored is the error code of a job that was held because the database may be older than the last request. Such a
// job may have been sent since. NoteRestored is its note and error message. A job that waits for approval keeps its
// code.
const (
	CodeRestored = "restored"
	NoteRestored = "this job comes from a copy or a backup of the library: it may have been sent since"
)

// holdUnsent holds all unsent jobs. Jobs that wait for approval keep that reason, so that they are sent only together
// with their click.
const holdUnsent = `UPDATE jobs SET state = 'held', hold = iif(hold = 'approval', hold, 'person'), not_before = NULL,
	note = ?1, error_code = iif(hold = 'approval', error_code, ?2), error_message = ?1
	WHERE state IN ('waiting', 'held')`

// revokeClients deletes all grants and tokens.
const revokeClients = "DELETE FROM grants; UPDATE clients SET token = ''"

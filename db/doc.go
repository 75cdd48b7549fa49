// Package db is the library: a SQLite database and the folder of files that it describes. It knows no network and no
// window.
//
// # The folder
//
//	viviscope.db     the database: WAL, synchronous=FULL
//	files/2026/11/   what was made or imported, each file with a sidecar .json beside it that says what made it
//	inputs/          the local pictures that jobs send or host, named by their hash
//	thumbs/          derived pictures; may be deleted at any time
//	incoming/        what is being fetched
//	trash/           what a person threw away, laid out like files/
//	backups/         copies of the database, made daily and before a migration; damaged ones that were replaced
//	viviscope.lock   held while a program has the library open
//
// Folders are made 0700 and files 0600. All files are reached through an [os.Root], so that no name and no symbolic
// link leads out of the library.
//
// # When a file counts
//
// An asset's row exists only once its file is whole, synced, hashed and renamed into files/. [Library.Land] does the
// file's part and [Change.Add] the row's; a crash in between loses nothing, because Land notes in the database, before
// the rename, which name belongs to which ref. Landing the same ref again finds that note and with it the file.
//
// # The database
//
// There is one writer connection and a pool of readers; a reader cannot write. Every write is one immediate
// transaction, synced to the disk before the call returns. A job, its ledger entries and its assets change together or
// not at all, through [Library.Change].
//
// The schema grows by the numbered files in migrations/, one transaction a step; its number stands in user_version. A
// library of an older schema is copied to backups/ first, and one of a newer schema is not touched ([ErrNewerSchema]).
//
// Other programs read the tables jobs, assets and ledger. Times in them are UTC milliseconds and amounts are
// millionths of the currency's unit.
//
// # When the database is damaged
//
// The sidecars say all that a new database needs to know of what was saved: [Rebuild] makes one from the folder alone.
// [RestoreBackup] takes the newest good copy instead and adds what the folder has beyond it. Neither deletes anything, and
// neither leads to a request: what a copy says is waiting is held, because it may have been sent since.
//
// # The ledger
//
// The table is append-only; triggers refuse anything else, whichever program asks. Of one job:
//
//   - unconfirmed is written at most once, and only before anything is known to be reserved or charged;
//   - reserve is written at most once, while nothing is open and nothing was charged;
//   - charge is written at most once: it ends what is open, or stands alone where there never was a reserve;
//   - refund ends an open reserve;
//   - void ends whatever is open: the person says that it was not charged.
//
// So at most one entry of a job is open at a time and every reserve ends at most once. An entry that breaks these rules
// is refused with a [LedgerError], and nothing of its change is written.
package db

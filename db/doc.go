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
//	deleted/         sidecars of what jobs had made and was deleted for good: they say what it cost
//	corrections.json what a person set right in the ledger
//	jobs.jsonl       each job as it last was, with its click and what it cost: also those without a file
//	boards/          the plans of films, each whole in a file of its own
//	drawings/        what was drawn on canvases, each in a file of its own
//	albums.json      the list of albums; which files are in them stands in the sidecars
//	backups/         copies of the database, made daily and before a migration; in damaged-… those that were replaced
//	viviscope.lock   held while a program has the library open
//
// How files are named, read and written whole is package folder; a [Library] is a [folder.Folder] with a database.
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
// transaction, synced to the disk before the call returns. A job, its ledger entries and its assets change together
// or not at all, through [Library.Change], or [Library.InsertWith] for new jobs; rows of jobs alone through
// [Library.WriteJobs].
//
// The schema grows by the numbered files in migrations/, all that are missing in one transaction; the last number
// stands in user_version. A library of an older schema is copied to backups/ first, and one of a newer schema is
// not touched ([ErrNewerSchema]).
//
// Other programs read the tables jobs, assets and ledger. Times in them are UTC milliseconds and amounts are
// millionths of the currency's unit.
//
// # Finding
//
// What assets are found by is in memory, see package search: [Library.Index] returns it, with all that was
// committed before. It is read when [Options].StartupDelay is over or somebody first asks, and SQLite names the
// rows that a commit changes, which are read again.
//
// # Organising
//
// Stars, tags, notes and albums of many assets change in one transaction, and [Library.Undo] takes such a change
// back. Each change stands in the sidecars too: a few are written before the call returns, more follow behind, and
// the table sidecars_due remembers them across a crash ([Library.FlushSidecars] waits for them).
//
// # When the database is damaged
//
// The sidecars say all that a new database needs to know of what was saved: [Rebuild] makes one from the folder alone.
// [RestoreBackup] takes the newest good copy instead and adds what the folder has beyond it. Neither deletes anything,
// and neither leads to a request: what a copy says is waiting is held, because it may have been sent since. Both keep
// the [Lineage] of the library, by which package jobs notices a copy that was put back by another program.
//
// # The ledger
//
// Package ledger has its rules and sums it; SQLite answers, and nothing of it is in memory. [Library.Change]
// appends the entries of a job, and refuses those that break the rules. What a person corrected stands in
// corrections.json as well, from which [Rebuild] takes it.
//
// # Layers
//
// A [Library] embeds its parts. A part holds its own state and knows only those below it:
//
//	library; rebuild, restore                        composes and opens the parts; makes a database from the folder
//	import, trash, organise, sweep, costs, find      what works on many rows and files
//	change, admission, albums                        writers; they have the files beside the database follow
//	records, corrections, sidecarsdue, landing       files that follow rows, and files that come in
//	jobs, assets, profiles, boards, …                the rows of one table each
//	database, home, sqlite, columns, plain           transactions; folder, lock and clock; values in columns and from files
//
// # Which file holds what
//
//	library, options                          what an open library is made of; opening and closing
//	home, background, moved                   folder, lock, clock, log; work behind the calls; a library that was moved
//	sqlite, database, changes, query          opening SQLite; transactions; which rows commits changed; lists of rows
//	columns, errors, plain                    how things stand in columns; errors to decide by; what is believed of files
//	migrate, backupfiles, backup              the schema; copies of the database; the daily one
//	rows, request                             rows as Go sees them: Job, Asset, Profile, Prices; stored requests
//	settings, profiles, prices                what a user set up
//	clients, clicks                           programs that ask for jobs, what they may spend; clicks that have an ID
//	jobs, jobcolumns, history                 jobs: reading, their columns; what past jobs tell about the next one
//	entries, costs, corrections               the ledger: entries of jobs, sums, what a user sets right
//	books, change, admission                  what may be spent; the one way of changing a job; new jobs
//	lineage, held                             the history that a database belongs to; what a copy may not send
//	assets, family                            assets; what was made from what
//	media, landing, import                    what a file is; files that come in, and their rows
//	made, sidecar, sidecarsdue                the facts of a job in files; what stands beside each file; written when due
//	record, recordfile, records               a line of jobs.jsonl, the file, keeping it up to date
//	lists                                     small files that list something
//	organise, undo, albums, trash             stars, tags, notes of many assets; taking back; albums and their list; trash
//	find                                      what is found by: reading it into memory, following the database
//	boards, drawings                          rows of package boards; drawings of the editor, in files
//	rebuild, restore, report, folderscan      a new database from the folder or a backup: looking through it
//	fill, filling, fill*                      writing the rows of a new database
//	sweep, knownfiles, measure, storage       what no row knows; clips measured by older rules; what takes how much room
package db

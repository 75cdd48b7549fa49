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
// transaction, synced to the disk before the call returns. A job, its ledger entries and its assets change together or
// not at all, through [Library.Change], or [Library.InsertWith] for new jobs; rows of jobs alone through [Library.WriteJobs].
//
// The schema grows by the numbered files in migrations/, all that are missing in one transaction; the last number stands in user_version. A
// library of an older schema is copied to backups/ first, and one of a newer schema is not touched ([ErrNewerSchema]).
//
// Other programs read the tables jobs, assets and ledger. Times in them are UTC milliseconds and amounts are
// millionths of the currency's unit.
//
// # Finding
//
// What assets are found by is in memory, see package search: [Library.Index] returns it, with all that was committed before. It is read
// when [Options].StartupDelay is over or somebody first asks, and SQLite names the rows that a commit changes, which are read again.
//
// # Organising
//
// Stars, tags, notes and albums of many assets change in one transaction, and [Library.Undo] takes such a change back. Each change stands
// in the sidecars too: a few are written before the call returns, more follow behind, and the table sidecars_due remembers them across a
// crash ([Library.FlushSidecars] waits for them).
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
// Package ledger has its rules and sums it; SQLite answers, and nothing of it is in memory. [Library.Change] appends the entries of a job,
// and refuses those that break the rules. What a person corrected stands in corrections.json as well, from which [Rebuild] takes it.
//
// # Which file holds what
//
//	library, sqlite                           opening and closing, errors to decide by; how things stand in columns
//	migrate, backup                           the schema, damage, copies of the database
//	record                                    the rows as Go sees them: Job, Asset, Entry, Profile, Prices
//	clients                                   programs that ask for jobs, what they may spend, the clicks that have an ID
//	jobs, admission                           jobs: reading, the one way of changing them; what may be spent, and new jobs
//	history                                   what past jobs tell about the next one, and what the jobs of each model came to
//	profiles                                  what a person set up: profiles, prices, settings
//	land, import                              files that come in, and their rows
//	sidecar, sidecarsdue                      what stands beside each file, written and read
//	organise, trash                           stars, tags, notes and trash of many assets at once, with undo
//	boards                                    rows of package boards: boards and their steps, and what was made for them
//	drawings                                  drawings of the editor, in files
//	albums                                    albums, their list beside the database, what is in them
//	family                                    what was made from what
//	find                                      what is found by: reading it into memory, following the database
//	costs, corrections                        what the ledger says, with jobs and files; what a person sets right in it
//	lineage                                   which history of the library a database belongs to, and how far it has sent
//	made, records                             the facts of a job in files: sidecars and jobs.jsonl
//	rebuild, folderscan, fill                 a new database from the folder: looking through it, writing the rows
//	measure                                   sizes of clips that an earlier version measured by other rules
//	sweep                                     what lies in the folder that no row knows; what takes how much room
//	moved                                     finding a library that an earlier version was moving
package db

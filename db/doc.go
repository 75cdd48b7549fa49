// Package db is the library: a SQLite database and the folder of files that it describes. It knows no network and no
// window.
//
// # The folder
//
//	viviscope.db     the database: WAL, synchronous=FULL
//	files/2026/11/   generated and imported files, each with a sidecar .json beside it about its origin
//	inputs/          the local pictures that jobs send or host, named by their hash
//	thumbs/          derived pictures; may be deleted at any time
//	incoming/        downloads in progress
//	trash/           trashed files, laid out like files/
//	deleted/         sidecars of permanently deleted results of jobs, with their costs
//	corrections.json the user's corrections of the ledger
//	jobs.jsonl       the last state of each job, with its click and costs, including jobs without a file
//	boards/          the plans of films, each whole in a file of its own
//	drawings/        drawings of canvases, each in a file of its own
//	albums.json      the list of albums; the sidecars contain which files are in them
//	backups/         copies of the database, made daily and before a migration; in damaged-… the replaced databases
//	viviscope.lock   held while a program has the library open
//
// Package folder names files and reads and writes them whole; a [Library] is a [folder.Folder] with a database.
//
// # When a file counts
//
// An asset's row exists only once its file is whole, synced, hashed and renamed into files/. [Library.Land] does the
// file's part and [Change.Add] the row's. A crash in between loses nothing: before the rename, Land notes in the
// database which name belongs to which ref. Landing the same ref again finds that note and with it the file.
//
// # The database
//
// There is one writer connection and a pool of readers; a reader cannot write. Every write is one immediate
// transaction, synced to the disk before the call returns. A job, its ledger entries and its assets change together
// or not at all, through [Library.Change], or [Library.InsertWith] for new jobs; rows of jobs alone through
// [Library.WriteJobs].
//
// The numbered files in migrations/ define the schema. Missing ones are applied in one transaction, and user_version
// holds the last number. A library of an older schema is copied to backups/ first, and one of a newer schema is not
// touched ([ErrNewerSchema]).
//
// Other programs read the tables jobs, assets and ledger. Times in them are UTC milliseconds and amounts are
// millionths of the currency's unit.
//
// # Finding
//
// The search index is in memory, see package search. [Library.Index] returns it, with everything that was
// committed before. It is read after [Options].StartupDelay or at the first request. SQLite reports the
// rows that a commit changes, and these are read again.
//
// # Organising
//
// Stars, tags, notes and albums of many assets change in one transaction, and [Library.Undo] takes such a change
// back. Each change is written to the sidecars too: a few before the call returns, more in the background, and
// the table sidecars_due remembers them across a crash ([Library.FlushSidecars] waits for them).
//
// # When the database is damaged
//
// The sidecars contain everything about saved results that a new database needs: [Rebuild] makes one from the folder
// alone. [RestoreBackup] takes the newest good copy instead and adds what the folder has beyond it. Neither deletes
// anything, and neither leads to a request: waiting jobs of a copy are held, because they may have been sent since.
// Both keep the [Lineage] of the library, by which package jobs detects a copy that another program restored.
//
// # The ledger
//
// Package ledger has its rules and queries. SQLite computes them, and nothing of the ledger is in memory.
// [Library.Change] appends the entries of a job, and refuses those that break the rules. The user's corrections are
// also in corrections.json, where [Rebuild] reads them.
//
// # Layers
//
// A [Library] embeds its parts. A part holds its own state and knows only those below it:
//
//	library; rebuild, restore                        composes and opens the parts; makes a database from the folder
//	import, trash, organise, sweep, costs, find      operations on many rows and files
//	change, admission, albums                        writers; they update the files beside the database
//	records, corrections, sidecarsdue, landing       files that are updated from rows, and new files
//	jobs, assets, profiles, boards, …                the rows of one table each
//	database, home, sqlite, columns, plain           transactions; folder, lock and clock; values in columns and from files
//
// # Which file holds what
//
//	library, options                          the parts of an open library; opening and closing
//	home, background, moved                   folder, lock, clock, log; background work; a library that was moved
//	sqlite, database, changes, query          opening SQLite; transactions; which rows commits changed; lists of rows
//	columns, errors, plain                    values in columns; errors that callers check; sanitizing of files
//	migrate, backupfiles, backup              the schema; copies of the database; the daily one
//	rows, request                             rows as Go sees them: Job, Asset, Profile, Prices; stored requests
//	settings, profiles, prices                the user's setup
//	clients, clicks                           programs that ask for jobs, what they may spend; clicks that have an ID
//	jobs, jobcolumns, history                 jobs: reading, their columns; suggestions from past jobs
//	entries, costs, corrections               the ledger: entries of jobs, sums, the user's corrections
//	books, change, admission                  budgets; the only way to change a job; new jobs
//	lineage, held                             the history that a database belongs to; jobs that a copy may not send
//	assets, family                            assets; their relatives
//	media, landing, import                    type and metadata of a file; new files, and their rows
//	made, sidecar, sidecarsdue                the facts of a job in files; the sidecar of each file; written when due
//	record, recordfile, records               a line of jobs.jsonl, the file, keeping it up to date
//	lists                                     small files that list something
//	organise, undo, albums, trash             stars, tags, notes of many assets; taking back; albums and their list; trash
//	find                                      the search index: reading it into memory, updating it
//	boards, drawings                          rows of package boards; drawings of the editor, in files
//	rebuild, restore, report, folderscan      a new database from the folder or a backup: looking through it
//	fill, filling, fill*                      writing the rows of a new database
//	sweep, knownfiles, measure, storage       files without a row; clips measured by older rules; disk usage
package db

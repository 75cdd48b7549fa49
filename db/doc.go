// Package db stores the library: a SQLite database and the folder of files that it describes. It uses neither the
// network nor the window.
//
// Start with [Open], which returns a [Library], and with the rows [Job], [Asset] and [Profile]. [Library.Change] is the
// only way to change a job together with its ledger entries and assets. [Library.Ingest] and [Library.Import] add
// files. [Library.Index] finds assets, and [Rebuild] restores a library from its folder.
//
// Package folder names, reads and writes the files. Package ledger has the rules of the ledger, package search the
// index of assets, package cast the rules of mentions in prompts, and package boards the plans of films.
//
// # The folder
//
//	viviscope.db     the database: WAL, synchronous=FULL
//	files/2026/11/   generated and imported files, each with a sidecar .json that describes its origin
//	inputs/          local pictures that jobs send or upload, named by their hash
//	thumbs/          derived pictures; may be deleted at any time
//	incoming/        downloads in progress
//	trash/           trashed files, in the same layout as files/
//	deleted/         sidecars of permanently deleted results of jobs, with their costs
//	corrections.json the user's corrections of the ledger
//	jobs.jsonl       the last state of each job, with its click and costs, including jobs without a file
//	boards/          plans of films, one file each
//	drawings/        drawings of the editor, one file each
//	albums.json      the list of albums; their members are in the sidecars
//	cast.json        the cast: people, places, things and looks that prompts mention
//	backups/         copies of the database, made daily and before a migration; in damaged-… replaced databases
//	viviscope.lock   locked while a program has the library open
//
// # Adding a file
//
// An asset's row exists only once its file is complete, synced, hashed and renamed into files/. [Library.Ingest] stores
// the file and [Change.Add] inserts the row. A crash in between loses nothing: before the rename, Ingest records the
// path in the database under the asset's ref. Ingest with the same ref finds that record, and the file.
//
// # Transactions
//
// There is one connection for writing and a pool for reading, which cannot write. Every write is one immediate
// transaction, synced to the disk before the call returns. A job, its ledger entries and its assets change together or
// not at all, by [Library.Change], or by [Library.InsertWith] for a new job. [Library.WriteJobs] changes only jobs.
//
// The numbered files in migrations/ define the schema. Missing migrations are applied in one transaction, and
// user_version is the number of the last one. A library with an older schema is copied to backups/ first. A library
// with a newer schema is not changed ([ErrNewerSchema]).
//
// Other programs may read the tables jobs, assets and ledger. Times in them are UTC milliseconds, and amounts are
// millionths of the currency's unit.
//
// # Search
//
// The search index is in memory. [Library.Index] returns it, with everything that was committed before. It is loaded
// after [Options].StartupDelay or at the first call. SQLite reports the rows that a commit changes, and the index reads
// these again.
//
// # Annotations
//
// Stars, tags, notes and albums of many assets change in one transaction, and [Library.Undo] undoes such a change. The
// sidecars are updated too: a few before the call returns, more in the background. The table sidecars_due remembers
// them across a crash, and [Library.FlushSidecars] waits for them.
//
// # Repairing a damaged database
//
// The sidecars contain everything about saved results that a new database needs. [Rebuild] makes one from the folder
// alone. [RestoreBackup] starts from the newest good backup and adds newer files. Neither deletes anything or causes a
// request: waiting jobs are held, because they may have been sent since. Both keep the [Lineage] of the library, by
// which package jobs detects a copy that another program restored.
//
// # Ledger
//
// [Library.Change] appends the entries of a job and refuses those that break the rules. The user's corrections are also
// written to corrections.json, from which [Rebuild] restores them.
//
// # Layers
//
// A [Library] embeds its parts. A part owns its state and uses only parts below it:
//
//	library; rebuild, restore                        composing and opening; a new database from the folder
//	import, trash, organise, sweep, costs, find      operations on many rows and files
//	change, admission, albums                        writes to rows and to the files that depend on them
//	records, corrections, sidecarsdue, ingest        files that are updated from rows; new files
//	jobs, assets, profiles, boards, …                the rows of one table each
//	database, home, sqlite, columns, sanitize        transactions; folder, lock and clock; columns; untrusted values
//
// # Which file holds what
//
//	library, options                          the parts of an open library; opening and closing
//	home, background, resolvepath             folder, lock, clock, log; background work; a renamed library
//	sqlite, database, changes, query          opening SQLite; transactions; changed rows; scanning rows
//	columns, errors, sanitize                 column types; errors that callers check; cleaning untrusted values
//	migrate, backupfiles, backup              the schema; backups of the database; the daily backup
//	rows, request                             rows as Go types: Job, Asset, Profile, Prices; stored requests
//	settings, profiles, prices                the user's setup
//	clients, clicks                           programs that request jobs, and their grants; clicks with an ID
//	jobs, jobcolumns, history                 jobs: reading, their columns; suggestions from past jobs
//	entries, costs, corrections               the ledger: entries of jobs, sums, the user's corrections
//	budget, change, admission                 amounts that count against budgets; changing jobs; new jobs
//	lineage, held                             the history of the database; jobs that a copy must not send
//	assets, family                            assets; their relatives
//	media, ingest, import                     type and metadata of files; new files and their rows
//	provenance, sidecar, sidecarsdue          how a file was made; the format of sidecars; updating them
//	record, recordfile, records               a line of jobs.jsonl; the file; updating it
//	lists                                     small list files
//	organise, undo, albums, trash             stars, tags and notes; undo; albums and their list; trash
//	castlist                                  the cast and its list; the entries that a job used
//	takechecks                                results of the check of clips
//	find                                      loading and updating the search index
//	boards, drawings                          rows of package boards; drawings of the editor
//	rebuild, restore, report, folderscan      a new database from the folder or a backup; scanning the folder
//	fill, filling, fill*                      inserting the rows of a new database
//	sweep, knownfiles, measure, storage       files without a row; clips measured by older rules; disk usage
package db

// Package dbtest makes libraries of any size for tests and benchmarks: the same one for the same seed, with prompts in
// several scripts, clips and pictures of all shapes, edits of earlier pictures, tags, notes, albums, stars, trash,
// imports and a ledger that adds up.
//
// [Rows] writes rows only, past the library and at the speed of SQLite: a million in well under a minute. [Files] uses
// the library as the program does, and leaves a small real file with its sidecar for every asset.
package dbtest

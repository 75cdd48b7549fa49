// Package dbtest generates libraries of any size for tests and benchmarks. The same seed generates the same library. It
// contains prompts in several scripts, clips and pictures of all shapes, and edits of earlier pictures. It also has
// tags, notes, albums, stars, trash, imports and a consistent ledger.
//
// [Rows] writes only rows, directly with SQLite: a million in well under a minute. [Files] uses the library as the
// program does, and writes a small file with its sidecar for every asset.
package dbtest

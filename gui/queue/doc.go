// Package queue is the place that lists every job by what it needs: a person, patience, its turn, or nothing any more.
//
// The rows are made from the database off the window's goroutine, and swapped in at once. Progress of a
// running task changes its own row only.
package queue

// Package queue is the place that lists every job by what it needs: a person, patience, its turn, or nothing any more.
//
// The rows are made from the database off the window's goroutine, and swapped in at once. What changes while a job runs comes to the rows
// in sight through data bindings.
package queue

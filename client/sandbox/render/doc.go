// Package render makes what the sandbox delivers: clips, pictures, and edits of pictures, from the fields of a request alone.
//
// It stands in for a model that costs money, so it promises what a client of such a service can see: files of the exact size, length and
// format; a result that follows from every field; a clip that starts at its first frame and ends at its last one. It does not
// pretend to be one: each result carries the word "sandbox" in a corner.
//
// The same request gives the same bytes on the same kind of machine, whatever the number of cores. (Between processor
// architectures the rounding of floating point may differ.)
//
// Clips need the encoders of package film; see [ErrNoEncoder]. Everything else is plain Go.
//
// All functions may be called from several goroutines. One clip and one picture are made at a time in a process; further calls
// wait for their turn, or for the end of their context.
package render

// Package gallery is the screen with everything that was ever made: clips and pictures in justified rows by day, or in a list, and beside them
// what made the one that is selected.
//
// The screen holds a compact row of every asset that is asked for ([model]) and reads the whole rows of those around what is in sight
// ([shelf]). What is asked for stands in the search box; the chips under it are the same query in another form. Every reading is done away
// from the window's goroutine, is called off by the next key, and is shown by one function that is posted. Every change (star, tag, trash)
// is one call for all that is selected, can be undone, and is followed by a new reading. What is in sight stays where it is when rows come
// or go. Pictures are asked for while their cells are in sight and are never decoded here.
//
// Everything but Update, and what it calls, belongs to the window's goroutine.
package gallery

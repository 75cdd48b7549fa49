// Package gallery is the screen with everything that was ever made: clips and pictures in justified rows by day, and beside them what made
// the one that is selected.
//
// The screen renders rows of the library. [Gallery.Update] reads them away from the window's goroutine and posts one function that puts them
// in; every command (star, trash, restore) writes first and reads again after. What is in sight stays where it is when rows come or go
// above it. Pictures are asked for while their cells are in sight and are never decoded here.
//
// Everything but Update, and what it calls, belongs to the window's goroutine.
package gallery

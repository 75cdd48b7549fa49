// Package drawing is the document of the edit canvas: a picture at the bottom, what was done to its pixels, and the marks
// upon it, as values.
//
// A [Drawing] is never changed: every edit makes another one, which shares what stayed the same. So the history is a list
// of drawings, undoing is stepping back in it, and a drawing that was handed to another goroutine stays what it was.
// Coordinates are pixels of the canvas as it is now, x to the right and y down, with 0,0 in the outer corner of the first
// pixel. Package paint makes pixels of a drawing; nothing here reads a file, a clock or the library.
package drawing

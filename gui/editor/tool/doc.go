// Package tool is what the pointer and the keys do on the edit canvas. A [Kit] holds the tool in the hand and the selected
// marks; each tool is a small state machine that takes places in pixels of the canvas, the keys held and the zoom, and tells
// its [Host] what is to be shown meanwhile and what was done in the end. Nothing here draws, waits or knows the window, so a
// whole edit is a list of calls. A Kit belongs to one goroutine.
//
// Down, Drag and Up come in this order; Hover comes between an Up and the next Down. While a drag goes on the drawing itself
// is what it was: the host shows what Preview was given. Cancel, which Esc calls, and Leave end a drag without an edit.
package tool

// Package editor is the canvas of an edit: a picture is prepared here, sent by the composer beside it, and every version
// that comes back stands in the strip below.
//
// The service takes a picture and a prompt and knows no mask. So whatever shows it where and what to change is drawn into
// the picture that is sent, and the screen says so. Marks stay objects until then: [drawing] holds them as values, [tool]
// turns the pointer into edits, [paint] makes pixels of them. This package joins them to the window.
//
// What stands at the bottom of a canvas is always an asset of the library or an empty sheet: a file, a link or the frame of
// a clip is imported first. So each canvas is kept by references and vectors alone, with its history, one for each asset
// that was opened, and comes back after a restart.
//
// Everything here belongs to the window's goroutine, but for [Screen.Update], [Screen.Handle], [Screen.Bake] and
// [Screen.Flush]. Files are read, decoded, painted and encoded on others; strokes reach the painter through a mailbox that
// never makes the window wait.
package editor

// Package viewer shows one picture or clip as large as the window is, with what made it beside it.
//
// A [Screen] stands in the place of rail and places. It goes through a [Sequence], which is whatever order and filter the
// person came from, and so never loads a list of its own. Pictures are decoded off the window's goroutine, the
// neighbours ahead of time within a bound of bytes. Clips are played by one player that is kept. Two assets are compared by
// compare.Pair, two clips in step.
//
// All that can be done by a key stands in [Screen.Actions], which is what the keys are looked up in and what the sheet of
// keys shows. Everything here belongs to the window's goroutine unless it says otherwise.
package viewer

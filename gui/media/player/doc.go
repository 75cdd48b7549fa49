// Package player plays clips in the window, with sound, by the libmpv that the computer has.
//
// A [Player] is one engine that is used for one clip after another: starting it costs a tenth of a second, so its owner keeps it. Its
// methods only note what is wanted and return at once: they are for the window's goroutine. A goroutine of the player carries them
// out in order; of several seeks in waiting only the last is made. What happens is told in a [State], and what is seen comes as
// pictures of the size of the panel; both arrive on the window's goroutine, newest first, with at most one post in waiting, so that a
// window that is late skips pictures and never lags behind.
//
// A picture belongs to the window until the next one is given: the engine draws into the other two of three.
//
// [View] shows a player in a window. [Pair] plays two clips in step.
package player

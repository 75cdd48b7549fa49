// Package widgets holds the pieces that every screen is built from. They are presentation only: they take
// values, call OnX, and know neither the service nor the library.
//
// All of them follow the same rules. Sizes come from the theme or are minimums, so larger text only makes
// them larger. Refresh reads the theme again and touches only what changed, because a canvas text or icon
// that is refreshed is drawn anew. Every control is complete on the keyboard, draws its own focus ring, and
// shows being off by losing its fill. Everything here belongs to the goroutine of the window.
package widgets

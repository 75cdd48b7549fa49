// Package fonts finds letters: those of the program's own font, which knows Latin, Greek and Cyrillic, and for all other
// writing those of the fonts that this computer has.
//
// [System] is the fonts of the computer. [Letters] is the program's bold font with those of the computer behind it, in the form in
// which go-text lays out lines. Each belongs to one goroutine at a time.
//
// The fonts of the computer are listed when a character first needs them: that takes a second where nothing on this computer has
// listed them before.
package fonts

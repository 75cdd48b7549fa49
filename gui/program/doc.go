// Package program is one run of Viviscope: it opens the library, serves the sandbox, starts the pool of jobs and fills the window, in
// this order, and takes them down in the reverse order. A problem on the way is shown in the window with what can be done.
//
// wires.go and makeplaces.go say what is connected to what: screens know neither each other nor the library, so what leads from one
// to another, and what they ask of the engine, the keys and the files, stands here. How a place looks and works is decided in its own
// package.
//
// What belongs to no place is decided here, each in a file of its own: where the library is (where.go) and how it moves (move.go),
// what is set for this computer (machine.go), which profile has which key and when an address may change (profiles.go, profilekey.go),
// which way requests leave (route.go), where local pictures are put (hosts.go), what a given file means (openwith.go), what becomes of
// a last frame (lastframe.go), and how the language is chosen and the program started anew (language.go).
package program

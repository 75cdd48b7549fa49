// Package program is one run of Viviscope: it opens the library, serves the sandbox, starts the pool of jobs and fills the window, in
// this order, and takes them down in the reverse order. A problem on the way is shown in the window with what can be done.
//
//	           opened                  quit, and after a question
//	starting ──────────► running ──────────────────────────────────► ending
//	  │   ▲                 │        while a picture call is open       ▲
//	  │   │ done, or        │ rebuild the database,                     │
//	  │   │ try again       │ move the library                          │
//	  ▼   │                 ▼                                           │
//	recovering ◄────────────┘                                           │
//	  └─────────────────────────────────────────────────────────────────┘
//
// recovering is one window (recovery.go) for all that keeps a library from being opened, each with its ways on: another program has it open, its
// database is damaged, its folder cannot be used; and for the work on a library that was closed for it. ending is for good. Where a person
// asked for it (language.go), the program is started anew after it. run.go has the transitions.
//
// makeplaces.go and places.go make the screens, and nav.go leads from one to another: screens know neither each other nor the library, so
// what they ask of the engine, the keys and the files stands here. How a place looks and works is decided in its own package.
//
// What belongs to no place is decided here, each in a file of its own: where the library is and how it moves (folder.go), how its database is
// made anew (rebuild.go), what is set for this computer (device.go), which profile has which key and when an address may change
// (profiles.go, keys.go), which way requests leave (route.go), where local pictures are put (hosting.go), what a given file means
// (openwith.go).
package program

// Package guide shows the user guide: its chapters, and the one that is being read. The texts come with the program, in each language
// of the window, and need no network.
package guide

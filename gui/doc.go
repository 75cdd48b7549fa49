// Package gui is the shell of the window: the rail with the five places and the month's sums, the status bar,
// the menu with every shortcut, notifications, and the way from start to quit.
//
// A place is a Screen; the shell knows no more of it. What leads from one screen to another goes through the
// shell, so that screens do not know each other.
//
// One goroutine owns the window. Everything that reads rows runs elsewhere and hands its result over with one
// call of Post. The scalars that many pieces show (connection, counts, sums) and those of each job that runs and is in sight are data
// bindings in Live. One goroutine feeds them from the engine's events, by at most ten Posts a second, and waits for each: a slow window
// gets fewer changes. No screen takes progress by another way.
package gui

package db

// How far a thread that works aside stands back (nice(2)).
const (
	soonNice = 15 // what the window asks for next: it gets what the window leaves
	lastNice = 19 // what nobody waits for
)

package db

// How far a thread that works aside stands back (nice(2)).
const (
	soonNice = 10 // what the window asks for next: with every core busy it gets a tenth of what the window gets
	lastNice = 15 // what nobody waits for: it gets what is left
)

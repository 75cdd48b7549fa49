package app

// About is what the program is called and which version it is.
type About struct {
	Name, ID, Version string
	Build             int
}

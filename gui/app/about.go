package app

// About holds the program's name, ID and version.
type About struct {
	Name, ID, Version string
	Build             int
}

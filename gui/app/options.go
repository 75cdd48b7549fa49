package app

import (
	"log/slog"
)

// Options are what the command line says.
type Options struct {
	About          About
	LibraryDir     string // "": the one chosen in Settings, else Viviscope in the pictures folder
	ProfileName    string
	BaseURL        string // "": no unsaved profile
	APIKey         string // for BaseURL or ProfileName; used in this run and never stored
	LastProfile    bool   // the profile that was in front last is in front at the start; BaseURL and ProfileName say only whose APIKey is
	SandboxSeconds float64
	Log            *slog.Logger
	Open           []string // files and folders to open, absolute: see Paths
	Journal        *Journal // nil: there is no log file and no crash report
	Language       string   // BCP 47 tag; "": the one chosen in Settings, else the system's
}

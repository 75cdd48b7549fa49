package app

import (
	"log/slog"
)

// Options are the options of the command line.
type Options struct {
	About       About
	LibraryDir  string // "": the one chosen in Settings, else Viviscope in the pictures folder
	ProfileName string
	BaseURL     string // "": no unsaved profile
	APIKey      string // for BaseURL or ProfileName; used in this run and never stored
	// start with the last used profile; BaseURL and ProfileName then only identify the owner of APIKey
	LastProfile    bool
	SandboxSeconds float64
	Log            *slog.Logger
	Open           []string // files and folders to open, absolute: see Paths
	Journal        *Journal // nil: there is no log file and no crash report
	Language       string   // BCP 47 tag; "": the one chosen in Settings, else the system's
	// Exit ends the process, or restarts it with the options of again unless that is nil. It is called if the toolkit
	// does not end, in place of a return from Run.
	Exit func(again *Options, err error)
}

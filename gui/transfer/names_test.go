package transfer

import "viviscope/client/transfer"

// The names of package client/transfer, as the tests of the sheets use them.
type (
	ExportOptions = transfer.ExportOptions
	Exported      = transfer.Exported
	FilmOptions   = transfer.FilmOptions
	ImportOptions = transfer.ImportOptions
	Imported      = transfer.Imported
	Problem       = transfer.Problem
	SpaceError    = transfer.SpaceError
	Library       = transfer.Library
)

var (
	Count        = transfer.Count
	Export       = transfer.Export
	Import       = transfer.Import
	ErrFewClips  = transfer.ErrFewClips
	ErrInLibrary = transfer.ErrInLibrary
	ErrLink      = transfer.ErrLink
	ErrNothing   = transfer.ErrNothing
)

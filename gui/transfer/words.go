package transfer

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"viviscope/db"
	"viviscope/gui/transfer/inside"
	"viviscope/gui/wording"
)

// Words says in a line what came of an import: "212 imported, 14 were here already, 3 are no pictures or clips."
func (r Imported) Words() string {
	var parts []string
	add := func(n int, one, many string) {
		if n > 0 {
			parts = append(parts, wording.Count(n, one, many))
		}
	}
	add(r.New, "imported", "imported")
	add(r.Known, "was here already", "were here already")
	add(r.Foreign, "is no picture or clip", "are no pictures or clips")
	add(r.Links, "link was not followed", "links were not followed")
	add(r.Failed, "could not be read", "could not be read")
	words := "There was nothing to import."
	if len(parts) > 0 {
		words = strings.Join(parts, ", ") + "."
	}
	switch {
	case errors.Is(r.Stopped, db.ErrDiskFull):
		words += " Then the disk was full; the rest was left where it is."
	case r.Stopped != nil:
		words += " Then it was stopped; the rest was left where it is."
	}
	if r.Archives > 0 {
		words += " Unpack archives first: what is in them is not looked at."
	}
	return words
}

// Words says in a line what came of an export.
func (r Exported) Words() string {
	words := wording.Count(r.Files, "file", "files") + ", " + wording.Bytes(r.Bytes)
	if r.Sheets > 0 {
		words += ", " + wording.Count(r.Sheets, "contact sheet", "contact sheets")
	}
	words += "."
	if r.Plain > 0 {
		words += " " + wording.Count(r.Plain, "file has no room for its settings and was copied as it is.", "files have no room for their settings and were copied as they are.")
	}
	if n := len(r.Problems); n > 0 {
		words += " " + wording.Count(n, "could not be read and is missing.", "could not be read and are missing.")
	}
	return words
}

// Words says what is wrong with a file, in a line.
func (p Problem) Words() string { return filepath.Base(p.Path) + ": " + faultWords(p.Err) }

// faultWords says why a file was not taken.
func faultWords(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "this account may not read it"
	case errors.Is(err, fs.ErrNotExist):
		return "it is gone"
	case errors.Is(err, errNotPlain):
		return "it is no file"
	case errors.Is(err, db.ErrSidecar):
		return "it came without its sidecar, which speaks of another file"
	case errors.Is(err, db.ErrNoMedia), errors.Is(err, inside.ErrDamaged):
		return "it is damaged"
	}
	return "it cannot be read"
}

// exportFault says why an export did not happen, with what to do next.
func exportFault(err error) string {
	var space *SpaceError
	switch {
	case errors.As(err, &space):
		return "There is too little room: " + wording.Bytes(space.Need) + " are needed and " + wording.Bytes(space.Free) + " are free. Choose another folder, or fewer files."
	case errors.Is(err, context.Canceled):
		return "Stopped. Nothing was left behind."
	case errors.Is(err, db.ErrDiskFull):
		return "The disk is full. Nothing was left behind. Choose another folder, or fewer files."
	case errors.Is(err, fs.ErrPermission):
		return "This account may not write into that folder. Choose another one."
	case errors.Is(err, fs.ErrNotExist):
		return "That folder is not there any more. Choose another one."
	case errors.Is(err, ErrInLibrary):
		return "That folder is part of the library. Choose one outside of it."
	case errors.Is(err, ErrNothing):
		return "None of the files could be read. Check the library in Settings."
	}
	return "The export failed, and nothing was left behind: " + err.Error()
}

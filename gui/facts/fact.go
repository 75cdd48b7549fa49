// Package facts shows the facts of an asset: the request and the delivered file, its cost, how long the service keeps
// its own copy, and its relatives. [Family] shows the relatives, and [Pane] all facts beside the asset, with buttons
// for the actions on it. [Trouble] returns why a file cannot be shown.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	pane                the pane of a screen
//	made, family, list, judge   the facts of an asset as rows; its relatives; a list of rows; the check of whole files
//	fact                the values, and reading them from the library
package facts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/wording"
)

// Fact is one row: a label and a value. Bold is shown before Value, in bold.
type Fact struct {
	Label string // "": it belongs to the line above
	Value string
	Bold  string
	Icon  fyne.Resource // has the same meaning as the value; nil: none
	Tone  kit.Tone
	Mono  bool   // an ID
	Copy  string // what the copy button puts on the clipboard; "": no button
}

// Background is the job that made an asset, with its ledger entries. It is the zero value for an imported asset.
type Background struct {
	Job     db.Job
	Entries []db.Entry // of the job, in any order
	Money   wording.MoneyFormat
}

// Library is the part of the library that is read. *db.Library implements it.
type Library interface {
	Job(ctx context.Context, id int64) (db.Job, error)
	Entries(ctx context.Context, jobID int64) ([]db.Entry, error)
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Family(ctx context.Context, ref string) (db.Family, error)
}

// Read reads the background of an asset. It is called off the window's goroutine. A deleted job is no error. front is
// the profile in use.
func Read(ctx context.Context, library Library, front db.Profile, a db.Asset) (Background, error) {
	if a.JobID == 0 {
		return Background{}, nil
	}
	job, err := library.Job(ctx, a.JobID)
	if errors.Is(err, db.ErrNotFound) {
		return Background{}, nil
	}
	if err != nil {
		return Background{}, fmt.Errorf("read job %d: %w", a.JobID, err)
	}
	b := Background{Job: job}
	if b.Entries, err = library.Entries(ctx, job.ID); err != nil {
		return b, fmt.Errorf("read ledger of job %d: %w", job.ID, err)
	}
	profile, err := library.Profile(ctx, job.ProfileID)
	if err != nil {
		return b, fmt.Errorf("read profile %d: %w", job.ProfileID, err)
	}
	b.Money = wording.MoneyOf(profile, front)
	return b, nil
}

// Known is the stored data of an asset in addition to its row.
type Known struct {
	Background
	Family db.Family
	Price  jobs.Quote // the current price of one more; zero: unknown
}

// ReadKnown reads what the library stores about an asset. It is called off the window's goroutine. With an error it
// returns as much as could be read.
func ReadKnown(
	ctx context.Context, library Library, creator action.Creator, front db.Profile, a db.Asset,
) (k Known, err error) {
	k.Background, err = Read(ctx, library, front, a)
	family, familyErr := library.Family(ctx, a.Ref)
	if familyErr != nil && !errors.Is(familyErr, db.ErrNotFound) {
		err = errors.Join(err, fmt.Errorf("read family of asset %d: %w", a.ID, familyErr))
	}
	k.Family = family
	if k.Job.ID != 0 {
		k.Price = creator.PriceAgain(k.Job)
	}
	return k, err
}

// Condition is the known state of a file.
type Condition int

// The conditions.
const (
	Unchecked Condition = iota
	Whole               // all of it can be shown
	Damaged
	InPart // a part of it can be shown
)

// ConditionOf returns the condition of a file that the viewer shows, or could not open because of err. [Whole] means
// only that the viewer found no damage: [Pane.JudgeBy] reads the whole file.
func ConditionOf(a db.Asset, shown bool, err error) Condition {
	switch {
	case errors.Is(err, media.ErrDamaged):
		return Damaged
	case err == nil && shown, a.Kind == db.Clip && (err == nil || errors.Is(err, media.ErrNoDecoder)):
		return Whole
	}
	return Unchecked
}

// Trouble returns why a picture cannot be shown, and what to do.
func Trouble(a db.Asset, err error) string {
	var none *media.NoDecoderError
	var verdict *client.FileError
	known := errors.As(err, &verdict)
	switch {
	case errors.As(err, &none):
		return lang.L("No preview here: install %s and restart. Clips open in the system’s player.", none.Install)
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The file is missing from the library folder. Put it back or restore it from a backup. Its details are kept.")
	case errors.Is(err, media.ErrTooLarge):
		return lang.L("Too large to show. The file is kept unchanged.")
	case known && a.Kind == db.Clip:
		return lang.L("The clip cannot be decoded: %s. The file is kept unchanged.",
			wording.Verdict(verdict, media.Install()))
	case known:
		return lang.L("The picture cannot be decoded: %s. The file is kept unchanged.",
			wording.Verdict(verdict, media.Install()))
	case errors.Is(err, media.ErrDamaged) && a.Kind == db.Clip:
		return lang.L("The clip cannot be decoded. The file is kept unchanged.")
	case errors.Is(err, media.ErrDamaged):
		return lang.L("The picture cannot be decoded. The file is kept unchanged.")
	}
	return lang.L("The file cannot be read.")
}

package boards

import (
	"errors"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// isElsewhere reports whether an edit failed because the board was changed outside this window.
func isElsewhere(err error) bool { return errors.As(err, new(*db.ChangedBoardError)) }

// faultText returns why a board could not be read or written, and whether the cause is a change outside this window.
// It shows times in zone.
func faultText(err error, zone *time.Location) (why string, elsewhere bool) {
	changed, elsewhere := errors.AsType[*db.ChangedBoardError](err)
	if !elsewhere {
		return wording.Fault(err), false
	}
	at := lang.Clock(changed.At.In(zone))
	if by, program := strings.CutPrefix(changed.Step, boards.StepFromClient); program {
		return lang.L("Changed by %[1]s at %[2]s.", by, at), true
	}
	return lang.L("Changed elsewhere at %s.", at), true
}

// stepText returns the name of an undo step for the user. Steps of other programs are named by the program.
func stepText(what string) string {
	if by, program := strings.CutPrefix(what, boards.StepFromClient); program {
		return lang.L("changes by %s", by)
	}
	if what == boards.StepAwaitTakes {
		return lang.L("use the new takes")
	}
	if what == boards.StepFromFile {
		return lang.L("changes in the board’s file")
	}
	return what
}

package automation

import (
	"errors"
	"fmt"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/folder"
)

// failures are the codes of errors that end in exit 2: nothing was sent.
var failures = []struct {
	is   error
	code string
}{{db.ErrNotFound, CodeNotFound}, {client.ErrNotFound, CodeNotFound}, {db.ErrSent, CodeInvalid}, {client.ErrBadTaskID, CodeInvalid},
	{boards.ErrDocument, CodeInvalid}, {folder.ErrReadOnly, CodeReadOnly}, {jobs.ErrNoKey, CodeNoKey}}

// FailureOf says in a Failure why a call did nothing. It is never unconfirmed: only the row of a job says that.
func FailureOf(err error) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	f := &Failure{Code: CodeInternal, Message: client.Redact(err.Error()), Exit: ExitOther}
	for _, known := range failures {
		if errors.Is(err, known.is) {
			f.Code, f.Exit = known.code, ExitInvalid
			return f
		}
	}
	if rule, ok := errors.AsType[*client.ValidationError](err); ok {
		f.Code, f.Field, f.Exit = CodeInvalid, rule.Field, ExitInvalid
	} else if gone, ok := errors.AsType[*jobs.FrameGoneError](err); ok {
		f.Code, f.Field, f.Row, f.Exit = CodeInvalid, "input_reference", gone.Frames[0].Order, ExitInvalid
	} else if elsewhere, ok := errors.AsType[*db.ChangedBoardError](err); ok {
		f.Code, f.Message, f.Exit = CodeChanged, elsewhere.Error(), ExitInvalid
	} else if _, ok := errors.AsType[*jobs.MoveError](err); ok {
		f.Code, f.Exit = CodeInvalid, ExitInvalid
	} else if taken, ok := errors.AsType[*jobs.ClickTakenError](err); ok {
		f.Code, f.Message, f.Exit = CodeClickTaken, taken.Error(), ExitInvalid
	} else if program, ok := errors.AsType[*jobs.ClientError](err); ok {
		f.Code, f.Exit = program.Code, ExitInvalid
	} else if over, ok := errors.AsType[*jobs.AdmissionError](err); ok {
		f.Code, f.Message, f.Exit, f.Next = CodeOverBudget, "over the limit of a "+string(over.Quote.Asks()), ExitOver, []string{NextRepeat}
		if f.Quote = new(quoteOf(over.Quote)); over.Quote.Asks() == jobs.ScopeNone {
			f.Message = "the price is higher than it was when this was asked for, or not known"
		}
	} else if over, ok := errors.AsType[*jobs.OverMostError](err); ok {
		f.Code, f.Message, f.Exit, f.Next = CodeOverMaxCost, "the price is above max_cost, or not known", ExitOver, []string{NextRepeat}
		f.Quote = new(quoteOf(over.Quote))
	} else if service, ok := errors.AsType[*client.Error](err); ok { // only what costs nothing is asked while a call lasts
		f.Code, f.Exit, f.Next = CodeNotSent, ExitNotSent, []string{NextRepeat}
		if service.Outcome() == client.Rejected {
			f.Code, f.Exit, f.Next = CodeRefused, ExitRefused, nil
		}
	}
	return f
}

// Usage is the failure of a call, or of a command, that cannot be read: nothing was done.
func Usage(format string, args ...any) error {
	return invalid(CodeUsage, fmt.Sprintf(format, args...))
}

// invalid is the failure of a call that is wrong: nothing was done.
func invalid(code, words string) *Failure {
	return &Failure{Code: code, Message: words, Exit: ExitInvalid}
}

// again is the failure of a call that was not made: it may be repeated.
func again(code, words string) *Failure {
	return &Failure{Code: code, Message: words, Exit: ExitNotSent, Next: []string{NextRepeat}}
}

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

// Failure is the error of a call. It implements error.
type Failure struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`         // English, or the service's message
	Field   string   `json:"field,omitempty"` // of a broken rule, as on the wire
	Row     int      `json:"row,omitempty"`   // of a list, from 1
	Exit    int      `json:"exit"`
	Quote   *Quote   `json:"quote,omitempty"` // if an amount of money is the reason
	Jobs    []Job    `json:"jobs,omitempty"`  // that exist already
	Next    []string `json:"next,omitempty"`
}

// Error implements error.
func (f *Failure) Error() string { return f.Message }

// NewFailure returns a failure with the exit code and the next steps of its code.
func NewFailure(code, format string, args ...any) *Failure {
	f := &Failure{Code: code, Message: fmt.Sprintf(format, args...)}
	f.setOutcome()
	return f
}

func (f *Failure) setOutcome() {
	o, known := failureOutcomes[f.Code]
	f.Exit, f.Next = o.exit, o.next
	if !known {
		f.Exit = ExitInvalid
	}
}

// Usage returns the failure of a call or a command with wrong arguments. Nothing was done.
func Usage(format string, args ...any) error { return NewFailure(CodeUsage, format, args...) }

var repeat = []string{NextRepeat}

// failureOutcomes maps the codes of failures. Any other code means that the call is wrong.
var failureOutcomes = map[string]outcome{
	CodeUnavailable: {ExitNotSent, repeat}, CodeBusy: {ExitNotSent, repeat}, CodeOldProgram: {ExitNotSent, repeat},
	CodeNotSent: {ExitNotSent, repeat}, CodeWindow: {ExitNotSent, nil}, CodeRefused: {ExitRefused, nil},
	CodeInternal: {ExitOther, nil}, CodeUnreadable: {ExitOther, nil}, CodeClickLost: {ExitUnconfirmed, newClick},
	CodeSameAnswer: {ExitFailed, nil},
	CodeDiscarded:  {ExitOver, newClick}, CodeOverBudget: {ExitOver, repeat}, CodeOverMaxCost: {ExitOver, repeat},
	CodeApproval: {ExitOver, []string{NextApprove}},
}

// sentinels maps errors without fields to codes.
var sentinels = []struct {
	err  error
	code string
}{{db.ErrNotFound, CodeNotFound}, {client.ErrNotFound, CodeNotFound}, {db.ErrSent, CodeInvalid},
	{client.ErrBadTaskID, CodeInvalid},
	{boards.ErrDocument, CodeInvalid}, {folder.ErrReadOnly, CodeReadOnly}, {jobs.ErrNoKey, CodeNoKey},
	{jobs.ErrSameAnswer, CodeSameAnswer}}

// FailureOf converts an error of a call. It never reports that a job is unconfirmed: only the row of a job does.
func FailureOf(err error) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	f := NewFailure(CodeInternal, "%s", client.Redact(err.Error()))
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			f.Code = s.code
			break
		}
	}
	var (
		rule    *client.ValidationError
		gone    *jobs.FrameExpiredError
		moved   *jobs.MoveError
		refused *jobs.ClientError
		changed *db.ChangedBoardError
		taken   *jobs.ClickTakenError
		lost    *jobs.ClickLostError
		asks    *jobs.AdmissionError
		over    *jobs.MaxCostError
		service *client.Error
		board   *boards.UnreadableError
		mistake *boards.DocumentError
	)
	switch {
	case errors.As(err, &mistake):
		f.Field = mistake.Field
	case f.Code != CodeInternal:
	case errors.As(err, &board):
		f.Code = CodeUnreadable
	case errors.As(err, &rule):
		f.Code, f.Field = CodeInvalid, rule.Field
	case errors.As(err, &gone):
		f.Code, f.Field, f.Row = CodeInvalid, "input_reference", gone.Frames[0].Order
	case errors.As(err, &moved):
		f.Code = CodeInvalid
	case errors.As(err, &refused):
		f.Code = refused.Code
	case errors.As(err, &changed):
		f.Code, f.Message = CodeChanged, changed.Error()
	case errors.As(err, &taken):
		f.Code, f.Message = CodeClickTaken, taken.Error()
	case errors.As(err, &lost):
		f.Code, f.Message = CodeClickLost, lost.Error()
	case errors.As(err, &asks):
		f.Code, f.Message, f.Quote = CodeOverBudget, "over the limit of a "+string(asks.Quote.ConfirmScope()),
			new(quoteOf(asks.Quote))
		if asks.Quote.ConfirmScope() == jobs.ScopeNone {
			f.Message = "the price is higher than it was when this was asked for, or not known"
		}
	case errors.As(err, &over):
		f.Code, f.Message, f.Quote = CodeOverMaxCost, over.Error(), new(quoteOf(over.Quote))
	case errors.As(err, &service): // of a free call: the engine makes the others, after the answer
		f.Code = CodeNotSent
		if service.Outcome() == client.Rejected {
			f.Code = CodeRefused
		}
	}
	f.setOutcome()
	return f
}

package automation

import (
	"encoding/json"
	"time"

	"viviscope/client/jobs"
)

// The exit codes of commands. A script decides by them whether it may ask again.
const (
	ExitDone        = 0
	ExitOther       = 1 // something broke that is none of the others: a full disk, a damaged library
	ExitInvalid     = 2 // the request is wrong; nothing was sent
	ExitNotSent     = 3 // nothing left this computer; safe to repeat
	ExitRefused     = 4 // by the service; not charged
	ExitOver        = 5 // over a budget or a cap, or waiting for approval or a person; nothing was sent
	ExitUnconfirmed = 6 // it may have been charged: do not repeat
	ExitFailed      = 7 // and refunded
	ExitRunning     = 8 // still running when the wait ended
)

// Codes of a [Failure]. Others are internal.
const (
	CodeUsage       = "usage"        // the call or its arguments cannot be read
	CodeUnknownCall = "unknown_call" // an older owner does not know it
	CodeInvalid     = "invalid"      // a rule of the service or of a list is broken
	CodeNotFound    = "not_found"
	CodeClickTaken  = "click_taken" // the click ID stands for another request
	CodeChanged     = "changed"     // another wrote the board meanwhile
	CodeReadOnly    = "read_only"
	CodeNoKey       = "no_key"
	CodeOff         = "off"       // automation is switched off
	CodeBadToken    = "bad_token" // or none
	CodeForbidden   = "forbidden" // not for clients
	CodeTooMany     = "too_many"
	CodeBusy        = "busy"
	CodeUnavailable = "moving"      // the owner is ending: ask the next one
	CodeOldProgram  = "old_program" // the running program does not know calls
	CodeWindow      = "window"      // a window does not give the library up
	CodeOverMaxCost = "over_most"   // the price is above max_cost, or not known
	CodeOverBudget  = "over_budget"
	CodeApproval    = "approval" // a person must agree to the price first
	CodeRefused     = "refused"  // by the service
	CodeNotSent     = "not_sent" // no connection
	CodeInternal    = "internal"
)

// Failure is why a call did nothing. It implements error.
type Failure struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`         // English, or the service's own words
	Field   string   `json:"field,omitempty"` // of a broken rule, as on the wire
	Row     int      `json:"row,omitempty"`   // of a list, from 1
	Exit    int      `json:"exit"`
	Quote   *Quote   `json:"quote,omitempty"` // where money stood in the way
	Jobs    []Job    `json:"jobs,omitempty"`  // what there is already
	Next    []string `json:"next,omitempty"`
}

// Error implements error.
func (f *Failure) Error() string { return f.Message }

// Kinds of an [Amount], which are never added to each other.
const (
	Estimated   = "estimated"
	Planned     = "planned" // of what follows another job
	Reserved    = "reserved"
	Charged     = "charged"
	Refunded    = "refunded"
	Unconfirmed = "unconfirmed" // it may have been charged
	Unknown     = "unknown"     // nobody knows: without micros and amount
)

// Amount is an amount of money.
type Amount struct {
	Kind     string `json:"kind"`
	Micros   *int64 `json:"micros,omitempty"` // millionths of the currency
	Amount   string `json:"amount,omitempty"` // the same as a decimal
	Currency string `json:"currency,omitempty"`
}

// Quote is what a click costs before it goes out, and what stands in its way.
type Quote struct {
	Total    Amount   `json:"total"`
	Each     []Amount `json:"each"`
	Asks     string   `json:"asks,omitempty"`     // the limit about which a person is asked: click, day, month; "": none
	DayLeft  *Amount  `json:"day_left,omitempty"` // of the client's cap, before the click
	Left     *Amount  `json:"left,omitempty"`     // of the client's cap in total
	Approval string   `json:"approval,omitempty"` // why it would wait for approval; "": it would not
}

// Agree is what [RefsArgs].Agree says where a person agreed to the quote: the total, and the budget that it passes; "" where the total is not
// known. A budget that is used up after the person looked is asked about again.
func (q Quote) Agree() string {
	agree := q.Total.Amount + " " + q.Total.Currency
	switch {
	case q.Total.Amount == "":
		return ""
	case q.PassesBudget():
		agree += ", over the budget of a " + q.Asks
	}
	return agree
}

// PassesBudget reports whether the click goes over a budget of the profile.
func (q Quote) PassesBudget() bool {
	return q.Asks == string(jobs.ScopeDay) || q.Asks == string(jobs.ScopeMonth)
}

// Job is a job as callers see it. Refs are whole.
type Job struct {
	Ref      string    `json:"ref"`
	Click    string    `json:"click,omitempty"` // the click ID; "": made in the window
	Kind     string    `json:"kind"`
	State    string    `json:"state"`
	Hold     string    `json:"hold,omitempty"`
	Code     string    `json:"code,omitempty"`
	Message  string    `json:"message,omitempty"` // the service's own words
	Model    string    `json:"model"`
	Prompt   string    `json:"prompt"`
	Profile  string    `json:"profile"`
	Client   string    `json:"client,omitempty"`
	Progress int       `json:"progress,omitempty"` // percent
	TaskID   string    `json:"task_id,omitempty"`
	Board    string    `json:"board,omitempty"`
	Card     string    `json:"card,omitempty"`
	Amount   Amount    `json:"amount"`
	Files    []File    `json:"files"`
	Created  time.Time `json:"created"`
	Next     []string  `json:"next"` // what can be done: see the list below
}

// File is a file that a job delivered.
type File struct {
	Ref  string `json:"ref"`  // of the asset
	Path string `json:"path"` // absolute
}

// What can be done next, of [Job.Next] and [Failure.Next].
const (
	NextWait     = "wait"
	NextApprove  = "approve" // a person does, in the window or by approve
	NextRelease  = "release"
	NextResolve  = "resolve" // a person says in the window whether it was charged; never ask again
	NextRepeat   = "repeat"  // the same call with the same click ID
	NextNewClick = "new_click"
)

// Answers of the calls. Lists are never null.
type (
	// JobsAnswer is that of make, board_make, jobs, wait, release, discard and track.
	JobsAnswer struct {
		Protocol int    `json:"viviscope"`
		Jobs     []Job  `json:"jobs"`
		Exit     int    `json:"exit"`
		Quote    *Quote `json:"quote,omitempty"`    // of make and board_make
		Repeated bool   `json:"repeated,omitempty"` // the click was there already
		Headless bool   `json:"headless,omitempty"` // of make, board_make and release: no window runs, so jobs go on while a command waits
		Before   int64  `json:"before,omitempty"`   // asks for the next page; 0: there is none
	}

	// JobEvent is a line of jobs with Follow, and of wait. Type is job or progress.
	JobEvent struct {
		Type    string `json:"type"`
		Job     *Job   `json:"job,omitempty"`
		Ref     string `json:"ref,omitempty"`
		Percent int    `json:"percent,omitempty"`
		Done    int    `json:"done,omitempty"` // jobs of a wait that have ended; clips of a film that are joined
		Total   int    `json:"total,omitempty"`
	}

	// PriceAnswer is that of price and board_price: what make and board_make would answer, and end with. Nothing is done.
	PriceAnswer struct {
		Protocol int       `json:"viviscope"`
		Quote    Quote     `json:"quote"`
		Problems []Problem `json:"problems"`
		Exit     int       `json:"exit"`
	}

	// Problem is a rule that a row, a card or a file breaks.
	Problem struct {
		Row     int    `json:"row,omitempty"` // from 1
		Card    string `json:"card,omitempty"`
		Path    string `json:"path,omitempty"`
		Field   string `json:"field,omitempty"`
		Kind    string `json:"kind,omitempty"`
		Message string `json:"message"`
	}

	// ModelsAnswer is that of models.
	ModelsAnswer struct {
		Protocol int     `json:"viviscope"`
		Models   []Model `json:"models"`
		Form     string  `json:"form,omitempty"`    // of requests, where it is not the documented one
		Hosting  bool    `json:"hosting,omitempty"` // pictures of this computer can be frames
	}

	// Model is one that a profile can use.
	Model struct {
		ID          string    `json:"id"`
		Like        string    `json:"like,omitempty"` // the model whose rules it follows, where the profile says so
		Kinds       []string  `json:"kinds"`
		Seconds     []int     `json:"seconds,omitempty"`
		Resolutions []string  `json:"resolutions,omitempty"`
		Audio       string    `json:"audio,omitempty"` // optional, 1080P (only there), none
		Prices      []Amount  `json:"prices"`          // of a second of a clip in each resolution, or of a picture
		Problems    []Problem `json:"problems"`        // why it cannot do what was asked for; none: it can
	}

	// FindAnswer is that of find.
	FindAnswer struct {
		Protocol int      `json:"viviscope"`
		Assets   []Asset  `json:"assets"`
		Unknown  []string `json:"unknown"` // parts of the query that mean nothing
		Before   int64    `json:"before,omitempty"`
	}

	// Asset is a picture or a clip of the library.
	Asset struct {
		Ref      string     `json:"ref"`
		Kind     string     `json:"kind"`
		Path     string     `json:"path"` // absolute
		Width    int        `json:"width"`
		Height   int        `json:"height"`
		Seconds  float64    `json:"seconds,omitempty"`
		Prompt   string     `json:"prompt,omitempty"`
		Model    string     `json:"model,omitempty"`
		Starred  bool       `json:"starred,omitempty"`
		Tags     []string   `json:"tags"`
		Created  time.Time  `json:"created"`
		LinkDies *time.Time `json:"link_dies,omitempty"`
		Cost     *Amount    `json:"cost,omitempty"`
	}

	// LookAnswer is that of look.
	LookAnswer struct {
		Protocol int    `json:"viviscope"`
		Asset    Asset  `json:"asset"`
		JPEG     []byte `json:"jpeg"` // at most 512 px a side
	}

	// CostsAnswer is that of costs. Sums of a currency are kept apart by kind.
	CostsAnswer struct {
		Protocol int         `json:"viviscope"`
		Sums     []CostSum   `json:"sums"`
		Groups   []CostGroup `json:"groups"`
	}

	// CostSum is what one currency comes to. Refunded is shown and never added.
	CostSum struct {
		Currency    string `json:"currency"`
		Charged     Amount `json:"charged"`
		Reserved    Amount `json:"reserved"`
		Planned     Amount `json:"planned"`
		Unconfirmed Amount `json:"unconfirmed"`
		Refunded    Amount `json:"refunded"`
		Unpriced    int    `json:"unpriced,omitempty"` // entries whose amount nobody knows
	}

	// CostGroup is a part of the costs.
	CostGroup struct {
		Key string `json:"key"`
		CostSum
	}

	// BoardAnswer is that of board_show and board_apply.
	BoardAnswer struct {
		Protocol int             `json:"viviscope"`
		Boards   []BoardName     `json:"boards"`        // where none was named
		Ref      string          `json:"ref,omitempty"` // whole
		Version  int             `json:"version,omitempty"`
		Board    json.RawMessage `json:"board,omitempty"` // the document, as in boards/*.json
		Cards    []Card          `json:"cards"`
		Film     string          `json:"film,omitempty"` // ref of the newest one
	}

	// BoardName is a board in a list.
	BoardName struct {
		Ref     string    `json:"ref"`
		Name    string    `json:"name"`
		Version int       `json:"version"`
		Changed time.Time `json:"changed"`
	}

	// Card is a shot or a keyframe of a board.
	Card struct {
		ID     string `json:"id"`
		Is     string `json:"is"` // shot or keyframe
		State  string `json:"state"`
		Take   string `json:"take,omitempty"` // ref of the asset that the board shows
		Amount Amount `json:"amount"`
	}

	// FilesAnswer is that of export, board_export and import.
	FilesAnswer struct {
		Protocol int       `json:"viviscope"`
		Path     string    `json:"path,omitempty"` // the new folder or archive
		Files    int       `json:"files"`
		Known    int       `json:"known,omitempty"` // imported before
		Refs     []string  `json:"refs"`            // of what was imported
		Problems []Problem `json:"problems"`
		Exit     int       `json:"exit"` // [ExitOther] where something was left out that was asked for
	}

	// JoinAnswer is that of join and board_join.
	JoinAnswer struct {
		Protocol int     `json:"viviscope"`
		How      string  `json:"how"` // copied or encoded
		Frames   int     `json:"frames"`
		Seconds  float64 `json:"seconds"`
		Ref      string  `json:"ref,omitempty"` // none where files were joined
		Path     string  `json:"path"`
	}

	// ErrorAnswer is what commands and tools print in place of an answer.
	ErrorAnswer struct {
		Protocol int      `json:"viviscope"`
		Error    *Failure `json:"error"`
		Exit     int      `json:"exit"`
	}

	// DoneAnswer is that of calls which only do something: tag, yield.
	DoneAnswer struct {
		Protocol int `json:"viviscope"`
	}
)

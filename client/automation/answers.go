package automation

import (
	"encoding/json"
	"time"

	"viviscope/client/jobs"
)

// The exit codes of commands. A script learns from them whether it may repeat the command.
const (
	ExitDone        = 0
	ExitOther       = 1 // any other error: a full disk, a damaged library
	ExitInvalid     = 2 // the request is wrong; nothing was sent
	ExitNotSent     = 3 // nothing was sent; safe to repeat
	ExitRefused     = 4 // by the service; not charged
	ExitOver        = 5 // over a budget or a cap, or waiting for approval or the user; nothing was sent
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
	CodeClickTaken  = "click_taken" // the click ID belongs to another request
	CodeSameAnswer  = "same_answer" // of track: the task is still failed
	CodeClickLost   = "click_lost"  // it was sent, and is not in the library: restored from a copy, or rebuilt
	CodeDiscarded   = "discarded"   // the user discarded the jobs of the click; another ID orders them again
	CodeChanged     = "changed"     // the board was changed since it was read
	CodeReadOnly    = "read_only"
	CodeNoKey       = "no_key"
	CodeOff         = "off"       // automation is switched off
	CodeBadToken    = "bad_token" // or none
	CodeForbidden   = "forbidden" // not for clients
	CodeTooMany     = "too_many"
	CodeBusy        = "busy"
	CodeUnavailable = "moving"      // the owner is ending: the next one can be asked
	CodeOldProgram  = "old_program" // the running program does not know calls
	CodeWindow      = "window"      // a window does not release the library
	CodeOverMaxCost = "over_most"   // the price is above max_cost, or not known
	CodeOverBudget  = "over_budget"
	CodeApproval    = "approval"   // the user must agree to the price first
	CodeRefused     = "refused"    // by the service
	CodeNotSent     = "not_sent"   // no connection
	CodeUnreadable  = "unreadable" // the board is damaged, or a newer version of the program wrote it
	CodeInternal    = "internal"
)

// Kinds of an [Amount], which are never added to each other.
const (
	Estimated   = "estimated"
	Planned     = "planned" // for a job that waits for another one
	Reserved    = "reserved"
	Charged     = "charged"
	Refunded    = "refunded"
	Unconfirmed = "unconfirmed" // it may have been charged
	Unknown     = "unknown"     // without micros and amount
)

// Amount is an amount of money.
type Amount struct {
	Kind     string `json:"kind"`
	Micros   *int64 `json:"micros,omitempty"` // millionths of the currency
	Amount   string `json:"amount,omitempty"` // the same as a decimal
	Currency string `json:"currency,omitempty"`
}

// Quote is the price of a click, and what prevents it.
type Quote struct {
	Total    Amount   `json:"total"`
	Each     []Amount `json:"each"`
	Asks     string   `json:"asks,omitempty"`     // the limit to agree to exceed: click, day, month; "": none
	DayLeft  *Amount  `json:"day_left,omitempty"` // of the client's cap of a day, before the click
	Left     *Amount  `json:"left,omitempty"`     // of the client's total cap
	Approval string   `json:"approval,omitempty"` // why the click would wait for approval; "": it would not
}

// Agree returns [RefsArgs].Agree for a user who agreed to the quote: the total, and the budget that it exceeds. It
// returns "" if the total is unknown. An agreement does not cover a budget that was used up after the user saw the
// quote.
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

// PassesBudget reports whether the click exceeds a budget of the profile.
func (q Quote) PassesBudget() bool {
	return q.Asks == string(jobs.ScopeDay) || q.Asks == string(jobs.ScopeMonth)
}

// Job describes a job for callers. Its refs are complete.
type Job struct {
	Ref      string    `json:"ref"`
	Click    string    `json:"click,omitempty"` // the click ID; "": made in a window
	Kind     string    `json:"kind"`
	State    string    `json:"state"`
	Hold     string    `json:"hold,omitempty"`
	Code     string    `json:"code,omitempty"`
	Message  string    `json:"message,omitempty"` // the service's message
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
	Next     []string  `json:"next"` // see NextWait and those that follow it
}

// File is a file of a job.
type File struct {
	Ref  string `json:"ref"`  // of the asset
	Path string `json:"path"` // absolute
}

// The possible next steps: [Job.Next] and [Failure.Next].
const (
	NextWait     = "wait"
	NextApprove  = "approve" // by the user, in the window or with the command approve
	NextRelease  = "release"
	NextResolve  = "resolve" // the user enters in the window whether it was charged; the call must not be repeated
	NextRepeat   = "repeat"  // the same call, with the same click ID
	NextNewClick = "new_click"
)

// The answers of the calls. Lists are never null.
type (
	// JobsAnswer is the answer of make, board_make, jobs, wait, release, discard and track.
	JobsAnswer struct {
		Protocol int    `json:"viviscope"`
		Jobs     []Job  `json:"jobs"`
		Exit     int    `json:"exit"`
		Quote    *Quote `json:"quote,omitempty"`    // of make and board_make
		Repeated bool   `json:"repeated,omitempty"` // the click had been made before
		// of calls that send: no window runs, so jobs progress only while a command waits
		Headless  bool   `json:"headless,omitempty"`
		RequestID string `json:"request_id,omitempty"` // the click ID of an interrupted order, to continue it
		Before    int64  `json:"before,omitempty"`     // for the arguments of the next page; 0: there is none
	}

	// JobEvent is an event of jobs with Follow, of wait, and of join. Type is job or progress.
	JobEvent struct {
		Type    string `json:"type"`
		Job     *Job   `json:"job,omitempty"`
		Ref     string `json:"ref,omitempty"`
		Percent int    `json:"percent,omitempty"`
		Done    int    `json:"done,omitempty"` // jobs of a wait that have ended, or clips that were joined
		Total   int    `json:"total,omitempty"`
	}

	// PriceAnswer is the answer of price and board_price: the price of make or board_make, and their exit code.
	PriceAnswer struct {
		Protocol int       `json:"viviscope"`
		Quote    Quote     `json:"quote"`
		Problems []Problem `json:"problems"`
		Exit     int       `json:"exit"`
	}

	// Problem is a problem of a row, a card or a file.
	Problem struct {
		Row     int    `json:"row,omitempty"` // from 1
		Card    string `json:"card,omitempty"`
		Path    string `json:"path,omitempty"`
		Field   string `json:"field,omitempty"`
		Kind    string `json:"kind,omitempty"`
		Message string `json:"message"`
	}

	ModelsAnswer struct {
		Protocol int     `json:"viviscope"`
		Models   []Model `json:"models"`
		Form     string  `json:"form,omitempty"`    // of requests, where it differs from the documented one
		Hosting  bool    `json:"hosting,omitempty"` // the profile hosts pictures, so local ones can be frames
	}

	// Model is a model that a profile can use.
	Model struct {
		ID          string    `json:"id"`
		Like        string    `json:"like,omitempty"` // the model with the same rules, if the profile defines one
		Kinds       []string  `json:"kinds"`
		Seconds     []int     `json:"seconds,omitempty"`
		Resolutions []string  `json:"resolutions,omitempty"`
		Sizes       []string  `json:"sizes,omitempty"` // every size of a clip, where the profile limits them
		Form        string    `json:"form,omitempty"`  // of requests for its clips, where the model has its own
		Audio       string    `json:"audio,omitempty"` // optional, 1080P (at that resolution only), none
		Prices      []Amount  `json:"prices"`          // of a clip without sound at each resolution, or of a picture
		Per         []string  `json:"per"`             // the unit of each: PerSecond, PerClip or PerPicture
		Problems    []Problem `json:"problems"`        // why it does not support the request of ModelsArgs.Fits
	}

	FindAnswer struct {
		Protocol int      `json:"viviscope"`
		Assets   []Asset  `json:"assets"`
		Unknown  []string `json:"unknown"` // unknown terms of the query
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
		Checks   []Check    `json:"checks,omitzero"` // of a clip; absent if it was not checked
	}

	// Check is a fact that the check of a clip found.
	Check struct {
		Kind string  `json:"kind"` // black, frozen, silent, length, cut, flicker or clipped
		From float64 `json:"from"` // seconds; of a length the shorter one
		To   float64 `json:"to"`   // seconds; of a length the longer one
	}

	LookAnswer struct {
		Protocol int    `json:"viviscope"`
		Asset    Asset  `json:"asset"`
		JPEG     []byte `json:"jpeg"` // at most 512 px a side
	}

	CostsAnswer struct {
		Protocol int         `json:"viviscope"`
		Sums     []CostSum   `json:"sums"`
		Groups   []CostGroup `json:"groups"`
	}

	// CostSum has the costs in one currency. Refunded is informational: no other amount includes it.
	CostSum struct {
		Currency    string `json:"currency"`
		Charged     Amount `json:"charged"`
		Reserved    Amount `json:"reserved"`
		Planned     Amount `json:"planned"`
		Unconfirmed Amount `json:"unconfirmed"`
		Refunded    Amount `json:"refunded"`
		Unpriced    int    `json:"unpriced,omitempty"` // entries without a known amount
	}

	// CostGroup has the costs of one model, kind, day or client.
	CostGroup struct {
		Key string `json:"key"`
		CostSum
	}

	// CastAnswer is the answer of cast, cast_add and cast_remove: all entries, or the one that was added or removed.
	CastAnswer struct {
		Protocol int        `json:"viviscope"`
		Cast     []CastUses `json:"cast"` // in the user's order
	}

	// CastEntry is an entry of the cast, as documents of boards state it.
	CastEntry struct {
		Name     string   `json:"name"`
		Kind     string   `json:"kind"` // person, place, thing or look
		Words    string   `json:"words,omitempty"`
		Pictures []string `json:"pictures"` // refs
	}

	// CastUses is an entry of the cast and where it is used.
	CastUses struct {
		CastEntry
		Missing []string    `json:"missing,omitempty"` // those of its pictures that are in the trash or gone
		Files   int         `json:"files"`             // files whose prompts mentioned it, as cast:NAME finds
		Boards  []CastBoard `json:"boards"`            // boards with prompts that mention it
	}

	// CastBoard is a board whose prompts mention an entry of the cast.
	CastBoard struct {
		Ref   string   `json:"ref"`
		Name  string   `json:"name"`
		Cards []string `json:"cards"` // IDs of keyframes and shots
	}

	// BoardAnswer is the answer of board_show, board_apply and board_undo.
	BoardAnswer struct {
		Protocol int             `json:"viviscope"`
		Boards   []BoardName     `json:"boards"`        // all boards, where no board was named
		Ref      string          `json:"ref,omitempty"` // whole
		Version  int             `json:"version,omitempty"`
		Board    json.RawMessage `json:"board,omitempty"` // the document, as in boards/*.json
		Cards    []Card          `json:"cards"`
		Film     string          `json:"film,omitempty"` // ref of the newest film
		// the entries of the cast that the prompts of the board mention
		Cast        []CastEntry `json:"cast,omitempty"`
		CastAdded   []string    `json:"cast_added,omitempty"`   // board_apply: names that the cast did not have
		CastUpdated []string    `json:"cast_updated,omitempty"` // board_apply: names with other content than before

		Step string `json:"step,omitempty"` // board_undo: the description of the step
	}

	BoardName struct {
		Ref     string    `json:"ref"`
		Name    string    `json:"name"`
		Version int       `json:"version"`
		Changed time.Time `json:"changed"`
		// why the board cannot be read; ref is "" for a file that is no board
		Problem string `json:"problem,omitempty"`
	}

	// Card is a shot or a keyframe of a board.
	Card struct {
		ID     string `json:"id"`
		Is     string `json:"is"` // shot or keyframe
		State  string `json:"state"`
		Take   string `json:"take,omitempty"`  // ref of the chosen asset
		Final  bool   `json:"final,omitempty"` // the take was made with the final settings
		Amount Amount `json:"amount"`
	}

	// FilesAnswer is the answer of export, board_export and import.
	FilesAnswer struct {
		Protocol int       `json:"viviscope"`
		Path     string    `json:"path,omitempty"` // the new folder or archive
		Files    int       `json:"files"`
		Known    int       `json:"known,omitempty"` // imported before
		Refs     []string  `json:"refs"`            // of the imported assets
		Problems []Problem `json:"problems"`
		Exit     int       `json:"exit"` // [ExitOther] if a requested file was left out
	}

	// JoinAnswer is the answer of join and board_join.
	JoinAnswer struct {
		Protocol int       `json:"viviscope"`
		How      string    `json:"how"`    // copied or encoded
		Frames   int       `json:"frames"` // of the film
		Seconds  float64   `json:"seconds"`
		Encoded  []Problem `json:"encoded,omitempty"` // the clips that could not be copied, and what differs
		Ref      string    `json:"ref,omitempty"`     // "": the clips were files
		Path     string    `json:"path"`
	}

	// ErrorAnswer is the output of a command or a tool in place of an answer.
	ErrorAnswer struct {
		Protocol int      `json:"viviscope"`
		Error    *Failure `json:"error"`
		Exit     int      `json:"exit"`
	}

	// DoneAnswer is the answer of tag.
	DoneAnswer struct {
		Protocol int `json:"viviscope"`
	}
)

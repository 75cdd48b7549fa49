package db

import (
	"encoding/json"
	"reflect"
	"time"

	"viviscope/db/ledger"
)

// JobKind is the kind of a job's request.
type JobKind string

// The kinds of a job, as stored in the jobs table.
const (
	TextToVideo   JobKind = "text_to_video"
	FramesToVideo JobKind = "frames_to_video"
	TextToImage   JobKind = "text_to_image"
	EditImage     JobKind = "edit_image"
)

// IsVideo reports whether the kind makes a task at the service; the others are synchronous picture calls.
func (k JobKind) IsVideo() bool { return k == TextToVideo || k == FramesToVideo }

// JobState is the state of a job. The values are stored, and other programs read them.
type JobState string

// The states of a job. See the package documentation of client/jobs for the moves between them.
const (
	Waiting     JobState = "waiting"     // its turn has not come; sent without the user
	Held        JobState = "held"        // the user must release it; nothing was sent
	Sending     JobState = "sending"     // committed before the request leaves; at start it becomes unconfirmed
	Unconfirmed JobState = "unconfirmed" // sent without a conclusive answer; may have been charged
	Rejected    JobState = "rejected"    // the service refused it, or the user stated that it was not charged
	Queued      JobState = "queued"      // accepted by the service
	InProgress  JobState = "in_progress" // the service generates
	Failed      JobState = "failed"      // the service gave up; refunded
	Completed   JobState = "completed"   // finished at the service, not yet being fetched
	Downloading JobState = "downloading" // a clip is being fetched
	Saving      JobState = "saving"      // a picture's link or bytes are committed, the file is not yet in the library
	Saved       JobState = "saved"       // every file is in the library
	Expired     JobState = "expired"     // the service deleted it before it could be saved
	Unwatched   JobState = "unwatched"   // the user stopped watching; the task continues at the service
)

// JobStates are all states of a job.
var JobStates = []JobState{Waiting, Held, Sending, Unconfirmed, Rejected, Queued, InProgress, Failed, Completed,
	Downloading, Saving,
	Saved, Expired, Unwatched}

// Ended reports whether the job has ended. A later answer can still revive an expired job if the service did not know
// its task.
func (s JobState) Ended() bool {
	switch s {
	case Rejected, Failed, Saved, Expired:
		return true
	}
	return false
}

// HoldReason is why a job is held.
type HoldReason string

// The reasons for holding a job.
const (
	HeldByUser      HoldReason = "person"      // "Hold for later"
	HeldPaused      HoldReason = "paused"      // sending is paused
	HeldNotSent     HoldReason = "not_sent"    // no connection was ever got: nothing left this computer
	HeldRateLimited HoldReason = "rate_limit"  // 429; NotBefore is the time that the service named
	HeldNoKey       HoldReason = "no_key"      // the profile has no key
	HeldKeyRefused  HoldReason = "key_refused" // the service refused the key (401)
	HeldOverBudget  HoldReason = "budget"
	// another job must be saved first, because the request contains its result
	HeldAfter     HoldReason = "after"
	HeldFrameGone HoldReason = "frame_gone" // the address of a picture died, or would have, before this job's turn
	// a client requested it, and the user must approve its whole click; the code has the reason
	HeldApproval HoldReason = "approval"
)

// Job is one row of the jobs table: one request, as ordered by a click, in its exact form. A zero time means "not yet".
type Job struct {
	ID        int64
	Ref       string // 32 hex digits, random, stable across a rebuild; people see the first four
	ProfileID int64
	Kind      JobKind
	State     JobState
	Model     string
	Prompt    string
	Template  string          // the prompt as it was typed, if it expands to several; "": it is Prompt
	Request   json.RawMessage // the request as it is sent: client.VideoRequest, ImageRequest or EditRequest
	InputPath string          // the picture of a multipart edit, relative to the library; "" for other kinds

	TaskID    string
	Progress  int // 0 to 100, as last reported by the service
	RawStatus string

	Hold      HoldReason
	NotBefore time.Time // a rate-limited job may not go out before this

	ErrorCode    string // the service's code, or a code of this program
	ErrorMessage string // the service's own message; never holds the key or a signed link
	RawAnswer    string // at most 8 KiB of the last answer that mattered, redacted

	EstimateMicros *int64 // nil: no price known when the job was made
	Currency       string // ISO 4217

	ResultItems json.RawMessage // a picture's items as received ([]ResultItem)
	Usage       json.RawMessage // the raw usage of a picture call

	CreatedAt   time.Time // the click
	SentAt      time.Time // the request was about to leave
	AcceptedAt  time.Time // the service answered 2xx
	FinishedAt  time.Time // completed or failed was seen
	EndedAt     time.Time // saved, failed, rejected or expired
	ExpiresAt   time.Time // the service's copy dies: clips 7 days after creation, picture links 24 hours
	LastCheckAt time.Time // last poll that got an answer

	Inputs json.RawMessage // the pictures in the request's places ([]Input); nil if there are only foreign links

	Click      string // 32 hex digits shared by all jobs of one click
	ClickIndex int    // 0-based place in that click
	ResendOf   int64  // the unconfirmed or ended job that this one repeats; 0: none
	Note       string

	Board      string // ref of the board that it is a take of; "": none
	Shot       string // ID of the shot or keyframe in that board
	After      int64  // the job that must be saved first; 0: none
	AfterPlace int    // place of the request that gets what that one delivers
	Priority   int    // 1 if another job waits for it: sent earlier
	Client     string // name of the client that requested it; "": the user
	Account    string // salted hash of the key that it was ordered with; "": not known
}

// WaitsForJob reports whether a held job continues without the user, when the job before it is saved. If that can no longer
// happen, the job has an error code.
func (j Job) WaitsForJob() bool { return j.State == Held && j.Hold == HeldAfter && j.ErrorCode == "" }

// MaxDrawing bounds [Input].Drawing, bytes of JSON: a job's row and each of its sidecars hold it.
const MaxDrawing = 1 << 20

// Input is a picture in a place of a request: an asset of the library, or a local file that is uploaded to the user's
// own host before the request can be sent. An edit's picture may have been drawn upon. Then Asset is the picture below,
// and File or the job's InputPath holds what was sent.
type Input struct {
	// of a clip: 0 is the first frame, 1 the last; of an edit: place in its images
	Place int    `json:"place"`
	Asset string `json:"asset,omitempty"` // ref of the asset that it is; "" for a file from elsewhere

	Width  int `json:"width,omitempty"` // pixels; 0 if not measured
	Height int `json:"height,omitempty"`

	// kept copy, relative to the library; "" if a link of the service is used
	File   string `json:"file,omitempty"`
	MIME   string `json:"mime,omitempty"`   // of File
	Link   string `json:"link,omitempty"`   // where File was put; may be signed, so it is never logged
	Object string `json:"object,omitempty"` // its name at the host, to take it down by
	// when Link stops working, or the service's link in the place; zero: not known
	Expires time.Time `json:"dies,omitzero"`

	// the drawing upon Asset, for further editing; valid JSON of at most MaxDrawing
	Drawing json.RawMessage `json:"drawing,omitempty"`
	// Asset was placed upon the picture of the same Place and is part of what was sent
	Part bool `json:"part,omitempty"`
	// the place of the result of [Job].After; until it is there, nothing may be sent
	Awaited bool `json:"owed,omitempty"`
}

// ResultItem is one picture of an answer: a link that expires, or a file in incoming/ with the bytes. In the zero value
// neither is left.
type ResultItem struct {
	URL      string `json:"url,omitempty"`
	Incoming string `json:"incoming,omitempty"` // name inside incoming/
	Saved    bool   `json:"saved,omitempty"`
	Damaged  bool   `json:"damaged,omitempty"` // saved, but not a picture that the program can read
	Lost     bool   `json:"lost,omitempty"`    // given up; the link may still be tried
}

// AssetKind is clip or picture.
type AssetKind string

// The kinds of an asset.
const (
	Clip    AssetKind = "clip"
	Picture AssetKind = "picture"
)

// Asset is one file of the library. Its row exists only once the file is whole, synced, renamed and hashed.
type Asset struct {
	ID          int64
	Ref         string // 32 hex digits; the file name contains the first four
	JobID       int64  // 0: imported
	Kind        AssetKind
	Path        string // relative to the library, slash-separated
	MIME        string
	SHA256      string // hex
	Bytes       int64
	Width       int // pixels
	Height      int
	Seconds     float64 // clips only
	FPS         float64
	HasAudio    bool
	Prompt      string
	Model       string
	ItemIndex   int // place in the answer's data
	Link        string
	LinkExpires time.Time // when Link stops working; zero: no link
	Starred     bool
	CreatedAt   time.Time
	TrashedAt   time.Time

	Seed *int64   // of the request; nil: the service chose, or it is not known
	Tags []string // in order, each once
	Note string   // the user's note
	Name string   // original name of an imported file
	// ref of the original of an import, as of a frame's clip; those of the clips of a film, separated by spaces
	Parent string
	// a [Made]: the origin of an imported file according to its sidecar; nil for the result of a job
	Recipe json.RawMessage

	CostMicros   *int64 // its share of its job's cost, read only; nil: not known
	CostCurrency string // ISO 4217
	CostSandbox  bool   // the sandbox's money, read only
}

// Same reports whether two assets are equal in every field.
func (a Asset) Equal(b Asset) bool { return reflect.DeepEqual(a, b) }

// LastFrame is when the last frame of a clip begins.
func (a Asset) LastFrame() time.Duration {
	end := time.Duration(a.Seconds * float64(time.Second))
	if a.FPS > 0 {
		end -= time.Duration(float64(time.Second) / a.FPS)
	}
	return max(end, 0)
}

// Entry is one row of the ledger.
type Entry = ledger.Entry

// EntryKind is the kind of a ledger entry.
type EntryKind = ledger.Kind

// The kinds of a ledger entry. The one of an unconfirmed job has a name beside that job's state.
const (
	Reserve          = ledger.Reserve
	Charge           = ledger.Charge
	Refund           = ledger.Refund
	UnconfirmedEntry = ledger.Unconfirmed
	Void             = ledger.Void
)

// Profile is a service to talk to. Its key is never here.
type Profile struct {
	ID           int64
	Name         string
	BaseURL      string // without a trailing /v1
	Sandbox      bool
	Saved        bool      // false: made by -base-url, and not listed unless the user saves it
	Currency     string    // ISO 4217
	MaxTasks     int       // tasks at the service at once, default 5
	MaxImages    int       // picture calls at once, default 2
	PollSeconds  int       // 10 to 15, default 12: the requested interval of the scheduler
	ImageMinutes int       // patience for a picture call, never under 5, default 10
	KeySince     time.Time // when a key was put into the keychain; zero: none there
	LastOKAt     time.Time // last successful test or answer
	CreatedAt    time.Time

	Models        json.RawMessage // further model ids of this service ([]client.Alias); nil for none
	Hosting       json.RawMessage // where local pictures are put (hosting.Config), without its secret; nil for nowhere
	ConfirmMicros *int64          // a click that costs more needs a confirmation; nil: never
	BudgetMicros  *int64          // what a month may cost; nil: no budget

	Form string // of requests (client.Form); "": as documented

	DayBudgetMicros *int64 // what a day may cost; nil: no budget
	// share of a budget from which the user is warned, 1 to 100; 0 becomes [DefaultWarnPercent]
	WarnPercent int
}

// Prices is one dated version of a profile's price table. A new version never rewrites old entries.
type Prices struct {
	ID        int64
	ProfileID int64
	ValidFrom time.Time
	Table     json.RawMessage // client.PriceTable
}

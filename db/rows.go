package db

import (
	"encoding/json"
	"reflect"
	"time"

	"viviscope/db/findings"
	"viviscope/db/ledger"
)

// JobKind is the kind of a job's request.
type JobKind string

// The kinds of a job. The values are stored.
const (
	TextToVideo   JobKind = "text_to_video"
	FramesToVideo JobKind = "frames_to_video"
	TextToImage   JobKind = "text_to_image"
	EditImage     JobKind = "edit_image"
)

// IsVideo reports whether the kind makes a video task. The other kinds are synchronous picture requests.
func (k JobKind) IsVideo() bool { return k == TextToVideo || k == FramesToVideo }

// JobState is the state of a job. The values are stored and read by other programs.
type JobState string

// The states of a job. The package documentation of client/jobs describes the transitions.
const (
	Waiting     JobState = "waiting"     // queued here; will be sent without the user
	Held        JobState = "held"        // not sent; the user must release it
	Sending     JobState = "sending"     // committed before the request is sent; becomes unconfirmed at the next start
	Unconfirmed JobState = "unconfirmed" // sent without a conclusive response; may have been charged
	Rejected    JobState = "rejected"    // the service refused it, or the user stated that it was not charged
	Queued      JobState = "queued"      // accepted by the service
	InProgress  JobState = "in_progress" // the service generates
	Failed      JobState = "failed"      // failed at the service; refunded
	Completed   JobState = "completed"   // finished at the service, not downloading yet
	Downloading JobState = "downloading" // a clip is being downloaded
	Saving      JobState = "saving"      // a picture's link or bytes are committed, its file is not in the library yet
	Saved       JobState = "saved"       // every file is in the library
	Expired     JobState = "expired"     // the service deleted it before it could be saved
	Unwatched   JobState = "unwatched"   // the user stopped watching; the task continues at the service
)

// JobStates contains all states of a job.
var JobStates = []JobState{Waiting, Held, Sending, Unconfirmed, Rejected, Queued, InProgress, Failed, Completed,
	Downloading, Saving, Saved, Expired, Unwatched}

// Ended reports whether the job has ended. An expired job can be revived by a later response, if the service had not
// known its task.
func (s JobState) Ended() bool {
	switch s {
	case Rejected, Failed, Saved, Expired:
		return true
	}
	return false
}

// HoldReason is the reason for which a job is held.
type HoldReason string

// The reasons for holding a job.
const (
	HeldByUser      HoldReason = "person"      // "Hold for later"
	HeldPaused      HoldReason = "paused"      // sending is paused
	HeldNotSent     HoldReason = "not_sent"    // no connection could be made, so nothing was sent
	HeldRateLimited HoldReason = "rate_limit"  // HTTP 429; NotBefore is the time from the service
	HeldNoKey       HoldReason = "no_key"      // the profile has no key
	HeldKeyRefused  HoldReason = "key_refused" // the service refused the key (401)
	HeldOverBudget  HoldReason = "budget"
	// another job must be saved first: its result is an input
	HeldAfter     HoldReason = "after"
	HeldFrameGone HoldReason = "frame_gone" // a picture's link expired, or would have, before the job could be sent
	// the user must approve the client's whole click; ErrorCode has the reason
	HeldApproval HoldReason = "approval"
)

// Job is a row of the table jobs: one request, exactly as ordered by a click. A zero time means "not yet".
type Job struct {
	ID        int64
	Ref       string // 32 random hex digits, stable across a rebuild; the user sees the first four
	ProfileID int64
	Kind      JobKind
	State     JobState
	Model     string
	Prompt    string
	Template  string          // the typed prompt, if it expands to several; "": equals Prompt
	Request   json.RawMessage // client.VideoRequest, ImageRequest or EditRequest, as it is sent
	InputPath string          // picture of a multipart edit, relative to the library; "": none

	TaskID    string
	Progress  int // 0 to 100, as last reported by the service
	RawStatus string

	Hold      HoldReason
	NotBefore time.Time // a rate-limited job must not be sent earlier

	ErrorCode    string // the service's code, or a code of this program
	ErrorMessage string // the service's message, without key and signed links
	RawAnswer    string // at most 8 KiB of the last relevant response, redacted

	EstimateMicros *int64 // nil: no price was known at the click
	Currency       string // ISO 4217

	ResultItems json.RawMessage // a picture's items as received ([]ResultItem)
	Usage       json.RawMessage // the raw usage of a picture request

	CreatedAt   time.Time // time of the click
	SentAt      time.Time // right before the request was sent
	AcceptedAt  time.Time // the service responded with 2xx
	FinishedAt  time.Time // completion or failure was observed
	EndedAt     time.Time // saved, failed, rejected or expired
	ExpiresAt   time.Time // when the service deletes its copy: clips after 7 days, pictures after 24 hours
	LastCheckAt time.Time // last poll with a response

	Inputs json.RawMessage // the request's pictures ([]Input); nil: only foreign links

	Click      string // 32 hex digits shared by all jobs of one click
	ClickIndex int    // 0-based index in that click
	ResendOf   int64  // ID of the unconfirmed or ended job that this one repeats; 0: none
	Note       string

	Board string // ref of the board; "": none
	Shot  string // ID of the shot or keyframe in that board
	// the entries of the cast that the prompt mentioned ([]cast.Used), see [Job.UsedCast]; nil: none
	Cast       json.RawMessage
	FinalOf    int64  // ID of the job of the draft that this one makes with the final settings; 0: it is no final
	After      int64  // ID of the job that must be saved first; 0: none
	AfterPlace int    // input place that gets that job's result
	Priority   int    // 1: sent earlier, because another job waits for it
	Client     string // name of the client that requested it; "": the user
	Account    string // salted hash of the key with which it was ordered; "": not known
}

// WaitsForJob reports whether a held job continues without the user once the job before it is saved. If that can no
// longer happen, the job has an error code and WaitsForJob returns false.
func (j Job) WaitsForJob() bool { return j.State == Held && j.Hold == HeldAfter && j.ErrorCode == "" }

// MaxDrawing is the maximum size of [Input].Drawing, in bytes. A job's row and each of its sidecars contain the
// drawing.
const MaxDrawing = 1 << 20

// Input is a picture in a place of a request: an asset of the library, or a local file that is uploaded before the
// request is sent. If the user drew on the picture of an edit, Asset is the picture below, and File or [Job].InputPath
// contains what was sent.
type Input struct {
	// of a clip: 0 is the first frame, 1 the last; of an edit: index of the image
	Place int    `json:"place"`
	Asset string `json:"asset,omitempty"` // ref of the asset; "": a file from outside the library

	Width  int `json:"width,omitempty"` // pixels; 0 if not measured
	Height int `json:"height,omitempty"`

	// local copy, relative to the library; "": a link of the service is used
	File   string `json:"file,omitempty"`
	MIME   string `json:"mime,omitempty"`   // of File
	Link   string `json:"link,omitempty"`   // link to the uploaded File; may be signed, so never log it
	Object string `json:"object,omitempty"` // object name of the upload, for deleting it
	// when Link, or the service's link, expires; zero: not known
	Expires time.Time `json:"dies,omitzero"`

	// the drawing on Asset, for further editing: JSON of at most MaxDrawing bytes
	Drawing json.RawMessage `json:"drawing,omitempty"`
	// Asset was pasted onto the picture in the same Place
	Part bool `json:"part,omitempty"`
	// placeholder for the result of [Job].After; the job cannot be sent before
	Awaited bool `json:"owed,omitempty"`
}

// ResultItem is one picture of a response: a link that expires, or a file in incoming/ with the bytes. In the zero
// value both are gone.
type ResultItem struct {
	URL      string `json:"url,omitempty"`
	Incoming string `json:"incoming,omitempty"` // name in incoming/
	Saved    bool   `json:"saved,omitempty"`
	Damaged  bool   `json:"damaged,omitempty"` // saved, but not a readable picture
	Lost     bool   `json:"lost,omitempty"`    // given up; the link may still work
}

// AssetKind distinguishes clips and pictures.
type AssetKind string

// The kinds of an asset.
const (
	Clip    AssetKind = "clip"
	Picture AssetKind = "picture"
)

// Asset is a file of the library. Its row exists only once the file is complete, synced, hashed and renamed.
type Asset struct {
	ID          int64
	Ref         string // 32 hex digits, stable across a rebuild; the file name contains the first four
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
	ItemIndex   int // index in the response
	Link        string
	LinkExpires time.Time // zero: no link, or it never expires
	Starred     bool
	CreatedAt   time.Time
	TrashedAt   time.Time

	Seed *int64   // of the request; nil: random, or not known
	Tags []string // sorted, without duplicates
	Note string   // the user's note
	Name string   // original name of an imported file
	// ref of the asset from which it was extracted; of a film: refs of its clips, separated by spaces
	Parent string
	// a [Provenance] from the sidecar of an imported file; nil: the result of a job, or not known
	Recipe json.RawMessage

	Checks *findings.Result // of a clip; nil: it was not checked

	CostMicros   *int64 // its share of the job's cost, read only; nil: not known
	CostCurrency string // ISO 4217
	CostSandbox  bool   // the cost is the sandbox's, read only

	// the entries of the cast that the prompt of its job mentioned, read only; nil: none
	Cast json.RawMessage
}

// Equal reports whether two assets are equal in every field.
func (a Asset) Equal(b Asset) bool { return reflect.DeepEqual(a, b) }

// LastFrame returns the time at which the last frame of a clip begins.
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

// The kinds of a ledger entry. UnconfirmedEntry is named so because Unconfirmed is a state of a job.
const (
	Reserve          = ledger.Reserve
	Charge           = ledger.Charge
	Refund           = ledger.Refund
	UnconfirmedEntry = ledger.Unconfirmed
	Void             = ledger.Void
)

// Profile is an account at a service, with its settings. Its key is only in the keychain.
type Profile struct {
	ID           int64
	Name         string
	BaseURL      string // without a trailing /v1
	Sandbox      bool
	Saved        bool      // false: created by the flag -base-url; not listed unless the user saves it
	Currency     string    // ISO 4217
	MaxTasks     int       // maximum of concurrent video tasks, default 5
	MaxImages    int       // maximum of concurrent picture requests, default 2
	PollSeconds  int       // poll interval, 10 to 15, default 12
	ImageMinutes int       // timeout of a picture request, at least 5, default 10
	KeySince     time.Time // when the key was stored in the keychain; zero: no key
	LastOKAt     time.Time // last successful test or response
	CreatedAt    time.Time

	Models        json.RawMessage // additional model IDs ([]client.Alias); nil: none
	Hosting       json.RawMessage // upload target of local pictures (hosting.Config), without its secret; nil: none
	ConfirmMicros *int64          // a click that costs more must be confirmed; nil: never
	BudgetMicros  *int64          // monthly budget; nil: none

	Form string // request format (client.RequestFormat); "": the documented one

	DayBudgetMicros *int64 // daily budget; nil: none
	// percentage of a budget that triggers a warning, 1 to 100; 0 becomes [DefaultWarnPercent]
	WarnPercent int
}

// Prices is a version of a profile's price table. Adding a version does not change existing ledger entries.
type Prices struct {
	ID        int64
	ProfileID int64
	ValidFrom time.Time
	Table     json.RawMessage // client.PriceTable
}

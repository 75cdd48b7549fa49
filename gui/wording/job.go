// Package wording turns numbers, times, states and errors into the words that people read.
//
// It is pure: values in, strings out. It knows no widget, so that every sentence can be tested
// without a window, and so that one place decides how money and time look on all screens.
// Amounts are integer micro-units (millionths of one unit of the currency); times come in UTC
// and are shown in the location of the `now` that the caller passes.
package wording

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// Tone says how a state is meant; widgets turn it into a colour, and never colour alone.
type Tone int

// The tones of a state.
const (
	Neutral Tone = iota
	Active
	Good
	Careful
	Bad
)

// Kind words a kind of job: "Text to video".
func Kind(k db.JobKind) string { return lang.Marked(KindInFiles(k)) }

// KindInFiles is Kind in English, for files that programs read.
func KindInFiles(k db.JobKind) string {
	switch k {
	case db.TextToVideo:
		return lang.Mark("Text to video")
	case db.FramesToVideo:
		return lang.Mark("Frames to video")
	case db.TextToImage:
		return lang.Mark("Text to image")
	case db.EditImage:
		return lang.Mark("Edit image")
	}
	return string(k)
}

// Asked is what a stored request asks for, of whichever kind it is.
type Asked struct {
	client.VideoRequest
	Quality, OutputFormat string
}

// AskedOf reads what a job asked for. A request that cannot be read gives the zero value: the words are then shorter, never wrong.
func AskedOf(job db.Job) Asked {
	r, err := jobs.RequestOf(job)
	if err != nil {
		return Asked{}
	}
	picture := func(r client.ImageRequest) Asked {
		return Asked{VideoRequest: client.VideoRequest{Size: r.Size}, Quality: r.Quality, OutputFormat: r.OutputFormat}
	}
	switch r := r.(type) {
	case client.ImageRequest:
		return picture(r)
	case client.EditRequest:
		return picture(r.ImageRequest)
	}
	return Asked{VideoRequest: r.(client.VideoRequest)}
}

// Parameters words what a job asked for: "5 s · 720P · seed 48 210 773", "1536 × 1024 · medium". What a request does not say
// is the service's default, but for a task that was made elsewhere: what that one asked for is known in part only.
func Parameters(job db.Job) string { return parameters(job, AskedOf(job)) }

// ModelAndParameters words what made a job's file: "clip-2.6 · 5 s · 720P".
func ModelAndParameters(job db.Job) string {
	a := AskedOf(job)
	a.Seed = nil // it tells one request from another, and nothing of what it costs
	return strings.Trim(job.Model+" · "+parameters(job, a), " ·")
}

func parameters(job db.Job, a Asked) string {
	var parts []string
	if job.Kind.IsVideo() {
		tracked, seconds := Tracked(job), a.Seconds
		if seconds == 0 && !tracked {
			seconds = 5 // the service's default (interface 2.2)
		}
		if seconds != 0 {
			parts = append(parts, strconv.Itoa(seconds)+" s")
		}
		switch {
		case a.Size != "":
			parts = append(parts, Size(a.Size))
		case a.Resolution != "":
			parts = append(parts, a.Resolution)
		case !tracked:
			parts = append(parts, "720P")
		}
		if a.AspectRatio != "" && a.AspectRatio != "16:9" {
			parts = append(parts, a.AspectRatio)
		}
		if a.Audio {
			parts = append(parts, lang.L("audio"))
		}
		if a.Seed != nil {
			parts = append(parts, lang.L("seed %s", Seed(*a.Seed)))
		}
	} else {
		if a.Size != "" {
			parts = append(parts, Size(a.Size))
		}
		if a.Quality != "" {
			parts = append(parts, a.Quality)
		}
		if a.OutputFormat != "" && a.OutputFormat != "png" { // the usual one goes without saying
			parts = append(parts, a.OutputFormat)
		}
	}
	return strings.Join(parts, " · ")
}

// JobLine words a job in one line: "Text to video · clip-2.6 · 5 s · 720P".
func JobLine(job db.Job) string {
	parts := []string{KindAndModel(job)}
	if p := Parameters(job); p != "" {
		parts = append(parts, p)
	}
	return strings.Join(parts, " · ")
}

// Size words "1536x1024" as "1536 × 1024".
func Size(s string) string { return strings.ReplaceAll(s, "x", " × ") }

// State is the word of a job's state tag and its tone.
func State(job db.Job) (string, Tone) {
	switch job.State {
	case db.Waiting:
		return lang.L("Waiting"), Neutral
	case db.Held:
		if job.GoesOn() {
			return lang.L("Waiting"), Neutral
		}
		return lang.L("Held"), Neutral
	case db.Sending:
		if job.Kind.IsVideo() {
			return lang.L("Sending"), Active
		}
		return lang.L("Generating"), Active
	case db.Unconfirmed:
		return lang.L("Unconfirmed"), Careful
	case db.Rejected:
		if job.ErrorCode == NotChargedCode {
			return lang.L("Not charged"), Neutral
		}
		return lang.L("Rejected"), Bad
	case db.Queued:
		return lang.L("Queued at the service"), Active
	case db.InProgress:
		return lang.L("Generating %d%%", max(0, min(100, job.Progress))), Active
	case db.Failed:
		return lang.L("Failed"), Bad
	case db.Completed:
		return lang.L("Done, not yet saved"), Active
	case db.Downloading:
		return lang.L("Downloading"), Active
	case db.Saving:
		return lang.L("Saving"), Active
	case db.Saved:
		if AsDelivered(job) {
			return lang.L("Damaged as delivered"), Careful
		}
		return lang.L("Saved"), Good
	case db.Expired:
		if job.ErrorCode == jobs.CodeTaskUnknown {
			return lang.L("Unknown at the service"), Careful
		}
		if job.ErrorCode == jobs.CodeNoState {
			return lang.L("No state from the service"), Careful
		}
		if job.ErrorCode == jobs.CodeEnded {
			return lang.L("Ended by the service"), Careful
		}
		return lang.L("Expired"), Neutral
	case db.Unwatched:
		return lang.L("Not watched"), Neutral
	}
	return string(job.State), Neutral
}

// NotChargedCode marks a job of which a person said that it was not charged.
const NotChargedCode = "not_charged"

// Trouble words why a job stands still or has ended badly; "" when there is nothing to say. now is for relative times.
func Trouble(job db.Job, now time.Time) string {
	switch job.State {
	case db.Waiting:
		if _, ok := NotHosted(job); ok {
			return sentences(Sentence(WhyHeld(job, now)), lang.L("It is tried again by itself."), lang.L("Nothing has been sent or charged."))
		}
	case db.Held:
		return held(job, now)
	case db.Unconfirmed:
		return unconfirmed(job)
	case db.Rejected:
		if job.ErrorCode == NotChargedCode {
			return lang.L("You marked this request as not charged.")
		}
		if job.ErrorCode == jobs.CodeNoBalance {
			return sentences(lang.L("Your balance at the service is too low. Nothing was charged. Top it up, then send the request "+
				"again."), service(job.ErrorMessage, ""))
		}
		return service(job.ErrorMessage, lang.L("The service refused the request and gave no reason. Nothing was charged."))
	case db.Failed:
		return service(job.ErrorMessage, lang.L("The service gave no reason."))
	case db.Expired:
		return expired(job, now)
	case db.Saved:
		return asDelivered(job)
	case db.Unwatched:
		return lang.L("Not watched. The task continues at the service and is still charged.")
	}
	return ""
}

// AsDelivered reports whether what a job brought is damaged, and all that will come.
func AsDelivered(job db.Job) bool {
	return job.State == db.Saved && job.ErrorCode == jobs.CodeAsDelivered
}

func asDelivered(job db.Job) string {
	switch {
	case !AsDelivered(job):
		return ""
	case job.Kind.IsVideo():
		return lang.L("The service delivered this clip damaged and will not send another. It is kept as it is and may play in part " +
			"or in another app.")
	}
	return lang.L("The delivered file cannot be read as a picture. It is kept as it is; another app may open it.")
}

func service(message, otherwise string) string {
	if message == "" {
		return otherwise
	}
	return lang.L("The service says: “%s”", message)
}

// held says why a job is held, that it cost nothing, and what to do where that is not to send it.
func held(job db.Job, now time.Time) string {
	cost, todo := lang.L("Nothing has been sent or charged."), ""
	switch job.Hold {
	case db.HeldRateLimited, db.HeldKeyRefused: // it was sent
		cost = lang.L("Nothing was charged.")
	case db.HeldNotSent:
		if _, ok := NotHosted(job); ok {
			todo = lang.L("Test the host in Settings, then send the job, or edit it.")
		}
	case db.HeldOverBudget:
		todo = lang.L("Send it yourself to go ahead anyway.")
	case db.HeldNoKey:
		if job.ErrorCode == jobs.CodeOtherKey {
			todo = lang.L("Enter that key in Settings, or send it with the present one.")
		}
	case db.HeldFrameGone:
		todo = lang.L("Edit it and use an address that works.")
	case db.HeldAfter, db.HeldByPerson, db.HeldApproval:
		todo = afterTodo(job)
	}
	if job.Hold == db.HeldRateLimited && !job.NotBefore.After(now) {
		cost = lang.L("It may be sent now.") + " " + cost
	}
	if jobs.MayHaveBeenSent(job) {
		cost, todo = lang.L("It may have been sent and charged since."), lang.L("Look at the service before you send it.")
	}
	return sentences(Sentence(WhyHeld(job, now)), cost, todo)
}

// WhyHeld says in few words why a job is held, or why one that waits has not gone out at its turn.
func WhyHeld(job db.Job, now time.Time) string {
	if why, ok := NotHosted(job); ok {
		return lang.L("A picture could not be uploaded to the image host: %s", why)
	}
	switch job.Hold {
	case db.HeldPaused:
		return lang.L("Sending is paused")
	case db.HeldNotSent:
		return lang.L("There was no connection")
	case db.HeldRateLimited:
		if job.NotBefore.After(now) {
			return lang.L("The service asks to wait until %s (429)", When(job.NotBefore, now))
		}
		return lang.L("The service had too many requests (429)")
	case db.HeldNoKey:
		if job.ErrorCode == jobs.CodeOtherKey {
			return lang.L("It was ordered with another key of this profile")
		}
		return lang.L("There is no key for this profile")
	case db.HeldKeyRefused:
		return lang.L("The service refused the key (401)")
	case db.HeldOverBudget:
		switch job.ErrorCode {
		case string(jobs.ScopeDay):
			return lang.L("Over the daily budget")
		case string(jobs.ScopeMonth):
			return lang.L("Over the monthly budget")
		case jobs.CodePriceRose:
			return lang.L("The price has risen since it was requested")
		}
		return lang.L("Over a budget")
	case db.HeldFrameGone:
		return lang.L("The address of a picture expired before the job’s turn")
	}
	return waitsFor(job)
}

// waitsFor says for which job one waits, and why in vain; or that a person holds it.
func waitsFor(job db.Job) string {
	switch job.ErrorCode {
	case jobs.CodeAfterFailed:
		return lang.L("The job before it, %s, was not saved", job.ErrorMessage)
	case jobs.CodeAfterUnconfirmed:
		return lang.L("The job before it, %s, is unconfirmed", job.ErrorMessage)
	case jobs.CodeAfterRemoved:
		return lang.L("The job before it was removed")
	case jobs.CodeAfterFrame:
		return lang.L("The last frame of the job before it could not be used: %s", job.ErrorMessage)
	}
	switch {
	case job.ErrorCode == db.CodeRestored:
		return lang.L("This library is a copy, or was restored from one")
	case job.Hold == db.HeldApproval:
		return lang.L("Needs your approval (asked by %s)", job.Client)
	case job.Hold != db.HeldAfter:
		return lang.L("Held for later")
	case job.ErrorMessage == "":
		return lang.L("Waits for another job")
	}
	return lang.L("Waits for job %s", job.ErrorMessage)
}

// afterTodo says how a job goes on that waits for another one.
func afterTodo(job db.Job) string {
	switch job.ErrorCode {
	case jobs.CodeAfterFailed, jobs.CodeAfterRemoved:
		return lang.L("Edit it and choose its picture yourself, or remove it.")
	case jobs.CodeAfterUnconfirmed:
		return lang.L("It continues if that job is saved after all.")
	case jobs.CodeAfterFrame:
		return lang.L("Send it to try again, or edit it.")
	}
	if job.Hold != db.HeldAfter {
		return ""
	}
	return lang.L("It is sent when that job is saved.")
}

// TaskTrouble says why a task ID that a person gave leads nowhere; ok is false for any other error.
func TaskTrouble(err error) (words string, ok bool) {
	var taken *jobs.TaskTakenError
	switch {
	case errors.As(err, &taken):
		return lang.L("This task is already job %s in your library.", taken.Job.Ref[:min(4, len(taken.Job.Ref))]), true
	case errors.Is(err, client.ErrNotFound):
		return lang.L("The service has no task with this ID (404). Nothing was changed."), true
	case errors.Is(err, jobs.ErrSameAnswer):
		return lang.L("The service says again that this task failed or ended. Nothing was changed."), true
	case errors.Is(err, client.ErrBadTaskID):
		return lang.L("This is not a task ID. Nothing was changed."), true
	}
	return "", false
}

// Title is what a job is called in a list: its prompt; where it has none, because pictures say it all, that; and where
// that is not known, because its task was made elsewhere, the task. What another program wrote is [Plain].
func Title(job db.Job) string {
	switch {
	case job.Client != "" && job.Prompt != "":
		return Plain(job.Prompt)
	case job.Prompt != "":
		return job.Prompt
	case job.Kind == db.FramesToVideo && !Tracked(job):
		return lang.L("No prompt (from frames)")
	case job.TaskID != "":
		return lang.L("Task %s", job.TaskID)
	}
	return ""
}

// Plain replaces invisible characters, and those that change the direction of a text, by their codes. So a person approves exactly what is
// sent. The joiners of scripts and emoji stay.
func Plain(text string) string {
	var out strings.Builder
	for _, r := range text {
		joins := r == '\u200c' || r == '\u200d'
		if !joins && r != '\n' && r != '\t' && (unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == unicode.ReplacementChar) {
			fmt.Fprintf(&out, "[U+%04X]", r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// InNotice is the [Title] of a job, shortened for a notice.
func InNotice(job db.Job) string {
	const most = 120 // runes
	if r := []rune(Title(job)); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return Title(job)
}

// KindAndModel words "Text to video · clip-2.6"; a task that was made elsewhere may keep its model to itself.
func KindAndModel(job db.Job) string {
	if job.Model == "" {
		return Kind(job.Kind)
	}
	return Kind(job.Kind) + " · " + job.Model
}

// Tracked reports whether the task of a job was made elsewhere: its request is known in part only.
func Tracked(job db.Job) bool { return job.Note == jobs.NoteTracked }

// NotSent says why a click came to nothing: without its row on the disk no request leaves.
func NotSent(err error) string {
	why := err.Error()
	var gone *jobs.FrameGoneError
	switch {
	case errors.Is(err, folder.ErrDiskFull):
		why = lang.L("the library disk is full. Free some space.")
	case errors.As(err, &gone):
		why = lang.L("the address of a picture expires before the job’s turn. Use one that stays valid longer.")
	}
	return lang.L("Not sent, nothing was charged: %s", why)
}

// unconfirmed says what is known of a request whose outcome is not.
func unconfirmed(job db.Job) string {
	if says := Answered(job); says != "" {
		return sentences(service(says, ""), lang.L("It may still have accepted and charged the request. Viviscope never re-sends "+
			"automatically."))
	}
	return answerLost(job.ErrorCode) + " " +
		lang.L("The service may have accepted and charged it. Viviscope never re-sends automatically.")
}

// Answered is what the service said of a request whose outcome is not known; "" where it said nothing in words of its own.
func Answered(job db.Job) string {
	status, bare := strings.CutPrefix(job.ErrorCode, "http_") // the answer had no code: it may be a page of somebody in between
	ours := []string{"", "error", jobs.CodeTimeout, jobs.CodeNoAnswer, jobs.CodeNoPicture, jobs.CodeProgramEnded}
	switch {
	case job.State != db.Unconfirmed, slices.Contains(ours, job.ErrorCode), job.ErrorMessage == client.ErrNoTaskID.Error():
		return ""
	case bare && (strings.HasPrefix(status, "2") || !json.Valid([]byte(job.RawAnswer))):
		return ""
	}
	return job.ErrorMessage
}

// answerLost says how the answer to a request was lost.
func answerLost(code string) string {
	switch code {
	case jobs.CodeTimeout:
		return lang.L("The request was sent, but no answer arrived in time.")
	case jobs.CodeNoAnswer:
		return lang.L("The request was sent, but the connection was lost before an answer arrived.")
	case jobs.CodeNoPicture:
		return lang.L("The request was sent, but the answer is not a picture.")
	case jobs.CodeProgramEnded:
		return lang.L("The request was sent, but Viviscope quit before an answer arrived.")
	}
	if code != "" && code != "error" { // a status, or the service's own word for it
		return lang.L("The request was sent, but the answer (%s) does not say what happened.", strings.TrimPrefix(code, "http_"))
	}
	return lang.L("The request was sent, but no answer arrived.")
}

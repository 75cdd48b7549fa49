// Package wording formats numbers, times, prices and errors as text for users. Package status does so for the state of
// a job.
//
// It is pure: values in, strings out, without widgets. Every sentence can be tested without a window, and all screens
// show money and time alike. Amounts are integers in micro-units (millionths of the currency unit). Times come in UTC
// and are shown in the location of the `now` that the caller passes.
package wording

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// Kind returns the name of a kind of job: "Text to video".
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

// Asked holds the parameters of a stored request of any kind.
type Asked struct {
	client.VideoRequest
	Quality, OutputFormat string
}

// AskedOf returns the parameters of a job's request, or the zero value if the request cannot be read. Texts are then
// shorter but not wrong.
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

// Parameters returns the parameters of a job in one line: "5 s · 720P · seed 48 210 773", "1536 × 1024 · Medium". Unset
// parameters have the service's default, except for a task created elsewhere, for which only a part of the request is
// known.
func Parameters(job db.Job) string { return parameters(job, AskedOf(job)) }

// ModelAndParameters returns the model and the parameters of a job in one line: "clip-2.6 · 5 s · 720P".
func ModelAndParameters(job db.Job) string {
	a := AskedOf(job)
	a.Seed = nil // the price does not depend on it
	return strings.Trim(job.Model+" · "+parameters(job, a), " ·")
}

func parameters(job db.Job, a Asked) string {
	var parts []string
	if job.Kind.IsVideo() {
		tracked, seconds := Tracked(job), a.Seconds
		if seconds == 0 && !tracked {
			seconds = client.DefaultSeconds
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
			parts = append(parts, client.DefaultResolution)
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
			parts = append(parts, Quality(a.Quality))
		}
		if a.OutputFormat != "" && a.OutputFormat != "png" { // PNG is the default
			parts = append(parts, a.OutputFormat)
		}
	}
	return strings.Join(parts, " · ")
}

// JobLine returns a job in one line: "Text to video · clip-2.6 · 5 s · 720P".
func JobLine(job db.Job) string {
	parts := []string{KindAndModel(job)}
	if p := Parameters(job); p != "" {
		parts = append(parts, p)
	}
	return strings.Join(parts, " · ")
}

// Size returns "1536 × 1024" for "1536x1024".
func Size(s string) string { return strings.ReplaceAll(s, "x", " × ") }

// TaskTrouble returns why a task ID entered by the user cannot be used. ok is false for other errors.
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

// Title returns the title of a job in a list: its prompt without the descriptions of its cast, else a description of
// its pictures, else its task. Text of other programs is passed through [Plain], and whole until the user has approved
// it.
func Title(job db.Job) string {
	switch words := job.PromptBody(); {
	case job.Client != "" && job.State == db.Held && job.Prompt != "":
		return Plain(job.Prompt)
	case job.Client != "" && words != "":
		return Plain(words)
	case words != "":
		return words
	case job.Kind == db.FramesToVideo && !Tracked(job):
		return lang.L("No prompt (from frames)")
	case job.TaskID != "":
		return lang.L("Task %s", job.TaskID)
	}
	return ""
}

// Plain replaces invisible characters and those that change the text direction by their codes, so that the user
// approves exactly what is sent. Joiners of scripts and emoji are kept.
func Plain(text string) string {
	var out strings.Builder
	for _, r := range text {
		joins := r == '\u200c' || r == '\u200d'
		if !joins && r != '\n' && r != '\t' &&
			(unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == unicode.ReplacementChar) {
			fmt.Fprintf(&out, "[U+%04X]", r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// InNotice returns the [Title] of a job, shortened for a notice.
func InNotice(job db.Job) string {
	const most = 120 // runes
	if r := []rune(Title(job)); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return Title(job)
}

// KindAndModel returns the kind and model of a job: "Text to video · clip-2.6". The model of a task created elsewhere
// may be unknown.
func KindAndModel(job db.Job) string {
	if job.Model == "" {
		return Kind(job.Kind)
	}
	return Kind(job.Kind) + " · " + job.Model
}

// Tracked reports whether the task of a job was created elsewhere. Only a part of its request is known.
func Tracked(job db.Job) bool { return job.Note == jobs.NoteTracked }

// NotSent returns why a click created no job and sent nothing.
func NotSent(err error) string {
	why := Fault(err)
	var gone *jobs.FrameExpiredError
	switch {
	case errors.Is(err, folder.ErrDiskFull):
		why = lang.L("the library disk is full. Free some space.")
	case errors.As(err, &gone):
		why = lang.L("the address of a picture expires before the job’s turn. Use one that stays valid longer.")
	}
	return lang.L("Not sent, nothing was charged: %s", why)
}

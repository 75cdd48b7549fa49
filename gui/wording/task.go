package wording

import (
	"errors"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// TaskTrouble says why a task ID that a person gave leads nowhere; ok is false for any other error.
func TaskTrouble(err error) (words string, ok bool) {
	var taken *jobs.TaskTakenError
	switch {
	case errors.As(err, &taken):
		return lang.L("This task is already job %s in your library.", taken.Job.Ref[:min(4, len(taken.Job.Ref))]), true
	case errors.Is(err, client.ErrNotFound):
		return lang.L("The service knows no task with this ID (404). Nothing was changed."), true
	case errors.Is(err, client.ErrBadTaskID):
		return lang.L("This is not a task ID. Nothing was changed."), true
	}
	return "", false
}

// Title is what a job is called in a list: its prompt; where it has none, because pictures say it all, that; and where
// that is not known, because its task was made elsewhere, the task.
func Title(job db.Job) string {
	switch {
	case job.Prompt != "":
		return job.Prompt
	case job.Kind == db.FramesToVideo && !Tracked(job):
		return lang.L("No prompt, from its frames")
	case job.TaskID != "":
		return lang.L("Task %s", job.TaskID)
	}
	return ""
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

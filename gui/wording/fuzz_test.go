package wording

import (
	"strings"
	"testing"
	"unicode/utf8"

	"viviscope/client/jobs"
	"viviscope/db"
)

// FuzzStoredJob checks that every stored job can be described without a crash, and that an unreadable request adds no
// text.
func FuzzStoredJob(f *testing.F) {
	f.Add(string(db.TextToVideo), []byte(`{"seconds":5,"size":"1920x1080","audio":true,"seed":-1}`), "task_1", "")
	f.Add(string(db.EditImage), []byte(`{"size":"x","quality":"\u202e","output_format":"png"}`), "", jobs.NoteTracked)
	f.Add("x", []byte(`{"seconds":-9223372036854775808,"size":"xxxx"}`), "\xff", "")
	f.Add(string(db.TextToVideo), []byte(`{"seconds":"5"`), "", "")
	f.Fuzz(func(t *testing.T, kind string, request []byte, task, note string) {
		job := db.Job{Kind: db.JobKind(kind), Request: request, TaskID: task, Note: note, Model: "m"}
		words := Parameters(job)
		if utf8.Valid(request) && !utf8.ValidString(words) || strings.Contains(words, "%!") {
			t.Errorf("%q", words)
		}
		if KindAndModel(job) == "" || task != "" && Title(job) == "" {
			t.Error("a job without a name")
		}
	})
}

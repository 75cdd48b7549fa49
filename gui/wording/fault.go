package wording

import (
	"errors"
	"io/fs"
	"strings"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
)

// Worded is an error with its own text for the window. Error returns English, for the log and for programs.
type Worded interface {
	error
	Words() string // in the language of the window
}

// MarkedError is an error with a fixed sentence for users, made with [lang.Mark]. It implements [Worded].
type MarkedError string

// Error returns the sentence in English.
func (e MarkedError) Error() string { return string(e) }

// Words returns the sentence in the language of the window.
func (e MarkedError) Words() string { return lang.Marked(string(e)) }

// Fault returns the text of an error for the window. Unknown errors keep their English text.
func Fault(err error) string {
	if words, ok := KnownFault(err); ok {
		return words
	}
	return err.Error()
}

// KnownFault returns the sentence for an error of the disk or the library, a broken rule, or a [Worded] error. ok is
// false for any other error.
func KnownFault(err error) (words string, ok bool) {
	var worded Worded
	var picture *upload.Error
	var rule *client.ValidationError
	var gone *jobs.FrameExpiredError
	switch {
	case errors.As(err, &gone):
		return lang.L("The address of a picture expires before the job’s turn. Use one that stays valid longer."), true
	case errors.As(err, &worded):
		return worded.Words(), true
	case errors.As(err, &picture):
		return UnreadPicture(picture), true
	case errors.As(err, &rule):
		return Rule(rule.Message), true
	case errors.Is(err, folder.ErrDiskFull):
		return lang.L("The disk is full. Free some space."), true
	case errors.Is(err, folder.ErrReadOnly):
		return lang.L("The disk is read-only."), true
	case errors.Is(err, db.ErrNotFound):
		return lang.L("It is no longer in the library."), true
	case errors.Is(err, db.ErrExists):
		return lang.L("That name is already in use."), true
	case errors.Is(err, folder.ErrName):
		return lang.L("This name cannot be used."), true
	case errors.Is(err, db.ErrDamaged):
		return lang.L("The library’s database is damaged. Restart Viviscope to repair it."), true
	case errors.Is(err, fs.ErrPermission):
		return lang.L("No permission to read or write there."), true
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("It no longer exists."), true
	}
	return "", false
}

// HostFault returns what went wrong at an image host, as the end of a sentence; kind is one of the sentinels of package
// hosting.
func HostFault(kind error) string {
	words, ok := map[error]string{
		hosting.ErrRefused:     lang.L("the credentials were refused or do not allow this"),
		hosting.ErrNotFound:    lang.L("the bucket does not exist"),
		hosting.ErrUnreachable: lang.L("the host cannot be reached"),
		hosting.ErrFull:        lang.L("the host is full"),
		hosting.ErrFault:       lang.L("the host had an error"),
		hosting.ErrNotPublic:   lang.L("the public link does not return the picture"),
		hosting.ErrBadPicture:  lang.L("the picture cannot be read"),
		hosting.ErrBadConfig:   lang.L("it is not set up completely"),
	}[kind]
	if !ok {
		return kind.Error()
	}
	return words
}

// NotHosted returns why a picture of a job could not be uploaded to the image host, as the end of a sentence; ok is
// false for any other job.
func NotHosted(job db.Job) (why string, ok bool) {
	fault, ok := jobs.HostFault(job.ErrorCode)
	if !ok {
		return "", false
	}
	switch fault {
	case jobs.FaultNoHosting:
		return lang.L("none is set up for this profile"), true
	case jobs.FaultNoSecret:
		return lang.L("its secret key is missing and must be entered again"), true
	}
	if kind := hosting.KindOf(fault); kind != nil {
		return HostFault(kind), true
	}
	return strings.TrimSuffix(job.ErrorMessage, "."), true
}

// Upload returns the progress of the upload of a picture to the image host: "Uploading first frame, 40 %". place is its
// index in the request.
func Upload(kind db.JobKind, place int, done, total int64) string {
	percent := int(min(100*done/max(total, 1), 100))
	switch {
	case !kind.IsVideo():
		return lang.L("Uploading picture %d, %d %%", place+1, percent)
	case place == 1:
		return lang.L("Uploading last frame, %d %%", percent)
	}
	return lang.L("Uploading first frame, %d %%", percent)
}

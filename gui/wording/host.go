package wording

import (
	"errors"
	"strings"

	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
)

// HostFault says what went wrong at an image host, in a few words; kind is one of the sentinels of package hosting.
func HostFault(kind error) string {
	switch {
	case errors.Is(kind, hosting.ErrRefused):
		return lang.L("the credentials were refused, or do not allow this")
	case errors.Is(kind, hosting.ErrNotFound):
		return lang.L("the bucket or folder is not there")
	case errors.Is(kind, hosting.ErrUnreachable):
		return lang.L("the host cannot be reached")
	case errors.Is(kind, hosting.ErrFull):
		return lang.L("the host has no room for it")
	case errors.Is(kind, hosting.ErrFault):
		return lang.L("the host had a fault")
	case errors.Is(kind, hosting.ErrNotPublic):
		return lang.L("the public link does not give the picture back")
	case errors.Is(kind, hosting.ErrBadPicture):
		return lang.L("the picture cannot be read")
	case errors.Is(kind, hosting.ErrBadConfig):
		return lang.L("it is not set up completely")
	}
	return kind.Error()
}

// NotHosted says in a few words why a picture of a held job could not be put on its host; ok is false for any other job.
func NotHosted(job db.Job) (why string, ok bool) {
	fault, ok := jobs.HostFault(job.ErrorCode)
	if !ok {
		return "", false
	}
	switch fault {
	case jobs.FaultNoHosting:
		return lang.L("none is set up for this profile"), true
	case jobs.FaultNoSecret:
		return lang.L("its key or password is not here and has to be entered again"), true
	}
	if kind := hosting.KindOf(fault); kind != nil {
		return HostFault(kind), true
	}
	return strings.TrimSuffix(job.ErrorMessage, "."), true
}

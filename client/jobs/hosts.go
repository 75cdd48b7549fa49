package jobs

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"viviscope/db"
)

// Host is a place on the internet where a person's own pictures are put, so that a service that takes links only can
// fetch them. Putting costs nothing at the service and may be repeated.
type Host interface {
	// Put stores a picture and returns the link by which anybody who has it can fetch it. named must be told the name
	// of the object before anything of it leaves, and each further name that it gets: it is committed then, so that a
	// program that dies meanwhile leaves nothing there that it does not know of. Its error ends Put and comes back as
	// it is. progress is told how many bytes have left. Errors must hold neither a secret nor the link.
	Put(ctx context.Context, name, mime string, size int64, r io.ReadSeeker, named func(object string) error,
		progress func(done, total int64)) (Hosted, error)
	// Delete takes a picture down. One that is not there is no error.
	Delete(ctx context.Context, object string) error
}

// Hosted is a picture that was put on a host.
type Hosted struct {
	Link   string
	Object string    // its name at the host
	Dies   time.Time // when Link stops working; zero: as long as the object is there
	Keep   bool      // it is not to be taken down when the job has ended
}

// Hosts finds the host of a profile. [ErrNoHosting] where it has none.
type Hosts interface {
	Host(ctx context.Context, p db.Profile) (Host, error)
}

// CodeHosting is the code of a job that is held because its pictures could not be put on their host. Where more is
// known a colon and the name of the fault follow; see [HostFault].
const CodeHosting = "hosting"

// The faults that are none of a host's own.
const (
	FaultNoHosting = "off"       // the profile has no hosting
	FaultNoSecret  = "no_secret" // what signs in to the host is not on this computer
)

// faultBadPicture is the fault of a picture that cannot be read.
const faultBadPicture = "bad_picture"

// HostFault takes the fault out of a code of [CodeHosting]; "" where nothing more is known. ok is false for any other
// code.
func HostFault(code string) (fault string, ok bool) {
	fault, ok = strings.CutPrefix(code, CodeHosting)
	return strings.TrimPrefix(fault, ":"), ok && (fault == "" || fault[0] == ':')
}

// triesOf is what tries to put pictures are counted by: those of a board are put together.
func triesOf(j db.Job) string { return cmp.Or(j.Board, j.Ref) }

// passes reports whether a fault may be gone at the next try, by its method Passing; otherwise is for one that does
// not say.
func passes(err error, otherwise bool) bool {
	var says interface{ Passing() bool }
	if errors.As(err, &says) {
		return says.Passing()
	}
	return otherwise
}

// hostCode is the code of what kept a picture from its host. An error of the host says what it is by its method Fault.
func hostCode(err error) string {
	var named interface{ Fault() string }
	switch {
	case errors.Is(err, ErrNoHosting):
		return CodeHosting + ":" + FaultNoHosting
	case errors.As(err, &named) && named.Fault() != "":
		return CodeHosting + ":" + named.Fault()
	}
	return CodeHosting
}

// ErrNoHosting says that a job has a local picture and its profile has no host to put it on.
var ErrNoHosting = errors.New("no image hosting is set up for this profile")

// hostedLeast is how long a hosted link must still live when the request leaves: a task may wait in the service's queue
// before its frames are fetched.
const hostedLeast = 2 * time.Hour

// unhosted reports whether a picture has no link that lives long enough for a request that leaves now.
func unhosted(in db.Input, now time.Time) bool {
	return in.File != "" && (in.Link == "" || !in.Dies.IsZero() && in.Dies.Before(now.Add(hostedLeast)))
}

// hostLookup finds the host of a profile by its ID.
type hostLookup struct {
	lib   Library
	hosts Hosts // nil: no profile has one
}

func (h *hostLookup) hostOf(ctx context.Context, profileID int64) (Host, error) {
	p, err := h.lib.Profile(ctx, profileID)
	if err == nil && h.hosts == nil {
		err = ErrNoHosting
	}
	if err != nil {
		return nil, err
	}
	return h.hosts.Host(ctx, p)
}

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

// Host is an image host on the internet. The user's own pictures are uploaded there for services that accept only
// links. An upload costs nothing at the service and may be repeated.
type Host interface {
	// Put uploads a picture and returns its public link. It calls named with the name of the object before it sends
	// anything of it, and with each further name that the object gets. named commits the name, so that after a crash no
	// unknown object remains at the host. An error of named ends Put, which returns it unchanged. Put calls progress
	// with the number of bytes sent. Errors must contain neither a secret nor the link.
	Put(ctx context.Context, name, mime string, size int64, r io.ReadSeeker, named func(object string) error,
		progress func(done, total int64)) (Hosted, error)
	// Delete removes a picture. It returns no error if the picture does not exist.
	Delete(ctx context.Context, object string) error
}

// Hosted is a picture that was uploaded to a host.
type Hosted struct {
	Link   string
	Object string    // its name at the host
	Dies   time.Time // when Link stops working; zero: as long as the object exists
	Keep   bool      // it is not removed when the job has ended
}

// Hosts finds the host of a profile. It returns [ErrNoHosting] if there is none.
type Hosts interface {
	Host(ctx context.Context, p db.Profile) (Host, error)
}

// CodeHosting is the code of a job that is held because its pictures could not be uploaded. If the fault is known, a
// colon and the name of the fault follow; see [HostFault].
const CodeHosting = "hosting"

// Faults that do not come from a host.
const (
	FaultNoHosting = "off"       // the profile has no hosting
	FaultNoSecret  = "no_secret" // the secret for the host is not on this computer
)

// faultBadPicture is the fault of a picture that cannot be read.
const faultBadPicture = "bad_picture"

// HostFault returns the fault from a code that begins with [CodeHosting]; "" if it has none. ok is false for any other
// code.
func HostFault(code string) (fault string, ok bool) {
	fault, ok = strings.CutPrefix(code, CodeHosting)
	return strings.TrimPrefix(fault, ":"), ok && (fault == "" || fault[0] == ':')
}

// uploadKey returns the key by which uploads are counted: the jobs of a board share one.
func uploadKey(j db.Job) string { return cmp.Or(j.Board, j.Ref) }

// isTemporary reports whether a fault may be gone at the next try, using its Retryable method. If err has no such
// method it returns otherwise.
func isTemporary(err error, otherwise bool) bool {
	var says interface{ Retryable() bool }
	if errors.As(err, &says) {
		return says.Retryable()
	}
	return otherwise
}

// hostCode returns the code of a failed upload. An error of a host reports its fault with its Fault method.
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

// ErrNoHosting reports that a job has a local picture and its profile has no host for it.
var ErrNoHosting = errors.New("no image hosting is set up for this profile")

// minHostedLife is how long a hosted link must still work when the request is sent. A task may wait in the service's
// queue before the service downloads its frames.
const minHostedLife = 2 * time.Hour

// needsUpload reports whether a picture needs a new link because it has none that works long enough for a request sent
// now.
func needsUpload(in db.Input, now time.Time) bool {
	return in.File != "" && (in.Link == "" || !in.Expires.IsZero() && in.Expires.Before(now.Add(minHostedLife)))
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

package jobs

import (
	"context"
	"io"
	"time"

	"viviscope/db"
)

// Host is a place on the internet where a person's own pictures are put, so that a service that takes links only can
// fetch them. Putting costs nothing at the service and may be repeated.
type Host interface {
	// Put stores a picture and returns the link by which anybody who has it can fetch it. named must be told the name of
	// the object before anything of it leaves, and each further name that it gets: it is committed then, so that a program
	// that dies meanwhile leaves nothing there that it does not know of. Its error ends Put and comes back as it is. progress
	// is told how many bytes have left. Errors must hold neither a secret nor the link.
	Put(ctx context.Context, name, mime string, size int64, r io.Reader, named func(object string) error, progress func(done, total int64)) (Hosted, error)
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

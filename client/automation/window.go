package automation

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"viviscope/client/instance"
)

// The request of a new window to the owner of its library. If the owner has a window, that window comes to the front
// and opens the files that the second one was started with:
//
//	→ {"viviscope":1,"open":["/home/ann/boat.png"]}
//	← {"viviscope":1,"ok":true}
//
// An owner without a window releases the library after the call yield.
const (
	windowProtocol = 1 // earlier versions use it too
	windowTimeout  = 2 * time.Second
	callYield      = "yield"
	callPing       = "ping" // shows that the owner is alive

	// MaxPaths is the maximum number of files and folders for one start. A folder contains more.
	MaxPaths = 200
)

var errPaths = errors.New("too many files, or names that cannot be passed on")

// checkPaths reports whether both sides accept paths: a limited number, absolute, and valid text.
func checkPaths(paths []string) error {
	if len(paths) > MaxPaths {
		return errPaths
	}
	for _, p := range paths {
		if !filepath.IsAbs(p) || !utf8.ValidString(p) || strings.ContainsRune(p, 0) {
			return errPaths
		}
	}
	return nil
}

// ShowWindow asks the owner of the library in a folder to bring its window to the front and to open files and folders.
// It returns [instance.ErrNotListening] if no window answers in time. It does not repeat a request without an answer,
// because the owner may have opened the files.
func ShowWindow(ctx context.Context, library string, paths []string) error {
	if err := checkPaths(paths); err != nil {
		return fmt.Errorf("show the running window: %w", err)
	}
	conn, err := instance.Dial(ctx, library)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, windowTimeout)
	defer cancel()
	if err = exchange(ctx, conn, Call{Protocol: windowProtocol, Open: paths}, nil, nil); err != nil {
		return fmt.Errorf("show the running window: %w: %w", instance.ErrNotListening, err)
	}
	return nil
}

// showWindow answers ShowWindow.
func (s *Server) showWindow(paths []string) Line {
	ok := s.ShowWindow != nil && checkPaths(paths) == nil
	if ok {
		s.ShowWindow(paths)
	}
	return Line{Protocol: windowProtocol, OK: ok}
}

// AskYield asks an owner without a window to release the library in a folder. It returns nil when the owner has
// released it or ended. Errors: a *[Failure] with [CodeWindow] if the owner has a window, [instance.ErrNotListening] if
// no owner answers.
func AskYield(ctx context.Context, library, version string) error {
	conn, err := instance.Dial(ctx, library)
	if err != nil {
		return err
	}
	err = exchange(ctx, conn, Call{Protocol: Protocol, Call: callYield, Program: version}, nil, nil)
	if errors.Is(err, errCut) && ctx.Err() == nil {
		return nil
	}
	return err
}

// releaseLibrary answers AskYield. It notifies the process that has the library, which ends the connection after the
// release.
func (s *Server) releaseLibrary(ctx context.Context, q *request) error {
	if q.Client != "" || s.ShowWindow != nil {
		return NewFailure(CodeWindow, "a window has the library open")
	}
	select {
	case s.yield <- struct{}{}:
	default: // it was notified already
	}
	<-ctx.Done()
	return ctx.Err()
}

// Yield returns a channel that receives when a window requests the library.
func (s *Server) Yield() <-chan struct{} { return s.yield }

package backend

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"viviscope/client/automation"
	"viviscope/client/instance"
	"viviscope/client/keys"
	"viviscope/db/folder"
)

// noOwnWork is longer than a command lives: what a library does by itself in the background is for programs that stay.
const noOwnWork = time.Hour

// Connect returns a connection to the program that has the library of t open, which is this one where none has. appID is the toolkit's.
func Connect(appID string, t automation.Target) *automation.Conn {
	t.Library = LibraryFolder(t.Library, appID, t.Log)
	session := keys.NewSession()
	return automation.NewConn(t, func(ctx context.Context) (automation.Owner, error) {
		if _, err := os.Stat(filepath.Join(t.Library, folder.Database)); errors.Is(err, fs.ErrNotExist) && !t.MakeLibrary {
			return nil, &automation.Failure{Code: automation.CodeNotFound, Message: "there is no library in " + t.Library, Exit: automation.ExitInvalid}
		}
		return takeLibrary(ctx, t, session)
	})
}

// headless is a library that this process has open without a window. It implements [automation.Owner].
type headless struct {
	*Backend
	*automation.Server
	listener *instance.Listener
	end      context.CancelFunc // of what the engine and the sandbox do in the background
}

// takeLibrary opens a library and starts its engine. Error: db.ErrLocked where another program has it open.
func takeLibrary(ctx context.Context, t automation.Target, session *keys.Session) (_ *headless, err error) {
	h := &headless{}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	h.end = end
	o := Options{Log: t.Log, Session: session, Proxy: readProxy(DeviceFile()), SandboxSeconds: t.SandboxSeconds, StartupDelay: noOwnWork}
	if h.Backend, err = Open(life, t.Library, o); errors.Is(err, folder.ErrReadOnly) {
		o.ReadOnly = true
		h.Backend, err = Open(life, t.Library, o)
	}
	if err != nil {
		h.end()
		return nil, err
	}
	h.Server = h.NewServer(nil)
	h.Engine.SendNoMore(true) // until a call asks for it
	if !o.ReadOnly {
		if err := h.Profiles.ResumeSandbox(life); err != nil {
			t.Log.Error("the sandbox did not start", "err", err)
		}
		err = h.Engine.Start(life)
	}
	if err == nil {
		h.listener, err = instance.Listen(h.Library.Dir(), t.Log, h.Serve)
	}
	if err != nil {
		h.end()
		return nil, errors.Join(err, h.Engine.Stop(ctx), h.Backend.Close())
	}
	return h, nil
}

// Close implements [automation.Owner]. A signal while requests are open has them cut.
func (h *headless) Close(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	h.End()
	h.Engine.SendNoMore(true)
	if n := h.Engine.OpenCalls(); n > 0 {
		h.Library.Log().Warn("requests that may be charged have no answer yet: interrupt again to cut them", "requests", n)
	}
	err := h.Engine.Stop(ctx)
	h.end()
	return errors.Join(err, h.listener.Close(), h.Library.FlushSidecars(context.WithoutCancel(ctx)), h.Backend.Close())
}

package backend

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
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

// maintenanceDelay exceeds the run time of commands: only long-running processes do the maintenance.
const maintenanceDelay = time.Hour

// Connect returns a connection to the process that has the library of t open. If there is none, this process opens it.
// appID is as in [LibraryFolder].
func Connect(appID string, t automation.Target) *automation.Conn {
	named := t.Library
	dir, gone := LibraryFolder(named, appID, t.Log)
	t.Library = dir
	session := keys.NewSession()
	isMissing := func() bool {
		_, err := os.Stat(filepath.Join(t.Library, folder.Database))
		return errors.Is(err, fs.ErrNotExist)
	}
	if t.ReadEmpty && !gone && isMissing() {
		t.Library = filepath.Join(os.TempDir(), "viviscope-"+rand.Text())
		return automation.NewConn(t, func(ctx context.Context) (automation.Owner, error) {
			return openTemporary(ctx, t, session)
		})
	}
	return automation.NewConn(t, func(ctx context.Context) (automation.Owner, error) {
		if gone || !t.MakeLibrary && isMissing() {
			return nil, automation.NewFailure(automation.CodeNotFound, "there is no library in %s", t.Library)
		}
		h, err := openHeadless(ctx, t, session, "")
		if err == nil && named == "" {
			RememberFolder(dir, t.Log)
		}
		return h, err
	})
}

// temporary is a new library in a temporary folder. Close removes the folder.
type temporary struct {
	*headless
	dir  string
	made []string // folders that were created for the socket
}

func openTemporary(ctx context.Context, t automation.Target, session *keys.Session) (automation.Owner, error) {
	var made []string
	for dir := filepath.Dir(sentDir()); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, dir)
	}
	if err := os.Mkdir(t.Library, 0o700); err != nil {
		return nil, fmt.Errorf("make temporary library: %w", err)
	}
	h, err := openHeadless(ctx, t, session, filepath.Join(t.Library, "sent"))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(t.Library))
	}
	return temporary{h, t.Library, made}, nil
}

// Close implements [automation.Owner].
func (t temporary) Close(ctx context.Context) error {
	err := errors.Join(t.headless.Close(ctx), os.RemoveAll(t.dir))
	for _, dir := range t.made {
		_ = os.Remove(dir) // another program may use it by now
	}
	return err
}

// headless is a library that this process has opened without a window, with its call server. It implements
// [automation.Owner].
type headless struct {
	*Backend
	*automation.Server
	listener *instance.Listener
	end      context.CancelFunc // cancels background work of the engine and the sandbox
}

// openHeadless opens a library, read-only on a read-only disk, and starts its engine. sentDir is as in [Options].
// Error: db.ErrLocked if another process has it open.
func openHeadless(
	ctx context.Context, t automation.Target, session *keys.Session, sentDir string,
) (_ *headless, err error) {
	h := &headless{}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	h.end = end
	o := Options{Log: t.Log, Session: session, Proxy: readProxy(DeviceFile()), SandboxSeconds: t.SandboxSeconds,
		StartupDelay: maintenanceDelay, SentDir: sentDir}
	if h.Backend, err = Open(life, t.Library, o); errors.Is(err, folder.ErrReadOnly) {
		o.ReadOnly = true
		h.Backend, err = Open(life, t.Library, o)
	}
	if err != nil {
		h.end()
		return nil, err
	}
	h.Server = h.NewServer(nil)
	h.Engine.StopSending(true) // until a call sends something
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

// Close implements [automation.Owner]. A cancelled ctx aborts open requests.
func (h *headless) Close(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	h.End(ctx)
	h.Engine.StopSending(true)
	if n := h.Engine.OpenCalls(); n > 0 {
		h.Library.Log().Warn("requests that may be charged have no answer yet and are waited for; an interrupt cuts them", "requests", n)
	}
	err := h.Engine.Stop(ctx)
	h.end()
	return errors.Join(err, h.listener.Close(), h.Library.FlushSidecars(context.WithoutCancel(ctx)), h.Backend.Close())
}

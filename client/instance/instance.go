// Package instance connects the processes of one account that use the same library. The process that has the library
// open listens on a socket. Other processes connect to it: a second start of the window, a command or an assistant.
//
// [Listen] opens the socket, and [Dial] connects to it. The socket is a Unix socket with a path derived from the
// library's folder (instance.go). Systems without Unix sockets use a TCP port on the loopback interface and a handshake
// with a shared secret (loopback.go). The package knows nothing about the protocol on a connection: see
// client/automation.
package instance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"viviscope/client/guard"
)

const (
	dialTimeout = 2 * time.Second
	acceptPause = time.Second // after Accept has failed
)

var (
	// ErrNotListening reports that no process listens on the socket of a library. A process that is starting or
	// stopping may still have the library open.
	ErrNotListening = errors.New("nobody answers")

	errShared = errors.New("the folder of its socket belongs to others too")
)

// socketFolders are the folders for sockets, the preferred one first. The first is the state folder of the account. The
// second is the folder of its session. It is used if the first cannot be created, or if its path is too long for a
// socket (108 bytes on Linux).
var socketFolders = []string{filepath.Join(xdg.StateHome, "viviscope"), filepath.Join(xdg.RuntimeDir, "viviscope")}

// CanonicalFolder returns the absolute path of a folder without symbolic links.
func CanonicalFolder(dir string) string {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}

// socketPaths returns the paths that the socket of a library may have, the preferred one first.
func socketPaths(dir string) (paths []string) {
	sum := sha256.Sum256([]byte(CanonicalFolder(dir)))
	for _, folder := range socketFolders {
		paths = append(paths, filepath.Join(folder, hex.EncodeToString(sum[:8])+".sock"))
	}
	return paths
}

// firstSocket returns the result of the first socket path of a library for which open succeeds. It skips folders of
// other accounts.
func firstSocket[T any](dir string, open func(path string) (T, error)) (opened T, err error) {
	var errs []error
	for _, path := range socketPaths(dir) {
		folder, err := os.Stat(filepath.Dir(path))
		if err == nil && !isOwnFolder(folder) {
			err = errShared
		} else if opened, err = open(path); err == nil { // open may make the folder
			return opened, nil
		}
		errs = append(errs, err)
	}
	return opened, errors.Join(errs...)
}

// Listener accepts connections to a library until it is closed.
type Listener struct {
	socket net.Listener
	serve  func(context.Context, net.Conn)
	log    *slog.Logger
	life   context.Context // ends with Close
	end    context.CancelFunc
	work   sync.WaitGroup
}

// Listen listens on the socket of the library in dir. Only the process that holds the library's lock may call it,
// because Listen removes an existing socket as a leftover of a crash. serve runs on its own goroutine for each
// connection, and the connection is closed when serve returns. serve must return soon after the connection or its
// context has ended. Close must be called before the lock is released.
func Listen(dir string, log *slog.Logger, serve func(context.Context, net.Conn)) (*Listener, error) {
	socket, err := firstSocket(dir, bind)
	if err == nil {
		return newListener(socket, log, serve), nil
	}
	if !errors.Is(err, errNoSockets) {
		return nil, fmt.Errorf("listen for other starts: %w", err)
	}
	var greet func(net.Conn) error
	socket, err = firstSocket(dir, func(path string) (port net.Listener, err error) {
		port, greet, err = bindLoopback(path)
		return port, err
	})
	if err != nil {
		return nil, fmt.Errorf("listen for other starts: %w", err)
	}
	return newListener(socket, log, func(ctx context.Context, conn net.Conn) {
		if err := greet(conn); err != nil {
			log.Warn("refuse another start", "err", err)
			return
		}
		serve(ctx, conn)
	}), nil
}

func newListener(socket net.Listener, log *slog.Logger, serve func(context.Context, net.Conn)) *Listener {
	l := &Listener{socket: socket, serve: serve, log: log}
	l.life, l.end = context.WithCancel(context.Background())
	l.work.Go(guard.Func("accept calls", l.accept))
	return l
}

func bind(path string) (net.Listener, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	socket, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, socket.Close())
	}
	return socket, nil
}

// Close closes the socket and all connections, and waits until they have been served.
func (l *Listener) Close() error {
	l.end()
	err := l.socket.Close()
	l.work.Wait()
	return err
}

func (l *Listener) accept() {
	for {
		conn, err := l.socket.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files
			l.log.Warn("accept another start", "err", err)
			select {
			case <-l.life.Done():
			case <-time.After(acceptPause):
			}
			continue
		}
		l.work.Go(guard.Func("call", func() {
			defer conn.Close() // everything was written
			// unblocks a read from a client that sends nothing
			stop := guard.AfterContext(l.life, "end of call", func() { _ = conn.Close() })
			defer stop()
			l.serve(l.life, conn)
		}))
	}
}

// Dial connects to the process that has the library in dir open. Error: [ErrNotListening] if no process listens.
func Dial(ctx context.Context, dir string) (net.Conn, error) {
	conn, err := firstSocket(dir, func(path string) (net.Conn, error) {
		return (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, "unix", path)
	})
	if err != nil {
		if !errors.Is(err, errNoSockets) {
			return nil, fmt.Errorf("reach the running program: %w: %w", ErrNotListening, err)
		}
		conn, err = firstSocket(dir, func(path string) (net.Conn, error) { return dialLoopback(ctx, path) })
	}
	if err != nil {
		return nil, fmt.Errorf("reach the running program: %w: %w", ErrNotListening, err)
	}
	return conn, nil
}

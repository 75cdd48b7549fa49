// Package instance is how programs of one account reach the one that has a library open: another start of the window asks it to come to
// the front, and commands and assistants have it answer calls.
package instance

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/adrg/xdg"
)

// The program that holds a library's lock listens on a socket in the state folder of this account, which nobody else can reach; where that
// cannot be made or its path is too long for a socket (108 bytes on Linux), in the folder of its session. A second one sends an object of
// JSON and gets one back:
//
//	→ {"viviscope":1,"open":["/home/ann/boat.png"]}
//	← {"viviscope":1,"ok":true}
//
// The window comes to the front, and opens the files and folders whose absolute paths stand under "open"; without them it only comes to
// the front. What is not understood is answered without "ok". What begins with callHead is a call, and is answered by another protocol.
const (
	protocol = 1
	patience = 2 * time.Second // bounds one conversation, on either side, and the beginning of a call
	maxBytes = 64 << 10        // of a message: what a stranger can make the program keep
	callHead = `{"viviscope":2,`

	acceptPause = time.Second // before another connection is taken, where one could not be

	// MaxPaths is how many files and folders another start may name. A folder takes more along.
	MaxPaths = 200
)

var (
	// ErrNotListening: nobody answers. What holds the library has no window, or does not listen now.
	ErrNotListening = errors.New("nobody answers")

	errNotUnderstood = errors.New("not understood")
	errShared        = errors.New("the folder of its socket belongs to others too")
	errPaths         = errors.New("too many files, or names that cannot be passed on")
)

// message is a request or the answer to it.
type message struct {
	Protocol int      `json:"viviscope"`
	Open     []string `json:"open,omitempty"`
	OK       bool     `json:"ok,omitempty"`
}

// socketFolders are where the sockets of this account may be, best first.
var socketFolders = []string{filepath.Join(xdg.StateHome, "viviscope"), filepath.Join(xdg.RuntimeDir, "viviscope")}

// Folder returns the path of a folder, the same by every name that it has.
func Folder(dir string) string {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}

// socketsOf are the paths that the socket of a library may have, best first.
func socketsOf(dir string) (paths []string) {
	sum := sha256.Sum256([]byte(Folder(dir)))
	for _, folder := range socketFolders {
		paths = append(paths, filepath.Join(folder, hex.EncodeToString(sum[:8])+".sock"))
	}
	return paths
}

// first returns what is made of the best socket of a library of which it can be made.
func first[T any](dir string, from func(path string) (T, error)) (made T, err error) {
	var errs []error
	for _, path := range socketsOf(dir) {
		folder, err := os.Stat(filepath.Dir(path))
		if err == nil && !ours(folder) {
			err = errShared
		} else if made, err = from(path); err == nil { // it may make the folder
			return made, nil
		}
		errs = append(errs, err)
	}
	return made, errors.Join(errs...)
}

// Listener answers other starts of the program until it is closed.
type Listener struct {
	socket net.Listener
	asked  func(paths []string)
	calls  func(context.Context, net.Conn)
	log    *slog.Logger
	life   context.Context // ends with Close: a caller that says nothing is not waited for
	end    context.CancelFunc
	work   sync.WaitGroup
}

// Listen answers other starts on the library in dir. Only the program that holds the library's lock may call it: a socket that is there
// already was left by a crash, and is removed. asked is called on a goroutine of the listener whenever another start asks for the window,
// with the files and folders that it was started with, and must not wait for the listener; nil: there is no window, and who asks is not
// answered. The paths are absolute and come from this account; nothing else is known of them. calls answers one call on a goroutine of its
// own, and must return soon after ctx or the connection has ended, which Close ends both. Close must be called before the lock is given back.
func Listen(dir string, log *slog.Logger, asked func(paths []string), calls func(ctx context.Context, conn net.Conn)) (*Listener, error) {
	socket, err := first(dir, bind)
	if err != nil {
		return nil, fmt.Errorf("listen for other starts: %w", err)
	}
	l := &Listener{socket: socket, asked: asked, calls: calls, log: log}
	l.life, l.end = context.WithCancel(context.Background())
	l.work.Go(l.serve)
	return l, nil
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

// Close ends the answering, cuts the conversations that are under way, waits for their ends, and removes the socket.
func (l *Listener) Close() error {
	l.end()
	err := l.socket.Close()
	l.work.Wait()
	return err
}

// serve answers each on a goroutine of its own: a call may last for hours.
func (l *Listener) serve() {
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
		l.work.Go(func() {
			if err := l.answer(conn); err != nil {
				l.log.Debug("answer another start", "err", err)
			}
		})
	}
}

// begun is a connection of which something was read ahead.
type begun struct {
	net.Conn
	ahead *bufio.Reader
}

func (b begun) Read(p []byte) (int, error) { return b.ahead.Read(p) }

// answer finds out what is wanted, and answers it.
func (l *Listener) answer(conn net.Conn) error {
	b, call := begun{conn, bufio.NewReader(conn)}, false
	err := within(l.life, conn, func() error {
		head, _ := b.ahead.Peek(len(callHead)) // what is shorter is no call
		if call = string(head) == callHead; call {
			return nil
		}
		return converse(b, l.asked)
	})
	if call && err == nil {
		stop := context.AfterFunc(l.life, func() { _ = conn.Close() }) // ends what waits for the other side
		defer stop()
		l.calls(l.life, b)
	}
	return errors.Join(err, conn.Close())
}

// converse reads one request and answers it.
func converse(conn io.ReadWriter, asked func(paths []string)) error {
	request, err := receive(conn)
	if err == nil {
		err = check(request.Open)
	}
	if err == nil && asked == nil {
		err = errNotUnderstood
	}
	if err == nil {
		asked(request.Open)
	}
	return errors.Join(err, json.NewEncoder(conn).Encode(message{Protocol: protocol, OK: err == nil}))
}

func receive(r io.Reader) (m message, err error) {
	if err := json.NewDecoder(io.LimitReader(r, maxBytes)).Decode(&m); err != nil {
		return m, err
	}
	if m.Protocol != protocol {
		return m, errNotUnderstood
	}
	return m, nil
}

// check holds paths to what both sides promise: a few, absolute, and text.
func check(paths []string) error {
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

// within does something with a connection, at the latest until ctx or the patience ends.
func within(ctx context.Context, conn net.Conn, do func() error) error {
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) }) // ends what waits for the other side
	err := do()
	if !stop() {
		return errors.Join(err, ctx.Err())
	}
	return errors.Join(err, conn.SetDeadline(time.Time{}))
}

// OpenThere asks the program that has the library in dir open to bring its window to the front and to open files and folders, and returns
// when it says that it does. The error is [ErrNotListening] where no such program answers. It may take a few seconds. Who does not answer is not
// asked again, because the files may have been opened.
func OpenThere(ctx context.Context, dir string, paths []string) error {
	if err := check(paths); err != nil {
		return fmt.Errorf("ask for the running window: %w", err)
	}
	conn, err := Dial(ctx, dir)
	if err != nil {
		return err
	}
	defer conn.Close() // the answer has come, or does not count any more
	err = within(ctx, conn, func() error {
		if err := json.NewEncoder(conn).Encode(message{Protocol: protocol, Open: paths}); err != nil {
			return err
		}
		answer, err := receive(conn)
		if err == nil && !answer.OK {
			err = errNotUnderstood
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("ask for the running window: %w: %w", ErrNotListening, err)
	}
	return nil
}

// Dial reaches the program that has the library in dir open. The error is [ErrNotListening] where none listens: a socket may be left by a crash.
func Dial(ctx context.Context, dir string) (net.Conn, error) {
	conn, err := first(dir, func(socket string) (net.Conn, error) {
		return (&net.Dialer{Timeout: patience}).DialContext(ctx, "unix", socket)
	})
	if err != nil {
		return nil, fmt.Errorf("reach the running program: %w: %w", ErrNotListening, err)
	}
	return conn, nil
}

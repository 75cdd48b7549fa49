package single

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// patience bounds one conversation, on either side.
const patience = 2 * time.Second

// longAgo is a deadline that ends at once what waits for the other side.
func longAgo() time.Time { return time.Unix(1, 0) }

// Listener answers other starts of the program until it is closed.
type Listener struct {
	socket net.Listener
	path   string
	asked  func(paths []string)
	log    *slog.Logger
	life   context.Context // ends with Close: a caller that says nothing is not waited for
	end    context.CancelFunc
	work   sync.WaitGroup
}

// Listen answers other starts on the library in dir. Only the program that holds the library's lock may call it: a socket
// that is there already is then what a crash left, and is removed. asked is called on a goroutine of the listener whenever another
// start asks for the window, with the files and folders that it was started with, and must not wait for the listener. The paths
// are absolute and come from this account; nothing else is known of them. Close must be called before the lock is given back.
func Listen(dir string, log *slog.Logger, asked func(paths []string)) (*Listener, error) {
	return listen(dir, os.TempDir(), log, asked)
}

func listen(dir, temp string, log *slog.Logger, asked func(paths []string)) (*Listener, error) {
	all, err := places(dir, temp)
	if err != nil {
		return nil, fmt.Errorf("listen for other starts: %w", err)
	}
	// All of them: a socket left where this run does not listen would send others there first.
	var errs []error
	for _, path := range all {
		errs = append(errs, removeSocket(path))
	}
	for _, path := range all {
		socket, err := bind(path, privateFolder(temp))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		l := &Listener{socket: socket, path: path, asked: asked, log: log}
		l.life, l.end = context.WithCancel(context.Background())
		l.work.Go(l.serve)
		return l, nil
	}
	return nil, fmt.Errorf("listen for other starts: %w", errors.Join(errs...))
}

// removeSocket takes away what a crash left. Anything but a socket of that name is somebody's file and stays.
func removeSocket(path string) error {
	at, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if at.IsDir() || at.Mode().IsRegular() && at.Size() > 0 { // Windows shows a socket as an empty file or as an irregular one
		return fmt.Errorf("%s is no socket", path)
	}
	return os.Remove(path)
}

// bind makes a socket that only this account can reach. Between its making and its mode it has the mode of all new files,
// which lets no other account write, as connecting would need.
func bind(path, private string) (net.Listener, error) {
	if filepath.Dir(path) == private {
		if err := makePrivateFolder(private); err != nil {
			return nil, err
		}
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

// Close ends the answering, cuts the conversation that is under way, and removes the socket.
func (l *Listener) Close() error {
	l.end()
	err := l.socket.Close()
	l.work.Wait()
	return err
}

// serve answers one after the other: nobody starts the program so often that they would have to wait.
func (l *Listener) serve() {
	for {
		conn, err := l.socket.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			l.log.Warn("accept another start", "err", err)
			return // the window still works; another start is told that nobody answers
		}
		if err := l.answer(conn); err != nil {
			l.log.Debug("answer another start", "err", err)
		}
	}
}

func (l *Listener) answer(conn net.Conn) (err error) {
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	defer context.AfterFunc(l.life, func() { _ = conn.SetDeadline(longAgo()) })()
	return converse(conn, l.asked)
}

// converse reads one request and answers it.
func converse(conn io.ReadWriter, asked func(paths []string)) error {
	line, err := readLine(conn, maxRequest)
	if err != nil {
		return err
	}
	paths, err := request(line)
	if err != nil {
		return errors.Join(err, writeLine(conn, answerUnknown))
	}
	asked(paths)
	return writeLine(conn, answerOK)
}

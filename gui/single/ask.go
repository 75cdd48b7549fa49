package single

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

// ErrNobody: nobody answers. What holds the library has no window, or does not listen now.
var ErrNobody = errors.New("nobody answers")

// Show asks the program that has the library in dir open to bring its window to the front, and returns when it says that it does.
// The error is [ErrNobody] where no such program answers. It may take a few seconds.
func Show(ctx context.Context, dir string) error { return show(ctx, dir, os.TempDir()) }

// Open is Show with files and folders that the running program is to open. Errors: [ErrNobody], also from a program that does not
// know how to open them; [ErrTooMuch].
func Open(ctx context.Context, dir string, paths []string) error {
	return open(ctx, dir, os.TempDir(), paths)
}

func open(ctx context.Context, dir, temp string, paths []string) error {
	request, err := wordOpen(paths)
	if err != nil {
		return err
	}
	return reach(ctx, dir, temp, request)
}

func show(ctx context.Context, dir, temp string) error { return reach(ctx, dir, temp, verbShow) }

func reach(ctx context.Context, dir, temp, request string) error {
	all, err := places(dir, temp)
	if err != nil {
		return fmt.Errorf("ask for the running window: %w", err)
	}
	allowForeground()
	var errs []error
	for _, path := range all {
		if filepath.Dir(path) == privateFolder(temp) {
			if err := checkPrivateFolder(privateFolder(temp)); err != nil {
				errs = append(errs, err)
				continue
			}
		}
		err := ask(ctx, path, request)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return fmt.Errorf("ask for the running window: %w: %w", ErrNobody, errors.Join(errs...))
}

func ask(ctx context.Context, path, request string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(longAgo()) })()
	if err := writeLine(conn, request); err != nil {
		return err
	}
	line, err := readLine(conn, maxLine)
	if err != nil {
		return err
	}
	answer, err := parse(line)
	if err != nil {
		return err
	}
	if answer != answerOK {
		return errNotUnderstood
	}
	return nil
}

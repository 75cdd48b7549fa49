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

func show(ctx context.Context, dir, temp string) error {
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
		err := ask(ctx, path)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return fmt.Errorf("ask for the running window: %w: %w", ErrNobody, errors.Join(errs...))
}

func ask(ctx context.Context, path string) (err error) {
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
	if err := writeLine(conn, verbShow); err != nil {
		return err
	}
	line, err := readLine(conn)
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

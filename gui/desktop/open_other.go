//go:build !windows

package desktop

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/skratchdot/open-golang/open"

	"viviscope/client/guard"
)

// openFile passes the path as one argument, without a shell.
func openFile(path string) error {
	err := open.Start(path)
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%w: %w", ErrNoOpener, err)
	}
	return err
}

func reveal(path string) error {
	if runtime.GOOS == "darwin" {
		return start(exec.Command("open", "-R", path))
	}
	if showItems(path).run(context.Background()) == nil {
		return nil
	}
	return openFile(filepath.Dir(path))
}

// start starts a program and reaps it in the background.
func start(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	guard.Go("file manager", func() { _ = cmd.Wait() }) // its exit code has no defined meaning
	return nil
}

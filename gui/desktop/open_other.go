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

// openFile hands the path over as one argument: no shell is between.
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

// start starts a program and waits for its end in the background, so that no zombie process stays.
func start(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	guard.Go("file manager", func() { _ = cmd.Wait() }) // its exit code has no known meaning
	return nil
}

//go:build !windows

package desktop

import (
	"context"
	"os/exec"
	"path/filepath"
	"runtime"
)

func openFile(path string) error {
	opener := "xdg-open"
	if runtime.GOOS == "darwin" {
		opener = "open"
	}
	return start(exec.Command(opener, path))
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
	go func() { _ = cmd.Wait() }() // what it answers is not known to mean anything
	return nil
}

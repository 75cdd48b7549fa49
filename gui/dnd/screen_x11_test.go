//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is the timeout of every wait for another process. It is never a delay.
const patience = 60 * time.Second

func limited(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// startScreen starts a virtual X server for a test and returns its display. The server exits with its last client, so
// that a killed test leaves none behind.
func startScreen(t testing.TB) string {
	t.Helper()
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("Xvfb is not installed (make deps installs it): drags need a screen")
	}
	display, stop, err := launchScreen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return display
}

func launchScreen() (display string, stop func(), err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer read.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-terminate", "-screen", "0", "1000x700x24", "+extension", "GLX",
		"-nolisten", "tcp", "-ac")
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		return "", nil, fmt.Errorf("start Xvfb: %w", err)
	}
	stop = func() { end(server) }
	if err := write.Close(); err != nil {
		stop()
		return "", nil, err
	}
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("Xvfb named no display: %w", err)
	}
	return ":" + strings.TrimSpace(line), stop, nil
}

// end kills a process and waits for it.
func end(c *exec.Cmd) {
	if err := c.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return
	}
	_ = c.Wait() // killed: its error says so
}

// Reading a pipe with the name of a link file would block forever.
func TestPipeIsNotRead(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.url")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	d := resolve(content{entries: []entry{{file: pipe}}}, nil)
	if len(d.Links) != 0 || len(d.Files) != 1 || d.Files[0] != pipe {
		t.Errorf("a pipe brings %+v", d)
	}
}

package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"viviscope/client/guard"
)

const (
	reportEnding = ".txt" // of a masked report

	maxReport   = 1 << 20 // bytes that are kept of one
	keepReports = 5
	// A run that was killed leaves a file without a crash in it. Only its age distinguishes it from the file of a live
	// run.
	forgetRaw = 30 * 24 * time.Hour
)

// crashReport is the file of one crash.
type crashReport struct {
	path string
	at   time.Time // when it was written
}

// reports makes reports of what earlier runs left when they died, and returns all that are kept, the newest first.
func (j *Journal) reports(now time.Time) ([]crashReport, error) {
	dir := filepath.Join(j.dir, crashFolder)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for crash reports: %w", err)
	}
	var all []crashReport
	var errs []error
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // gone a moment ago, or nothing of ours
		}
		switch filepath.Ext(path) {
		case reportEnding:
			all = append(all, crashReport{path, info.ModTime()})
		case rawEnding:
			if j.crash != nil && path == j.crash.Name() {
				continue
			}
			made, err := collectCrash(path, info, now)
			errs = append(errs, err)
			if made != "" {
				all = append(all, crashReport{made, info.ModTime()})
			}
		}
	}
	slices.SortFunc(all, func(a, b crashReport) int { return b.at.Compare(a.at) })
	for len(all) > keepReports {
		errs = append(errs, os.Remove(all[len(all)-1].path))
		all = all[:len(all)-1]
	}
	return all, errors.Join(errs...)
}

// collectCrash writes a masked report of the file that a run left, and deletes the unmasked file. It returns the
// report's path; "" if the run did not crash, or is still running.
func collectCrash(path string, info fs.FileInfo, now time.Time) (report string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("keep crash report: %w", err)
		}
	}()
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxReport))
	if err = errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	_, crash, _ := strings.Cut(string(data), "\n")
	if strings.TrimSpace(crash) == "" {
		if now.Sub(info.ModTime()) > forgetRaw {
			return "", os.Remove(path)
		}
		return "", nil
	}
	report = strings.TrimSuffix(path, rawEnding) + reportEnding
	if err := os.WriteFile(report, []byte(guard.MaskCrash(string(data))), 0o600); err != nil {
		return "", err
	}
	if err := os.Chtimes(report, info.ModTime(), info.ModTime()); err != nil {
		return "", err
	}
	return report, os.Remove(path)
}

// discardReports deletes reports.
func discardReports(all []crashReport) error {
	var errs []error
	for _, r := range all {
		if err := os.Remove(r.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, fmt.Errorf("discard crash report: %w", err))
		}
	}
	return errors.Join(errs...)
}

package db

import (
	"context"
	"encoding/json"
	"path"
	"strings"
)

// ClearLeftovers removes what a killed program left in incoming/ and inputs/ and nothing can use any more, and returns
// what it removed, relative to the library. It removes
//
//   - what is half: a part of a file, of a job that has ended, or of no job;
//   - pictures kept for a request that was never made, or was discarded.
//
// It keeps what a job that is under way may continue; every picture that any job was made with, because an ended job can
// be sent again with it; every picture that a setting names, because a draft may hold it; and every whole file in incoming/, because it may be the only copy of something that was paid
// for. While files/ holds what no row speaks of, the database may be new, or a backup, and the folder know more than it
// does: then only parts of jobs that have ended go. It never touches files/ or trash/.
//
// No picture may be on its way from [Library.SaveInput] to its job's row meanwhile.
func (l *Library) ClearLeftovers(ctx context.Context) ([]string, error) {
	removed, err := l.clearLeftovers(ctx)
	return removed, wrap(err, "clear leftovers")
}

func (l *Library) clearLeftovers(ctx context.Context) (removed []string, err error) {
	idle, err := l.idleParts(ctx) // the files are listed before the rows are read: a job made meanwhile is seen
	if err != nil || len(idle) == 0 {
		return nil, err
	}
	jobs, err := l.whatJobsName(ctx)
	if err == nil {
		err = l.addSettings(ctx, jobs)
	}
	if err != nil {
		return nil, err
	}
	complete, err := l.knowsItsFolder(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range idle {
		if jobs.useless(p, complete) {
			if err := l.removeIfThere(p); err != nil {
				return removed, err
			}
			removed = append(removed, p)
		}
	}
	return removed, nil
}

// namedByJobs is what the rows of all jobs say of files: their refs, and everything in those, and in settings, that mention
// inputs/.
type namedByJobs struct {
	refs   map[string]bool
	inputs strings.Builder
}

func (l *Library) whatJobsName(ctx context.Context) (*namedByJobs, error) {
	n := &namedByJobs{refs: map[string]bool{}}
	_, err := list(ctx, l.reader, func(row scanner) (struct{}, error) {
		j, err := scanJob(row)
		if err != nil {
			return struct{}{}, err
		}
		n.refs[j.Ref] = true
		if whole, err := json.Marshal(j); err == nil && strings.Contains(string(whole), inputsDir+"/") {
			n.inputs.Write(whole)
		}
		return struct{}{}, nil
	}, "SELECT "+jobColumns+" FROM jobs")
	return n, err
}

// addSettings adds what settings say: a draft may hold the picture of a job that was discarded since.
func (l *Library) addSettings(ctx context.Context, n *namedByJobs) error {
	_, err := list(ctx, l.reader, func(row scanner) (struct{}, error) {
		var value string
		err := row.Scan(&value)
		n.inputs.WriteString(value)
		return struct{}{}, err
	}, "SELECT value FROM settings WHERE instr(value, ?) > 0", inputsDir+"/")
	return err
}

// useless judges a file that no job under way needs. complete says that the database knows every file of the library.
func (n *namedByJobs) useless(p string, complete bool) bool {
	name := path.Base(p)
	item, _, half := strings.Cut(name, ".part")
	ended := n.refs[name[:min(32, len(name))]]
	if path.Dir(p) == inputsDir {
		return complete && !strings.Contains(n.inputs.String(), item)
	}
	return half && (complete || ended)
}

// knowsItsFolder reports whether a row, or a landing under way, speaks of every file in files/ and trash/.
func (l *Library) knowsItsFolder(ctx context.Context) (bool, error) {
	there, err := l.filesIn(ctx, filesDir, trashDir)
	if err != nil {
		return false, err
	}
	strays, err := l.unknown(ctx, there)
	return len(strays) == 0, err
}

package automation_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/db"
)

// stored returns the words of the constants of a type in package db.
func stored(t *testing.T, of string) (words []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../db/rows.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 {
			if kind, ok := v.Type.(*ast.Ident); ok && kind.Name == of {
				word, _ := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				words = append(words, word)
			}
		}
		return true
	})
	return words
}

// Every state, hold reason and relevant code has an explicit exit code. A new state fails here.
func TestEveryStateHasExitCode(t *testing.T) {
	states := map[string]int{
		"waiting": automation.ExitRunning, "sending": automation.ExitRunning, "queued": automation.ExitRunning,
		"in_progress": automation.ExitRunning,
		"completed":   automation.ExitRunning, "downloading": automation.ExitRunning, "saving": automation.ExitRunning,
		"unwatched":   automation.ExitRunning,
		"unconfirmed": automation.ExitUnconfirmed, "rejected": automation.ExitRefused, "failed": automation.ExitFailed,
		"saved": automation.ExitDone, "expired": automation.ExitOther,
	}
	holds := map[string]int{
		"person": automation.ExitOver, "paused": automation.ExitOver, "budget": automation.ExitOver,
		"approval": automation.ExitOver,
		"not_sent": automation.ExitNotSent, "rate_limit": automation.ExitNotSent, "no_key": automation.ExitInvalid,
		"frame_gone": automation.ExitInvalid,
		// where nothing comes of the job before it
		"key_refused": automation.ExitRefused, "after": automation.ExitNotSent,
	}
	codes := []string{"", jobs.CodeTaskUnknown, jobs.CodeNoState, jobs.CodeEnded, jobs.CodeGone, jobs.CodeAfterFailed,
		jobs.CodeAfterUnconfirmed, jobs.CodeAfterRemoved, jobs.CodeAfterFrame, db.CodeRestored, "always", "day"}
	for _, state := range stored(t, "JobState") {
		for _, hold := range append(stored(t, "HoldReason"), "") {
			for _, code := range codes {
				want, known := states[state]
				switch {
				case state == "held" && hold == "":
					continue // there is none
				case state == "held" && hold == "person" && code == db.CodeRestored:
					want, known = automation.ExitUnconfirmed, true
				case state == "held":
					want, known = holds[hold]
					if hold == "after" && code == "" {
						want = automation.ExitRunning
					}
				case state == "expired" && (code == jobs.CodeTaskUnknown || code == jobs.CodeNoState ||
					code == jobs.CodeEnded):
					want = automation.ExitUnconfirmed
				}
				if got := automation.ExitOf([]automation.Job{{State: state, Hold: hold, Code: code}}); !known ||
					got != want {
					t.Errorf("%s, held %q, code %q: exit %d, chosen is %d (%v)", state, hold, code, got, want, known)
				}
			}
		}
	}
	if len(stored(t, "JobState")) != len(states)+1 || len(stored(t, "HoldReason")) != len(holds) {
		t.Errorf("db has the states %v and the reasons %v", stored(t, "JobState"), stored(t, "HoldReason"))
	}
}

// The exit code of several jobs is the one that matters most to a script: 6 keeps it from paying twice.
func TestWorstExitCodeWins(t *testing.T) {
	order := []automation.Job{{State: "unconfirmed"}, {State: "expired"}, {State: "failed"}, {State: "rejected"},
		{State: "held", Hold: "no_key"},
		{State: "held", Hold: "budget"}, {State: "held", Hold: "not_sent"}, {State: "queued"}, {State: "saved"}}
	for i, worse := range order {
		for _, better := range order[i:] {
			for _, pair := range [][]automation.Job{{worse, better}, {better, worse}} {
				if got, want := automation.ExitOf(pair), automation.ExitOf([]automation.Job{worse}); got != want {
					t.Errorf("%s and %s: exit %d, not %d", pair[0].State, pair[1].State, got, want)
				}
			}
		}
	}
}

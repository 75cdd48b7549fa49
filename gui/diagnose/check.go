package diagnose

import (
	"context"
	"fmt"
	"os"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
)

// State is what a look at something found.
type State int

// The states. Told is a fact that is neither good nor bad.
const (
	Told State = iota
	Fine
	Lacking // something is missing that the program can do without
	Wrong
)

// word of a state, for the copied text: colour and icon are not in it.
func (s State) word() string { return [...]string{"    ", "ok  ", "note", "BAD "}[s] }

// Finding is what was found, and what to do about it; Advice may be empty.
type Finding struct {
	State         State
	Words, Advice string
}

// Check is one thing that is looked at. Look is called off the window's goroutine and ends with its context.
type Check struct {
	Group, Name string
	Look        func(ctx context.Context) Finding
}

// Fact is a check whose answer is known.
func Fact(group, name, words string) Check {
	return Check{group, name, func(context.Context) Finding { return Finding{Words: words} }}
}

// report is all that was found as a text to copy: without secrets, and with the account's own folder as ~. nil stands for a
// check that has not answered.
func report(checks []Check, found []*Finding, home string) string {
	var b strings.Builder
	group := ""
	for i, c := range checks {
		if c.Group != group {
			group = c.Group
			fmt.Fprintf(&b, "%s\n", group)
		}
		f := found[i]
		if f == nil {
			f = &Finding{Words: lang.L("not known yet")}
		}
		fmt.Fprintf(&b, "  %s %s: %s\n", f.State.word(), c.Name, strings.ReplaceAll(f.Words, "\n", " "))
		if f.Advice != "" {
			fmt.Fprintf(&b, "       %s\n", f.Advice)
		}
	}
	return client.Redact(withoutHome(b.String(), home))
}

// withoutHome puts ~ for the folder whose name is that of the account.
func withoutHome(s, home string) string {
	if len(home) < 2 {
		return s
	}
	s = strings.ReplaceAll(s, home+string(os.PathSeparator), "~"+string(os.PathSeparator))
	return strings.ReplaceAll(s, home+"\n", "~\n")
}

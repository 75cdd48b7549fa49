package command

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"viviscope/client/automation"
	"viviscope/client/sandbox"
)

//go:embed commands.json
var tableJSON []byte

// table is what commands.json holds: parsing, help, completion and the arguments of calls follow from it.
type table struct {
	Groups   map[string]string // names of flags that several commands take
	Flags    []flagSpec
	Commands []Command
	Exits    []string // what the exit codes mean
}

// Command is one of the table.
type Command struct {
	Name, Args, Words string // Words "": hidden
	Example           string // a whole command line; help shows it, and a test parses it
	Least, Most       int    // arguments
	Flags             string // names of flags, and @groups
	Call, Member      string // the call that it makes, and where its arguments stand there; "": it has code of its own
}

// flagSpec is a flag. Value is what stands behind it: nothing (a switch), N (an integer), S (seconds), D (a duration), [D] (one behind "=",
// or nothing), DIR (made absolute), LIST (separated by commas), X... (it may be repeated), or a text.
type flagSpec struct {
	Name, Value, Words string
	Member             string   // where it stands in the arguments of a call; "": nowhere
	Choices            []string // what it may be, for the help and completion
}

var readTable = sync.OnceValue(func() (t table) {
	if err := json.Unmarshal(tableJSON, &t); err != nil {
		panic(err) // it is embedded, and read by a test
	}
	for i := range t.Commands {
		for name, flags := range t.Groups {
			t.Commands[i].Flags = strings.ReplaceAll(t.Commands[i].Flags, "@"+name, flags)
		}
	}
	return t
})

// find returns the command whose name args begin with, and the other args.
func find(args []string) (c Command, rest []string, ok bool) {
	for _, c := range readTable().Commands {
		if n := len(strings.Fields(c.Name)); len(args) >= n && strings.Join(args[:n], " ") == c.Name {
			return c, args[n:], true
		}
	}
	return c, args, false
}

func (c Command) takes(flag string) bool { return slices.Contains(strings.Fields(c.Flags), flag) }

// parsed are the flags and arguments of one command.
type parsed struct {
	values  map[string]any // of the flags that were given
	args    []string
	sandbox *sandbox.Options // of that command alone
}

func (p *parsed) text(flag string) string { s, _ := p.values[flag].(string); return s }

func (p *parsed) on(flag string) bool { on, _ := p.values[flag].(bool); return on }

func (p *parsed) number(flag string) int { n, _ := p.values[flag].(int); return n }

func (p *parsed) seconds(flag string) float64 { n, _ := p.values[flag].(float64); return n }

// given is a flag.Value.
type given struct {
	flagSpec
	into *parsed
}

func (g given) String() string { return "" }

// IsBoolFlag says that a value stands behind "=" or not at all.
func (g given) IsBoolFlag() bool { return g.Value == "" || g.Value == "[D]" }

func (g given) Set(text string) (err error) {
	isPath := g.Value == "DIR" || strings.HasPrefix(g.Value, "PICTURE") && !automation.RefDigits.MatchString(text) && !strings.Contains(text, "://")
	if isPath && text != "" {
		text, err = filepath.Abs(text) // the owner may stand in another folder
	}
	var v any = text
	want, ok := "a duration above 0, such as 30m", true
	switch {
	case text == "": // a variable that a script did not set: it must not come to mean no limit, no client or another library
		want, ok = "a value and not empty", false
	case g.Value == "":
		v, err = strconv.ParseBool(text)
		want = "true or false"
	case g.Value == "N":
		n, e := strconv.ParseUint(text, 10, 31)
		v, err, want = int(n), e, "an integer"
	case g.Value == "S":
		v, err = strconv.ParseFloat(text, 64)
		want = "a number"
	case g.Value == "[D]" && text == "true":
		v = 0.0
	case g.Value == "D", g.Value == "[D]":
		d, e := time.ParseDuration(text)
		v, err, ok = d.Seconds(), e, d > 0
	case g.Member != "" && g.Choices != nil && !slices.Contains(g.Choices, text): // those of a request are judged by the rules of models
		want, ok = "one of "+strings.Join(g.Choices, ", "), false
	case g.Value == "LIST":
		v = strings.Split(text, ",")
	case strings.HasSuffix(g.Value, "..."):
		all, _ := g.into.values[g.Name].([]string)
		v = append(all, text)
	}
	if g.into.values[g.Name] = v; err != nil || !ok {
		err = errors.New("it must be " + want)
	}
	return err
}

// flagSet returns the flags of a command, which put what they are set to into p.
func (c Command) flagSet(p *parsed) *flag.FlagSet {
	p.values = map[string]any{}
	fs := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	for _, s := range readTable().Flags {
		if c.takes(s.Name) {
			fs.Var(given{s, p}, s.Name, s.Words)
		}
	}
	if c.Name == "sandbox" {
		p.sandbox = sandbox.Flags(fs)
	}
	return fs
}

// parse reads flags wherever they stand, with one dash or two; "--" ends them.
func (c Command) parse(args []string) (p parsed, err error) {
	fs := c.flagSet(&p)
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return p, err
		}
		rest := fs.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			p.args = append(p.args, rest...)
			break
		}
		p.args, args = append(p.args, rest[:min(len(rest), 1)]...), rest[min(len(rest), 1):]
	}
	if c.takes("wait") && slices.ContainsFunc(p.args, func(a string) bool { _, err := time.ParseDuration(a); return err == nil }) {
		return p, errors.New("a time stands behind an equals sign: -wait=30m")
	}
	switch {
	case len(p.args) < c.Least || c.Least > c.Most:
		return p, fmt.Errorf("usage: viviscope %s %s", c.Name, c.Args)
	case len(p.args) > c.Most:
		return p, fmt.Errorf("%q is one argument too many: text of several words stands in quotes", p.args[c.Most])
	}
	for i := range p.args {
		if c.Member == "paths" && err == nil {
			p.args[i], err = filepath.Abs(p.args[i])
		}
	}
	if c.takes("folder") && p.values["folder"] == nil && p.text("client") == "" { // a client names none
		p.values["folder"], err = filepath.Abs(".")
	}
	return p, err
}

// members are the arguments of the command's call, as JSON.
func (c Command) members(p *parsed) map[string]any {
	m := map[string]any{}
	for _, s := range readTable().Flags {
		if v, given := p.values[s.Name]; given && s.Member != "" {
			m[s.Member] = v
		}
	}
	switch {
	case c.Member == "" || len(p.args) == 0:
	case c.Member == "query":
		m[c.Member] = strings.Join(p.args, " ")
	case !strings.HasSuffix(c.Member, "s"):
		m[c.Member] = p.args[0]
	default:
		m[c.Member] = p.args
	}
	return m
}

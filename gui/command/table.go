package command

import (
	"cmp"
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
	"viviscope/client/order"
	"viviscope/client/sandbox"
)

//go:embed commands.json
var tableJSON []byte

// table is the content of commands.json.
type table struct {
	Groups   map[string]string // flags that several commands share
	Flags    []flagSpec
	Commands []Command
	Exits    []string // meaning of the exit codes
}

// Command is a row of the table.
type Command struct {
	Name, Args, Help string // a complete command line; help shows it, and a test parses it
	Example          string // a whole command line; help shows it, and a test parses it
	Min, Max         int    // number of arguments; Min above Max: the row only names its subcommands
	Flags            string // names of flags, and @groups
	Call, Member     string // the call, and the member for the arguments; Call "": none, or several
}

// flagSpec is a flag. Value is the type of its value: "" (a switch), N (an integer), S (seconds), D (a duration), [D]
// (an optional duration after "="), DIR (a folder, made absolute), PICTURE (a file, made absolute, or a REF or URL),
// LIST (comma-separated), X... (repeatable), or any other name (a text).
type flagSpec struct {
	Name, Value, Help string
	ID                string   // in the lists of commands, if flags share a name; "": the name
	Member            string   // member of the call's arguments; "": none
	Choices           []string // allowed values, for help and completion
}

func (s flagSpec) id() string { return cmp.Or(s.ID, s.Name) }

var readTable = sync.OnceValue(func() (t table) {
	if err := json.Unmarshal(tableJSON, &t); err != nil {
		panic(err) // embedded and tested
	}
	t.addRequestFlags()
	for i := range t.Commands {
		for name, flags := range t.Groups {
			t.Commands[i].Flags = strings.ReplaceAll(t.Commands[i].Flags, "@"+name, flags)
		}
	}
	return t
})

// addRequestFlags adds a flag per field of a request, and the group of all flags of a list row.
func (t *table) addRequestFlags() {
	row := []string{"kind"}
	var flags []flagSpec
	for _, f := range order.Fields() {
		row = append(row, f.Flag)
		flags = append(flags, flagSpec{Name: f.Flag, Value: f.Value, Help: f.Help, Choices: f.Choices})
	}
	kind := slices.IndexFunc(t.Flags, func(f flagSpec) bool { return f.Name == "kind" })
	t.Flags = slices.Insert(t.Flags, kind+1, flags...)
	t.Groups["row"] = strings.Join(append(row, "count"), " ")
}

// find returns the command that args begin with, and the other args.
func find(args []string) (c Command, rest []string, ok bool) {
	if len(args) > 0 && strings.TrimLeft(args[0], "-") == "version" { // a common convention
		args = append([]string{"version"}, args[1:]...)
	}
	for _, c := range readTable().Commands {
		if n := len(strings.Fields(c.Name)); len(args) >= n && strings.Join(args[:n], " ") == c.Name {
			return c, args[n:], true
		}
	}
	return c, args, false
}

func (c Command) hasFlag(name string) bool { return slices.Contains(strings.Fields(c.Flags), name) }

// flags returns the flags of the command.
func (c Command) flags() (all []flagSpec) {
	for _, s := range readTable().Flags {
		if c.hasFlag(s.id()) {
			all = append(all, s)
		}
	}
	return all
}

// parsed holds the flags and arguments of a command.
type parsed struct {
	values  map[string]any // by flag name; only given flags
	args    []string
	sandbox *sandbox.Options // for the command sandbox
}

func (p *parsed) text(flag string) string { s, _ := p.values[flag].(string); return s }

func (p *parsed) on(flag string) bool { on, _ := p.values[flag].(bool); return on }

func (p *parsed) number(flag string) int { n, _ := p.values[flag].(int); return n }

func (p *parsed) seconds(flag string) float64 { n, _ := p.values[flag].(float64); return n }

// flagValue implements [flag.Value].
type flagValue struct {
	flagSpec
	into *parsed
}

func (f flagValue) String() string { return "" }

// IsBoolFlag makes package flag accept a value only after "=".
func (f flagValue) IsBoolFlag() bool { return f.Value == "" || f.Value == "[D]" }

func (f flagValue) Set(text string) error {
	value, valid, want := f.parse(text)
	if !valid {
		return errors.New("it must be " + want)
	}
	f.into.values[f.Name] = value
	return nil
}

// parse converts a text. want describes a valid value if it is invalid.
func (f flagValue) parse(text string) (value any, valid bool, want string) {
	switch {
	case text == "": // an unset variable of a script must not mean no limit, no client or another library
		return nil, false, "a value and not empty"
	case f.Value == "":
		on, err := strconv.ParseBool(text)
		return on, err == nil, "true or false"
	case f.Value == "N":
		n, err := strconv.ParseUint(text, 10, 31)
		return int(n), err == nil, "an integer"
	case f.Value == "S":
		n, err := strconv.ParseFloat(text, 64)
		return n, err == nil, "a number"
	case f.Value == "[D]" && text == "true": // no value was given
		return 0.0, true, ""
	case f.Value == "D", f.Value == "[D]":
		d, err := time.ParseDuration(text)
		return d.Seconds(), err == nil && d > 0, "a duration above 0, such as 30m"
	case f.Member != "" && f.Choices != nil && !slices.Contains(f.Choices, text):
		// choices of a request depend on the rules of its model
		return nil, false, "one of " + strings.Join(f.Choices, ", ")
	case f.Value == "LIST":
		return strings.Split(text, ","), true, ""
	}
	isFile := strings.HasPrefix(f.Value, "PICTURE") && !automation.RefDigits.MatchString(text) &&
		!strings.Contains(text, "://")
	if f.Value == "DIR" || isFile { // the owner may run in another folder
		var err error
		if text, err = filepath.Abs(text); err != nil {
			return nil, false, "a path: " + err.Error()
		}
	}
	if strings.HasSuffix(f.Value, "...") {
		all, _ := f.into.values[f.Name].([]string)
		return append(all, text), true, ""
	}
	return text, true, ""
}

// flagSet returns the flags of a command. They write their values to p.
func (c Command) flagSet(p *parsed) *flag.FlagSet {
	p.values = map[string]any{}
	fs := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	for _, s := range c.flags() {
		fs.Var(flagValue{s, p}, s.Name, s.Help)
	}
	if c.Name == "sandbox" {
		p.sandbox = sandbox.Flags(fs)
	}
	return fs
}

// parse accepts flags anywhere after the command, with one or two dashes; "--" ends them.
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
	isDuration := func(a string) bool { _, err := time.ParseDuration(a); return err == nil }
	switch {
	case c.hasFlag("wait") && slices.ContainsFunc(p.args, isDuration):
		return p, errors.New("a time stands behind an equals sign: -wait=30m")
	case len(p.args) < c.Min || c.Min > c.Max:
		return p, fmt.Errorf("usage: viviscope %s %s", c.Name, c.Args)
	case len(p.args) > c.Max:
		return p, fmt.Errorf("%q is one argument too many: text of several words stands in quotes", p.args[c.Max])
	}
	for i := range p.args {
		if c.Member == "paths" && err == nil {
			p.args[i], err = filepath.Abs(p.args[i])
		}
	}
	if c.hasFlag("folder") && p.values["folder"] == nil && p.text("client") == "" { // a client cannot choose the folder
		p.values["folder"], err = filepath.Abs(".")
	}
	return p, err
}

// callArgs returns the arguments of the command's call.
func (c Command) callArgs(p *parsed) map[string]any {
	m := map[string]any{}
	for _, s := range c.flags() {
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

package command

import (
	"flag"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"viviscope/client/automation"
	"viviscope/resources/schemas"
)

// usage describes a command and its flags.
func (c Command) usage() string {
	flags := " [-FLAG ...]"
	if c.Flags == "" && c.Name != "sandbox" { // sandbox defines its own flags
		flags = ""
	}
	text := fmt.Sprintf("Usage: viviscope %s\n", strings.TrimSpace(c.Name+flags+" "+c.Args))
	if c.Help != "" {
		text += fmt.Sprintf("%s %s.\n", c.Name, c.Help)
	}
	c.flagSet(&parsed{}).VisitAll(func(f *flag.Flag) {
		value, words := flag.UnquoteUsage(f)
		if s, ok := f.Value.(flagValue); ok {
			value, words = strings.TrimSuffix(s.Value, "..."), s.Help
			if len(s.Choices) > 0 {
				words += ": " + strings.Join(s.Choices, ", ")
			}
		}
		text += fmt.Sprintf("  -%-21s %s\n", strings.TrimSpace(strings.Replace(f.Name+" "+value, " [D]", "[=D]", 1)),
			words)
	})
	if c.Example != "" {
		text += "Example: " + c.Example + "\n"
	}
	return text
}

// help lists the commands, or describes one of them.
func help(args []string) (string, error) {
	if c, rest, ok := find(args); ok && len(rest) == 0 {
		return c.usage(), nil
	} else if len(args) > 0 {
		return "", automation.Usage("there is no command %q; see viviscope help", strings.Join(args, " "))
	}
	text := "Usage: viviscope [-FLAG ...] [FILE ...]    opens the window; viviscope -h lists its flags\n" +
		"       viviscope COMMAND [-FLAG ...] [ARGUMENT ...]\n\n"
	for _, c := range readTable().Commands {
		if c.Help != "" {
			text += fmt.Sprintf("  %-13s %s\n", c.Name, c.Help)
		}
	}
	text += "\nviviscope help COMMAND lists its flags and shows an example. Flags stand anywhere after the name, with one dash or two.\nExit codes:\n"
	for code, words := range readTable().Exits {
		text += fmt.Sprintf("  %d  %s\n", code, words)
	}
	return text, nil
}

// complete returns the completions of the last word. If there are none, shells complete file names.
func complete(words []string) (all []string) {
	if len(words) == 0 {
		return nil
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	offer := func(texts ...string) {
		for _, text := range texts {
			if strings.HasPrefix(text, last) && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	for _, c := range readTable().Commands {
		next := strings.Fields(strings.TrimPrefix(c.Name, strings.Join(before, " ")))
		if c.Help != "" && len(next)+len(before) == len(strings.Fields(c.Name)) && len(next) > 0 {
			offer(next[0])
		}
	}
	c, rest, ok := find(before)
	if !ok || len(all) > 0 {
		return all
	}
	for _, s := range c.flags() {
		previous := before[len(before)-1]
		if (previous == "-"+s.Name || previous == "--"+s.Name) &&
			!(flagValue{flagSpec: s}).IsBoolFlag() {
			offer(s.Choices...)
			return all
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		dashes := last[:len(last)-len(strings.TrimLeft(last, "-"))]
		c.flagSet(&parsed{}).VisitAll(func(f *flag.Flag) { offer(dashes + f.Name) })
	case c.Name == "help" && !strings.HasPrefix(last, "-"):
		return complete(append(slices.Clone(rest), last))
	case c.Name == "schema" && len(rest) == 0:
		offer(schemaNames()...)
	}
	return all
}

// schemaNames lists the schemas of resources/schemas.
func schemaNames() []string {
	files, _ := fs.Glob(schemas.Files, "*.json") // embedded, cannot fail
	return strings.Fields(strings.ReplaceAll(strings.Join(files, " "), ".json", ""))
}

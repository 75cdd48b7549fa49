package command

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"viviscope/client/automation"
)

// explain says what a command takes.
func (c Command) explain() string {
	text := fmt.Sprintf("Usage: viviscope %s\n", strings.TrimSpace(c.Name+" [-FLAG ...] "+c.Args))
	if c.Words != "" {
		text += fmt.Sprintf("%s %s.\n", c.Name, c.Words)
	}
	c.flagSet(&parsed{}).VisitAll(func(f *flag.Flag) {
		value, words := flag.UnquoteUsage(f)
		if g, ok := f.Value.(given); ok {
			value, words = strings.TrimSuffix(g.Value, "..."), g.Words
			if len(g.Choices) > 0 {
				words += ": " + strings.Join(g.Choices, ", ")
			}
		}
		text += fmt.Sprintf("  -%-21s %s\n", strings.TrimSpace(strings.Replace(f.Name+" "+value, " [D]", "[=D]", 1)), words)
	})
	return text
}

// help says which commands there are, or what one of them takes.
func help(args []string) (string, error) {
	if c, rest, ok := find(args); ok && len(rest) == 0 {
		return c.explain(), nil
	} else if len(args) > 0 {
		return "", automation.Usage("there is no command %q; see viviscope help", strings.Join(args, " "))
	}
	text := "Usage: viviscope [-FLAG ...] [FILE ...]    opens the window; viviscope -h lists its flags\n" +
		"       viviscope COMMAND [-FLAG ...] [ARGUMENT ...]\n\n"
	for _, c := range Commands() {
		if c.Words != "" {
			text += fmt.Sprintf("  %-13s %s\n", c.Name, c.Words)
		}
	}
	return text + "\nviviscope help COMMAND lists its flags, which may stand anywhere, with one dash or two.\n" +
		"Exit codes: 0 done; 1 something broke; 2 the request is wrong, nothing was sent; 3 nothing left, safe to repeat;\n" +
		"4 refused by the service, not charged; 5 over a budget, or it waits for a person, nothing was sent;\n" +
		"6 UNCONFIRMED: it may have been charged, do not repeat; 7 failed and refunded; 8 still running.\n", nil
}

// complete answers the shells: what the last of some words may become, one a line. Where nothing comes they offer files.
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
	for _, c := range Commands() {
		next := strings.Fields(strings.TrimPrefix(c.Name, strings.Join(before, " ")))
		if c.Words != "" && len(next)+len(before) == len(strings.Fields(c.Name)) && len(next) > 0 {
			offer(next[0])
		}
	}
	c, rest, ok := find(before)
	if !ok || len(all) > 0 {
		return all
	}
	flags := c.flagSet(&parsed{})
	if len(rest) > 0 && strings.HasPrefix(rest[len(rest)-1], "-") {
		if f := flags.Lookup(strings.TrimLeft(rest[len(rest)-1], "-")); f != nil {
			if g, ok := f.Value.(given); ok && !g.IsBoolFlag() {
				offer(g.Choices...)
				return all
			}
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		dashes := last[:len(last)-len(strings.TrimLeft(last, "-"))]
		flags.VisitAll(func(f *flag.Flag) { offer(dashes + f.Name) })
	case c.Name == "help" && len(rest) == 0:
		return complete([]string{last})
	case c.Name == "schema" && len(rest) == 0:
		offer(schemaNames()...)
	}
	return all
}

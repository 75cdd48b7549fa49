package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

func changelogCommand(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("changelog", flag.ContinueOnError)
	from := flags.String("from", "resources/CHANGELOG.md", "the changelog, as keepachangelog.com describes it")
	version := flags.String("version", "", "the version that is packed")
	maintainer := flags.String("maintainer", "", "NAME <ADDRESS> of who packs it")
	epoch := flags.Int64("epoch", 0, "the date of a version that has none yet, in `seconds` since 1970")
	if err := flags.Parse(args); err != nil {
		return err
	}
	content, err := os.ReadFile(*from)
	if err != nil {
		return fmt.Errorf("read the changelog: %w", err)
	}
	list := releases(string(content), *version, time.Unix(*epoch, 0).UTC())
	if len(list) == 0 {
		return fmt.Errorf("%s names no version", *from)
	}
	for i, r := range list {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "viviscope (%s) unstable; urgency=medium\n\n", r.version)
		for _, change := range r.changes {
			fmt.Fprintln(out, folded(change))
		}
		if _, err := fmt.Fprintf(out, "\n -- %s  %s\n", *maintainer, r.at.Format(time.RFC1123Z)); err != nil {
			return err
		}
	}
	return nil
}

// release is one version in the changelog, newest first.
type release struct {
	version string
	at      time.Time
	changes []string // each one line of any length
}

// releases reads the headings "## [1.2.3] - 2026-01-31" and the list items under them. What is under "Unreleased" belongs to the
// version that is packed now, at the time of its last commit.
func releases(markdown, version string, now time.Time) []release {
	var list []release
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\r\n")
		if heading, ok := strings.CutPrefix(line, "## ["); ok {
			name, date, _ := strings.Cut(heading, "]")
			r := release{version: name, at: now}
			if strings.EqualFold(name, "unreleased") {
				r.version = version
			} else if at, err := time.Parse(time.DateOnly, strings.Trim(date, " -")); err == nil {
				r.at = at
			}
			list = append(list, r)
			continue
		}
		if len(list) == 0 {
			continue
		}
		last := &list[len(list)-1]
		if item, ok := strings.CutPrefix(line, "- "); ok {
			last.changes = append(last.changes, item)
		} else if more := strings.TrimSpace(line); more != "" && strings.HasPrefix(line, "  ") && len(last.changes) > 0 {
			last.changes[len(last.changes)-1] += " " + more
		}
	}
	// A heading that was prepared for the next release and is still empty says nothing.
	var filled []release
	for _, r := range list {
		if len(r.changes) > 0 {
			filled = append(filled, r)
		}
	}
	return filled
}

// folded is a change as Debian's changelog writes it: indented, a star before it, lines of at most 80 columns.
func folded(change string) string {
	const width = 80
	var text strings.Builder
	text.WriteString("  *")
	column := 3
	for _, word := range strings.Fields(change) {
		if n := utf8.RuneCountInString(word); column+1+n > width && column > 3 {
			text.WriteString("\n    " + word)
			column = 4 + n
		} else {
			text.WriteString(" " + word)
			column += 1 + n
		}
	}
	return text.String()
}

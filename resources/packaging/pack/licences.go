package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func licencesCommand(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("licences", flag.ContinueOnError)
	binary := flags.String("binary", "", "the built program")
	own := flags.String("own", "LICENSE", "the program's own licence")
	debian := flags.Bool("debian", false, "as Debian's copyright file: long licences that every Debian has are referred to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	ours, err := os.ReadFile(*own)
	if err != nil {
		return fmt.Errorf("read the program's licence: %w", err)
	}
	b, err := modulesOf(*binary)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, licenceBook(string(ours), b.Modules, *debian))
	return err
}

// onDebian are licences whose text every Debian system has; its policy (12.5) asks to refer to them.
var onDebian = map[string]string{
	"Apache-2.0": "/usr/share/common-licenses/Apache-2.0",
	"MPL-2.0":    "/usr/share/common-licenses/MPL-2.0",
}

// licenceBook is one text with the program's licence, a list of all that is compiled in, and every licence once, under the names
// of those who use it.
func licenceBook(own string, modules []module, debian bool) string {
	var book strings.Builder
	book.WriteString("Viviscope\n=========\n\n" + strings.TrimSpace(own) + "\n\n\nWhat is compiled in\n===================\n\n")
	for _, m := range modules {
		fmt.Fprintf(&book, "%s %s (%s)\n", m.Path, m.Version, strings.Join(m.licences(), ", "))
	}
	book.WriteString("\n\nTheir licences\n==============\n")
	seen := map[string]bool{}
	for _, m := range modules {
		for _, t := range m.Texts {
			content := printed(t, debian)
			if seen[content] {
				continue
			}
			seen[content] = true
			title := t.Licence + ": " + strings.Join(users(modules, content, debian), ", ")
			book.WriteString("\n\n" + title + "\n" + strings.Repeat("-", 60) + "\n\n" + content + "\n")
		}
	}
	return book.String()
}

// printed is what the book shows of a licence file.
func printed(t text, debian bool) string {
	if path := onDebian[t.Licence]; debian && path != "" {
		return "The full text of this licence is in " + path + " on Debian systems."
	}
	return strings.TrimSpace(t.Content)
}

// users are the modules, each with its version, that have this text among their licences.
func users(modules []module, content string, debian bool) []string {
	var names []string
	for _, m := range modules {
		for _, t := range m.Texts {
			if printed(t, debian) == content {
				names = append(names, m.Path)
				break
			}
		}
	}
	return names
}

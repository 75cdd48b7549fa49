package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
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

// errUnknownLicence: nobody has looked at this licence yet. After reading it, its sentence is added to telling.
var errUnknownLicence = errors.New("this licence is not known here")

// telling are sentences that one licence has and the others of this list have not, the stricter licence first.
var telling = []struct{ id, phrase string }{
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"Apache-2.0", "apache license version 2.0, january 2004"},
	{"OFL-1.1", "sil open font license version 1.1"},
	{"CC-BY-4.0", "creative commons attribution 4.0 international"},
	{"Unlicense", "this is free and unencumbered software released into the public domain"},
	{"Zlib", "altered source versions must be plainly marked as such"},
	{"ISC", "permission to use, copy, modify, and or distribute this software for any purpose with or without fee is hereby granted"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose with or without fee is hereby granted"},
	{"Bitstream-Vera", "bitstream vera"},
	{"BSD-3-Clause", "may be used to endorse or promote products derived from"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce the above copyright notice"},
	{"MIT", "the above copyright notice and this permission notice shall be included in all copies or substantial portions"},
	{"MIT", "the above copyright notice and this permission notice (including the next paragraph) shall be included in all copies"},
}

// identify is the SPDX id of a licence's text, whatever way its lines are broken.
func identify(content string) (string, error) {
	plain := strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'").Replace(strings.ToLower(content))
	plain = strings.Join(strings.FieldsFunc(plain, func(r rune) bool { return unicode.IsSpace(r) || r == '/' }), " ")
	for _, t := range telling {
		if strings.Contains(plain, t.phrase) {
			return t.id, nil
		}
	}
	return "", errUnknownLicence
}

// notice stands for a NOTICE file: no licence of its own, but it has to go along with the one beside it (Apache-2.0, 4d).
const notice = "NOTICE"

package main

import (
	"errors"
	"strings"
	"unicode"
)

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

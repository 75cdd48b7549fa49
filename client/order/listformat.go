package order

import (
	"errors"
	"path"
	"regexp"
	"strings"
	"unicode"

	"viviscope/client"
)

// listFormat is the file format of a list.
type listFormat int

const (
	plainLines listFormat = iota // one prompt per line
	csvRows
	jsonObjects
)

// detectFormat returns the format of a list, by the extension of its file name. Without a known extension it examines
// the first line, which may be JSON, a CSV header or a prompt.
func detectFormat(name, text string) listFormat {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv":
		return csvRows
	case ".jsonl", ".ndjson", ".json":
		return jsonObjects
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	first = strings.TrimSpace(first)
	_, isHeader := parseHeader(first)
	switch {
	case isHeader, strings.HasPrefix(first, sepPrefix):
		return csvRows
	case first != "" && strings.ContainsRune("[{", rune(first[0])) && !alternatives.MatchString(first):
		return jsonObjects
	}
	return plainLines
}

const (
	sepPrefix  = "sep=" // starts a line in which spreadsheets define the separator
	separators = ",;\t|"
	// noSeparator is the separator of a list with a single column, where cells may contain every other separator.
	noSeparator = '\x1f'
)

// parseHeader returns the separator of a line, and whether the line is the header of a list. A prompt may also contain
// commas and column names. A line is therefore a header only if it is a single column name, contains two column names
// or "prompt", or contains one column name and every part is a single word.
func parseHeader(line string) (separator rune, isHeader bool) {
	separator, known, parts := rune(noSeparator), 0, []string{line}
	if !strings.ContainsAny(line, separators) {
		return separator, columnByName(unquoted(line)) != ""
	}
	for _, s := range separators {
		if s == '|' && strings.HasPrefix(strings.TrimSpace(line), "|") {
			continue // a table of Markdown has a rule below its header
		}
		names, n := strings.Split(line, string(s)), 0
		for _, name := range names {
			if columnByName(unquoted(name)) != "" {
				n++
			}
		}
		if n > known {
			separator, known, parts = s, n, names
		}
	}
	plain := true
	for _, name := range parts {
		name = unquoted(name)
		if columnByName(name) == FieldPrompt && wireName(name) == FieldPrompt {
			known++
		}
		plain = plain && !strings.Contains(name, " ")
	}
	return separator, known >= 2 || known == 1 && plain
}

func unquoted(name string) string { return strings.Trim(strings.TrimSpace(name), `"`) }

var (
	// {red|blue} balloon is a prompt: braces are not expanded in lists
	alternatives = regexp.MustCompile(`^\{[^{}":]*\|[^{}":]*\}`)
	// A key and a value of YAML, TOML, JSON and others.
	keyAndValue   = regexp.MustCompile(`^["'\x60]?([A-Za-z_][\w -]{0,40}?)["'\x60]?\s*[:=]`)
	lowercaseKey  = regexp.MustCompile(`^["'\x60]?[a-z_]\w*["'\x60]?\s*[:=](\s|$)`)
	quotedLine    = regexp.MustCompile(`^"(?:[^"]|"")*"$`)
	quotedMember  = regexp.MustCompile(`^("(?:[^"]|"")*"|'[^']*')\s*[,;:\]})]`)
	singleQuoted  = regexp.MustCompile(`^'.*'$`)
	closingSymbol = regexp.MustCompile(`[\[{(:：\\]$`)
	commentSymbol = regexp.MustCompile("^(#|//|/\\*|\\*/|<!--|--|```|~~~|;)")
)

// Reasons why a line is not a prompt.
const (
	MsgComment    = "this looks like a comment or a heading, not like a prompt. Remove it, or put it in double quotes"
	MsgOpenQuotes = "the quotes are not closed. A prompt of several lines needs CSV with a first line such as prompt"
	MsgData       = "this looks like data or code, not like a prompt. " + useColumns
	MsgMarker     = "this line begins with a bullet or a number, and others do not. Give all lines one, or none"

	useColumns = "Use CSV or JSON with columns such as prompt, or put it in double quotes"
)

// looksLike returns MsgData with the name of the format.
func looksLike(format string) string {
	return "this looks like " + format + ", not like a prompt. " + useColumns
}

// notPromptReason returns why a line is not a prompt, such as a comment or a line of another file format; "" for a
// prompt. This prevents a wrong file from becoming one order per line. Any text in double quotes is a prompt.
func notPromptReason(line string) (reason string) {
	line = strings.TrimSpace(line)
	if line == "" || quotedLine.MatchString(line) {
		return ""
	}
	_, isHeader := parseHeader(line)
	key := keyAndValue.FindStringSubmatch(line)
	format := formatName(line)
	switch first, hasLetter := line[0], strings.ContainsFunc(line, unicode.IsLetter); {
	case commentSymbol.MatchString(line) && format == "":
		return MsgComment
	case first == '"' && strings.Count(line, `"`)%2 == 1:
		return MsgOpenQuotes
	case first == '{' && alternatives.MatchString(line):
		return ""
	case commentSymbol.MatchString(line), strings.IndexByte("[]{}<>|\\%`~*&,/:=^", first) >= 0,
		!hasLetter && isASCII(line),
		isHeader, allColumns(line),
		strings.Contains(line, "\t"),
		key != nil && columnByName(key[1]) != "", lowercaseKey.MatchString(line),
		quotedMember.MatchString(line), singleQuoted.MatchString(line), closingSymbol.MatchString(line),
		client.IsHTTPURL(line):
		if format != "" {
			return looksLike(format)
		}
		return MsgData
	}
	return ""
}

// otherFormats lists file formats that are not lists, with a pattern for the start of their lines.
var otherFormats = []struct {
	name  string
	begin *regexp.Regexp
}{
	{"YAML", regexp.MustCompile(`^(?:---$|(?:- )?["']?[A-Za-z_][\w-]{0,40}["']?:(?:\s|$))`)},
	{"Markdown", regexp.MustCompile("^(?:#{2,6} |```|~~~|\\||> |\\*\\*|\\[[^]]*\\]\\(|[-*+] \\[[ xX]\\] )")},
	{"TOML", regexp.MustCompile(`^(?:\[\[?[A-Za-z_][\w.-]*\]\]?$|[A-Za-z_][\w-]{0,40}\s*=\s)`)},
	{"HTML", regexp.MustCompile(`^<[A-Za-z!/?]`)},
	{"JSON", regexp.MustCompile(`^(?:[{}\]]|\[\s*["{\[]|"[^"]*"\s*:)`)},
}

// formatName returns the name of the file format of a line; "" if it is unknown.
func formatName(line string) string {
	for _, f := range otherFormats {
		if f.begin.MatchString(line) {
			return f.name
		}
	}
	return ""
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// allColumns reports whether every word of a line is the name of a column.
func allColumns(line string) bool {
	for word := range strings.FieldsSeq(line) {
		if columnByName(word) == "" {
			return false
		}
	}
	return true
}

// listMarkers match the bullets and numbers of list items.
var listMarkers = []*regexp.Regexp{
	regexp.MustCompile(`^[-*+•]\s+`),
	regexp.MustCompile(`^[0-9]{1,4}(?:[.)]\s+|[、．]\s*)`),
}

// errUnmarked stops eachLine in findMarker.
var errUnmarked = errors.New("a line has no marker")

// findMarker returns the marker at the start of every line of a text; nil if there is none.
func findMarker(text string) *regexp.Regexp {
	for _, marker := range listMarkers {
		all := eachLine(text, func(_ int, line string) error {
			if !marker.MatchString(line) {
				return errUnmarked
			}
			return nil
		})
		if all == nil {
			return marker
		}
	}
	return nil
}

// readLines reads one prompt per line. It removes bullets or numbers if every line has one, and double quotes around a
// line. A line that is not a prompt is an error of the whole list, because then other lines may not be prompts either.
func readLines(text string, add func(cells) error) error {
	marker := findMarker(text)
	return eachLine(text, func(n int, line string) error {
		prompt := line
		switch {
		case marker != nil:
			prompt = strings.TrimSpace(marker.ReplaceAllString(line, ""))
		case hasMarker(line):
			return lineError(n, MsgMarker)
		}
		if reason := notPromptReason(prompt); reason != "" {
			return lineError(n, reason)
		}
		if quotedLine.MatchString(prompt) {
			prompt = strings.TrimSpace(strings.ReplaceAll(prompt[1:len(prompt)-1], `""`, `"`))
		}
		return add(cells{line: n, raw: line, text: map[string]string{FieldPrompt: prompt}})
	})
}

func hasMarker(line string) bool {
	return listMarkers[0].MatchString(line) || listMarkers[1].MatchString(line)
}

// eachLine calls use for each line that is not empty, with its 1-based number. It returns the first error of use.
func eachLine(text string, use func(n int, line string) error) error {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if err := use(n, line); err != nil {
			return err
		}
	}
	return nil
}

// visible removes invisible characters, such as byte order marks.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

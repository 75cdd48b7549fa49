package order

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"viviscope/client"
)

// promptsOf returns the prompts that a list orders, and the error of a list that cannot be read.
func promptsOf(text, name string) (prompts []string, err error) {
	l, err := New().ReadList(text, name, Env{})
	for _, r := range l.ValidRows() {
		prompts = append(prompts, r.Request.PromptText())
	}
	return prompts, err
}

// Files of other programs, as they are piped into a command: a name without an ending.
func TestReadListOfOtherPrograms(t *testing.T) {
	boats := []string{"a red boat", "a blue boat"}
	for name, want := range map[string]struct {
		prompts []string
		refused string
	}{
		"array.json": {prompts: boats}, "onecol.txt": {prompts: boats}, "doublebom.csv": {prompts: []string{"a"}},
		"comment.txt": {refused: "Line 1: "}, "commas.txt": {refused: "Line 1: "},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", "lists", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []string{name, ""} {
			got, err := promptsOf(string(data), as)
			if want.refused != "" {
				if err == nil || !strings.HasPrefix(err.Error(), want.refused) || len(got) > 0 {
					t.Errorf("%s as %q: %q, %v", name, as, got, err)
				}
			} else if err != nil || !slices.Equal(got, want.prompts) {
				t.Errorf("%s as %q: %q, %v", name, as, got, err)
			}
		}
	}
}

func TestReadListRefusesStructure(t *testing.T) {
	for name, tc := range map[string]struct{ text, line string }{
		"a bracket alone":             {"[\n", "1"},
		"a brace alone":               {"{\n", "1"},
		"an array that stays open":    {"[\n {\"prompt\":\"a boat\"},\n", "2"},
		"a comma before the end":      {"[\n{\"prompt\":\"a boat\"},\n]", "3"},
		"no comma":                    {"[\n{\"prompt\":\"a boat\"}\n{\"prompt\":\"a cat\"}\n]", "3"},
		"a broken line of objects":    {"{\"prompt\":\"a\"}\n{\"prompt\":\"b\"\n{\"prompt\":\"c\"}\n", "2"},
		"objects, then a prompt":      {"{\"prompt\":\"a\"}\na boat\n", "2"},
		"a prompt, then an object":    {"a boat\n{\"prompt\":\"a\"}\n", "2"},
		"an object of another kind":   {"{\"jobs\":[{\"prompt\":\"a boat\"}]}", "1"},
		"arrays of arrays":            {"[[\"a boat\"]]", "1"},
		"numbers":                     {"[1,2]", "1"},
		"JSON with comments":          {"// boats\n[{\"prompt\":\"a boat\"}]", "1"},
		"JavaScript":                  {"const prompts = [\n\"a boat\",\n];", "1"},
		"Python":                      {"prompts = [\n'a boat',\n]", "1"},
		"members of an object":        {"\"prompt\": \"a boat\",\n\"seconds\": 5", "1"},
		"elements of an array":        {"\"a boat\",\n\"a cat\"\n", "1"},
		"a Python object":             {"{'prompt': 'a boat'}", "1"},
		"single quotes":               {"'a boat'\n'a cat'", "1"},
		"YAML, a sequence of objects": {"- prompt: a boat\n  seconds: 5\n- prompt: a cat\n", "1"},
		"YAML, a document":            {"---\nprompt: a boat\n", "1"},
		"YAML, a mapping":             {"title: boats\njobs:\n  - a boat\n", "1"},
		"YAML, capitals":              {"Prompt: a boat\nSeed: 5", "1"},
		"YAML, a block":               {"negative prompt: |\n  a boat", "1"},
		"TOML":                        {"[clip]\nprompt = \"a boat\"", "1"},
		"an environment":              {"PROMPT=a boat", "1"},
		"a fence":                     {"a boat\n```\n", "2"},
		"a fence of JSON":             {"```json\n[{\"prompt\":\"a boat\"}]\n```", "1"},
		"a heading":                   {"# Boats\na boat", "1"},
		"a bold heading":              {"**Boats**\na boat", "1"},
		"words before a list":         {"Here are two prompts:\n1. a boat\n2. a cat\n", "1"},
		"a bullet among prompts":      {"a boat\n- a cat\n", "2"},
		"a table of Markdown":         {"| prompt | seconds |\n|-|-|\n| a boat | 5 |", "1"},
		"a rule":                      {"a boat\n---\na cat", "2"},
		"a task":                      {"- [ ] a boat\n- [x] a cat\n", "1"},
		"a quotation":                 {"> a boat", "1"},
		"a comment of C":              {"a boat\n// a cat", "2"},
		"a comment of SQL":            {"-- boats\na boat", "1"},
		"a comment of ini":            {"; boats\na boat", "1"},
		"a comment under a header":    {"prompt\n# a comment\na boat", "2"},
		"a row that is a comment":     {"prompt,seconds\n# a boat,5\na cat,5", "2"},
		"a fence under a header":      {"prompt,seconds\na cat,5\n```\n", "3"},
		"an object under a header":    {"prompt\n{\"prompt\":\"a boat\"}", "2"},
		"a header after a title":      {"My boats\nprompt,seconds\na boat,5", "2"},
		"a header again":              {"a boat\nprompt\na cat", "2"},
		"columns, blanks":             {"prompt  seconds\na boat  5", "1"},
		"a table without a header":    {"a boat\t5\na cat\t5", "1"},
		"XML":                         {"<?xml version=\"1.0\"?>\n<prompt>a boat</prompt>", "1"},
		"HTML":                        {"<!DOCTYPE html>\n<p>a boat</p>", "1"},
		"RTF":                         {"{\\rtf1\\ansi a boat}", "1"},
		"LaTeX":                       {"\\begin{itemize}", "1"},
		"an open quote":               {"\"a boat\nin the rain\"\n", "1"},
		"links":                       {"https://a.example/b.png", "1"},
		"numbers of subtitles":        {"1\n00:00:01,000 --> 00:00:02,000\na boat", "1"},
	} {
		for ending, text := range map[string]string{"LF": tc.text, "CRLF": strings.ReplaceAll(tc.text, "\n", "\r\n"),
			"BOM": "\ufeff\ufeff" + tc.text} {
			got, err := promptsOf(text, "")
			if err == nil || !strings.HasPrefix(err.Error(), "Line "+tc.line+": ") {
				t.Errorf("%s, %s: %q, %v; want line %s", name, ending, got, err, tc.line)
			}
		}
	}
}

func TestReadListAcceptsPrompts(t *testing.T) {
	two := []string{"a red boat", "a blue boat"}
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"an array of texts":       {"[\"a red boat\",\n\"a blue boat\"]", two},
		"a pretty object":         {"{\n \"prompt\": \"a red boat\"\n}\n", two[:1]},
		"pretty objects":          {"{\n \"prompt\": \"a red boat\"\n}\n{\n \"prompt\": \"a blue boat\"\n}", two},
		"a pretty array":          {"[\r\n {\r\n \"prompt\": \"a red boat\"\r\n },\r\n {\r\n \"prompt\": \"a blue boat\"\r\n }\r\n]\r\n", two},
		"two arrays":              {"[\"a red boat\"]\n[{\"prompt\":\"a blue boat\"}]", two},
		"a quoted header":         {"\"prompt\"\n\"a red boat\"\n\"a blue boat\"\n", two},
		"another name":            {"Text\na red boat\na blue boat", two},
		"commas under one column": {"prompt\na boat, red\n", []string{"a boat, red"}},
		"prompt and an unknown":   {"prompt;my remark\na red boat;x\na blue boat;y\n", two},
		"bars":                    {"prompt|seconds\na red boat|5\na blue boat|5", two},
		"tabs":                    {"seconds\tprompt\n5\ta red boat\n5\ta blue boat", two},
		"bullets":                 {"- a red boat\n- a blue boat", two},
		"numbers":                 {"1. a red boat\n\n2. a blue boat\n", two},
		"numbers of Chinese":      {"1、一艘红船\n2、一艘蓝船", []string{"一艘红船", "一艘蓝船"}},
		"quoted lines":            {"\"a red boat\"\n\"a blue boat\"", two},
		"quoted signs": {"\"# 1 fan\"\n\"[wide shot] a \"\"boat\"\"\"\na cat",
			[]string{"# 1 fan", `[wide shot] a "boat"`, "a cat"}},
		"quoted signs in a column": {"prompt\n\"# 1 fan\"\n", []string{"# 1 fan"}},
		"a sign behind a column":   {"seconds,prompt\n5,[wide shot] a boat", []string{"[wide shot] a boat"}},
		"a sign in JSON":           {"[\"# 1 fan\"]", []string{"# 1 fan"}},
		"lines in quotes":          {"prompt,seconds\n\"a boat\nin the rain\",5", []string{"a boat\nin the rain"}},
		"alternatives":             {"{red|blue} balloon\na balloon", []string{"{red|blue} balloon", "a balloon"}},
		"prose": {"Close-up: a boat, a cat; a text\n\"Hello\" she says\n(slow) a boat\n2001, a room\n«Hola», dice\n¿Quién?\n-5 degrees, a lake\n🚤\n夜: 船",
			[]string{"Close-up: a boat, a cat; a text", `"Hello" she says`, "(slow) a boat", "2001, a room",
				"«Hola», dice", "¿Quién?", "-5 degrees, a lake", "🚤", "夜: 船"}},
		"a mark between files": {"prompt\na red boat\n\ufeffa blue boat", two},
	} {
		got, err := promptsOf(tc.text, "")
		if err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A column name of invisible characters must not be reported as an unknown column.
func TestHeaderIgnoresInvisibleCharacters(t *testing.T) {
	l, err := New().ReadList("\ufeff\u200bprompt,\u200b,no\u200bte\na boat,,x", "", Env{})
	if err != nil || len(l.ValidRows()) != 1 || !slices.Equal(l.Unknown, []string{"note"}) {
		t.Errorf("%+v, %v", l, err)
	}
}

// generatedList is a text in a format, and the prompts that it carries.
type generatedList struct {
	text    string
	prompts []string
}

// drawList writes prompts as other programs do. Some lines may be lost, doubled or swapped, as by hand.
func drawList(t *rapid.T) generatedList {
	prompt := rapid.StringMatching(`[a-zA-Z0-9#"'({\[<\-*:,;é船][a-zA-Z0-9 ,.:;"'#{}\[\]()<>|*=-]{0,20}`)
	g := generatedList{prompts: rapid.SliceOfN(prompt, 1, 4).Draw(t, "prompts")}
	rows, fields := []map[string]any{}, []string{"prompt", "seconds", "note"}
	for _, p := range g.prompts {
		rows = append(rows, map[string]any{"prompt": p, "seconds": 5})
	}
	var b bytes.Buffer
	switch format := rapid.SampledFrom([]string{"array", "pretty", "lines", "texts", "wrapped", "yaml", "toml", "csv",
		"column", "fence", "table", "xml"}).Draw(t, "format"); format {
	case "array", "pretty", "lines", "texts", "wrapped", "fence":
		var value any = rows
		switch format {
		case "texts":
			value = g.prompts
		case "wrapped":
			value = map[string]any{"jobs": rows}
		}
		e := json.NewEncoder(&b)
		if format != "array" && format != "lines" {
			e.SetIndent("", rapid.SampledFrom([]string{"  ", "\t", ""}).Draw(t, "indent"))
		}
		if format == "lines" {
			for _, r := range rows {
				_ = e.Encode(r)
			}
		} else {
			_ = e.Encode(value)
		}
		if format == "fence" {
			b.WriteString("```\n")
			b = *bytes.NewBufferString("```json\n" + b.String())
		}
	case "yaml":
		for _, p := range g.prompts {
			fmt.Fprintf(&b, "- prompt: %q\n  seconds: 5\n", p)
		}
	case "toml":
		for _, p := range g.prompts {
			fmt.Fprintf(&b, "[[clips]]\nprompt = %q\nseconds = 5\n", p)
		}
	case "csv", "column":
		w := csv.NewWriter(&b)
		w.Comma = rapid.SampledFrom([]rune{',', ';', '\t', '|'}).Draw(t, "separator")
		n := 1
		if format == "csv" {
			n = rapid.IntRange(2, 3).Draw(t, "columns")
		}
		_ = w.Write(fields[:n])
		for _, p := range g.prompts {
			_ = w.Write([]string{p, "5", "remark"}[:n])
		}
		w.Flush()
	case "table":
		b.WriteString("| prompt | seconds |\n|---|---|\n")
		for _, p := range g.prompts {
			fmt.Fprintf(&b, "| %s | 5 |\n", p)
		}
	case "xml":
		b.WriteString("<prompts>\n")
		for _, p := range g.prompts {
			fmt.Fprintf(&b, "  <prompt>%s</prompt>\n", p)
		}
		b.WriteString("</prompts>\n")
	}
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	at := func(label string) int { return rapid.IntRange(0, len(lines)-1).Draw(t, label) }
	switch rapid.IntRange(0, 5).Draw(t, "damage") {
	case 0:
		lines = slices.Delete(lines, at("first"), len(lines)) // cut off
	case 1:
		i := at("first")
		lines = slices.Insert(lines, i,
			rapid.SampledFrom([]string{"# note", "// note", "```", "---", "[", "{", "prompt", "My list:", ""}).Draw(t,
				"line"))
	case 2:
		i, j := at("first"), at("second")
		lines[i], lines[j] = lines[j], lines[i]
	}
	g.text = strings.Join(lines, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end"))
	return g
}

// Whatever another program wrote, and whatever was cut out of it by hand, what is ordered is a prompt of it or nothing.
func TestGeneratedListsContainOnlyPrompts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawList(t)
		name := rapid.SampledFrom([]string{"", "list.txt", "list", "-"}).Draw(t, "name")
		got, err := promptsOf(g.text, name)
		if err != nil {
			return
		}
		for _, prompt := range got {
			if !slices.ContainsFunc(g.prompts, func(p string) bool { return sameWords(p, prompt) }) {
				t.Fatalf("%q is ordered of\n%s", prompt, g.text)
			}
		}
	})
}

// sameWords compares a prompt with what was read of it: white space around it is dropped, and the apostrophe that
// guards a spreadsheet.
func sameWords(prompt, read string) bool {
	return client.UnguardCSV(strings.TrimSpace(prompt)) == client.UnguardCSV(read)
}

// A list that is refused as another format is refused by the name of that format.
func TestListErrorNamesFormat(t *testing.T) {
	for text, format := range map[string]string{
		"- prompt: a boat\n- prompt: a cat": "YAML", "prompt: a boat": "YAML", "---\nprompt: a boat": "YAML",
		"```\na boat\n```": "Markdown", "| a boat |\n| a cat |": "Markdown", "## Boats\na boat": "Markdown",
		"- **a boat**\n- **a cat**":     "Markdown",
		"[[jobs]]\nprompt = \"a boat\"": "TOML", "prompt = \"a boat\"": "TOML", "<ul><li>a boat</li></ul>": "HTML",
	} {
		_, err := New().ReadList(text, "list.txt", Env{})
		if err == nil || !strings.Contains(err.Error(), "looks like "+format) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

package order

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestExpand(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing to expand", "a boat", []string{"a boat"}},
		{"empty", "", []string{""}},
		{"alternatives", "a {red|blue|green} boat", []string{"a red boat", "a blue boat", "a green boat"}},
		{"as they are typed", "{ red |blue}", []string{" red ", "blue"}},
		{"an empty one", "{|very }old", []string{"old", "very old"}},
		{"only bars", "{|}", []string{"", ""}},
		{"two groups multiply", "{a|b}{1..2}", []string{"a1", "a2", "b1", "b2"}},
		{"range", "frame {1..3}", []string{"frame 1", "frame 2", "frame 3"}},
		{"range down", "{3..1}", []string{"3", "2", "1"}},
		{"range of one", "{7..7}", []string{"7"}},
		{"range below zero", "{-1..1}", []string{"-1", "0", "1"}},
		{"range with its width", "{08..10}", []string{"08", "09", "10"}},
		{"the width of either end", "{1..010}",
			[]string{"001", "002", "003", "004", "005", "006", "007", "008", "009", "010"}},
		{"width down", "{2..00}", []string{"02", "01", "00"}},
		{"width below zero", "{-01..01}", []string{"-01", "000", "001"}},
		{"blanks in a range", "{1 .. 2}", []string{"1", "2"}},
		{"no range", "{1..}", []string{"{1..}"}},
		{"no range either", "{1..2..3} {a..c} {1.5..2}", []string{"{1..2..3} {a..c} {1.5..2}"}},
		{"a range with too many digits", "{1..1234567890}", []string{"{1..1234567890}"}},
		{"nested", "{a {red|blue} car|a boat}", []string{"a red car", "a blue car", "a boat"}},
		{"a range in alternatives", "{{1..2}|x}", []string{"1", "2", "x"}},
		{"dots beside a bar", "{1..3|x}", []string{"1..3", "x"}},
		{"JSON", `{"a": {"b": [1, "c"]}, "d": {}}`, []string{`{"a": {"b": [1, "c"]}, "d": {}}`}},
		{"a group in JSON", `{"colour": "{red|blue}"}`, []string{`{"colour": "red"}`, `{"colour": "blue"}`}},
		{"open", "a {red|blue", []string{"a {red|blue"}},
		{"closed", "a red|blue}", []string{"a red|blue}"}},
		{"open before a group", "{ {a|b}", []string{"{ a", "{ b"}},
		{"closed behind a group", "{a|b} }", []string{"a }", "b }"}},
		{"bars outside", "a|b", []string{"a|b"}},
		{"escaped group", `\{a|b}`, []string{"{a|b}"}},
		{"escaped whole", `\{a|b\}`, []string{"{a|b}"}},
		{"escaped bar", `{a\|b|c}`, []string{"a|b", "c"}},
		{"escaped bar alone", `{a\|b}`, []string{"{a|b}"}},
		{"escaped bar outside is text", `a\|b`, []string{`a\|b`}},
		{"escaped close inside", `{a\}|b}`, []string{"a}", "b"}},
		{"escaped slash before a group", `\\{a|b}`, []string{`\a`, `\b`}},
		{"escaped slash at the end of an alternative", `{a\\|b}`, []string{`a\`, "b"}},
		{"escaped slash at the end of a group", `{a|b\\}c`, []string{"ac", `b\c`}},
		{"other slashes", `C:\new\text "\n" \\server`, []string{`C:\new\text "\n" \\server`}},
		{"a slash at the end", `a\`, []string{`a\`}},
		{"other scripts", "灯台{夜|昼}🌊{עברית|é}", []string{"灯台夜🌊עברית", "灯台夜🌊é", "灯台昼🌊עברית", "灯台昼🌊é"}},
		{"bytes that are no text", "\xff{\xfe|a}", []string{"\xff\xfe", "\xffa"}},
		{"exactly as many as possible", "{1..10}{a|b|c|d|e|f|g|h|i|j}", nil},
	} {
		got := Expand(c.text)
		if c.want == nil {
			if len(got) != MaxVariations {
				t.Errorf("%s: %d", c.name, len(got))
			}
		} else if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if n := Variations(c.text); n != len(got) {
			t.Errorf("%s: counted %d", c.name, n)
		}
	}
}

func TestExpandTextsLimitsJobs(t *testing.T) {
	for text, want := range map[string]int{
		"{1..101}":                          101,
		"{1..20}{1..20}":                    400,
		"{{1..60}|{1..60}}":                 120,
		strings.Repeat("{1..1000000}", 100): TooManyVariations,
		"{-999999999..999999999}":           1999999999,
	} {
		if got := Variations(text); got != want {
			t.Errorf("%.30s: %d", text, got)
		}
	}
}

// A hostile text costs no more than its length, and no stack.
func TestDeepBracesAreText(t *testing.T) {
	deep := strings.Repeat("{a|", 200_000) + strings.Repeat("}", 200_000)
	Variations(deep) // the pairs near the outside are groups; what matters is that this ends
	inside := strings.Repeat("{", maxDepth) + "{a|b}" + strings.Repeat("}", maxDepth)
	if got := Expand(inside); len(got) != 1 || got[0] != inside {
		t.Errorf("%d deep: %q", maxDepth, got)
	}
	if got := Expand(inside[1 : len(inside)-1]); len(got) != 2 {
		t.Errorf("%d deep: %q", maxDepth-1, got)
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"a boat":            "a boat",
		`{"a": 1}`:          `{"a": 1}`,
		"{a|b}":             `\{a|b\}`,
		`\{a|b}`:            `\\\{a|b\}`,
		`{1..3} {"a": 1}`:   `\{1..3\} \{"a": 1\}`,
		`C:\new \\server {`: `C:\new \\server {`,
	} {
		if got := Escape(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func FuzzExpand(f *testing.F) {
	for _, s := range []string{"a {red|blue} boat", "{1..3}", "{01..10}", `\{a|b\}`, `{a\\|b}`, `{"a": {"b|c"}}`,
		"{{a|b}|{1..2}}", "{", "}", "\\", "{|}", "灯{台|🌊}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := Variations(text)
		var all []string
		if n <= MaxVariations {
			all = Expand(text)
			if len(all) != n {
				t.Fatalf("counted %d, expanded %d", n, len(all))
			}
		}
		for _, s := range all {
			// Only ranges can write more than stands there, and they write numbers.
			if len(s) > 10*(len(text)+1) {
				t.Fatalf("%q became %q", text, s)
			}
			if utf8.ValidString(text) && !utf8.ValidString(s) {
				t.Fatalf("%q was broken: %q", text, s)
			}
		}
		if back := Expand(Escape(text)); len(back) != 1 || back[0] != text {
			t.Fatalf("%q escaped is %q, which stands for %q", text, Escape(text), back)
		}
	})
}

func BenchmarkExpandLongPrompt(b *testing.B) {
	text := strings.Repeat("slow dolly towards the lighthouse at dusk, ", 46) + "{red|blue|green} {1..10}"
	for b.Loop() {
		if all := Expand(text); len(all) != 30 {
			b.Fatal(len(all))
		}
	}
}

package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// clientRules returns all messages of package client: its Msg… constants and those completed by its tables.
func clientRules(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../client/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || !strings.HasPrefix(v.Names[0].Name, "Msg") {
				return true
			}
			message, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			rules = append(rules, message)
			return true
		})
	}
	if len(rules) < 19 {
		t.Fatalf("only %d messages were found: %q", len(rules), rules)
	}
	for _, rule := range client.VideoRules() {
		rules = append(rules, rule.Message)
	}
	wrong := client.EditRequest{ImageRequest: client.ImageRequest{Model: "no such", Size: "0", Quality: "none",
		OutputFormat: "none"}}
	for _, problem := range wrong.Problems() {
		rules = append(rules, problem.Message)
	}
	return rules
}

// Wire names mean nothing to users: the field shows a sentence, and its tooltip has the service's message.
func TestEveryRuleHasItsSentence(t *testing.T) {
	rules := clientRules(t)
	names := regexp.MustCompile(`input_reference|aspect_ratio|output_format|seconds must|<width>|xhigh|integer|exclude`)
	for _, rule := range rules {
		words := Rule(rule)
		if !strings.HasSuffix(words, ".") || words[:1] != strings.ToUpper(words[:1]) || names.MatchString(words) {
			t.Errorf("the rule %q reads %q", rule, words)
		}
		service := rule
		if words == rule {
			service = ""
		}
		if got := ServiceRule(rule); got != service {
			t.Errorf("the tooltip of %q is %q", words, got)
		}
	}
	langtest.Use(t, lang.Pseudo)
	for _, rule := range rules {
		if got := Rule(rule); langtest.UntranslatedWords(got,
			"P clip genimage turbo omni flare sunburst PNG JPEG px") != "" {
			t.Errorf("the rule %q has no sentence: %q", rule, got)
		}
	}
}

func TestTheSentencesOfRules(t *testing.T) {
	for rule, want := range map[string]string{
		client.MsgSecondsRange:             "Choose 3 to 15 seconds.",
		client.MsgSecondsOneOf:             "Choose 5 or 10 seconds.",
		"seconds must be one of 4, 8, 12":  "Choose 4, 8 or 12 seconds.",
		client.MsgImageSize:                "Enter 16 to 3840 px for each side.",
		client.MsgQuality:                  "Choose Low, Medium, High, Very high or Max.",
		client.MsgAspectRatio:              "Choose 16:9, 9:16 or 1:1.",
		"size must be one of 640x360, 2x1": "Choose 640 × 360 or 2 × 1 px.",
		"Prompt blocked by safety system":  "Prompt blocked by safety system", // the service's own words
	} {
		if got := Rule(rule); got != want {
			t.Errorf("%q reads %q, want %q", rule, got, want)
		}
	}
	for _, rule := range []string{order.MsgSeed, order.MsgFirstFrame, "Prompt blocked by safety system"} {
		if got := ServiceRule(rule); got != "" {
			t.Errorf("%q is no rule of the service, but has the tooltip %q", rule, got)
		}
	}
}

func TestListJoinsWords(t *testing.T) {
	for want, words := range map[string][]string{
		"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"},
		"a, b, c and d": {"a", "b", "c", "d"},
	} {
		if got := List(words); got != want {
			t.Errorf("List(%q) = %q, want %q", words, got, want)
		}
	}
}

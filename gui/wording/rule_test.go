package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// clientRules are all messages of package client: its Msg… constants, and those that its tables complete.
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
	wrong := client.EditRequest{ImageRequest: client.ImageRequest{Model: "no such", Size: "0", Quality: "none", OutputFormat: "none"}}
	for _, problem := range wrong.Problems() {
		rules = append(rules, problem.Message)
	}
	return rules
}

// plain are the sentences for rules that a person meets in an empty form or at a slot, where the words of the wire mean nothing to them.
var plain = map[string]string{
	client.MsgPromptRequired:    "Type a prompt.",
	client.MsgImagePrompt:       "Type a prompt.",
	client.MsgEditImageRequired: "Choose a picture to edit.",
	client.MsgReferenceURL:      "A frame needs a web address that starts with http or https.",
}

func sentence(rule string) string {
	if s, ok := plain[rule]; ok {
		return s
	}
	return rule
}

func TestEveryRuleHasItsSentence(t *testing.T) {
	rules := clientRules(t)
	for _, rule := range rules {
		if got := Rule(rule); got != sentence(rule) {
			t.Errorf("in English the rule %q reads %q", rule, got)
		}
	}
	langtest.Speak(t, lang.Pseudo)
	for _, rule := range rules {
		if got := Rule(rule); !strings.HasPrefix(got, "⟦"+sentence(rule)) {
			t.Errorf("the rule %q has no sentence: %q", rule, got)
		}
	}
	if got := Rule("Prompt blocked by safety system"); got != "Prompt blocked by safety system" {
		t.Errorf("the service's own words became %q", got)
	}
}

func TestListJoinsWords(t *testing.T) {
	for want, words := range map[string][]string{
		"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}, "a, b, c and d": {"a", "b", "c", "d"},
	} {
		if got := List(words); got != want {
			t.Errorf("List(%q) = %q, want %q", words, got, want)
		}
	}
}

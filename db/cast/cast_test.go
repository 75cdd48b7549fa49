package cast

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

var troupe = []Entry{
	{Name: "Mara", Kind: Person, Words: "a woman of forty, yellow raincoat", Pictures: []string{"m1", "m2"}},
	{Name: "Harbour", Kind: Place, Words: "a small stone harbour, one crane.", Pictures: []string{"h1"}},
	{Name: "dusk", Kind: Look, Words: "low warm light"},
	{Name: "boat", Kind: Thing, Pictures: []string{"b1", "b2", "b3"}},
}

func TestExpandNumbersPicturesInOrderOfMention(t *testing.T) {
	for _, c := range []struct {
		prompt       string
		before       int
		withPictures bool
		text         string
		pictures     []string
	}{
		{"@Mara waits at @Harbour, @dusk", 0, true, "Mara (pictures 1 and 2): a woman of forty, yellow raincoat. " +
			"Harbour (picture 3): a small stone harbour, one crane. dusk: low warm light. Mara waits at Harbour, dusk",
			[]string{"m1", "m2", "h1"}},
		{"@Harbour at night. @Mara leaves @harbour", 1, true, "Harbour (picture 2): a small stone harbour, one crane. " +
			"Mara (pictures 3 and 4): a woman of forty, yellow raincoat. Harbour at night. Mara leaves Harbour",
			[]string{"h1", "m1", "m2"}},
		{"@Mara and her @boat", 0, false,
			"Mara: a woman of forty, yellow raincoat. Mara and her boat", nil},
		{"the @boat", 4, true, "boat (pictures 5, 6 and 7). the boat", []string{"b1", "b2", "b3"}},
		{"@Nobody writes to mara@Mara.com: 100 @ 5, @", 0, true, "@Nobody writes to mara@Mara.com: 100 @ 5, @", nil},
		{"no mention", 3, true, "no mention", nil},
	} {
		got := Expand(c.prompt, troupe, c.before, c.withPictures)
		if got.Text != c.text || !slices.Equal(got.Pictures(), c.pictures) {
			t.Errorf("%q: %q %v, not %q %v", c.prompt, got.Text, got.Pictures(), c.text, c.pictures)
		}
	}
}

func TestMentionsEndAtPunctuation(t *testing.T) {
	for prompt, want := range map[string][]string{
		"@Mara's coat":      {"Mara"},
		"(@Mara)":           {"Mara"},
		"@Mara- @a-b_c2.":   {"Mara", "a-b_c2"},
		"@马拉，@Søren and@No": {"马拉", "Søren"},
		"@@Mara":            {"Mara"},
		"@":                 nil,
	} {
		var got []string
		for _, m := range Mentions(prompt, troupe) {
			got = append(got, m.Name)
			if prompt[m.From:m.To] != "@"+m.Name {
				t.Errorf("%q: the mention is %q", prompt, prompt[m.From:m.To])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, not %q", prompt, got, want)
		}
	}
	if got := Unknown("@Mara @Tom @tom @Tom", troupe); !slices.Equal(got, []string{"Tom", "tom"}) {
		t.Errorf("unknown: %q", got)
	}
}

func TestNamesEndWithinScriptsWithoutSpaces(t *testing.T) {
	all := []Entry{{Name: "马", Kind: Thing, Words: "白马"}, {Name: "马拉", Kind: Person, Words: "黄色雨衣的女人"}}
	if got := Expand("@马拉走进@马 @马拉松x", all, 0, true).Text; got != "马拉: 黄色雨衣的女人. 马: 白马. 马拉走进马 马拉松x" {
		t.Errorf("%q", got)
	}
	if got := Expand("@Marathon", troupe, 0, true).Text; got != "@Marathon" {
		t.Errorf("%q", got)
	}
}

func TestCheckRefusesInvalidEntries(t *testing.T) {
	for _, c := range []struct {
		e    Entry
		want error
	}{
		{troupe[0], nil}, {troupe[2], nil}, {troupe[3], nil},
		{Entry{Name: "two words", Kind: Person, Words: "x"}, ErrName},
		{Entry{Name: "@Mara", Kind: Person, Words: "x"}, ErrName},
		{Entry{Kind: Person, Words: "x"}, ErrName},
		{Entry{Name: strings.Repeat("x", 41), Kind: Person, Words: "x"}, ErrName},
		{Entry{Name: "Mara", Kind: "voice", Words: "x"}, ErrKind},
		{Entry{Name: "Mara", Kind: Person, Words: strings.Repeat("x", 1001)}, ErrWords},
		{Entry{Name: "Mara", Kind: Person, Pictures: []string{"a", "b", "c", "d", "e"}}, ErrPictures},
		{Entry{Name: "Mara", Kind: Person, Pictures: []string{"a", "a"}}, ErrPictures},
		{Entry{Name: "Mara", Kind: Person}, ErrEmpty},
	} {
		if got := c.e.Check(); got != c.want {
			t.Errorf("%+v: %v, not %v", c.e, got, c.want)
		}
	}
}

// Each mentioned entry is described exactly once, and its pictures have the numbers at which they are sent.
func TestRandomPromptsDescribeEachEntryOnce(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	words := []string{"@Mara", "@mara", "@Harbour", "@dusk", "@boat", "@Nobody", "a", "walks,", "at", "@", "x@y", "。"}
	for range 2000 {
		var prompt []string
		for range rnd.IntN(12) {
			prompt = append(prompt, words[rnd.IntN(len(words))])
		}
		before := rnd.IntN(3)
		typed := strings.Join(prompt, " ")
		got := Expand(typed, troupe, before, true)
		number := before
		for _, u := range got.Used {
			if n := strings.Count(got.Text, u.description(number+1)); n != 1 {
				t.Fatalf("%q: %q describes %s %d times", typed, got.Text, u.Name, n)
			}
			number += len(u.Pictures)
		}
		if number-before != len(got.Pictures()) {
			t.Fatalf("%q: %d pictures are numbered, not %d", typed, number-before, len(got.Pictures()))
		}
		for _, e := range troupe {
			if strings.Contains(got.Text, "@"+e.Name) {
				t.Fatalf("%q: %q still mentions %s", typed, got.Text, e.Name)
			}
		}
		own := Expand(typed, nil, 0, true).Text
		for _, u := range got.Used {
			own = replaceFold(own, "@"+u.Name, u.Name)
		}
		if body := Body(got.Text, got.Used); body != own {
			t.Fatalf("%q: the body of %q is %q, not %q", typed, got.Text, body, own)
		}
		if again := Expand(got.Text, troupe, before, true); again.Text != got.Text {
			t.Fatalf("%q: expanded twice: %q", typed, again.Text)
		}
	}
}

// replaceFold replaces a text, ignoring the case of ASCII letters.
func replaceFold(text, old, by string) string {
	var out strings.Builder
	for text != "" {
		if len(text) >= len(old) && strings.EqualFold(text[:len(old)], old) {
			out.WriteString(by)
			text = text[len(old):]
			continue
		}
		out.WriteByte(text[0])
		text = text[1:]
	}
	return out.String()
}

func TestBodyKeepsATextWithoutItsDescriptions(t *testing.T) {
	used := Expand("@Mara", troupe, 0, true).Used
	for text, want := range map[string]string{
		"Mara waits": "Mara waits",
		"Mara (pictures 1 and 2): a woman of forty. Mara waits":                                "Mara (pictures 1 and 2): a woman of forty. Mara waits",
		"Mara (pictures 9 and 10): a woman of forty, yellow raincoat. One more. Nothing else.": "One more. Nothing else.",
	} {
		if got := Body(text, used); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	if got := Body("No cast", nil); got != "No cast" {
		t.Errorf("%q", got)
	}
}

func FuzzMentions(f *testing.F) {
	for _, s := range []string{"@Mara waits", "\xff@\xff", "@@@", "x@Mara @Mara-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		end := 0
		for _, m := range Mentions(prompt, troupe) {
			if m.From < end || prompt[m.From:m.To] != "@"+m.Name || !IsName(m.Name) {
				t.Fatalf("%q: %+v", prompt, m)
			}
			end = m.To
		}
		_ = fmt.Sprint(Expand(prompt, troupe, 1, true))
	})
}

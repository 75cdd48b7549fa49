package cast

import (
	"slices"
	"strconv"
	"strings"
)

// Used is an entry as a request used it.
type Used struct {
	Name     string   `json:"name"`
	Words    string   `json:"words,omitempty"`
	Pictures []string `json:"pictures,omitempty"` // refs of assets; empty in a request that takes no pictures
}

// Equal reports whether two uses have the same content.
func (u Used) Equal(o Used) bool {
	return u.Name == o.Name && u.Words == o.Words && slices.Equal(u.Pictures, o.Pictures)
}

// Expansion is a prompt as it is sent.
type Expansion struct {
	Text string
	Used []Used // in the order of mention, each entry once
}

// Pictures returns the pictures of the used entries, in the order of sending. A picture that two entries share appears
// twice: its number stands for each of them.
func (e Expansion) Pictures() (refs []string) {
	for _, u := range e.Used {
		refs = append(refs, u.Pictures...)
	}
	return refs
}

// Expand returns the text that is sent for a prompt. Each mentioned entry is described once, before the prompt:
// "Mara (pictures 2 and 3): a woman of forty." Its mentions become its name. before is the number of pictures that the
// request has before those of the cast. Without withPictures the descriptions contain only words, for requests that
// take no pictures. Mentions of names that the cast does not have stay as typed.
func Expand(prompt string, all []Entry, before int, withPictures bool) Expansion {
	var used []Used
	var descriptions []string
	var text strings.Builder
	at, number := 0, before
	for _, m := range Mentions(prompt, all) {
		if m.Entry < 0 {
			continue
		}
		e := all[m.Entry]
		text.WriteString(prompt[at:m.From])
		text.WriteString(e.Name)
		at = m.To
		if slices.ContainsFunc(used, func(u Used) bool { return u.Name == e.Name }) {
			continue
		}
		u := Used{Name: e.Name, Words: e.Words}
		if withPictures {
			u.Pictures = slices.Clone(e.Pictures)
		}
		used = append(used, u)
		if d := u.description(number + 1); d != "" {
			descriptions = append(descriptions, d)
		}
		number += len(u.Pictures)
	}
	text.WriteString(prompt[at:])
	return Expansion{Text: strings.Join(append(descriptions, text.String()), " "), Used: used}
}

// description returns the sentence that introduces an entry; "" if it has neither words nor pictures. first is the
// number of its first picture.
func (u Used) description(first int) string {
	words := strings.TrimRight(strings.TrimSpace(u.Words), ".,;: ")
	switch pictures := numbers(first, len(u.Pictures)); {
	case pictures == "" && words == "":
		return ""
	case words == "":
		return u.Name + " (" + pictures + ")."
	case pictures == "":
		return u.Name + ": " + words + "."
	default:
		return u.Name + " (" + pictures + "): " + words + "."
	}
}

// numbers names n pictures from a number on: "picture 2", "pictures 2 and 3", "pictures 2, 3 and 4"; "" for none.
func numbers(first, n int) string {
	if n <= 0 {
		return ""
	}
	if n == 1 {
		return "picture " + strconv.Itoa(first)
	}
	var all []string
	for i := range n - 1 {
		all = append(all, strconv.Itoa(first+i))
	}
	return "pictures " + strings.Join(all, ", ") + " and " + strconv.Itoa(first+n-1)
}

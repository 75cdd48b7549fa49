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
	var text strings.Builder
	at := 0
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
	}
	text.WriteString(prompt[at:])
	return Expansion{Text: descriptions(used, before) + text.String(), Used: used}
}

// Body returns the part of a sent text that follows the descriptions of [Expand]. A text that does not begin with them
// is returned whole.
func Body(text string, used []Used) string {
	const mostBefore = 16 // an edit takes no more pictures
	for before := range mostBefore {
		if body, ok := strings.CutPrefix(text, descriptions(used, before)); ok {
			return body
		}
	}
	return text
}

// descriptions returns the sentences that introduce entries, each with a space after it. before is the number of
// pictures that the request has before those of the cast.
func descriptions(used []Used, before int) string {
	var all strings.Builder
	for _, u := range used {
		if d := u.description(before + 1); d != "" {
			all.WriteString(d + " ")
		}
		before += len(u.Pictures)
	}
	return all.String()
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

package wording

import "viviscope/gui/lang"

// List joins words in a sentence: "a", "a and b", "a, b and c". The words are in the language of the window already.
func List(words []string) string {
	if len(words) < 2 {
		return Commas(words)
	}
	last := len(words) - 1
	return lang.X("list", "%s and %s", Commas(words[:last]), words[last])
}

// Commas puts words side by side: "a, b, c".
func Commas(words []string) string {
	joined := ""
	for i, word := range words {
		if i == 0 {
			joined = word
			continue
		}
		joined = lang.X("list", "%s, %s", joined, word)
	}
	return joined
}

// Sentence ends words as a sentence: "a, b, c."
func Sentence(words string) string { return lang.X("sentence", "%s.", words) }

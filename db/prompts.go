package db

import (
	"context"
	"strings"
)

// promptsSearched is how many of the newest jobs the history of prompts looks at: it answers while a person waits for a
// key, and who looks for an older one searches the gallery.
const promptsSearched = 5000

// Prompts returns the prompts of the newest jobs, newest first, each once, at most limit of them. With words only those
// prompts come that hold every one of the words, in any case of letters.
func (l *Library) Prompts(ctx context.Context, words string, limit int) ([]string, error) {
	rows, err := l.reader.QueryContext(ctx, "SELECT prompt FROM jobs ORDER BY id DESC LIMIT ?", promptsSearched)
	if err != nil {
		return nil, wrap(err, "read prompts")
	}
	defer rows.Close()
	wanted := strings.Fields(strings.ToLower(words))
	seen := map[string]bool{}
	var found []string
	for len(found) < limit && rows.Next() {
		var prompt string
		if err := rows.Scan(&prompt); err != nil {
			return nil, wrap(err, "read prompts")
		}
		if strings.TrimSpace(prompt) == "" || seen[prompt] || !holdsAll(strings.ToLower(prompt), wanted) {
			continue
		}
		seen[prompt] = true
		found = append(found, prompt)
	}
	return found, wrap(rows.Err(), "read prompts")
}

func holdsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

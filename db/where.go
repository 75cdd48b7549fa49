package db

import (
	"fmt"
	"strings"
	"time"
)

// conditions gathers the WHERE clause of a query, with its arguments. The texts are constants of this package; whatever
// comes from outside is an argument.
type conditions struct {
	texts []string
	args  []any
}

func (c *conditions) add(text string, args ...any) {
	c.texts = append(c.texts, text)
	c.args = append(c.args, args...)
}

// addNot is add, or the opposite of it.
func (c *conditions) addNot(not bool, text string, args ...any) {
	if not {
		text = "NOT " + text
	}
	c.add(text, args...)
}

// during asks for times from one moment to before another; a zero time is no limit.
func (c *conditions) during(column string, from, to time.Time) {
	if !from.IsZero() {
		c.add(column+" >= ?", from.UnixMilli())
	}
	if !to.IsZero() {
		c.add(column+" < ?", to.UnixMilli())
	}
}

func (c *conditions) where() string {
	if len(c.texts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(c.texts, " AND ")
}

// addIn asks for one of some words.
func addIn[T ~string](c *conditions, column string, words []T) {
	c.texts = append(c.texts, column+" IN ("+strings.TrimSuffix(strings.Repeat("?, ", len(words)), ", ")+")")
	for _, w := range words {
		c.args = append(c.args, w)
	}
}

func limit(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" LIMIT %d", n)
}

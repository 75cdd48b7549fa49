package order

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// MaxVariations is the maximum number of variations of one text.
const MaxVariations = 100

// Expand returns all variations of a text in reading order. For a text without groups it returns one variation: the
// text without its escapes. The caller checks with [Variations] that there are at most MaxVariations.
//
// A group is a pair of braces of one of two forms. Alternatives are separated by bars: "a {red|blue} boat". They keep
// their blanks, may be empty, and may contain groups, down to maxDepth nested braces. A range has two integers: "frame
// {1..3}". It counts down if the first number is larger. If a number has a leading zero, all numbers are padded to the
// same width: {08..10} is 08, 09, 10. Several groups are combined; the first one varies slowest.
//
// All other braces are text, so that a prompt in JSON stays unchanged. A backslash before a brace, or before a bar
// inside braces, is removed and makes that character text. Two backslashes before such a character stand for one
// backslash. Any other backslash is text.
func Expand(text string) []string { return parse(text).texts() }

// Variations returns the number of variations of a text without expanding it, at most TooManyVariations.
func Variations(text string) int { return parse(text).count }

// Escape returns a text that expands to exactly the given one. It returns a text without groups and escapes unchanged.
// It is used to put a sent prompt back into the form.
func Escape(text string) string {
	if v := parse(text); v.count == 1 && v.texts()[0] == text {
		return text
	}
	var b strings.Builder
	slashes := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '\\':
			slashes++
		case '{', '}':
			// Double the backslashes before a brace, and add one that escapes the brace.
			b.WriteString(strings.Repeat(`\`, slashes+1))
			slashes = 0
		default:
			slashes = 0
		}
		b.WriteByte(c)
	}
	return b.String()
}

// maxDepth is the maximum nesting of braces. Deeper braces are text, so that the cost of a hostile text stays linear.
const maxDepth = 16

// TooManyVariations is the upper limit of the result of Variations.
const TooManyVariations = math.MaxInt32

func capCount(n int64) int { return int(min(n, TooManyVariations)) }

// variants contains the variations of a part of a text. texts generates them, which may need much memory; count is
// always cheap.
type variants struct {
	count int // at most Uncounted
	texts func() []string
}

func literal(text string) variants { return variants{1, func() []string { return []string{text} }} }

// concatenate returns the variations of all alternatives, in order.
func concatenate(all []variants) variants {
	v := variants{texts: func() (texts []string) {
		for _, one := range all {
			texts = append(texts, one.texts()...)
		}
		return texts
	}}
	for _, one := range all {
		v.count = capCount(int64(v.count) + int64(one.count))
	}
	return v
}

// combine returns all combinations of the variations of consecutive parts.
func combine(parts []variants) variants {
	v := variants{count: 1, texts: func() []string {
		all := []string{""}
		for _, part := range parts {
			var longer []string
			endings := part.texts()
			for _, begin := range all {
				for _, end := range endings {
					longer = append(longer, begin+end)
				}
			}
			all = longer
		}
		return all
	}}
	for _, part := range parts {
		v.count = capCount(int64(v.count) * int64(part.count))
	}
	return v
}

var (
	rangeRE      = regexp.MustCompile(`^\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*$`)
	zeroPaddedRE = regexp.MustCompile(`^-?0\d`)
)

// parseRange parses a range of integers, both ends included: "1..3". It returns false for any other text.
func parseRange(text string) (variants, bool) {
	m := rangeRE.FindStringSubmatch(text)
	if m == nil {
		return variants{}, false
	}
	first, _ := strconv.Atoi(m[1])
	last, _ := strconv.Atoi(m[2])
	width, step := 0, 1
	if zeroPaddedRE.MatchString(m[1]) || zeroPaddedRE.MatchString(m[2]) {
		width = max(len(m[1]), len(m[2]))
	}
	if first > last {
		step = -1
	}
	return variants{(last-first)*step + 1, func() (all []string) {
		for n := first; n != last+step; n += step {
			all = append(all, fmt.Sprintf("%0*d", width, n))
		}
		return all
	}}, true
}

// parser parses a text. Positions are in bytes.
type parser struct {
	text    string
	partner map[int]int   // closing brace by opening brace
	bars    map[int][]int // bars of a pair of braces, by opening brace
}

func parse(text string) variants {
	if !strings.Contains(text, "{") {
		return literal(text)
	}
	p := parser{text: text, partner: map[int]int{}, bars: map[int][]int{}}
	p.pairBraces()
	return p.parseText(0, len(text), 0)
}

// pairBraces fills partner and bars. Bars outside of braces are text.
func (p *parser) pairBraces() {
	var open []int
	escaped := false
	for i := 0; i < len(p.text); i++ { // bytes suffice: in UTF-8, ASCII bytes occur only as characters
		c := p.text[i]
		if c == '\\' {
			escaped = !escaped
			continue
		}
		if !escaped {
			switch c {
			case '{':
				open = append(open, i)
			case '|':
				if len(open) > 0 {
					p.bars[open[len(open)-1]] = append(p.bars[open[len(open)-1]], i)
				}
			case '}':
				if len(open) > 0 {
					p.partner[open[len(open)-1]] = i
					open = open[:len(open)-1]
				}
			}
		}
		escaped = false
	}
}

// parseText returns the variations of text[from:to]. depth is the number of enclosing braces.
func (p *parser) parseText(from, to, depth int) variants {
	var parts []variants
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			parts = append(parts, literal(plain.String()))
			plain.Reset()
		}
	}
	for i := from; i < to; {
		n := strings.IndexAny(p.text[i:to], `\{`)
		if n < 0 {
			plain.WriteString(p.text[i:to])
			break
		}
		plain.WriteString(p.text[i : i+n])
		i += n
		if p.text[i] == '\\' {
			i = p.readBackslashes(&plain, i, to, depth)
			continue
		}
		end, paired := p.partner[i]
		switch group, isGroup := p.parseGroup(i, end, depth); {
		case !paired || depth >= maxDepth:
			plain.WriteByte('{')
			i++
		case isGroup:
			flush()
			parts = append(parts, group)
			i = end + 1
		default: // a pair that is text may still contain groups
			plain.WriteByte('{')
			flush()
			parts = append(parts, p.parseText(i+1, end, depth+1))
			plain.WriteByte('}')
			i = end + 1
		}
	}
	flush()
	return combine(parts)
}

// parseGroup parses the pair of braces at open and end. It returns false if the pair has no bar and is not a range.
func (p *parser) parseGroup(open, end, depth int) (variants, bool) {
	if end == 0 || depth >= maxDepth {
		return variants{}, false
	}
	if v, ok := parseRange(p.text[open+1 : end]); ok {
		return v, true
	}
	bars := p.bars[open]
	if len(bars) == 0 {
		return variants{}, false
	}
	var all []variants
	from := open + 1
	for _, bar := range append(bars, end) {
		all = append(all, p.parseText(from, bar, depth+1))
		from = bar + 1
	}
	return concatenate(all), true
}

// readBackslashes parses a run of backslashes at i, and the character that it escapes. It appends their text to plain,
// and returns the next position.
func (p *parser) readBackslashes(plain *strings.Builder, i, to, depth int) int {
	n := 0
	for i+n < to && p.text[i+n] == '\\' {
		n++
	}
	next := byte(0)
	if i+n < to {
		next = p.text[i+n]
	} else if i+n < len(p.text) {
		next = p.text[i+n] // the bar or brace that ends this piece
	}
	if next != '{' && next != '}' && (next != '|' || depth == 0) {
		plain.WriteString(p.text[i : i+n])
		return i + n
	}
	for range n / 2 {
		plain.WriteByte('\\')
	}
	if n%2 == 1 {
		plain.WriteByte(next)
		return i + n + 1
	}
	return i + n
}

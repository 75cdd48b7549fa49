package order

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// MaxVariations is the largest number of variations of one text.
const MaxVariations = 100

// Expand returns all variations of text in reading order. Without a group it returns only text itself, without its
// escapes. There must be no more than MaxVariations.
//
// A pair of braces is a group if it directly contains a bar, which separates alternatives ("a {red|blue} boat"), or if
// it contains only two whole numbers with two dots between them, which makes a range ("frame {1..3}"). Alternatives
// keep their blanks, may be empty, and may contain groups themselves, down to maxDepth nested braces. A range counts
// down if its first number is the larger one. If one of the numbers begins with a zero, all are padded to the wider
// one: {08..10} is 08, 09, 10. Several groups multiply, the first one slowest.
//
// Every other brace is text: an unpaired one, and a pair without bar or dots, so that a prompt in JSON stays unchanged.
// A backslash before a brace makes that brace text and is removed. Before a bar this applies only inside a pair of
// braces. Two backslashes there are one, and the brace or bar after them keeps its meaning. Anywhere else a backslash
// is text.
func Expand(text string) []string { return parse(text).texts() }

// Variations returns the number of variations of text without making them. It returns Uncounted if the number is larger
// than that.
func Variations(text string) int { return parse(text).count }

// Escape returns a text that expands to exactly text. It is used for a sent prompt that returns to a field with
// expansion. A text that expands to itself is returned unchanged.
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
			// The backslashes before a brace are doubled, and one more makes the brace text.
			b.WriteString(strings.Repeat(`\`, slashes+1))
			slashes = 0
		default:
			slashes = 0
		}
		b.WriteByte(c)
	}
	return b.String()
}

// maxDepth is the maximum nesting of braces. Deeper ones are text: nobody types them, and the cost of a hostile text
// must not exceed its length.
const maxDepth = 16

// TooManyVariations is the result of Variations for any larger number.
const TooManyVariations = math.MaxInt32

func capCount(n int64) int { return int(min(n, TooManyVariations)) }

// variants are the variations of a part of a text. They are made only after they were counted.
type variants struct {
	count int // at most Uncounted
	texts func() []string
}

func literal(text string) variants { return variants{1, func() []string { return []string{text} }} }

// concatenate returns the variations of all parts, one part after the other.
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

// combine returns all combinations: each variation of the first part with each of the next, and so on.
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

// parseRange reads a range of whole numbers, both ends included: "1..3". It returns false for any other text.
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

// parser reads a text once from left to right. partner contains the closing brace of each paired opening brace.
type parser struct {
	text    string
	partner map[int]int
	bars    map[int][]int // the bars of a pair, by its opening brace
}

func parse(text string) variants {
	if !strings.Contains(text, "{") {
		return literal(text)
	}
	p := parser{text: text, partner: map[int]int{}, bars: map[int][]int{}}
	p.pairBraces()
	return p.parseText(0, len(text), 0)
}

// pairBraces finds the partner of every brace, and the braces that each bar belongs to. Bars outside of braces are text.
func (p *parser) pairBraces() {
	var open []int
	escaped := false
	for i := 0; i < len(p.text); i++ { // bytes: none of these characters is part of a longer one
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

// parseText returns the variations of text[from:to] at a nesting depth.
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

// parseGroup reads the pair of braces at open and end. It returns false if the pair has no bar and is not a range.
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

// readBackslashes reads a run of backslashes at i. After an odd number of them, it reads a special character as text. It
// returns the position where reading continues.
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

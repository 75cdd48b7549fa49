package variation

import (
	"math"
	"strings"
)

// MaxDepth is how many braces may stand in one another. Deeper ones are text: nobody types them, and a hostile text must
// not cost more than its length.
const MaxDepth = 16

// many stands for every number of texts that is too large to be told: adding and multiplying stop there.
const many = math.MaxInt32

// sequence is a text as parts that follow each other.
type sequence []part

// part is a piece of text, or a group that is one of several things. Exactly one of the fields is set; a part without any
// is the empty text.
type part struct {
	text string
	any  []sequence // alternatives
	span *span
}

// parser reads a text once from left to right. partner holds, for each opening brace that has one, where it closes.
type parser struct {
	text    string
	partner map[int]int
	bars    map[int][]int // the bars of a pair, by its opening brace
}

func parse(text string) sequence {
	if !strings.Contains(text, "{") {
		return sequence{{text: text}}
	}
	p := parser{text: text, partner: map[int]int{}, bars: map[int][]int{}}
	p.pair()
	return p.read(0, len(text), 0)
}

// pair finds the partner of every brace, and whose each bar is. Bars outside of braces are text.
func (p *parser) pair() {
	var open []int
	escaped := false
	for i := 0; i < len(p.text); i++ { // bytes: none of the signs is part of a longer character
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

// read makes the parts of text[from:to], which is depth pairs of braces deep.
func (p *parser) read(from, to, depth int) sequence {
	var parts sequence
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			parts = append(parts, part{text: plain.String()})
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
			i = p.slashes(&plain, i, to, depth)
			continue
		}
		end, paired := p.partner[i]
		switch group, isGroup := p.group(i, end, depth); {
		case !paired || depth >= MaxDepth:
			plain.WriteByte('{')
			i++
		case isGroup:
			flush()
			parts = append(parts, group)
			i = end + 1
		default: // a pair that is text may still hold groups
			plain.WriteByte('{')
			flush()
			parts = append(parts, p.read(i+1, end, depth+1)...)
			plain.WriteByte('}')
			i = end + 1
		}
	}
	flush()
	return parts
}

// group reads the pair of braces at open and end. It is no group where the pair has no bar and is no range.
func (p *parser) group(open, end, depth int) (part, bool) {
	if end == 0 || depth >= MaxDepth {
		return part{}, false
	}
	if s, ok := readSpan(p.text[open+1 : end]); ok {
		return part{span: &s}, true
	}
	bars := p.bars[open]
	if len(bars) == 0 {
		return part{}, false
	}
	var g part
	from := open + 1
	for _, bar := range bars {
		g.any = append(g.any, p.read(from, bar, depth+1))
		from = bar + 1
	}
	g.any = append(g.any, p.read(from, end, depth+1))
	return g, true
}

// slashes reads a run of backslashes at i and, where an odd number of them stands before a sign, that sign as text. It
// returns where reading goes on.
func (p *parser) slashes(plain *strings.Builder, i, to, depth int) int {
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

// count returns how many texts a sequence stands for, at most many.
func (s sequence) count() int {
	product := 1
	for _, part := range s {
		product = capped(int64(product) * int64(part.count()))
	}
	return product
}

func (p part) count() int {
	switch {
	case p.span != nil:
		return p.span.count()
	case len(p.any) > 0:
		sum := 0
		for _, s := range p.any {
			sum = capped(int64(sum) + int64(s.count()))
		}
		return sum
	}
	return 1
}

func capped(n int64) int { return int(min(n, many)) }

// texts returns every text that a sequence stands for. The caller has counted them.
func (s sequence) texts() []string {
	all := []string{""}
	for _, part := range s {
		endings := part.texts()
		if len(endings) == 1 {
			for i := range all {
				all[i] += endings[0]
			}
			continue
		}
		longer := make([]string, 0, len(all)*len(endings))
		for _, head := range all {
			for _, tail := range endings {
				longer = append(longer, head+tail)
			}
		}
		all = longer
	}
	return all
}

func (p part) texts() []string {
	switch {
	case p.span != nil:
		return p.span.texts()
	case len(p.any) > 0:
		var all []string
		for _, s := range p.any {
			all = append(all, s.texts()...)
		}
		return all
	}
	return []string{p.text}
}

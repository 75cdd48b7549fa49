package db

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode"
	"unicode/utf8"
)

// vocabulary knows which words stand in which texts. Texts are numbered in the order in which they come. Of a script that
// is written without spaces every two letters side by side are a word, so that any part of such a text can be found.
type vocabulary struct {
	all    []byte   // every word once, each between two zero bytes: what begins or goes on in some way is found by one search
	starts []uint32 // where each word begins in all
	number map[string]uint32
	posts  []posting
}

// posting is the texts that hold a word, ascending, as differences in varints.
type posting struct {
	deltas      []byte
	last, count uint32
}

func newVocabulary() vocabulary { return vocabulary{all: []byte{0}, number: map[string]uint32{}} }

// add notes the words of a text, which comes after all that were added.
func (v *vocabulary) add(text uint32, folded []byte) {
	eachWord(folded, func(word []byte, _ bool) bool {
		n, ok := v.number[string(word)]
		if !ok {
			n = uint32(len(v.posts))
			v.number[string(word)] = n
			v.starts = append(v.starts, uint32(len(v.all)))
			v.all = append(append(v.all, word...), 0)
			v.posts = append(v.posts, posting{})
		}
		if p := &v.posts[n]; p.last != text {
			p.count++
			p.deltas = binary.AppendUvarint(p.deltas, uint64(text-p.last))
			p.last = text
		}
		return true
	})
}

// into adds the texts of a word to a set.
func (p *posting) into(set bitset) {
	text, rest := uint32(0), p.deltas
	for len(rest) > 0 {
		if d := rest[0]; d < 0x80 {
			text, rest = text+uint32(d), rest[1:]
		} else {
			d, n := binary.Uvarint(rest)
			text, rest = text+uint32(d), rest[n:]
		}
		set.add(text)
	}
}

// beginning returns the texts with a word that begins so; whole, with the word itself.
func (v *vocabulary) beginning(word []byte, whole bool, texts int) bitset {
	set := newBitset(texts)
	if whole {
		if n, ok := v.number[string(word)]; ok {
			v.posts[n].into(set)
		}
		return set
	}
	v.search(append([]byte{0}, word...), 1, set)
	return set
}

// holding returns the texts with a word that has a part: at its beginning, at its end, as a whole or anywhere.
func (v *vocabulary) holding(part []byte, begins, ends bool, texts int) bitset {
	if begins {
		return v.beginning(part, ends, texts)
	}
	set := newBitset(texts)
	pattern := slices.Clone(part)
	if ends {
		pattern = append(pattern, 0)
	}
	v.search(pattern, 0, set)
	return set
}

// search adds the texts of all words in which a pattern stands. skip is how far into the pattern the word begins.
func (v *vocabulary) search(pattern []byte, skip int, set bitset) {
	word := 0
	for at := 0; ; {
		i := bytes.Index(v.all[at:], pattern)
		if i < 0 {
			return
		}
		at += i
		word += lastNotAfter(v.starts[word:], uint32(at+skip))
		v.posts[word].into(set)
		if word+1 == len(v.starts) {
			return
		}
		at = int(v.starts[word+1]) - 1 // the zero before the next word
	}
}

// lastNotAfter returns the index of the last number that is at most n, searching from the front: what is looked for is
// most often near.
func lastNotAfter(sorted []uint32, n uint32) int {
	reach := 1
	for reach < len(sorted) && sorted[reach] <= n {
		reach *= 2
	}
	low := reach / 2
	i, found := slices.BinarySearch(sorted[low:min(reach, len(sorted))], n)
	if found {
		return low + i
	}
	return low + i - 1
}

// eachWord calls fn for each word of a folded text, in order, until it returns false. pair: the word is two letters, or a
// single one, of a script without spaces.
func eachWord(text []byte, fn func(word []byte, pair bool) bool) {
	for i := 0; i < len(text); {
		r, size := decode(text[i:])
		switch {
		case !isWordRune(r):
			i += size
		case isUnspaced(r):
			next, ok := eachPair(text, i, fn)
			if !ok {
				return
			}
			i = next
		default:
			end := i + size
			for end < len(text) {
				r, size := decode(text[end:])
				if !isWordRune(r) || isUnspaced(r) {
					break
				}
				end += size
			}
			if !fn(text[i:end], false) {
				return
			}
			i = end
		}
	}
}

// eachPair calls fn for each two letters of a run without spaces that begins at i, and returns where the run ends.
func eachPair(text []byte, i int, fn func(word []byte, pair bool) bool) (end int, goOn bool) {
	start, before := i, -1
	for i < len(text) {
		r, size := decode(text[i:])
		if !isWordRune(r) || !isUnspaced(r) {
			break
		}
		if before >= 0 && !fn(text[before:i+size], true) {
			return i, false
		}
		before = i
		i += size
	}
	if before == start && !fn(text[start:i], true) {
		return i, false
	}
	return i, true
}

func decode(b []byte) (rune, int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	return utf8.DecodeRune(b)
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

func isUnspaced(r rune) bool { return r >= 0xe00 && unicode.In(r, unspaced...) }

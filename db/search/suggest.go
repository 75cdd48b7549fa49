package search

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Suggestion is a completion of the user's input.
type Suggestion struct {
	Term  Term
	Count int // matching assets outside the trash; of a word: texts; 0 for keys, albums and profiles
}

// Suggest returns completions of the last term of a query that is being typed. It returns values if the term has a key,
// otherwise keys, tags, names of the cast, models, albums and words of prompts. Within a kind the most frequent come
// first. It returns at most limit suggestions.
func (x *Index) Suggest(typed string, names Names, limit int) []Suggestion {
	last, ok := lastTerm(typed)
	if !ok || limit <= 0 {
		return nil
	}
	start := Fold(last.Text)
	s := suggester{x: x, start: start, not: last.Not}
	x.mu.RLock()
	defer x.mu.RUnlock()
	switch last.Key {
	case "":
		for _, key := range QueryKeys() {
			if start != "" && strings.HasPrefix(key, start) {
				s.all = append(s.all, Suggestion{Term: Term{Key: key, Not: last.Not}})
			}
		}
		s.addTags()
		s.addCast()
		s.addModels()
		s.addNames(KeyAlbum, maps.Keys(names.Albums))
		s.addWords(limit)
	case KeyTag:
		s.addTags()
	case KeyCast:
		s.start = strings.TrimPrefix(start, "@")
		s.addCast()
	case KeyModel:
		s.addModels()
	case KeyAlbum:
		s.addNames(KeyAlbum, maps.Keys(names.Albums))
	case KeyProfile:
		s.addNames(KeyProfile, maps.Keys(names.Profiles))
	default:
		for _, v := range examples[last.Key] {
			s.add(last.Key, v, 0)
		}
		for _, c := range choices[last.Key] {
			s.add(last.Key, strings.Fields(c.words)[0], 0)
		}
	}
	return s.all[:min(limit, len(s.all))]
}

// lastTerm returns the term at the end of the input, with an empty text if a key has no value yet. ok is false if the
// input ends with a space.
func lastTerm(typed string) (Term, bool) {
	if end, _ := utf8.DecodeLastRuneInString(typed); typed == "" || isSpace(end) {
		return Term{}, false
	}
	word := typed[strings.LastIndexFunc(typed, isSpace)+1:]
	not := strings.HasPrefix(word, "-")
	if key, ok := strings.CutSuffix(strings.TrimPrefix(word, "-"), ":"); ok &&
		slices.Contains(QueryKeys(), strings.ToLower(key)) {
		return Term{Key: strings.ToLower(key), Not: not}, true
	}
	q := ParseQuery(typed)
	if len(q.Terms) == 0 {
		return Term{}, false
	}
	return q.Terms[len(q.Terms)-1], true
}

// examples are suggested for keys with arbitrary values.
var examples = map[string][]string{
	KeySize: {"720p", "1080p", "4k", "1080.."}, KeySeconds: {"5", "5..10", "10.."}, KeyDate: {"today", "yesterday"},
}

// suggester collects suggestions. The caller holds the read lock of the index.
type suggester struct {
	x     *Index
	start string // folded
	not   bool
	all   []Suggestion
}

func (s *suggester) add(key, value string, count int) {
	if strings.HasPrefix(Fold(value), s.start) {
		s.all = append(s.all, Suggestion{Term{Key: key, Text: value, Not: s.not}, count})
	}
}

// addByCount adds suggestions, the most frequent first.
func (s *suggester) addByCount(key string, counts map[string]int) {
	from := len(s.all)
	for value, n := range counts {
		s.add(key, value, n)
	}
	slices.SortFunc(s.all[from:], func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Term.Text, b.Term.Text))
	})
}

func (s *suggester) addTags() { s.addByCount(KeyTag, s.x.tagCounts()) }

func (s *suggester) addCast() {
	s.addByCount(KeyCast, s.x.nameCounts(&s.x.cast, func(e *entry) uint32 { return e.cast }))
}

func (s *suggester) addModels() {
	byName := map[string]int{}
	for n, count := range s.x.counts(len(s.x.models.all), func(e *entry) uint32 { return e.model }) {
		if n > 0 && count > 0 {
			byName[s.x.models.all[n]] = count
		}
	}
	s.addByCount(KeyModel, byName)
}

func (s *suggester) addNames(key string, known iter.Seq[string]) {
	for _, name := range slices.Sorted(known) {
		s.add(key, name, 0)
	}
}

// addWords adds the most frequent words of prompts that begin with the typed text.
func (s *suggester) addWords(limit int) {
	if s.start == "" {
		return
	}
	from := len(s.all)
	s.addByCount("", s.x.texts.countPrefix([]byte(s.start)))
	s.all = s.all[:min(len(s.all), from+limit)]
}

// counts counts the assets outside the trash by one of their numbers, which is below n.
func (x *Index) counts(n int, number func(e *entry) uint32) []int {
	counts := make([]int, n)
	for i := range x.entries {
		if e := &x.entries[i]; e.Flags&(FlagTrashed|flagDeleted) == 0 {
			counts[number(e)]++
		}
	}
	return counts
}

func (x *Index) tagCounts() map[string]int {
	return x.nameCounts(&x.tags, func(e *entry) uint32 { return e.tags })
}

// nameCounts counts the assets outside the trash by the names in their lists.
func (x *Index) nameCounts(lists *nameLists, number func(e *entry) uint32) map[string]int {
	byName := map[string]int{}
	if len(lists.parsed) == 1 { // none but the empty list
		return byName
	}
	for i, count := range x.counts(len(lists.parsed), number) {
		if count == 0 {
			continue
		}
		for _, n := range lists.parsed[i] {
			byName[n.text] += count
		}
	}
	return byName
}

// CastCounts returns how many assets outside the trash have a prompt that mentions each name of the cast, by the folded
// name.
func (x *Index) CastCounts() map[string]int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	byKey := map[string]int{}
	for name, n := range x.nameCounts(&x.cast, func(e *entry) uint32 { return e.cast }) {
		byKey[Fold(name)] += n
	}
	return byKey
}

// TagCount is a tag and how many assets outside the trash have it.
type TagCount struct {
	Tag   string
	Count int
}

// Tags returns all tags, sorted by folded name. Tags that differ only in case are merged; the most frequent spelling is
// returned.
func (x *Index) Tags() []TagCount {
	x.mu.RLock()
	defer x.mu.RUnlock()
	byKey := map[string]TagCount{}
	most := map[string]int{}
	for tag, n := range x.tagCounts() {
		key := Fold(tag)
		c := byKey[key]
		c.Count += n
		if n > most[key] || n == most[key] && tag < c.Tag {
			c.Tag, most[key] = tag, n
		}
		byKey[key] = c
	}
	all := make([]TagCount, 0, len(byKey))
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		all = append(all, byKey[key])
	}
	return all
}

package db

import (
	"context"
	"slices"
	"sync"
)

// finding is what the vocabulary knows about a search: a set of texts, and what the texts themselves have to be asked. What
// was found is shared: nobody changes it.
type finding struct {
	set    bitset
	checks []func(n uint32) bool // all have to hold; none: the set is the answer
}

// has reports whether a text is one of those that are looked for.
func (f *finding) has(n uint32) bool {
	if !f.set.has(n) {
		return false
	}
	for _, holds := range f.checks {
		if !holds(n) {
			return false
		}
	}
	return true
}

// each calls fn for each text that is looked for, ascending, until it says no.
func (f *finding) each(ctx context.Context, fn func(n uint32) bool) (err error) {
	read := 0
	f.set.each(func(n uint32) bool {
		if read++; read%walkCheck == 0 {
			if err = ctx.Err(); err != nil {
				return false
			}
		}
		return !f.has(n) || fn(n)
	})
	return err
}

// any reports whether there is one.
func (f *finding) any(ctx context.Context) (some bool, err error) {
	err = f.each(ctx, func(uint32) bool { some = true; return false })
	return some, err
}

// settled asks the texts once and for all.
func (f *finding) settled(ctx context.Context) (finding, error) {
	if len(f.checks) == 0 {
		return *f, nil
	}
	sure := make(bitset, len(f.set))
	err := f.each(ctx, func(n uint32) bool { sure.add(n); return true })
	return finding{set: sure}, err
}

// recent remembers what the newest searches found: a page, its count and its days ask for the same words.
type recent struct {
	mu    sync.Mutex
	found []answer
}

// answer is what was found for some terms among some texts.
type answer struct {
	terms []Term
	texts int
	found finding
}

// keptAnswers is how many searches are remembered.
const keptAnswers = 8

func (a answer) is(terms []Term, texts int) bool {
	return a.texts == texts && slices.Equal(a.terms, terms)
}

func (r *recent) get(terms []Term, texts int) (finding, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, a := range r.found {
		if a.is(terms, texts) {
			return a.found, true
		}
	}
	return finding{}, false
}

// put remembers an answer in place of a less sure one.
func (r *recent) put(terms []Term, texts int, f finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept := []answer{{terms, texts, f}}
	for _, a := range r.found {
		if len(kept) < keptAnswers && !a.is(terms, texts) {
			kept = append(kept, a)
		}
	}
	r.found = kept
}

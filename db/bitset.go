package db

import "math/bits"

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) add(n uint32) { b[n/64] |= 1 << (n % 64) }

func (b bitset) has(n uint32) bool { return int(n/64) < len(b) && b[n/64]>>(n%64)&1 == 1 }

func (b bitset) remove(n uint32) { b[n/64] &^= 1 << (n % 64) }

// keep leaves what is in both sets.
func (b bitset) keep(other bitset) {
	for i := range b {
		b[i] &= other[i]
	}
}

func (b bitset) empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// each calls fn for each number, ascending.
func (b bitset) each(fn func(n uint32)) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			fn(uint32(i*64 + bits.TrailingZeros64(w)))
		}
	}
}

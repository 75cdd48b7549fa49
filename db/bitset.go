package db

import "math/bits"

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) add(n uint32) { b[n/64] |= 1 << (n % 64) }

func (b bitset) drop(n uint32) { b[n/64] &^= 1 << (n % 64) }

func (b bitset) has(n uint32) bool { return int(n/64) < len(b) && b[n/64]>>(n%64)&1 == 1 }

// keep leaves what is in both sets.
func (b bitset) keep(other bitset) {
	for i := range b {
		b[i] &= other[i]
	}
}

// leaveOut takes away what is in the other set.
func (b bitset) leaveOut(other bitset) {
	for i := range b {
		b[i] &^= other[i]
	}
}

// each calls fn for each number, ascending, until it says no. fn may drop the number that it is given.
func (b bitset) each(fn func(n uint32) bool) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			if !fn(uint32(i*64 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

package db

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) add(n uint32) { b[n/64] |= 1 << (n % 64) }

func (b bitset) has(n uint32) bool { return int(n/64) < len(b) && b[n/64]>>(n%64)&1 == 1 }

// keep leaves what is in both sets.
func (b bitset) keep(other bitset) {
	for i := range b {
		b[i] &= other[i]
	}
}

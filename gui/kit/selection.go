package kit

// selection is which of n items in a row are chosen, with the rules that file managers share: a click
// chooses one, Ctrl adds or removes one, Shift chooses from the anchor. It is plain arithmetic.
type selection struct {
	on      []bool
	count   int
	anchor  int // the start of a range, -1: none yet
	current int // the current index, -1: none
}

func (s *selection) has(i int) bool { return i >= 0 && i < len(s.on) && s.on[i] }

func (s *selection) set(i int, on bool) {
	if i < 0 || i >= len(s.on) || s.on[i] == on {
		return
	}
	s.on[i] = on
	if on {
		s.count++
	} else {
		s.count--
	}
}

func (s *selection) clear() {
	clear(s.on)
	s.count = 0
}

// only chooses one item and nothing else.
func (s *selection) only(i int) {
	s.clear()
	s.set(i, true)
	s.anchor, s.current = i, i
}

// toggle adds or removes one item.
func (s *selection) toggle(i int) {
	s.set(i, !s.has(i))
	s.anchor, s.current = i, i
}

// extend chooses everything between the anchor and an item, and nothing else.
func (s *selection) extend(i int) {
	from := s.anchor
	if from < 0 {
		from = i
	}
	s.clear()
	for k := min(from, i); k <= max(from, i); k++ {
		s.set(k, true)
	}
	s.anchor, s.current = from, i
}

// all chooses everything.
func (s *selection) all() {
	for i := range s.on {
		s.set(i, true)
	}
}

// indexes returns the selected indexes, in order.
func (s *selection) indexes() []int {
	out := make([]int, 0, s.count)
	for i, on := range s.on {
		if on {
			out = append(out, i)
		}
	}
	return out
}

func newSelection(n int) selection { return selection{on: make([]bool, n), anchor: -1, current: -1} }

package media

import (
	"container/list"
	"image"
)

// key says which picture at which size.
type key struct {
	content string // the asset's hash, or what stands for it
	px      int    // upper bound of the longer side
}

// memory keeps pictures up to a bound of bytes and gives up the one that was not used for longest. Its user locks it.
type memory struct {
	bound int64
	bytes int64
	order *list.List // of *kept, most recently used first
	byKey map[key]*list.Element
	sizes map[string][]int // px of what is kept, by content
}

type kept struct {
	key key
	im  *image.RGBA
}

func newMemory(bound int64) *memory {
	return &memory{bound: bound, order: list.New(), byKey: make(map[key]*list.Element), sizes: make(map[string][]int)}
}

func (m *memory) get(k key) *image.RGBA {
	e := m.byKey[k]
	if e == nil {
		return nil
	}
	m.order.MoveToFront(e)
	return e.Value.(*kept).im
}

// nearest gives what is kept of the content in the size that is least far from px; nil when nothing is.
func (m *memory) nearest(content string, px int) *image.RGBA {
	best := 0
	for _, s := range m.sizes[content] {
		if best == 0 || abs(s-px) < abs(best-px) {
			best = s
		}
	}
	if best == 0 {
		return nil
	}
	return m.get(key{content, best})
}

func abs(n int) int { return max(n, -n) }

// put keeps im. A picture larger than the whole bound is not kept.
func (m *memory) put(k key, im *image.RGBA) {
	m.drop(k)
	size := int64(len(im.Pix))
	if size > m.bound {
		return
	}
	m.byKey[k] = m.order.PushFront(&kept{k, im})
	m.sizes[k.content] = append(m.sizes[k.content], k.px)
	m.bytes += size
	m.trim()
}

// setBound changes the bound, in bytes.
func (m *memory) setBound(bound int64) {
	m.bound = bound
	m.trim()
}

func (m *memory) trim() {
	for m.bytes > m.bound {
		m.drop(m.order.Back().Value.(*kept).key)
	}
}

// What the window shows at once fits screens times into the bound that follows from its size: what was just scrolled by is still there. The
// pictures are up to a fifth larger than they are shown, and cells overlap nothing but the mat between them.
const (
	screens   = 3
	leastKept = 8 << 20
	mostKept  = 96 << 20
)

// boundFor gives the bound, in bytes, for a window of so many device pixels.
func boundFor(pixels int) int64 { return min(max(int64(pixels)*4*screens, leastKept), mostKept) }

func (m *memory) drop(k key) {
	e := m.byKey[k]
	if e == nil {
		return
	}
	m.bytes -= int64(len(e.Value.(*kept).im.Pix))
	m.order.Remove(e)
	delete(m.byKey, k)
	left := m.sizes[k.content][:0]
	for _, s := range m.sizes[k.content] {
		if s != k.px {
			left = append(left, s)
		}
	}
	if len(left) == 0 {
		delete(m.sizes, k.content)
	} else {
		m.sizes[k.content] = left
	}
}

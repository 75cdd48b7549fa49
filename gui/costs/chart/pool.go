package chart

// pool hands out objects that were made before where there are some.
type pool[T any] struct {
	make func() T
	all  []T
	used int
}

// reuse takes everything back.
func (p *pool[T]) reuse() { p.used = 0 }

func (p *pool[T]) take() T {
	if p.used == len(p.all) {
		p.all = append(p.all, p.make())
	}
	p.used++
	return p.all[p.used-1]
}

// taken returns what is in use.
func (p *pool[T]) taken() []T { return p.all[:p.used] }

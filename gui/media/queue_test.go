package media

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"testing"

	"viviscope/db"
)

// answers records the result for each name.
type answers map[string]error

func (a answers) of(name string) func(*image.RGBA, error) {
	return func(_ *image.RGBA, err error) { a[name] = err }
}

func ask(q *queue, name string, a answers) (cancel func()) {
	return q.add(key{name, 64}, db.Asset{}, a.of(name))
}

func order(q *queue, n int) []string {
	var out []string
	for range n {
		f := q.next()
		out = append(out, f.key.content)
		q.finish(f, nil, nil)
	}
	return out
}

func TestQueueIsLIFO(t *testing.T) {
	q, a := newQueue(10), answers{}
	for _, n := range []string{"a", "b", "c", "a"} { // asked again: a comes first
		ask(q, n, a)
	}
	if got, want := order(q, 3), []string{"a", "c", "b"}; !slices.Equal(got, want) {
		t.Errorf("served %v, want %v", got, want)
	}
	if len(a) != 3 {
		t.Errorf("answered %v", a)
	}
}

func TestQueueDropsOldestAboveLimit(t *testing.T) {
	q, a := newQueue(3), answers{}
	for i := range 5 {
		ask(q, fmt.Sprint(i), a)
	}
	if !errors.Is(a["0"], ErrDropped) || !errors.Is(a["1"], ErrDropped) || len(a) != 2 {
		t.Fatalf("dropped %v, want 0 and 1", a)
	}
	if got, want := order(q, 3), []string{"4", "3", "2"}; !slices.Equal(got, want) {
		t.Errorf("served %v, want %v", got, want)
	}
}

func TestQueueCancel(t *testing.T) {
	q, a := newQueue(10), answers{}
	ask(q, "a", a)
	cancel := ask(q, "b", a)
	ask(q, "c", a)
	cancel()
	cancel() // twice is harmless
	if got, want := order(q, 2), []string{"c", "a"}; !slices.Equal(got, want) {
		t.Errorf("served %v, want %v", got, want)
	}
	if _, ok := a["b"]; ok {
		t.Error("a cancelled request was answered")
	}
}

func TestQueueCancelOfOneWaiterKeepsTheOther(t *testing.T) {
	q := newQueue(10)
	first, second := answers{}, answers{}
	cancel := ask(q, "a", first)
	ask(q, "a", second)
	f := q.next()
	cancel()
	if f.ctx.Err() != nil {
		t.Error("called off though somebody waits")
	}
	q.finish(f, nil, nil)
	if len(first) != 0 || len(second) != 1 {
		t.Errorf("answered %v and %v", first, second)
	}
}

func TestQueueCancelWhileBeingMade(t *testing.T) {
	q, a, again := newQueue(10), answers{}, answers{}
	cancel := ask(q, "a", a)
	f := q.next()
	cancel()
	if f.ctx.Err() == nil {
		t.Error("the work was not called off")
	}
	ask(q, "a", again) // must not join the one that was called off
	q.finish(f, nil, errors.New("called off"))
	if len(a)+len(again) != 0 {
		t.Fatalf("answered %v %v", a, again)
	}
	g := q.next()
	q.finish(g, nil, nil)
	if err, ok := again["a"]; !ok || err != nil {
		t.Errorf("the second request got %v, %v", err, ok)
	}
}

func TestQueueResourceServesOne(t *testing.T) {
	q, a := newQueue(10), answers{}
	for _, n := range []string{"small", "large 1", "large 2"} {
		ask(q, n, a)
	}
	one, two := q.next(), q.next()
	q.requeue(one, largePicture)
	q.requeue(two, largePicture) // now at the front
	first := q.next()
	if first != two {
		t.Fatalf("first is %v", first.key)
	}
	if f := q.next(); f.key.content != "small" {
		t.Fatalf("while a large one is made, %v was served", f.key)
	}
	q.finish(first, nil, nil)
	if f := q.next(); f != one {
		t.Errorf("then %v", f.key)
	}
}

func TestQueueClose(t *testing.T) {
	q, a := newQueue(10), answers{}
	ask(q, "a", a)
	ask(q, "b", a)
	f := q.next()
	q.close()
	if f.ctx.Err() == nil || !errors.Is(a["a"], ErrClosed) || !errors.Is(a["b"], ErrClosed) {
		t.Errorf("after close: %v, %v", f.ctx.Err(), a)
	}
	q.finish(f, nil, nil) // the worker comes back late
	if q.next() != nil {
		t.Error("a closed queue serves")
	}
	ask(q, "c", a)
	if !errors.Is(a["c"], ErrClosed) {
		t.Errorf("asked after close: %v", a["c"])
	}
}

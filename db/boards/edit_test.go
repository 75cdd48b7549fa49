package boards

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

// random returns a generator and logs its seed if the test fails.
func random(t testing.TB) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

// anyCard returns the ID of a random card, or an unknown ID.
func anyCard(r *rand.Rand, b *Board) string {
	ids := []string{"", "feedbeef"}
	for _, f := range b.Frames {
		ids = append(ids, f.ID)
	}
	for _, s := range b.Shots {
		ids = append(ids, s.ID)
	}
	return ids[r.IntN(len(ids))]
}

// anyEdit makes a random edit of a user and returns its name.
func anyEdit(r *rand.Rand, b *Board) string {
	frame := func() string { // an existing keyframe, or none
		if len(b.Frames) == 0 || r.IntN(3) == 0 {
			return ""
		}
		return b.Frames[r.IntN(len(b.Frames))].ID
	}
	what := r.IntN(14)
	id := anyCard(r, b)
	switch {
	case len(b.Frames) > 40:
		b.Delete(b.Frames[r.IntN(len(b.Frames))].ID)
	case what == 0 || len(b.Shots) < 2:
		b.AddShot(r.IntN(len(b.Shots)+1), frame(), frame())
	case what == 1:
		b.AddFrame(b.Shots[r.IntN(len(b.Shots))].ID)
	case what == 2:
		b.Move(id, r.IntN(9)-4)
	case what == 3:
		b.Delete(id)
	case what <= 5:
		b.SetSeam(r.IntN(len(b.Shots)-1), Seam(r.IntN(3)))
	case what == 6:
		b.Duplicate(id, "")
	case what == 7:
		b.SplitShot(id)
	case what == 8:
		b.SetFrame(id, r.IntN(2) == 0, frame())
	case what == 9:
		b.AddLines([]string{fmt.Sprint("line ", r.IntN(99))})
	case what == 12:
		b.DescribeFrames()
	case what == 10:
		b.Shots[r.IntN(len(b.Shots))].Prompt = fmt.Sprint("words ", r.IntN(99))
	case what == 11 && len(b.Frames) > 0:
		f := &b.Frames[r.IntN(len(b.Frames))]
		f.Prompt, f.From = fmt.Sprint("picture ", r.IntN(99)), frame()
	default:
		b.AddShot(r.IntN(len(b.Shots)+1), "", "")
	}
	b.normalize()
	return fmt.Sprint(what)
}

// check fails the test if an invariant of the board is broken.
func check(t *testing.T, b Board) {
	t.Helper()
	ids, used, shown := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, f := range b.Frames {
		if ids[f.ID] || !isID.MatchString(f.ID) || f.From != "" && b.FrameByID(f.From) < 0 || f.Before != "" &&
			b.ShotByID(f.Before) < 0 {
			t.Fatalf("keyframe %+v", f)
		}
		ids[f.ID] = true
	}
	for _, s := range b.Shots {
		if ids[s.ID] || !isID.MatchString(s.ID) || s.Continue && s.First != "" {
			t.Fatalf("shot %+v", s)
		}
		ids[s.ID] = true
		for _, id := range []string{s.First, s.Last} {
			used[id] = true
			if id != "" && b.FrameByID(id) < 0 {
				t.Fatalf("shot %+v has a keyframe that is not there", s)
			}
		}
	}
	order := 0
	for _, c := range b.Strip() {
		if c.Frame >= 0 {
			shown[b.Frames[c.Frame].ID]++
		} else if order++; c.Shot != order-1 || c.Number != order {
			t.Fatalf("card %+v is shot %d", c, order)
		}
	}
	if order != len(b.Shots) || len(shown) != len(b.Frames) {
		t.Fatalf("the strip has %d shots and %d keyframes of %d and %d", order, len(shown), len(b.Shots), len(b.Frames))
	}
	for id, n := range shown {
		if !used[id] && n != 1 {
			t.Fatalf("the loose keyframe %s appears %d times", id, n)
		}
	}
}

// After any edits IDs are unique, references exist, and each card is in the strip.
func TestRandomEditsKeepInvariants(t *testing.T) {
	r := random(t)
	for range 50 {
		b := Board{}
		for range 100 {
			anyEdit(r, &b)
			check(t, b)
		}
		again := b
		again.normalize()
		if !reflect.DeepEqual(again, b) {
			t.Fatal("tidying twice changes more")
		}
		data, err := json.Marshal(b)
		back := Board{}
		if err != nil || json.Unmarshal(data, &back) != nil {
			t.Fatal(err)
		}
		if again, _ := json.Marshal(back); string(again) != string(data) {
			t.Fatalf("written and read it is another board:\n%s\n%s", data, again)
		}
	}
}

// strip formats a board as a line: k for a keyframe, s for a shot, and the seams.
func strip(b Board) string {
	text := ""
	for _, c := range b.Strip() {
		switch {
		case c.Frame >= 0:
			text += fmt.Sprint("k", c.Number, " ")
		case c.Shot > 0:
			text += fmt.Sprint([]string{"shared", "cut", "continue"}[b.Seam(c.Shot-1)], " s", c.Number,
				b.Shots[c.Shot].Prompt, " ")
		default:
			text += fmt.Sprint("s", c.Number, b.Shots[c.Shot].Prompt, " ")
		}
	}
	return text
}

// Each edit has its documented effect, and shots keep their keyframes.
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		what, want string
		edit       func(*Board)
	}{
		{"lines", "k1 s1a k2 shared s2b k3 shared s3c k4 ", func(b *Board) {}},
		{"a shot at the end", "k1 s1a k2 shared s2b k3 shared s3c k4 shared s4 k5 ", func(b *Board) {
			b.AddShot(3, "", "")
		}},
		{"a shot before all", "k1 s1 k2 shared s2a k3 shared s3b k4 shared s4c k5 ", func(b *Board) {
			b.AddShot(0, "", "")
		}},
		{"a shot in between", "k1 s1a k2 shared s2 k3 k2 cut s3b k4 shared s4c k5 ", func(b *Board) {
			b.AddShot(1, "", "")
		}},
		{"a shot over a cut", "k1 s1a k2 shared s2 k3 shared s3b k4 shared s4c k5 ", func(b *Board) {
			b.SetSeam(0, Cut)
			b.AddShot(1, "", "")
		}},
		{"a shot within Continue", "k1 s1a k2 continue s2 continue s3b k3 shared s4c k4 ", func(b *Board) {
			b.SetSeam(0, Continue)
			b.AddShot(1, "", "")
		}},
		{"a picture in between", "k1 s1a k2 shared s2 k3 shared s3b k4 shared s4c k5 ", func(b *Board) {
			b.SplitShot(b.Shots[0].ID)
		}},
		{"a shot deleted", "k1 s1a k2 k3 cut s2c k4 ", func(b *Board) { b.Delete(b.Shots[1].ID) }},
		{"a shot moved", "k1 s1a k2 k3 cut s2c k4 k2 cut s3b k3 ", func(b *Board) { b.Move(b.Shots[1].ID, 1) }},
		{"a shot moved too far", "k1 s1b k2 k3 cut s2a k1 k2 cut s3c k4 ", func(b *Board) {
			b.Move(b.Shots[1].ID, -9)
		}},
		{"a keyframe deleted", "k1 s1a cut s2b k2 shared s3c k3 ", func(b *Board) { b.Delete(b.Shots[0].Last) }},
		{"a cut", "k1 s1a k2 k3 cut s2b k4 shared s3c k5 ", func(b *Board) { b.SetSeam(0, Cut) }},
		{"round", "k1 s1a k2 shared s2b k3 shared s3c k4 ", func(b *Board) {
			b.SetSeam(0, Cut)
			b.SetSeam(0, Continue)
			b.SetSeam(0, Shared)
		}},
		{"a copy", "k1 s1a k2 shared s2b k3 k2 cut s3b k3 shared s4c k4 ", func(b *Board) {
			b.Duplicate(b.Shots[1].ID, "")
		}},
		{"a copy of a keyframe", "k1 s1a k2 k3 shared s2b k4 shared s3c k5 ", func(b *Board) {
			b.Duplicate(b.Shots[0].Last, "")
		}},
		{"a loose keyframe", "k1 s1a k2 shared s2b k3 shared s3c k4 k5 ", func(b *Board) { b.AddFrame("") }},
		{"a shot after a loose keyframe", "k1 s1a k2 shared s2b k3 shared s3c k4 k5 k6 cut s4 k7 ", func(b *Board) {
			b.AddFrame("")
			last := b.AddFrame("")
			b.AddShot(3, last, "")
		}},
		{"a loose keyframe moved", "k1 k2 s1a k3 shared s2b k4 shared s3c k5 ", func(b *Board) {
			b.Move(b.AddFrame(""), -3)
		}},
		{"words alone", "s1a k1 shared s2b k2 shared s3c k3 ", func(b *Board) { b.SetFrame(b.Shots[0].ID, false, "") }},
	} {
		b := Board{}
		b.AddLines([]string{"a", "b", "c"})
		c.edit(&b)
		check(t, b)
		if got := strip(b); got != c.want {
			t.Errorf("%s:\n%s\n%s is wanted", c.what, got, c.want)
		}
	}
	b := Board{}
	b.AddPictures([]string{"r1", "r2", "r3"})
	if got := strip(b); got != "k1 s1 k2 shared s2 k3 " || b.Frames[2].Source != Gallery ||
		b.Frames[2].Added[0] != "r3" {
		t.Errorf("pictures: %s", got)
	}
	kept := b.Shots[1].Last
	b.SetSeam(0, Cut)
	b.SetFrame(b.Shots[1].ID, false, kept)
	b.SetSeam(0, Continue)
	b.SetSeam(0, Cut)
	if b.Shots[1].First != kept && slices.Index(b.loose(b.Shots[1].ID), kept) >= 0 {
		t.Error("a loose keyframe is not used again")
	}
}

// A keyframe without a prompt gets the prompt of the shot that it begins, or else of the one that it ends. Keyframes
// with a prompt, a picture or another source do not change.
func TestDescribeFramesUsesShotPrompts(t *testing.T) {
	b := Board{}
	b.AddLines([]string{"one", "two", "three", ""})
	b.SetSeam(2, Cut)
	b.Frames[b.FrameByID(b.Shots[1].First)].Prompt = "mine"
	b.Frames[b.FrameByID(b.Shots[2].First)].Source = Gallery
	if n := b.DescribeFrames(); n != 2 {
		t.Errorf("%d keyframes were described", n)
	}
	prompt := func(id string) string { return b.Frames[b.FrameByID(id)].Prompt }
	got := []string{prompt(b.Shots[0].First), prompt(b.Shots[0].Last), prompt(b.Shots[1].Last), prompt(b.Shots[2].Last),
		prompt(b.Shots[3].First), prompt(b.Shots[3].Last)}
	if want := []string{"one", "mine", "", "three", "", ""}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if n := b.DescribeFrames(); n != 0 {
		t.Errorf("%d keyframes were described again", n)
	}
}

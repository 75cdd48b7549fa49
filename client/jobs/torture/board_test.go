package torture

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/folder"
)

// boardSteps are the steps at which a program that makes a board is killed, besides at random.
var boardSteps = []string{
	"click: before its row", "click: row committed", "input: before it is kept", "input: kept",
	"hosting: before", "named: open", "named: committed", "hosting: during", "hosting: put", "linked: open",
	"linked: committed",
	"sending: open", "sending: committed", "submit: before", "submit: during", "submit: answered", "unconfirmed: open",
	"unconfirmed: committed",
	"generate: before", "generate: during", "generate: answered", "queued: open", "queued: committed", "poll: before",
	"poll: answered",
	"completed: open", "completed: committed", "failed: open", "failed: committed",
	"downloading: open", "downloading: committed", "download: before", "download: during", "download: whole",
	"saving: open", "saving: committed", "fetch: before", "fetch: during", "fetch: whole", "landing: before",
	"landing: during", "landing: done",
	"saved clip: open", "saved clip: committed", "saved picture: open", "saved picture: committed",
	"frame: before", "frame: kept", "waiting: open", "waiting: committed",
	"taking down: before", "taking down: gone", "taken down: committed",
	"film: before", "film: during", "film: kept", "film: noted",
	"adopted: open", "adopted: committed", "was charged: committed", "not charged: committed",
}

// boardPatience is how long a life may take to reach its step. It may not reach it, because faults are random.
const boardPatience = 2 * time.Second

// The test makes a board of twelve shots with faults in a twentieth of the requests, and kills the program at points of
// all stages: a few kills, or 2,000 with VIVISCOPE_TORTURE_KILLS=2000 (make torture). No request is sent twice, no take
// is lost, nothing stays at the host, the ledgers agree, each film has the same frames as without kills, and all edits
// can be undone.
func TestBoardSurvivesKills(t *testing.T) {
	kills := number(t, "VIVISCOPE_TORTURE_KILLS", 4)
	seed := uint64(number(t, "VIVISCOPE_TORTURE_SEED", int(time.Now().UnixNano()%1_000_000)))
	random := rand.New(rand.NewPCG(seed, 2))
	dir := os.Getenv("VIVISCOPE_TORTURE_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	total, begun := newFigures(), time.Now()
	undisturbed := boardRound(t, filepath.Join(dir, "undisturbed"), 0, random, &total, 0, 0)
	for n := 1; kills > 0 && !t.Failed(); n++ {
		now := min(kills, killsARound)
		film := boardRound(t, filepath.Join(dir, fmt.Sprintf("board-%d", n)), n, random, &total, now, 0.05)
		if film != undisturbed {
			t.Errorf("round %d: the film is another one", n)
		}
		kills -= now
		fmt.Fprintf(os.Stderr, "board: round %d, %d kills, %s\n", n, total.Kills, time.Since(begun).Round(time.Second))
	}
	never := slices.DeleteFunc(slices.Clone(boardSteps), func(label string) bool { return total.Steps[label] > 0 })
	if total.Kills > killsARound {
		fmt.Printf("board: nothing was killed at %q\n", never)
	}
	fmt.Printf("board, seed %d, %s: killed at %d of %d labelled steps\n%s", seed, time.Since(begun).Round(time.Second),
		len(boardSteps)-len(never), len(boardSteps), total)
	if t.Failed() {
		t.Logf("VIVISCOPE_TORTURE_SEED=%d repeats the order", seed)
	}
}

// boardRound makes a board up to its film, and returns the hash of the film.
func boardRound(
	t *testing.T, dir string, number int, random *rand.Rand, total *figures, kills int, faults float64,
) [sha256.Size]byte {
	t.Helper()
	r := newRound(t, dir, number, random, faults)
	defer func() { r.service.stop(t) }()
	ref := r.foundBoard()
	for n := range kills {
		l := life{Library: r.library, BaseURL: r.service.url, Begin: r.begin, Board: ref, Number: number*1000 + n + 1}
		after := time.Duration(random.Int64N(int64(3 * span)))
		if random.IntN(3) > 0 {
			l.Step, after = boardSteps[(number*killsARound+n)%len(boardSteps)], boardPatience
		}
		total.Kills++
		switch atStep := r.run(l, after); {
		case atStep:
			total.Steps[l.Step]++
		case l.Step == "":
			total.AtRandom++
		default:
			total.Missed++
		}
	}
	return r.judgeBoard(ref, total)
}

func (r *round) foundBoard() string {
	r.t.Helper()
	lib, err := db.Open(r.t.Context(), r.library, db.Options{})
	must(r.t, err)
	defer func() { must(r.t, lib.Close()) }()
	store, err := boards.Open(r.t.Context(), lib)
	must(r.t, err)
	b, err := store.New(r.t.Context(), twelveShots())
	must(r.t, err)
	r.frames = map[string]int{}
	for _, s := range b.Shots {
		r.frames[s.ID] = 1
		if s.Last != "" {
			r.frames[s.ID] = 2
		}
	}
	r.board = b
	return b.Ref
}

// judgeBoard completes the board without kills, and checks everything.
func (r *round) judgeBoard(ref string, total *figures) (film [sha256.Size]byte) {
	t := r.t
	t.Helper()
	p := r.inPeace()
	defer p.end()
	store, err := boards.Open(t.Context(), p.lib)
	must(t, err)
	m := boardUser{lib: p.lib, store: store, engine: p.engine, trap: &trap{},
		life:     life{BaseURL: r.service.url, Begin: r.begin, Number: r.number*1000 + 999},
		discards: func(token string) { r.discarded[token] = true }}
	late := time.Now().Add(settleTime)
	for whole := false; !whole; {
		m.view, err = store.Read(t.Context(), ref)
		must(t, err)
		whole, err = m.advance(t.Context())
		must(t, err)
		if time.Now().After(late) {
			t.Fatalf("the board is not completed:\n%s\n%s", m.jobStates(), r.logged("", 30))
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.quiet()
	c := r.compare(p.lib)
	for _, h := range r.halves {
		c.half("at the start of a life: %s", h)
	}
	total.add(c.figures)
	c.report(t)
	if len(c.hosted) > 0 {
		t.Errorf("%d pictures stay at the host", len(c.hosted))
	}
	c.settled(t)
	saved, finals := 0, 0
	for _, j := range c.jobs {
		if j.State == db.Saved {
			saved++
		}
		if j.Board != ref {
			t.Errorf("the job of %s is no take of the board", j.Prompt)
		}
	}
	m.view, err = store.Read(t.Context(), ref)
	must(t, err)
	for card := range m.view.Jobs {
		for _, take := range m.view.Takes(card) {
			if take.Asset.ID != 0 {
				saved--
			}
			isDraft := func(t boards.Take) bool {
				return t.Job.ID == take.Job.FinalOf && m.view.Available(t.Asset)
			}
			if take.Job.FinalOf != 0 && !slices.ContainsFunc(m.view.Takes(card), isDraft) {
				t.Errorf("the draft of job %d is lost", take.Job.ID)
			}
			if take.Job.FinalOf != 0 && take.Asset.ID != 0 {
				finals++
			}
		}
	}
	fmt.Printf("board: %d finals\n", finals)
	if saved != 0 {
		t.Errorf("%d takes are lost", saved)
	}
	clips, err := m.clips()
	must(t, err)
	last, err := m.film(t.Context(), clips)
	must(t, err)
	film = r.framesOf(p.lib, last)
	for _, a := range c.assets[""] {
		if a.Kind == db.Clip && r.framesOf(p.lib, a) != film {
			t.Errorf("the film %s has other frames", a.Path)
		}
	}
	r.boardIsWhole(store, ref)
	return film
}

// framesOf returns the hash of a film's frames and sound, without its captions.
func (r *round) framesOf(lib *db.Library, a db.Asset) [sha256.Size]byte {
	r.t.Helper()
	path, err := lib.AbsPath(a.Path)
	must(r.t, err)
	clip, err := mp4.Open(path)
	must(r.t, err)
	var b bytes.Buffer
	_, err = mp4.Join(r.t.Context(), &b, []*mp4.Clip{clip}, mp4.Sound{}, func(int) {})
	must(r.t, err)
	return sha256.Sum256(b.Bytes())
}

// boardIsWhole undoes this process's edits of the board, except its films, and compares it with the original: earlier
// lives have changed only its first caption.
func (r *round) boardIsWhole(store *boards.Store, ref string) {
	t := r.t
	t.Helper()
	v, err := store.Read(t.Context(), ref)
	must(t, err)
	for b := v.Board; err == nil; {
		if b, _, err = store.Undo(t.Context(), ref, b.Version); err == nil {
			v.Board = b
		}
	}
	if !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
	r.board.Version, r.board.ChangedAt, r.board.Redo, r.board.Films = v.Version, v.ChangedAt, v.Redo, v.Films
	r.board.Shots[0].Caption = v.Shots[0].Caption
	if len(v.Films) == 0 || !reflect.DeepEqual(v.Board, r.board) {
		t.Errorf("the board is %+v, and was made as %+v", v.Board, r.board)
	}
	files, err := filepath.Glob(filepath.Join(r.library, folder.Boards, "*"))
	must(t, err)
	if len(files) != 1 {
		t.Errorf("the board's files: %v", files)
	}
}

// jobStates describes the states of the board's jobs.
func (m *boardUser) jobStates() (s string) {
	for card, list := range m.view.Jobs {
		for _, j := range list {
			if j.State != db.Saved {
				s += fmt.Sprintf("%s: job %d %s %s %s %s\n", card, j.ID, j.State, j.Hold, j.ErrorCode, j.ErrorMessage)
			}
		}
	}
	return s
}

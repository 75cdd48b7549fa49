package torture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/boards"
)

// boardWord is the prefix of the prompts of a board. Its takes differ only by their tokens.
const boardWord = "board"

// discarded is the prefix of the line, with the prompt, that the process prints before it discards an unsent job.
const discarded = "discarded "

// lastFrame replaces a decoder: different clips end with different pictures.
func lastFrame(_ context.Context, path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	img, sum := image.NewGray(image.Rect(0, 0, 16, 9)), sha256.Sum256(data)
	copy(img.Pix, sum[:])
	var b bytes.Buffer
	err = errors.Join(err, png.Encode(&b, img))
	return b.Bytes(), err
}

// twelveShots makes a board of twelve shots. Four begin with the keyframe that ends the shot before, four with one of
// their own, four with the delivered last frame of the shot before, two of those in a row; three of these end with a
// keyframe.
func twelveShots() boards.Board {
	b := boards.Board{Name: "Twelve", BoardHead: db.BoardHead{ProfileID: profile}, Settings: boards.Settings{
		Size: "1536x864", PictureModel: "genimage-2.5-flare", Quality: "low", Model: "clip-3.0", Resolution: "720P",
		Seconds: 5}}
	frame := func() string {
		id := fmt.Sprintf("f%07d", len(b.Frames)+1)
		b.Frames = append(b.Frames, boards.Frame{ID: id, Source: boards.Describe,
			Prompt: fmt.Sprintf("%s, keyframe %d", boardWord, len(b.Frames)+1)})
		return id
	}
	for i, seam := range "|=>|=>|=|=>>" {
		s := boards.Shot{ID: fmt.Sprintf("a%07d", i+1), Prompt: fmt.Sprintf("%s, shot %d", boardWord, i+1)}
		switch seam {
		case '|':
			s.First, s.Last = frame(), frame()
		case '=':
			s.First, s.Last = b.Shots[i-1].Last, frame()
		case '>':
			s.Continue = true
			if i%3 == 2 {
				s.Last = frame()
			}
		}
		b.Shots = append(b.Shots, s)
	}
	return b
}

// boardUser simulates a user who completes a board, makes its film, and then further takes.
type boardUser struct {
	lib    *db.Library
	store  *boards.Store
	engine *jobs.Engine
	trap   *trap
	life   life
	view   boards.View
	clicks int
	draft  int64 // ID of the job that the next click makes final; 0: none
	// discards is called with the token of a job before it is discarded: its row is deleted, and it must not count as
	// lost.
	discards func(token string)
}

// makeBoard continues the board after every change of a job. It runs until the process is killed.
func makeBoard(ctx context.Context, lib *db.Library, e *jobs.Engine, l life, t *trap) error {
	store, err := boards.Open(ctx, lib)
	if err != nil {
		return err
	}
	m := boardUser{lib: lib, store: store, engine: e, trap: t, life: l, discards: func(token string) {
		fmt.Println(discarded + token)
	}}
	for filmed := false; ; time.Sleep(10 * time.Millisecond) {
		if m.view, err = store.Read(ctx, l.Board); err != nil {
			return err
		}
		if clips, err := m.clips(); err == nil && !filmed && len(clips) == len(m.view.Shots) {
			filmed = true
			if _, err := m.film(ctx, clips); err != nil {
				return err
			}
		}
		whole, err := m.advance(ctx)
		if err == nil && whole {
			err = m.more(ctx, l.Number+m.clicks)
		}
		if err != nil {
			return err
		}
	}
}

// more makes one more take of a keyframe, the final of a shot, or a shot again with its first keyframe, in turn.
func (m *boardUser) more(ctx context.Context, n int) error {
	frames, shots := m.view.Frames, m.view.Shots
	shot := shots[n/3%len(shots)]
	switch n % 3 {
	case 0:
		if m.view.FrameByID(shot.First) >= 0 {
			return m.click(ctx, shot.First, shot.ID)
		}
	case 1:
		if chosen, _ := m.view.Chosen(shot.ID); chosen.Job.ID != 0 && chosen.Job.FinalOf == 0 {
			m.draft = chosen.Job.ID
			defer func() { m.draft = 0 }()
		}
		return m.click(ctx, shot.ID)
	}
	return m.click(ctx, frames[n/3%len(frames)].ID)
}

// clips returns the chosen clips of the shots.
func (m *boardUser) clips() (clips []*mp4.Clip, err error) {
	for _, s := range m.view.Shots {
		if take, ok := m.view.Chosen(s.ID); ok {
			path, pathErr := m.lib.AbsPath(take.Asset.Path)
			clip, openErr := mp4.Open(path)
			clips, err = append(clips, clip), errors.Join(err, pathErr, openErr)
		}
	}
	return clips, err
}

// film makes the film of the board and adds it to the board, like the film dialog. Its caption makes it differ from
// earlier films.
func (m *boardUser) film(ctx context.Context, clips []*mp4.Clip) (db.Asset, error) {
	m.trap.reach("film: before")
	clips[0].Caption = fmt.Sprintf("Life %d, process %d", m.life.Number, os.Getpid())
	r, w := io.Pipe()
	go func() {
		_, err := mp4.Join(ctx, w, clips, mp4.Sound{}, func(done int) {
			if done > len(clips)/2 {
				m.trap.reach("film: during")
			}
		})
		_ = w.CloseWithError(err) // nil: the end of the file
	}()
	a, _, err := m.lib.Import(ctx, "Film.mp4", r, db.ImportMeta{At: time.Now()})
	_ = r.CloseWithError(err)
	m.trap.reach("film: kept")
	if err == nil {
		_, err = m.store.Edit(ctx, m.view.Ref, m.view.Version, "film", func(b *boards.Board) error {
			b.Films, b.Shots[0].Caption = append(b.Films, a.Ref), clips[0].Caption
			return nil
		})
	}
	m.trap.reach("film: noted")
	return a, err
}

// advance settles unconfirmed jobs, releases held ones, and makes the missing keyframes and then the missing shots.
func (m *boardUser) advance(ctx context.Context) (whole bool, err error) {
	whole = true
	for _, list := range m.view.Jobs {
		for _, j := range list {
			if err := m.decide(ctx, j); err != nil {
				return false, err
			}
			whole = whole && j.State.Ended()
		}
	}
	var cards []string
	for _, f := range m.view.Frames {
		cards = append(cards, f.ID)
	}
	for _, stage := range [][]string{cards, shotsOf(m.view.Board)} {
		missing := slices.DeleteFunc(slices.Clone(stage), func(card string) bool {
			_, ok := m.view.Chosen(card)
			return ok || m.open(card).ID != 0
		})
		if len(missing) > 0 {
			return false, m.click(ctx, missing...)
		}
		if slices.ContainsFunc(stage, func(card string) bool { _, ok := m.view.Chosen(card); return !ok }) {
			return false, nil
		}
	}
	return whole, nil
}

func shotsOf(b boards.Board) (ids []string) {
	for _, s := range b.Shots {
		ids = append(ids, s.ID)
	}
	return ids
}

// decide acts like a user on a job that needs one.
func (m *boardUser) decide(ctx context.Context, j db.Job) error {
	late := jobstest.NewClock(m.life.Begin).Now().Sub(j.SentAt) > booksDelay
	switch {
	case j.State == db.Unconfirmed && late:
		b, err := readBooks(ctx, m.life.BaseURL)
		if err == nil {
			_, err = b.settle(ctx, m.engine, j, "")
		}
		return err
	case j.State == db.Held && !j.WaitsForJob() && j.ErrorCode != jobs.CodeAfterUnconfirmed:
		m.discards(token.FindString(j.Prompt))
		return m.engine.Discard(ctx, j.ID)
	}
	return nil
}

// open returns the current job of a card; its ID is 0 if there is none.
func (m *boardUser) open(card string) (job db.Job) {
	for _, j := range m.view.Jobs[card] {
		if !j.State.Ended() {
			return j
		}
	}
	return job
}

// click orders takes of cards in one click.
func (m *boardUser) click(ctx context.Context, cards ...string) error {
	var orders []jobs.Order
	var tokens []string
	place := map[string]int{}
	for _, card := range cards {
		m.clicks++
		o, ok, err := m.order(ctx, card, place)
		if err != nil {
			return err
		}
		if ok {
			orders = append(orders, o)
			tokens = append(tokens, token.FindString(o.Request.PromptText()))
			place[card] = len(orders)
		}
	}
	if len(orders) == 0 {
		return nil
	}
	var late *jobs.MoveError
	_, err := m.engine.Submit(ctx, profile, orders, jobs.Terms{})
	// the predecessor failed or was discarded since the board was read
	if errors.As(err, &late) || errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("click on %v: %w", cards, err)
	}
	for _, t := range tokens {
		fmt.Println(confirmed + t)
	}
	return nil
}

// order returns the order of a card, with hosted frames. It returns false if its first frame is neither made nor
// ordered.
func (m *boardUser) order(ctx context.Context, card string, place map[string]int) (o jobs.Order, ok bool, err error) {
	w := m.view.Want(card)
	o = jobs.Order{Board: m.view.Ref, Shot: card, FinalOf: m.draft}
	prompt := fmt.Sprintf("%s click-%d-%d-%d", w.Prompt, m.life.Number, m.clicks, os.Getpid())
	if !w.Kind.IsVideo() {
		o.Request = client.ImageRequest{Model: w.Model, Prompt: prompt, Size: w.Size, Quality: w.Quality}
		return o, true, nil
	}
	o.Request = client.VideoRequest{Model: w.Model, Prompt: prompt, Seconds: w.Seconds, Resolution: w.Resolution}
	for i, p := range []boards.Picture{w.First, w.Last} {
		switch {
		case p.After != "" && place[p.After] > 0:
			o.After = jobs.After{Order: place[p.After], Place: i}
		case p.After != "":
			before := m.open(p.After)
			if chosen, ok := m.view.Chosen(p.After); ok {
				before = chosen.Job
			}
			if before.ID == 0 || !jobs.CanFollow(before) {
				return o, false, nil
			}
			o.After = jobs.After{Job: before.ID, Place: i}
		case p.Frame != "" && place[p.Frame] > 0 && o.After == (jobs.After{}): // made again in this click
			o.After = jobs.After{Order: place[p.Frame], Place: i}
		case p.Asset != "":
			path, err := m.lib.AbsPath(m.view.Assets[p.Asset].Path)
			if err != nil {
				return o, false, err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return o, false, err
			}
			o.Inputs = append(o.Inputs, jobs.Input{Place: i, Asset: p.Asset, Data: data})
		}
	}
	return o, true, nil
}

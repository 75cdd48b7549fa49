package compose

import (
	"context"
	"errors"
	"image"
	"io/fs"
	"slices"
	"testing"
	"time"

	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/cast"
	"viviscope/db/ledger"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/casting"
	"viviscope/gui/form"
	"viviscope/gui/media"
)

// outside is what a composer is given beside the engine, in a test's hands. Looks come to nothing, and nothing is in
// the library.
type outside struct {
	host   *actiontest.Host
	nav    *actiontest.Nav
	lib    *fakeLibrary
	canvas *fakeCanvas
}

func newOutside(t testing.TB, store *memorySettings) outside {
	host := &actiontest.Host{}
	return outside{host, &actiontest.Nav{Text: host.Pasted}, &fakeLibrary{
		memorySettings: store,
		account:        func() form.Account { return form.Account{} },
		prompts:        func(string, int) ([]db.Prompt, error) { return nil, nil },
		asset:          func(string) (db.Asset, error) { return db.Asset{}, db.ErrNotFound },
		picture:        func(order.Upload) ([]byte, error) { return nil, fs.ErrNotExist },
		look: func(string) (linkcheck.Picture, error) {
			return linkcheck.Picture{}, linkcheck.ErrUnreachable
		},
		recalled:  func(string) (db.Job, error) { return db.Job{}, errors.New("no settings") },
		owns:      func(string) bool { return false },
		charges:   func() []db.PictureSample { return nil },
		durations: func(string) []time.Duration { return nil },
	}, &fakeCanvas{t: t}}
}

// fakeLibrary is a Library whose answers a test gives.
type fakeLibrary struct {
	*memorySettings
	account  func() form.Account
	prompts  func(words string, limit int) ([]db.Prompt, error)
	asset    func(ref string) (db.Asset, error)
	picture  func(u order.Upload) ([]byte, error)
	look     func(link string) (linkcheck.Picture, error)
	recalled func(path string) (db.Job, error)
	owns     func(path string) bool
	charges  func() []db.PictureSample

	durations func(model string) []time.Duration
	stats     []ledger.ModelStats
}

func (l *fakeLibrary) Durations(
	_ context.Context, _ int64, model string, _ int, _ string, _ int,
) ([]time.Duration, error) {
	return l.durations(model), nil
}

func (l *fakeLibrary) ModelStats(context.Context, ledger.Filter) ([]ledger.ModelStats, error) {
	return l.stats, nil
}

func (l *fakeLibrary) Account(context.Context) (form.Account, error) { return l.account(), nil }
func (l *fakeLibrary) Owns(path string) bool                         { return l.owns(path) }

func (l *fakeLibrary) Prompts(_ context.Context, words string, limit int) ([]db.Prompt, error) {
	return l.prompts(words, limit)
}

func (l *fakeLibrary) AssetByRef(_ context.Context, ref string) (db.Asset, error) {
	return l.asset(ref)
}

func (l *fakeLibrary) ReadPicture(_ context.Context, u order.Upload) ([]byte, error) {
	return l.picture(u)
}

func (l *fakeLibrary) LookAt(_ context.Context, link string) (linkcheck.Picture, error) {
	return l.look(link)
}

func (l *fakeLibrary) Thumb(a db.Asset, px int, done func(image.Image)) func() {
	done(dusk(px/8, px*a.Height/a.Width/8))
	return func() {}
}

func (l *fakeLibrary) Recalled(_ context.Context, path string) (db.Job, error) {
	return l.recalled(path)
}

func (l *fakeLibrary) PictureSamples(context.Context, int64, string) ([]db.PictureSample, error) {
	return l.charges(), nil
}

// fakeCanvas is an EditCanvas that notes what it is asked.
type fakeCanvas struct {
	t        testing.TB
	baked    Baked
	bakeErr  error
	bakes    int
	bare     bool     // the last one was
	opened   []string // refs
	dropped  [][2][]string
	restored []int64
	placed   []order.Slot
	ways     []order.CanvasDelivery
}

func (c *fakeCanvas) ShowKind(db.JobKind)  {}
func (c *fakeCanvas) OpenAsset(a db.Asset) { c.opened = append(c.opened, a.Ref) }
func (c *fakeCanvas) Open(pictures []order.Slot) {
	var files, links []string
	for _, p := range pictures {
		switch {
		case p.Asset != "":
			c.opened = append(c.opened, p.Asset)
		case p.File != "":
			files = append(files, p.File)
		default:
			links = append(links, p.URL)
		}
	}
	if len(files)+len(links) > 0 {
		c.dropped = append(c.dropped, [2][]string{files, links})
	}
}
func (c *fakeCanvas) Restore(job db.Job)              { c.restored = append(c.restored, job.ID) }
func (c *fakeCanvas) ChooseFile()                     {}
func (c *fakeCanvas) Place(pictures []order.Slot)     { c.placed = pictures }
func (c *fakeCanvas) SetWay(way order.CanvasDelivery) { c.ways = append(c.ways, way) }

func (c *fakeCanvas) Bake(_ context.Context, bare bool) (Baked, error) {
	c.bakes++
	c.bare = bare
	return c.baked, c.bakeErr
}

// fakeCast is a library with a cast and its pictures.
type fakeCast struct {
	casting.Library
	entries []cast.Entry
	lost    bool // the pictures are in the trash
}

func (l *fakeCast) Cast(context.Context) ([]cast.Entry, error) { return l.entries, nil }

func (l *fakeCast) Setting(context.Context, string, any) (bool, error) { return false, nil }
func (l *fakeCast) SetSetting(context.Context, string, any) error      { return nil }

func (l *fakeCast) SaveCast(_ context.Context, _ string, e cast.Entry) (db.Undo, error) {
	l.entries = append(slices.Clone(l.entries), e)
	return db.Undo{}, nil
}

func (l *fakeCast) AssetByRef(_ context.Context, ref string) (db.Asset, error) {
	a := db.Asset{ID: int64(len(ref)), Ref: ref, Kind: db.Picture, Path: ref + ".png", Width: 64, Height: 64,
		Link: "https://img.example.com/" + ref, LinkExpires: time.Unix(1_800_000_000, 0).Add(23 * time.Hour)}
	if l.lost {
		a.TrashedAt = time.Unix(1_700_000_000, 0)
	}
	return a, nil
}

// gray are pictures of one colour.
type gray struct{ media.Pictures }

func (gray) Cached(db.Asset, int) (image.Image, bool) {
	return image.NewGray(image.Rect(0, 0, 8, 8)), true
}

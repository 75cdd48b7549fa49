package jobs

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sameEverywhere are names that the tests give and units: no language has other words for them.
const sameEverywhere = "paper boats on a canal clip s kB MB B no way api example com content check genimage flare h d Nov " +
	"sun wind boats mist second first lamp crowd old My gateway Studio rejected by the content check disk is gone soon full late runs low"

// states are what the feed can show of a job, and the queue.
func states() map[string]func(t *testing.T) *stage {
	all := map[string]func(t *testing.T) *stage{}
	for _, state := range allStates() {
		for _, kind := range []db.JobKind{db.TextToVideo, db.TextToImage} {
			all["recent/"+string(state)+"/"+string(kind)] = func(t *testing.T) *stage {
				g := newStage(t)
				g.usual = []time.Duration{3 * time.Minute}
				j := g.add(state)
				j.Kind, j.RawAnswer, j.ExpiresAt = kind, "no way", g.now.Add(time.Hour)
				g.entries[j.ID] = []db.Entry{{ID: 1, JobID: j.ID, Kind: db.Reserve, Currency: "CNY"}}
				if kind.IsVideo() {
					g.entries[j.ID][0].AmountMicros = micros(2_800_000)
				}
				if state == db.Saved && !kind.IsVideo() {
					g.assets[j.ID] = []db.Asset{{ID: 101, JobID: j.ID, Kind: db.Picture,
						LinkExpires: g.now.Add(time.Hour)}}
				}
				return g
			}
		}
	}
	queue := func(name string, change func(g *stage)) {
		all["queue/"+name] = func(t *testing.T) *stage {
			g := newQueueStage(t)
			change(g)
			return g
		}
	}
	more := func(g *stage, states ...db.JobState) {
		for i, state := range states {
			g.rows = append(g.rows, db.Job{ID: int64(20 + i), State: state, Kind: db.TextToImage, Prompt: "sun",
				ProfileID: 7, SentAt: g.now})
		}
	}
	queue("all", func(*stage) {})
	queue("empty", func(g *stage) { g.rows = nil })
	queue("error", func(g *stage) { g.broken = errors.New("disk is gone") })
	queue("paused", func(g *stage) { g.paused = true })
	queue("review", func(g *stage) { g.q.sendAll(g.q.held()) })
	queue("three", func(g *stage) { more(g, db.Held); g.update(); g.q.sendAll(g.q.held()) })
	queue("again", func(g *stage) { g.press(1, actAskSame) })
	queue("track", func(g *stage) { g.v.TrackTask() })
	queue("failing", (*stage).downloads)
	queue("held", func(g *stage) {
		reasons := []db.HoldReason{db.HeldPaused, db.HeldRateLimited, db.HeldNoKey, db.HeldKeyRefused,
			db.HeldOverBudget, db.HeldNotSent}
		for i, why := range reasons {
			g.rows = append(g.rows, db.Job{ID: int64(20 + i), State: db.Held, Hold: why, Kind: db.TextToVideo,
				Prompt: "sun", ProfileID: 7})
		}
	})
	queue("running", func(g *stage) {
		more(g, db.Sending, db.Queued, db.Downloading, db.Saving, db.Completed, db.Unwatched, db.Rejected)
		g.hear(jobs.Progress{ID: 22, Done: 1_000, Total: 64_000}, jobs.Progress{ID: 5, Upload: true, Done: 1, Total: 2})
	})
	return all
}

// open opens each sheet and menu of the first card, and checks it.
func (g *stage) openEach(check func(), actions ...string) {
	if g.place == g.s {
		for _, a := range actions {
			if id := g.rows[0].ID; slices.Contains(g.offers(id), a) {
				g.press(id, a)
				check()
				g.v.close()
			}
		}
	}
}

func TestEveryTextIsTranslatedAndEveryControlIsNamed(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	for name, open := range states() {
		t.Run(name, func(t *testing.T) {
			g := open(t)
			check := func() {
				t.Helper()
				apptest.CheckAccessibleNames(t, g.w.Canvas())
				for _, text := range langtest.Untranslated(g.w.Canvas(), sameEverywhere) {
					t.Errorf("%q", text)
				}
			}
			check()
			g.update()
			check()
			g.openEach(check, actRaw, actEnterTask, actSendAgain, actMore)
			for _, chip := range slices.Concat(g.s.chips.buttons, g.q.chips.buttons) {
				test.Tap(chip)
				check()
			}
			g.hear(jobs.ConnectionChanged{ProfileID: 7, Message: "no way"})
			test.Tap(g.s.chips.buttons[0])
			check()
			g.usual, g.now = nil, g.now.Add(10*time.Minute)
			g.update()
			check()
		})
	}
	for _, err := range []error{jobs.ErrNoRequest, client.ErrAuth, keys.ErrNone, context.DeadlineExceeded, db.ErrSent,
		&jobs.MoveError{}, folder.ErrDiskFull,
		db.ErrNotFound, errors.New("no way")} {
		if words := errorText(err); langtest.UntranslatedWords(words, sameEverywhere) != "" {
			t.Errorf("%q", words)
		}
	}
}

// On a screen of 1024 x 600 every button can be got at, of cards, rows and sheets.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	for _, c := range []struct {
		tag                  string
		scale, recent, queue float32 // of the text; of the feed beside the form and of the queue, px
	}{{"en", 1, 550, 967}, {"de", resources.TextScaleMax, 488, 939}} {
		langtest.Use(t, c.tag)
		for name, open := range states() {
			t.Run(c.tag+"/"+name, func(t *testing.T) {
				g := open(t)
				fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(c.scale))
				width := c.recent
				if g.place == g.q {
					width = c.queue
				}
				g.w.SetPadded(false)
				g.w.Resize(fyne.NewSize(width, 530))
				g.update()
				cut := apptest.ClippedButtons(g.w.Canvas())
				g.openEach(func() {
					g.w.Resize(fyne.NewSize(1024, 560))
					cut = append(cut, apptest.ClippedButtons(g.w.Canvas())...)
				}, actRaw, actEnterTask, actSendAgain)
				for _, button := range cut {
					t.Error(button)
				}
			})
		}
	}
}

// In a window of 1120 with several profiles the header is one line.
func TestTheHeaderOfTheQueueIsOneLine(t *testing.T) {
	for _, tag := range []string{"en", "de"} {
		langtest.Use(t, tag)
		g := newQueueStage(t)
		g.job(7).ProfileID = 2
		g.w.SetPadded(false)
		g.w.Resize(fyne.NewSize(1120-56, 600))
		g.update()
		if first, last := g.q.chips.buttons[0].Position().Y, g.q.search.Position().Y; first > last+8 ||
			!g.q.pauseSign.Visible() {
			t.Errorf("%s: chips at %v, the search at %v, sign %v", tag, first, last, g.q.pauseSign.Visible())
		}
	}
}

// The header must fit into the least window: what overlaps there cannot be pressed.
func TestTheHeaderOfTheQueueFitsIntoTheLeastWindow(t *testing.T) {
	if w := newQueueStage(t).q.Content().MinSize().Width; w > 960-57 {
		t.Errorf("the queue is %v px wide", w)
	}
}

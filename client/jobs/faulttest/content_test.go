package faulttest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/gui/status"
)

// troubled waits until a download has failed, and checks the displayed message.
func (p *program) troubled(j db.Job, words string) {
	p.t.Helper()
	j = p.until(j.ID, "in trouble", func(j db.Job) bool { return j.ErrorCode != "" })
	if !slices.Contains([]db.JobState{db.Downloading, db.Saving}, j.State) {
		p.t.Errorf("%s: it is %s", j.Prompt, j.State)
	}
	r, runs := jobs.RetentionOf(j)
	if why := status.Of(j, status.Context{Now: p.clock.Now()}).Detail; !runs || !fits(why, words) {
		p.t.Errorf("%s: displayed %q, want %q", j.Prompt, why, words)
	}
	if got := status.DownloadWarning(r, p.clock.Now()); !strings.HasSuffix(got, "Viviscope retries automatically.") {
		p.t.Errorf("%s: warning %q", j.Prompt, got)
	}
}

// As long as the content is not the clip, nothing is imported, the reason is displayed, and no new request is sent.
// After the fault is repaired the clip is saved completely.
func TestUnusableContentIsRetried(t *testing.T) {
	const notWhole = "the download is incomplete"
	type row struct {
		name  string
		path  string
		fault sandboxtest.Fault
		words string
	}
	rows := []row{
		{"too early", contentPath, answer(400, sandboxtest.ShapeError, ""), "in its own words"},
		{"too early, 425", contentPath, answer(425, sandboxtest.ShapeEmpty, ""), "Too Early"},
		{"too early, 409", contentPath, answer(409, sandboxtest.ShapeError, ""), "in its own words"},
		{"not there yet", contentPath, answer(404, sandboxtest.ShapeError, ""), "in its own words"},
		{"cut", clipPath, sandboxtest.Fault{Kind: sandboxtest.CutBody}, "connection lost"},
		{"cut at once", clipPath, sandboxtest.Fault{Kind: sandboxtest.CutBody, After: 1}, "connection lost"},
		// HTTP/1.1 cannot tell it from an end
		{"cut, without a length", clipPath, sandboxtest.Fault{Kind: sandboxtest.CutUnsized}, "*"},
		{"half, said to be all", clipPath, sandboxtest.Fault{Kind: sandboxtest.ShortBody}, notWhole},
		{"lost", clipPath, sandboxtest.Fault{Kind: sandboxtest.LoseAnswer}, "connection lost"},
		{"cut in the headers", clipPath, sandboxtest.Fault{Kind: sandboxtest.CutHeaders}, "connection lost"},
		{"a page", clipPath, answer(200, sandboxtest.ShapeHTML, ""), notWhole},
		{"an error that says 200", clipPath, answer(200, sandboxtest.ShapeError, ""), "in its own words"},
		{"something else", clipPath, sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 200,
			Shape:   sandboxtest.ShapeRaw,
			Message: "\x89PNG\r\n\x1a\n" + strings.Repeat("x", 100),
			Header:  map[string]string{"Content-Type": "image/png"}}, notWhole},
		{"nothing", clipPath, answer(200, sandboxtest.ShapeEmpty, ""), notWhole},
		{"204", clipPath, answer(204, sandboxtest.ShapeEmpty, ""), notWhole},
		{"packed", clipPath, sandboxtest.Fault{Kind: sandboxtest.Alter,
			Header: map[string]string{"Content-Encoding": "br"}}, "*"},
		{"a part that nobody asked for", clipPath, sandboxtest.Fault{Kind: sandboxtest.Alter, Status: 206,
			Header: map[string]string{"Content-Range": "bytes 5-9/10"}}, notWhole},
		{"the link died", clipPath, answer(403, sandboxtest.ShapeError, ""), "in its own words"},
		{"401", contentPath, answer(401, sandboxtest.ShapeEmpty, ""), "the service refuses the key (401)"},
		{"429", contentPath, answer(429, sandboxtest.ShapeEmpty, "30"), "*"},
		{"a loop", contentPath, sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 302,
			Header: map[string]string{"Location": "?again"}}, "*"},
		{"a redirect to nowhere", contentPath, sandboxtest.Fault{Kind: sandboxtest.Answer, Status: 302,
			Header: map[string]string{"Location": "http://127.0.0.1:1/x?signature=secret"}}, "*"},
	}
	for _, status := range []int{408, 500, 502, 503, 504, 522} {
		rows = append(rows, row{fmt.Sprint(status), clipPath, answer(status, sandboxtest.ShapeHTML, ""),
			"a web page instead of an answer*"})
	}
	onEachWire(t, func(t *testing.T, p *program) {
		p.svc.order(sandboxtest.Fault{Kind: sandboxtest.LongBody, Method: http.MethodGet, Path: clipPath, Times: -1})
		p.want(p.clip(p.profile(""), "bytes behind the clip, which every player ignores"), savedClip)
		p.svc.mend()
		for _, r := range rows {
			r.fault.Method, r.fault.Path, r.fault.Times = http.MethodGet, r.path, -1
			p.svc.order(r.fault)
			of := p.profile("")
			j := p.clip(of, r.name)
			p.troubled(j, r.words)
			p.svc.mend()
			must(t, p.engine.KeyChanged(t.Context(), of.ID)) // after a 401; else it only spares a wait
			p.engine.CheckNow(t.Context(), j.ID)
			p.want(j, savedClip)
		}
	})
}

// A clip that is delivered damaged twice in the same way is not downloaded again. It is stored as delivered, and the
// job shows that. The same applies to a clip that was delivered once and then deleted.
func TestClipDamagedTwiceIsKept(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		half := sandboxtest.Fault{Method: http.MethodGet, Path: clipPath, Kind: sandboxtest.ShortBody, Times: -1}
		once := half
		once.Times = 1
		gone := sandboxtest.Fault{Method: http.MethodGet, Path: contentPath, Kind: sandboxtest.Gone, Times: -1}
		for name, faults := range map[string][]sandboxtest.Fault{"half, said to be all": {half},
			"half, and then gone": {once, gone}} {
			before := p.svc.books().Hits
			p.svc.order(faults[0])
			j := p.press("clip", name)
			if len(faults) > 1 {
				j = p.until(j.ID, "in trouble", func(j db.Job) bool { return j.ErrorCode != "" })
				p.svc.order(faults[1])
			}
			j = p.until(j.ID, "saved", func(j db.Job) bool { return j.State == db.Saved })
			st := status.Of(j, status.Context{Now: p.clock.Now()})
			if j.ErrorCode != jobs.CodeAsDelivered || st.Tag != "Damaged as delivered" {
				t.Errorf("%s: %s, %q", name, j.ErrorCode, st.Tag)
			}
			const words = "The service delivered this clip damaged and will not send another. It is kept as it is and may play in part or in another app."
			if got := st.Reason; got != words {
				t.Errorf("%s: displayed %q", name, got)
			}
			all, err := p.lib.AssetsOfJob(t.Context(), j.ID)
			if hits := p.svc.books().Hits - before; err != nil || len(all) != 1 || all[0].Bytes == 0 ||
				hits != len(faults)+1 {
				t.Errorf("%s: %+v, %v, %d requests", name, all, err, hits)
			}
			p.svc.mend()
		}
	})
}

// A hanging download times out and is retried, from its last byte if possible.
func TestHangingDownloadIsRetried(t *testing.T) {
	onEachWire(t, func(t *testing.T, p *program) {
		for _, hang := range []sandboxtest.FaultKind{sandboxtest.Hang, sandboxtest.HangAnswer, sandboxtest.HangHeaders,
			sandboxtest.HangBody} {
			before := p.svc.books().Hits
			p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: clipPath, Kind: hang, Times: 2})
			j := p.press("clip", string(hang))
			for i := range 2 {
				p.wait("a download hangs", func() bool {
					b := p.svc.books()
					return b.Hanging > 0 && b.Hits == before+i+1
				})
				p.patience.end()
				p.troubled(j, "no answer in time")
			}
			p.want(j, savedClip)
		}
	})
}

// A download is cut, and the rest belongs to another file. The parts are not combined.
func TestChangedContentIsNotMixed(t *testing.T) {
	onEachWire(t, func(t *testing.T, p *program) {
		for name, changed := range map[string]sandboxtest.Fault{
			"another file": {Kind: sandboxtest.Alter, Header: map[string]string{"ETag": `"another"`}},
			"another length": {Kind: sandboxtest.Alter,
				Header: map[string]string{"Content-Range": "bytes 700-1099/1100"}},
			"no such range": {Kind: sandboxtest.Answer, Status: 416},
		} {
			changed.Method, changed.Path = http.MethodGet, clipPath
			p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: clipPath, Kind: sandboxtest.CutBody,
				After: 700}, changed)
			p.want(p.press("clip", name), savedClip)
			if hits := p.svc.books().Hits; hits%2 != 0 {
				t.Errorf("%s: %d requests were struck", name, hits)
			}
		}
	})
}

// The service answers twice that it deleted the content, so there is nothing to wait for.
func TestDeletedContentExpiresJob(t *testing.T) {
	gone := "The service deleted this clip before it could be saved. It keeps clips for about 7 days."
	onOneWire(t, func(t *testing.T, p *program) {
		p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: contentPath, Kind: sandboxtest.Gone, Times: 2})
		j := p.want(p.press("clip", "gone"), expired("reserve $, charge $", gone))
		if j.ErrorCode != jobs.CodeGone {
			t.Errorf("the code is %s", j.ErrorCode)
		}
		p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: clipPath, Kind: sandboxtest.Gone, Times: 2})
		p.want(p.press("clip", "gone where the link leads"), expired("reserve $, charge $", gone))

		p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: picturePath, Kind: sandboxtest.Gone, Times: 2})
		lost := savedPicture
		lost.state, lost.tag = db.Expired, "Expired"
		lost.words = "The link to this picture expired before it could be saved. The service keeps links for 24 hours."
		p.want(p.press("picture", "gone"), lost)
		p.goesOn()
	})
}

// Like TestUnusableContentIsRetried, for the link of a picture.
func TestUnusablePictureIsRetried(t *testing.T) {
	onEachWire(t, func(t *testing.T, p *program) {
		for _, r := range []struct {
			name  string
			fault sandboxtest.Fault
			words string
		}{
			{"cut", sandboxtest.Fault{Kind: sandboxtest.CutBody}, "*"},
			{"half", sandboxtest.Fault{Kind: sandboxtest.ShortBody}, "the download is incomplete"},
			{"a page", answer(200, sandboxtest.ShapeHTML, ""), "the download is incomplete"},
			{"503", answer(503, sandboxtest.ShapeHTML, ""), "a web page instead of an answer*"},
			{"not there yet", answer(404, sandboxtest.ShapeEmpty, ""), "*"},
			{"a link that is refused for a while", answer(403, sandboxtest.ShapePlain, ""), "*"},
		} {
			r.fault.Method, r.fault.Path, r.fault.Times = http.MethodGet, picturePath, -1
			p.svc.order(r.fault)
			j := p.press("picture", r.name)
			p.troubled(j, r.words)
			p.svc.mend()
			p.engine.CheckNow(t.Context(), j.ID)
			p.want(j, savedPicture)
		}
	})
}

// stranger is another origin, to which the content of a clip leads.
type stranger struct {
	*httptest.Server

	mu    sync.Mutex
	calls int
	keys  []string // that were shown to it
}

func newStranger(t *testing.T) *stranger {
	s := &stranger{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.calls++
		if k := r.Header.Get("Authorization") + r.Header.Get("Referer"); k != "" {
			s.keys = append(s.keys, k)
		}
		http.Error(w, "no", http.StatusServiceUnavailable)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *stranger) seen() (calls int, keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls, slices.Clone(s.keys)
}

// A redirect of the content to another origin is followed without the key, but never from https to http.
func TestContentRedirectDropsKey(t *testing.T) {
	onEachWire(t, func(t *testing.T, p *program) {
		away := newStranger(t)
		p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: contentPath, Times: -1, Kind: sandboxtest.Answer,
			Status: 302,
			Header: map[string]string{"Location": away.URL + "/clip.mp4?signature=secret"}})
		j := p.press("clip", "leads away")
		p.troubled(j, "*")
		calls, keys := away.seen()
		if len(keys) > 0 {
			t.Errorf("the stranger was shown %q", keys)
		}
		if secure := p.svc.pool != nil; secure != (calls == 0) {
			t.Errorf("from %s the stranger was asked %d times", p.svc.at.URL, calls)
		}
		p.svc.mend()
		p.want(j, savedClip)
	})
}

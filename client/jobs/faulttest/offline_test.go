package faulttest

import (
	"context"
	"encoding/binary"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"
	"viviscope/client/jobs"

	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// emptyNameServer is a name server without any names.
func emptyNameServer(t *testing.T) *net.Resolver {
	t.Helper()
	at, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		query := make([]byte, 1500)
		for {
			n, from, err := at.ReadFrom(query)
			if err != nil {
				return
			}
			if n < 12 {
				continue
			}
			// an answer: there is no such name (RFC 1035 4.1.1)
			binary.BigEndian.PutUint16(query[2:], 0x8183)
			clear(query[6:12])                                       // that is all of it
			_, _ = at.WriteTo(query[:n-int(extra(query[:n]))], from) // without what the question added
		}
	}()
	t.Cleanup(func() {
		_ = at.Close()
		<-ended
	})
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", at.LocalAddr().String())
	}}
}

// extra is how many bytes follow the one question of a query.
func extra(query []byte) int {
	at := 12
	for at < len(query) && query[at] != 0 {
		at += int(query[at]) + 1
	}
	return max(len(query)-at-5, 0)
}

// Without a connection nothing can have been charged. The job is held for the user, and is sent once after a release.
func TestUnreachableServiceHoldsJob(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		p.net.dialer.Resolver = emptyNameServer(t)
		for _, kind := range kinds {
			click := p.clip
			if kind.name == "picture" {
				click = p.picture
			}
			j := p.want(click(p.profile("http://studio.example"), "no such name"), notSent)
			if j.ErrorMessage != "the host name is unknown" {
				t.Errorf("why: %q", j.ErrorMessage)
			}
			p.want(click(p.profile("http://127.0.0.1:1"), "refused"), notSent)

			p.net.leave()
			j = p.want(click(p.profile(""), "no network"), notSent)
			p.net.comeBack()
			must(t, p.engine.Release(t.Context(), jobs.Terms{}, j.ID))
			if kind.name == "clip" {
				p.want(j, savedClip)
			} else {
				p.want(j, savedPicture)
			}
		}
	})
}

// A service with an untrusted certificate gets neither a request nor the key.
func TestUntrustedCertificateHoldsJob(t *testing.T) {
	t.Parallel()
	p := newProgram(t, serviceSetting{Wire: h2})
	p.roots = nil
	for _, kind := range kinds {
		if j := p.want(p.press(kind.name, "not trusted"), notSent); j.ErrorMessage != "the certificate is not valid" {
			t.Errorf("why: %q", j.ErrorMessage)
		}
	}
}

// stuck makes one clip that does not end at the service, and one with a failing download, both until the service is
// repaired.
func (p *program) stuck(of db.Profile) (running, loading db.Job) {
	p.t.Helper()
	p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: clipPath, Kind: sandboxtest.CutBody, Times: -1})
	loading = p.clip(of, "loading")
	p.until(loading.ID, "loading", func(j db.Job) bool { return j.State == db.Downloading && j.ErrorCode != "" })
	p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: taskPath, Kind: sandboxtest.Alter, Times: -1,
		Set: map[string]any{"status": "in_progress", "progress": 40}})
	running = p.clip(of, "running")
	p.untilState(running.ID, db.InProgress)
	return running, loading
}

// Nothing is lost, nothing is sent automatically again, and the outage is displayed while it lasts.
func TestNetworkOutageOfAnHour(t *testing.T) {
	onEachWire(t, func(t *testing.T, p *program) {
		of := p.profile("")
		running, loading := p.stuck(of)
		p.net.leave()
		held := p.want(p.clip(of, "sent into nothing"), notSent)
		p.wait("the program asks in vain", func() bool { return p.net.missed() > 6 })
		p.sleepThrough(time.Hour)
		p.svc.mend()
		for _, j := range []db.Job{running, loading} {
			j = p.job(j.ID)
			if !slices.Contains([]db.JobState{db.Queued, db.InProgress, db.Downloading}, j.State) {
				t.Errorf("%s became %s", j.Prompt, j.State)
			}
		}
		p.net.comeBack()
		p.want(running, savedClip)
		p.want(loading, savedClip)
		p.compare(p.job(held.ID), notSent)
		must(t, p.engine.Release(t.Context(), jobs.Terms{}, held.ID))
		p.want(held, savedClip)
		if said := p.connectionWords(of.ID); !slices.Contains(said, "no connection") || said[len(said)-1] != "" {
			t.Errorf("connection events: %q", said)
		}
	})
}

// The computer sleeps, and the service does not. All work continues after waking up.
func TestComputerSleepsForANight(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		running, loading := p.stuck(p.profile(""))
		p.svc.mend()
		p.sleepThrough(9 * time.Hour)
		p.want(running, savedClip)
		p.want(loading, savedClip)
		p.goesOn()
	})
}

// After eight days the service has deleted the clips. They were charged, and the job shows that.
func TestComputerSleepsPastClipLifetime(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		running, loading := p.stuck(p.profile(""))
		p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: picturePath, Kind: sandboxtest.CutBody, Times: -1})
		picture := p.press("picture", "loading")
		p.until(picture.ID, "loading", func(j db.Job) bool { return j.ErrorCode != "" })
		p.sleepThrough(8 * 24 * time.Hour)
		p.svc.mend()
		deleted := "The service deleted this clip on *, before it could be saved. It keeps clips for about 7 days."
		p.want(running, expired("reserve $, charge $", deleted))
		p.want(loading, expired("reserve $, charge $", deleted))
		lost := savedPicture
		lost.state, lost.tag = db.Expired, "Expired"
		lost.words = "The link to this picture expired before it could be saved. The service keeps links for 24 hours."
		p.want(picture, lost)
		p.goesOn()
	})
}

// The clock is set back by ten days. Nothing waits for these days to pass again.
func TestClockSetBack(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		running, loading := p.stuck(p.profile(""))
		p.clock.Jump(-10 * 24 * time.Hour)
		p.svc.mend()
		p.want(running, savedClip)
		p.want(loading, savedClip)
		p.goesOn()
	})
}

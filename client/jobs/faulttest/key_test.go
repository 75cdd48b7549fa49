package faulttest

import (
	"errors"
	"net/http"
	"testing"

	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// Every job of the profile waits, unsent jobs are held, and all continue after the key is repaired. Nothing is sent
// with a refused key.
func TestKeyRefusedDuringRun(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		of := p.profile("")
		running, loading := p.stuck(of)
		post := answer(401, sandboxtest.ShapeError, "")
		post.Method, post.Times = http.MethodPost, -1
		p.svc.order(post)
		first := p.want(p.clip(of, "first"), keyRefused)

		get := answer(401, sandboxtest.ShapeError, "")
		get.Times = -1
		p.svc.reorder(get)
		p.until(loading.ID, "refused", func(j db.Job) bool { return j.ErrorMessage == "in its own words" })
		unsent := keyRefused
		unsent.posts = 0
		second, picture := p.clip(of, "second"), p.picture(of, "a picture")
		p.want(second, unsent)
		p.want(picture, unsent)
		p.svc.mend()
		must(t, p.engine.KeyChanged(t.Context(), of.ID))
		p.want(running, savedClip)
		p.want(loading, savedClip)
		twice := savedClip
		twice.posts = 2 // once with each key
		p.want(first, twice)
		p.want(second, savedClip)
		p.want(picture, savedPicture)
	})
}

// Without a key nothing is sent, and the reason is displayed.
func TestLockedKeychainHoldsJob(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		p.mu.Lock()
		p.silent = errors.New("the keychain is locked")
		p.mu.Unlock()
		of := p.profile("")
		j := p.want(p.clip(of, "no key"), end{state: db.Held, hold: db.HeldNoKey, tag: "Held",
			words: "There is no key for this profile. Nothing has been sent or charged."})
		p.mu.Lock()
		p.silent = nil
		p.mu.Unlock()
		must(t, p.engine.KeyChanged(t.Context(), of.ID))
		p.want(j, savedClip)
	})
}

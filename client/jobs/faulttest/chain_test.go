package faulttest

import (
	"net/http"
	"testing"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// chain orders a picture in one click with a clip that begins with it, and a clip that begins with what is edited out
// of it.
func (p *program) chain(name string) (picture, edit, clip db.Job) {
	p.t.Helper()
	still := client.ImageRequest{Model: "genimage-2.5-flare", Prompt: p.prompt(name), Size: "1024x1024", Quality: "low"}
	edited := still
	edited.Prompt = p.prompt(name + ", edited")
	after := func(n int) jobs.After { return jobs.After{Order: n} }
	made, err := p.engine.Submit(p.t.Context(), p.profile("").ID,
		[]jobs.Order{{Request: still}, {Request: client.EditRequest{ImageRequest: edited}, After: after(1)},
			{Request: client.VideoRequest{Model: "clip-3.0", Prompt: p.prompt(name + ", moving"), Seconds: 5,
				Resolution: "720P"}, After: after(2)}}, jobs.Terms{})
	must(p.t, err)
	return made[0], made[1], made[2]
}

// A job after a failed one is not sent or charged, and has the reason, also after a restart. The other chains continue
// automatically.
func TestChainStopsAtFailedJob(t *testing.T) {
	const notMade = "The job before it, *, was not saved. Nothing has been sent or charged. Edit it and choose its picture yourself, or remove it."
	inVain := func(words string) end { return end{state: db.Held, hold: db.HeldAfter, tag: "Held", words: words} }
	onOneWire(t, func(t *testing.T, p *program) {
		for _, r := range []struct {
			name  string
			fault sandboxtest.Fault
			first end
			next  string
		}{
			{"refused", answer(400, sandboxtest.ShapeError, ""), rejected("in its own words"), notMade},
			{"no answer", answer(502, sandboxtest.ShapeHTML, ""), unconfirmed(unclearAnswer(502)),
				"The job before it, *, is unconfirmed. Nothing has been sent or charged. It continues if that job is saved after all."},
		} {
			r.fault.Method, r.fault.Path = http.MethodPost, "/v1/images/generations"
			p.svc.order(r.fault)
			picture, edit, clip := p.chain(r.name)
			p.want(picture, r.first)
			p.svc.mend()
			code := jobs.CodeAfterFailed
			if r.first.state == db.Unconfirmed {
				code = jobs.CodeAfterUnconfirmed
			}
			for of, code := range map[int64]string{edit.ID: code, clip.ID: jobs.CodeAfterFailed} {
				p.until(of, code, func(j db.Job) bool { return j.ErrorCode == code })
			}
			p.restart()
			p.compare(p.job(edit.ID), inVain(r.next))
			p.compare(p.job(clip.ID), inVain(notMade))
		}
		picture, edit, clip := p.chain("whole")
		p.want(picture, savedPicture)
		p.untilState(edit.ID, db.Saved)
		p.want(clip, savedClip)
	})
}

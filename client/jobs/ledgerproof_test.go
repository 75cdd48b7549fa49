package jobs_test

import (
	"fmt"
	"net/http"
	"testing"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/db/ledger"
)

// Clips and pictures, five hundred in the long form, many of which fail, are refused, lose their request or answer, or
// break during the download. After the user has settled the unconfirmed ones, both ledgers agree for every job and in
// total, to the last digit.
func TestLedgerTotalsMatchService(t *testing.T) {
	n := 60
	if longForm {
		n = 500
	}
	s := newStudio(t, sandboxtest.ContentRedirect)
	p := s.profile
	p.MaxTasks, p.MaxImages = 40, 10
	_, err := s.lib.SaveProfile(t.Context(), p)
	s.must(err)
	s.engine.ProfileChanged(p.ID)
	var faults []sandboxtest.Fault
	for i := range n / 2 {
		for path, kind := range map[string]sandboxtest.FaultKind{"/v1/videos": fault(i),
			"/v1/images/generations": fault(i + 3), "/v1/images/edits": fault(i + 5)} {
			if kind == "" || kind == sandboxtest.FailTask && path != "/v1/videos" {
				continue
			}
			faults = append(faults, sandboxtest.Fault{Method: http.MethodPost, Path: path, Skip: 3 + i%4, Kind: kind,
				Status: 400, Shape: sandboxtest.ShapeError, Code: "no", Message: "refused"})
		}
		if i%9 == 0 {
			faults = append(faults, sandboxtest.Fault{Method: http.MethodGet, Path: "/v1/videos/*/content", Skip: 5,
				Kind: sandboxtest.CutBody})
		}
	}
	s.box.Faults().Add(faults...)
	kinds := map[int64]string{} // prompts by job
	for i := range n {
		prompt := fmt.Sprintf("harbour number %d", i)
		var made []db.Job
		switch i % 4 {
		case 0, 1:
			r := client.VideoRequest{Model: []string{"clip-3.0", "clip-2.6", "clip-3.0-turbo"}[i%3], Prompt: prompt,
				Seconds: 3 + i%8, Resolution: []string{"720P", "1080P"}[i%2]}
			r.Audio = r.Model == "clip-3.0" && i%5 == 0
			made, err = s.engine.Submit(t.Context(), p.ID, []jobs.Order{{Request: r}}, jobs.Terms{})
		case 2:
			r := imageOf(prompt)
			r.Quality, r.Size = []string{"low", "medium"}[i%8/4], []string{"1024x1024", "640x480"}[i%16/8]
			made, err = s.engine.Submit(t.Context(), p.ID, []jobs.Order{{Request: r}}, jobs.Terms{})
		case 3:
			r := client.EditRequest{ImageRequest: imageOf(prompt), Image: pngBytes()}
			made, err = s.engine.Submit(t.Context(), p.ID, []jobs.Order{{Request: r}}, jobs.Terms{})
		}
		s.must(err)
		kinds[made[0].ID] = prompt
	}
	ended := map[db.JobState]int{}
	for id := range kinds {
		ended[s.decided(id).State]++
	}
	s.must(s.box.Wait(t.Context()))
	if t.Failed() {
		return
	}
	for _, state := range []db.JobState{db.Saved, db.Failed, db.Rejected, db.Unconfirmed} {
		if ended[state] == 0 {
			t.Errorf("no job became %s: this proves little", state)
		}
	}
	// The user looks up each unconfirmed job at the service and settles it.
	tasks, pictures := map[string]string{}, map[string]bool{}
	for _, task := range s.box.Tasks() {
		tasks[task.Request.Prompt] = task.ID
	}
	for _, picture := range s.box.Pictures() {
		pictures[picture.Prompt] = true
	}
	for id, prompt := range kinds {
		j, err := s.lib.Job(t.Context(), id)
		s.must(err)
		switch {
		case j.State != db.Unconfirmed:
		case tasks[prompt] != "":
			s.must(s.engine.Adopt(t.Context(), id, tasks[prompt]))
			s.decided(id)
		case pictures[prompt]:
			s.must(s.engine.WasCharged(t.Context(), id))
		default:
			s.must(s.engine.NotCharged(t.Context(), id))
		}
	}
	s.settled()
	s.sameOfEveryJob(kinds)
}

// fault returns the fault of a request, by its number.
func fault(i int) sandboxtest.FaultKind {
	return map[int]sandboxtest.FaultKind{0: sandboxtest.FailTask, 3: sandboxtest.LoseAnswer, 5: sandboxtest.LoseRequest,
		7: sandboxtest.Answer, 10: sandboxtest.CutBody, 11: sandboxtest.FailTask}[i%13]
}

// decided waits until a job does not change automatically any more.
func (s *studio) decided(id int64) db.Job {
	s.t.Helper()
	for {
		j, err := s.lib.Job(s.t.Context(), id)
		s.must(err)
		if j.State.Ended() || j.State == db.Unconfirmed {
			return j
		}
		if j.State == db.Held {
			s.t.Fatalf("job %d is held: %s %s", id, j.Hold, j.ErrorMessage)
		}
		<-s.moved // one that came since the row was read is waiting there
	}
}

// sameOfEveryJob compares what the service and the library charged and gave back, job by job.
func (s *studio) sameOfEveryJob(prompts map[int64]string) {
	s.t.Helper()
	type money struct{ charged, refunded int64 }
	service := map[string]money{}
	names := map[string]string{} // of tasks and pictures
	for _, task := range s.box.Tasks() {
		names[task.ID] = task.Request.Prompt
	}
	for _, picture := range s.box.Pictures() {
		names[picture.ID] = picture.Prompt
	}
	for _, e := range s.box.Ledger() {
		m := service[names[e.TaskID+e.PictureID]]
		switch e.Kind {
		case sandbox.Charge:
			m.charged += e.AmountMicros
		case sandbox.Refund:
			m.refunded += e.AmountMicros
		}
		service[names[e.TaskID+e.PictureID]] = m
	}
	for id, prompt := range prompts {
		rows, err := s.lib.Entries(s.t.Context(), id)
		s.must(err)
		var own money
		for _, e := range rows {
			switch {
			case e.AmountMicros == nil:
				s.t.Errorf("%s: an entry without an amount", prompt)
			case e.Kind == db.Charge:
				own.charged += *e.AmountMicros
			case e.Kind == db.Refund:
				own.refunded += *e.AmountMicros
			}
		}
		if own != service[prompt] {
			s.t.Errorf("%s: %+v, at the service %+v", prompt, own, service[prompt])
		}
	}
	groups, err := s.lib.Breakdown(s.t.Context(), ledger.Filter{}, ledger.ByModel, nil)
	s.must(err)
	byModel := map[string]int64{}
	for _, e := range s.box.Ledger() {
		if e.Kind == sandbox.Charge {
			byModel[e.Model] += e.AmountMicros
		}
	}
	for _, g := range groups {
		if byModel[g.Key] != g.Charged {
			s.t.Errorf("%s: %d, at the service %d", g.Key, g.Charged, byModel[g.Key])
		}
	}
}

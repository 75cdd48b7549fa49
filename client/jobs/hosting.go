package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// takeDownWait is how long taking a picture down may take: nobody waits for it.
const takeDownWait = time.Minute

// host puts every local picture of a waiting job on its host and commits the links, each as soon as it is known. ok is false where a
// picture has none: the job is taken back then. Of the jobs of a board one at a time has its pictures put: a picture is there once for all
// of them, and a host that is away is asked once.
func (e *Engine) host(ctx context.Context, job db.Job) (now db.Job, ok bool) {
	inputs, err := InputsOf(job)
	if job.Board != "" && slices.ContainsFunc(inputs, func(in db.Input) bool { return unhosted(in, e.now()) }) {
		lock, _ := e.uploads.LoadOrStore(fmt.Sprint(job.ProfileID, " ", job.Board), make(chan struct{}, 1))
		turn := lock.(chan struct{})
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }() // after a host that is away has held the others
		case <-ctx.Done():
		}
		err = cmp.Or(err, ctx.Err())
	}
	if now = job; err == nil {
		now, err = e.hostAll(ctx, job, inputs)
	}
	if err != nil {
		e.notHosted(ctx, job, err)
	} else if !sameRequest(now, job) { // the host took one
		e.hostTries.Delete(triesOf(job))
	}
	return now, err == nil
}

// hostAll is host in its turn. Nothing that costs money has happened when it fails.
func (e *Engine) hostAll(ctx context.Context, job db.Job, inputs []db.Input) (db.Job, error) {
	for i, in := range inputs {
		if !unhosted(in, e.now()) {
			continue
		}
		shared, err := false, error(nil)
		if job.Board != "" {
			job, shared, err = e.share(job, inputs, i)
		}
		if err == nil && !shared {
			job, err = e.hostOne(ctx, job, inputs, i)
		}
		if err != nil {
			return job, err
		}
	}
	return job, nil
}

// hostOne puts the i-th of the pictures of a job on its host.
func (e *Engine) hostOne(ctx context.Context, job db.Job, inputs []db.Input, i int) (db.Job, error) {
	defer e.takeDowns.wake.raise() // once the row has forgotten what was there before
	in := inputs[i]
	h, err := e.hostOf(ctx, job.ProfileID)
	if err != nil {
		return job, err
	}
	put, err := e.put(ctx, h, job, in, func(object string) error {
		// What was there before goes: its link died, or is about to, or no link of it was ever written down.
		if err := e.leave(e.committing(), job.ProfileID, inputs[i].Object); err != nil {
			return err
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Dies = "", object, time.Time{}
		now, err := e.keepHosted(job, inputs, in.Place, "", nil)
		if err == nil {
			job = now
		}
		return err
	})
	if err != nil {
		return job, err
	}
	inputs[i].Link, inputs[i].Object, inputs[i].Dies = put.Link, "", put.Dies
	if !put.Keep {
		inputs[i].Object = put.Object
	}
	linked, err := e.keepHosted(job, inputs, in.Place, put.Link, nil)
	if err != nil {
		err = errors.Join(err, e.leave(e.committing(), job.ProfileID, put.Object))
	} else {
		job = linked
	}
	return job, err
}

// share gives the i-th of the pictures of a job the link that another job of its board has for the same file. It is taken down when no job
// that has not ended has it: so the other one must still be such a job in the moment of the commit.
func (e *Engine) share(job db.Job, inputs []db.Input, i int) (now db.Job, shared bool, err error) {
	others, err := e.lib.Jobs(e.committing(), db.JobFilter{Board: job.Board, ProfileID: job.ProfileID})
	if err != nil {
		return job, false, err
	}
	for _, other := range others {
		its, err := InputsOf(other)
		if err != nil || other.ID == job.ID || other.State.Ended() {
			continue
		}
		at := slices.IndexFunc(its, func(in db.Input) bool { return in.File == inputs[i].File && !unhosted(in, e.now()) })
		if at < 0 {
			continue
		}
		if err := e.leave(e.committing(), job.ProfileID, inputs[i].Object); err != nil {
			return job, false, err
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Dies = its[at].Link, its[at].Object, its[at].Dies
		now, err = e.keepHosted(job, inputs, inputs[i].Place, its[at].Link, &other)
		e.takeDowns.wake.raise() // once the row has forgotten what was there before
		if err != nil {
			return job, false, err
		}
		return now, true, nil
	}
	return job, false, nil
}

func (e *Engine) hostOf(ctx context.Context, profileID int64) (Host, error) {
	p, err := e.lib.Profile(ctx, profileID)
	if err == nil && e.hosts == nil {
		err = ErrNoHosting
	}
	if err != nil {
		return nil, err
	}
	return e.hosts.Host(ctx, p)
}

func (e *Engine) put(ctx context.Context, h Host, job db.Job, in db.Input, named func(object string) error) (Hosted, error) {
	f, err := e.lib.OpenFile(in.File)
	if err != nil {
		return Hosted{}, fmt.Errorf("open picture of job %d: %w", job.ID, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Hosted{}, fmt.Errorf("open picture of job %d: %w", job.ID, err)
	}
	var last time.Time
	put, err := h.Put(ctx, path.Base(in.File), in.MIME, info.Size(), f, named, func(done, total int64) {
		if now := e.now(); now.Sub(last) >= progressPause || done == total {
			last = now
			e.events.add(Progress{ID: job.ID, Done: done, Total: total, Upload: true, Place: in.Place})
			e.events.flush()
		}
	})
	if err != nil {
		return Hosted{}, err
	}
	if !client.IsHTTPURL(put.Link) {
		return Hosted{}, errors.New("the host gave no http or https link")
	}
	return put, nil
}

// keepHosted commits what a picture of a job that waits is called at its host, before anything of it leaves, and then its link, into
// the request, which goes out as it is stored. of is the job whose link it is, if any. Errors: errRevised, also where that one has changed.
func (e *Engine) keepHosted(job db.Job, inputs []db.Input, place int, link string, of *db.Job) (db.Job, error) {
	return e.change(e.committing(), job.ID, func(s *step) error {
		if err := s.expect(db.Sending, db.Waiting); err != nil {
			return err
		}
		if !sameRequest(*s.Job, job) {
			return errRevised
		}
		if of != nil {
			now, err := e.lib.Job(e.committing(), of.ID)
			if err != nil || now.State.Ended() || !sameRequest(now, *of) {
				return errRevised
			}
		}
		s.Job.NotBefore = time.Time{} // its turn has come
		if err := storeInputs(s.Job, inputs); err != nil || link == "" {
			return err
		}
		s.trouble(trouble{}) // of a try before
		return putLink(s.Job, place, link)
	})
}

// settleInputs takes down what was hosted for a job that has ended.
func (e *Engine) settleInputs(job db.Job) {
	inputs, err := InputsOf(job)
	if err != nil {
		return
	}
	gone := 0
	for i, in := range inputs {
		if in.Object == "" || job.Board != "" && e.shares(job, in.Object) {
			continue
		}
		if err := e.takeDown(leftObject{job.ProfileID, in.Object}); err != nil {
			e.log.Warn("take down picture", "ref", short(job.Ref), "err", err)
			continue
		}
		inputs[i].Link, inputs[i].Object, inputs[i].Dies = "", "", time.Time{}
		gone++
	}
	if gone == 0 {
		return
	}
	_, err = e.change(e.committing(), job.ID, func(s *step) error { return storeInputs(s.Job, inputs) })
	if err != nil {
		e.log.Warn("take down picture", "ref", short(job.Ref), "err", err)
	}
}

// shares reports whether a job that has not ended has the same object as one that has.
func (e *Engine) shares(job db.Job, object string) bool {
	others, err := e.lib.Jobs(e.soft, db.JobFilter{Board: job.Board, Hosted: true})
	return err != nil || slices.ContainsFunc(others, func(j db.Job) bool { return !j.State.Ended() && hasObject(j, object) })
}

// takeDown takes one object down. Errors: [db.ErrNotFound] where the profile is gone, and with it every way to the host.
func (e *Engine) takeDown(o leftObject) error {
	h, err := e.hostOf(e.soft, o.Profile)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(e.soft, takeDownWait)
	defer cancel()
	return h.Delete(ctx, o.Object)
}

func hostsObjects(inputs []db.Input) bool {
	return slices.ContainsFunc(inputs, func(in db.Input) bool { return in.Object != "" })
}

// Host is a place on the internet where a person's own pictures are put, so that a service that takes links only can
// fetch them. Putting costs nothing at the service and may be repeated.
type Host interface {
	// Put stores a picture and returns the link by which anybody who has it can fetch it. named must be told the name of
	// the object before anything of it leaves, and each further name that it gets: it is committed then, so that a program
	// that dies meanwhile leaves nothing there that it does not know of. Its error ends Put and comes back as it is. progress
	// is told how many bytes have left. Errors must hold neither a secret nor the link.
	Put(ctx context.Context, name, mime string, size int64, r io.ReadSeeker, named func(object string) error, progress func(done, total int64)) (Hosted, error)
	// Delete takes a picture down. One that is not there is no error.
	Delete(ctx context.Context, object string) error
}

// Hosted is a picture that was put on a host.
type Hosted struct {
	Link   string
	Object string    // its name at the host
	Dies   time.Time // when Link stops working; zero: as long as the object is there
	Keep   bool      // it is not to be taken down when the job has ended
}

// Hosts finds the host of a profile. [ErrNoHosting] where it has none.
type Hosts interface {
	Host(ctx context.Context, p db.Profile) (Host, error)
}

// CodeHosting is the code of a job that is held because its pictures could not be put on their host. Where more is known a colon and
// the name of the fault follow; see [HostFault].
const CodeHosting = "hosting"

// The faults that are none of a host's own.
const (
	FaultNoHosting = "off"       // the profile has no hosting
	FaultNoSecret  = "no_secret" // what signs in to the host is not on this computer
)

// faultBadPicture is the fault of a picture that cannot be read.
const faultBadPicture = "bad_picture"

// HostFault takes the fault out of a code of [CodeHosting]; "" where nothing more is known. ok is false for any other code.
func HostFault(code string) (fault string, ok bool) {
	fault, ok = strings.CutPrefix(code, CodeHosting)
	return strings.TrimPrefix(fault, ":"), ok && (fault == "" || fault[0] == ':')
}

// triesOf is what tries to put pictures are counted by: those of a board are put together.
func triesOf(j db.Job) string { return cmp.Or(j.Board, j.Ref) }

// passes reports whether a fault may be gone at the next try, by its method Passing; otherwise is for one that does not say.
func passes(err error, otherwise bool) bool {
	var says interface{ Passing() bool }
	if errors.As(err, &says) {
		return says.Passing()
	}
	return otherwise
}

// hostCode is the code of what kept a picture from its host. An error of the host says what it is by its method Fault.
func hostCode(err error) string {
	var named interface{ Fault() string }
	switch {
	case errors.Is(err, ErrNoHosting):
		return CodeHosting + ":" + FaultNoHosting
	case errors.As(err, &named) && named.Fault() != "":
		return CodeHosting + ":" + named.Fault()
	}
	return CodeHosting
}

// takeDowns wakes the goroutine that takes pictures down from their host.
type takeDowns struct {
	wake signal
	left sync.Mutex // orders what is read of the setting of left objects with what is written
}

// put wakes it for a row that has ended and has a picture at its host.
func (t *takeDowns) put(j db.Job) {
	if inputs, err := InputsOf(j); err == nil && j.State.Ended() && hostsObjects(inputs) {
		t.wake.raise()
	}
}

// runTakeDowns takes pictures down from their host once their jobs have ended, also those that a former run left. What a host does not
// give up now is tried again when more comes, and at the next start.
func (e *Engine) runTakeDowns() {
	for {
		hosted, err := e.lib.Jobs(e.soft, db.JobFilter{Hosted: true})
		if err != nil && e.soft.Err() == nil {
			e.log.Error("list hosted pictures", "err", err)
		}
		for _, job := range hosted {
			if job.State.Ended() {
				e.settleInputs(job)
			}
		}
		e.takeLeft()
		if !e.idle(e.takeDowns.wake, time.Time{}) {
			return
		}
	}
}

// settingLeft is the name of the setting that keeps what is at a host and in no job any more: its job was discarded or
// revised, or got another link. It is written before the job forgets the object, so that no crash leaves it there.
const settingLeft = "hosted_left"

// leftObject is a picture at the host of a profile.
type leftObject struct {
	Profile int64  `json:"profile"`
	Object  string `json:"object"`
}

// leaveInputs notes what is hosted for a job that is about to forget it. Until it does, nothing is taken down.
func (e *Engine) leaveInputs(ctx context.Context, job db.Job) error {
	inputs, _ := InputsOf(job) // what cannot be read names nothing
	var objects []string
	for _, in := range inputs {
		objects = append(objects, in.Object)
	}
	return e.leave(ctx, job.ProfileID, objects...)
}

// leave notes objects that are to be taken down as soon as no job has them. "" is none.
func (e *Engine) leave(ctx context.Context, profile int64, objects ...string) error {
	var more []leftObject
	for _, o := range objects {
		if o != "" {
			more = append(more, leftObject{profile, o})
		}
	}
	if len(more) == 0 {
		return nil
	}
	return e.changeLeft(ctx, func(all []leftObject) []leftObject { return append(all, more...) })
}

func (e *Engine) changeLeft(ctx context.Context, fn func([]leftObject) []leftObject) error {
	e.takeDowns.left.Lock()
	defer e.takeDowns.left.Unlock()
	var all []leftObject
	_, err := e.lib.Setting(ctx, settingLeft, &all)
	if err == nil {
		err = e.lib.SetSetting(ctx, settingLeft, fn(all))
	}
	if err != nil {
		return fmt.Errorf("note hosted pictures: %w", err)
	}
	return nil
}

// takeLeft takes down what no job has.
func (e *Engine) takeLeft() {
	var all []leftObject
	if _, err := e.lib.Setting(e.soft, settingLeft, &all); err != nil || len(all) == 0 {
		return
	}
	used, err := e.lib.Jobs(e.soft, db.JobFilter{Hosted: true})
	if err != nil {
		return
	}
	for _, o := range all {
		if slices.ContainsFunc(used, func(j db.Job) bool { return j.ProfileID == o.Profile && hasObject(j, o.Object) }) {
			continue
		}
		err := e.takeDown(o)
		if e.soft.Err() != nil {
			return
		}
		if err == nil || errors.Is(err, db.ErrNotFound) {
			err = e.changeLeft(e.committing(), func(now []leftObject) []leftObject {
				i := slices.Index(now, o) // it may be there again: what was on its way came after it was taken down
				return slices.Delete(now, i, i+1)
			})
		}
		if err != nil {
			e.log.Warn("take down picture", "err", err)
		}
	}
}

func hasObject(j db.Job, object string) bool {
	inputs, err := InputsOf(j)
	return err != nil || slices.ContainsFunc(inputs, func(in db.Input) bool { return in.Object == object })
}

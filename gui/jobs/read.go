package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/wording"
)

// historySize is how many clips the usual time rests on.
const historySize = 20

// unended are the states in which a job has not ended.
func unended() []db.JobState {
	return []db.JobState{db.Waiting, db.Held, db.Sending, db.Unconfirmed, db.Queued, db.InProgress,
		db.Completed, db.Downloading, db.Saving, db.Unwatched}
}

// reader makes items of rows. Each screen has its own, which belongs to the goroutine of its Updates.
type reader struct {
	*Deps
	ended  map[int64]item // of jobs that ended: their rows change no more
	afresh atomic.Bool    // but for corrections of the ledger: the next reading forgets them
}

// handle takes an event of the engine. Any goroutine.
func (r *reader) handle(ev jobs.Event) {
	switch ev.(type) {
	case jobs.LedgerChanged:
		r.afresh.Store(true)
		r.Window.Refresh()
	case jobs.JobChanged, jobs.AssetAdded, jobs.DownloadFailed:
		r.Window.Refresh()
	}
}

// items makes the items of jobs, in their order.
func (r *reader) items(ctx context.Context, rows []db.Job) ([]item, error) {
	if r.afresh.Swap(false) {
		r.ended = nil
	}
	items, kept, usual := make([]item, len(rows)), map[int64]item{}, map[string]time.Duration{}
	for i, job := range rows {
		it, known := r.ended[job.ID]
		if !known || it.State != job.State || !it.EndedAt.Equal(job.EndedAt) {
			var err error
			if it, err = r.item(ctx, job, usual); err != nil {
				return nil, fmt.Errorf("read what belongs to job %d: %w", job.ID, err)
			}
		}
		if it.Job = job; job.State.Ended() {
			kept[job.ID] = it
		}
		items[i] = it
	}
	if err := r.files(ctx, items); err != nil {
		return nil, err
	}
	r.price(ctx, items) // prices and profiles change under what has ended
	pairModels(items)
	r.ended = kept
	return items, ctx.Err()
}

func (r *reader) item(ctx context.Context, job db.Job, usual map[string]time.Duration) (item, error) {
	it := item{Job: job}
	entries, err := r.Library.Entries(ctx, job.ID)
	if err != nil {
		return it, err
	}
	it.cost = wording.CostOf(job, entries)
	switch job.State {
	case db.Saved:
		assets, err := r.Library.AssetsOfJob(ctx, job.ID)
		if err != nil {
			return it, err
		}
		if it.assets = assets; len(assets) > 0 {
			it.asked = askedOf(job)
		}
	case db.Queued, db.InProgress:
		it.usual, err = r.usualTime(ctx, job, usual)
	case db.Waiting:
		it.takes, err = r.takes(ctx, job, usual)
	}
	if !job.State.Ended() {
		it.frames = r.framesOf(ctx, job)
	}
	if i := slices.IndexFunc(it.frames, func(a db.Asset) bool { return a.Kind == db.Picture }); i >= 0 {
		it.source = it.frames[i]
	}
	it.shape = shapeOf(job, it.source)
	return it, err
}

// files reads the files of jobs as they are now: a star or the trash changes no job.
func (r *reader) files(ctx context.Context, items []item) error {
	var ids []int64
	for _, it := range items {
		for _, a := range it.assets {
			ids = append(ids, a.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := r.Library.AssetsByID(ctx, ids)
	if err != nil {
		return fmt.Errorf("read files of jobs: %w", err)
	}
	now := map[int64]db.Asset{}
	for _, a := range found {
		now[a.ID] = a
	}
	for i := range items {
		it := &items[i]
		known := it.assets
		it.assets, it.asset = nil, db.Asset{}
		for _, a := range known {
			if a, there := now[a.ID]; there {
				it.assets = append(it.assets, a)
			}
		}
		if len(it.assets) > 0 {
			it.asset = it.assets[0]
		}
	}
	return nil
}

// framesOf are the pictures that a job is made from: the very ones that are sent where they are kept, else those of the library.
func (r *reader) framesOf(ctx context.Context, job db.Job) (frames []db.Asset) {
	kept := func(path string, in db.Input) db.Asset {
		return db.Asset{ID: -job.ID, Kind: db.Picture, Path: path, Width: in.Width, Height: in.Height}
	}
	if job.InputPath != "" {
		return []db.Asset{kept(job.InputPath, db.Input{})}
	}
	inputs, _ := jobs.InputsOf(job) // of what cannot be read nothing is shown
	for _, in := range inputs {
		a := kept(in.File, in)
		if in.File == "" {
			a, _ = r.Library.AssetByRef(ctx, in.Asset)
		}
		if !in.Part {
			frames = append(frames, a)
		}
	}
	return frames
}

// shapeOf is the width of what a job makes by its height: as it was asked for, else that of what it is made from, else the usual one.
func shapeOf(job db.Job, source db.Asset) float32 {
	asked := wording.AskedOf(job)
	w, h := source.Width, source.Height
	if n, _ := fmt.Sscanf(asked.Size, "%dx%d", &w, &h); n != 2 {
		if n, _ = fmt.Sscanf(asked.AspectRatio, "%d:%d", &w, &h); n != 2 {
			w, h = source.Width, source.Height
		}
	}
	switch {
	case w > 0 && h > 0:
		return float32(w) / float32(h)
	case job.Kind.IsVideo():
		return 16. / 9
	}
	return 1
}

// takes is the usual time of a clip, and of a picture the middle of what those of its model took.
func (r *reader) takes(ctx context.Context, job db.Job, known map[string]time.Duration) (time.Duration, error) {
	if job.Kind.IsVideo() {
		return r.usualTime(ctx, job, known)
	}
	key := func(model string) string { return fmt.Sprint(job.ProfileID, " ", model) }
	if _, read := known[key("")]; !read {
		known[key("")] = 0
		all, err := r.Library.ModelStats(ctx, ledger.Filter{ProfileID: job.ProfileID})
		if err != nil {
			return 0, err
		}
		for _, m := range all {
			if m.Median > 0 { // else a row of charges alone, such as one in another currency
				known[key(m.Model)] = m.Median
			}
		}
	}
	return known[key(job.Model)], nil
}

// usualTime is the middle of what clips like this one took at the same service; known has those that were read already.
func (r *reader) usualTime(ctx context.Context, job db.Job, known map[string]time.Duration) (time.Duration, error) {
	request, err := jobs.RequestOf(job)
	clip, ok := request.(client.VideoRequest)
	if err != nil || !ok {
		return 0, nil
	}
	key := fmt.Sprint(job.ProfileID, " ", job.Model, " ", clip.Duration(), " ", clip.Tier())
	if usual, ok := known[key]; ok {
		return usual, nil
	}
	seen, err := r.Library.Durations(ctx, job.ProfileID, job.Model, clip.Duration(), clip.Tier(), historySize)
	slices.Sort(seen)
	if len(seen) > 0 {
		known[key] = seen[len(seen)/2]
	}
	return known[key], err
}

// price says who pays for jobs, and what their requests cost by the prices of today. Where that cannot be read, it is not known.
func (r *reader) price(ctx context.Context, items []item) {
	of, front := map[int64][]*item{}, r.Profile()
	for i := range items {
		of[items[i].ProfileID] = append(of[items[i].ProfileID], &items[i])
	}
	for id, its := range of {
		list := make([]db.Job, len(its))
		for i, it := range its {
			list[i] = it.Job
		}
		q, err := r.Engine.PriceJobs(ctx, id, list...)
		if err != nil {
			r.Log().Warn("cannot price the jobs of a profile", slog.Int64("profile", id), slog.Any("err", err))
			continue
		}
		for i, it := range its {
			it.again, it.profile = q.Each[i], q.Profile
			it.profile.Currency, it.amongPlay = q.Currency, front.Sandbox
			it.shown = quoteOf(it.profile, []item{*it}).Shown()
			it.priceOther(q.Table)
		}
	}
}

// quoteOf is what the buttons of jobs of one profile say together, but for those that a pause holds: they were admitted when they were
// made.
func quoteOf(payer db.Profile, items []item) jobs.Quote {
	q := jobs.Quote{Profile: payer, Currency: payer.Currency, Known: true}
	for _, it := range items {
		if it.State == db.Held && it.Hold == db.HeldPaused {
			continue
		}
		q.Each = append(q.Each, it.again)
		if q.Known = q.Known && it.again != nil; it.again != nil {
			q.Total = db.Sum(q.Total, *it.again)
		}
	}
	return q
}

// priceOther prices the picture of a job with the other picture model.
func (it *item) priceOther(table client.PriceTable) {
	it.otherModel, it.otherPrice = "", ""
	if it.State != db.Saved || it.Kind.IsVideo() {
		return
	}
	own, _ := jobs.ModelsOf(it.profile) // Settings says where they cannot be read
	if o, err := order.OtherModelOrder(it.Job, order.Env{Models: own}); err == nil {
		q := order.QuoteOf(table, o)
		it.otherModel, it.otherPrice = o.Requests[0].ModelName(), it.money().Price(int64(q.Total), q.Known)
	}
}

// askedOf is what a picture was asked to be, without the model that was to make it: the same text for two jobs that differ
// in the model alone. "" for what makes no picture and for a request that cannot be read.
func askedOf(job db.Job) string {
	request, err := jobs.RequestOf(job)
	if err != nil {
		return ""
	}
	switch r := request.(type) { // whose rules a gateway's own name follows goes with the model
	case client.VideoRequest:
		return ""
	case client.ImageRequest:
		r.Model, r.Like = "", ""
		request = r
	case client.EditRequest:
		r.Model, r.Like = "", ""
		request = r
	}
	text, err := json.Marshal(request)
	if err != nil {
		return ""
	}
	// The picture of an edit is kept under the hash of its content.
	return string(job.Kind) + "\n" + string(text) + "\n" + job.InputPath
}

// pairModels pairs each picture with the newest that another model made when asked for the same. items are newest first.
func pairModels(items []item) {
	alike := map[string][]*item{}
	for i := range items {
		it := &items[i]
		it.compared = db.Asset{}
		if it.asked != "" {
			alike[it.asked] = append(alike[it.asked], it)
		}
	}
	for _, same := range alike {
		for _, it := range same {
			if i := slices.IndexFunc(same, func(other *item) bool { return other.Model != it.Model }); i >= 0 {
				it.compared = same[i].asset
			}
		}
	}
}

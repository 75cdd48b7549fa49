package jobs

import (
	"cmp"
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

const (
	endedShown  = 500 // how many ended jobs a list holds; the gallery and the ledger have all
	historySize = 20  // how many clips a usual time is computed from
)

// reader reads jobs as items. Each list has its own, which belongs to the goroutine of its Updates.
type reader struct {
	*Deps
	ended map[int64]item // jobs that ended: their rows do not change any more
	stale atomic.Bool    // the ledger was corrected: the next reading ignores ended
}

// Handle takes an event of the engine. Any goroutine.
func (r *reader) Handle(ev jobs.Event) {
	switch ev.(type) {
	case jobs.LedgerChanged:
		r.stale.Store(true)
		r.Window.Refresh()
	case jobs.JobChanged, jobs.AssetAdded, jobs.DownloadFailed:
		r.Window.Refresh()
	}
}

// list reads the jobs that contain a text, newest first: all that have not ended and the newest that have. cut reports
// whether older ones were left out.
func (r *reader) list(ctx context.Context, text string) (list []*item, cut bool, err error) {
	rows, err := r.Library.Jobs(ctx, db.JobFilter{Text: text, States: unended()})
	if err != nil {
		return nil, false, fmt.Errorf("list jobs that have not ended: %w", err)
	}
	old, err := r.Library.Jobs(ctx, db.JobFilter{Text: text, Limit: endedShown,
		States: []db.JobState{db.Saved, db.Failed, db.Rejected, db.Expired}})
	if err != nil {
		return nil, false, fmt.Errorf("list jobs that ended: %w", err)
	}
	cut = len(old) == endedShown
	if last := len(old) - 1; cut && old[0].Click != old[last].Click {
		partial := old[last].Click // older jobs of the last click may be missing
		old = slices.DeleteFunc(old, func(j db.Job) bool { return j.Click == partial })
	}
	rows = append(old, rows...) // the later reading first: of a job that ended in between it is the newer row
	slices.SortStableFunc(rows, func(a, b db.Job) int { return cmp.Compare(b.ID, a.ID) })
	rows = slices.CompactFunc(rows, func(a, b db.Job) bool { return a.ID == b.ID })
	list, err = r.items(ctx, rows)
	return list, cut, err
}

// items makes the items of jobs, in their order.
func (r *reader) items(ctx context.Context, rows []db.Job) ([]*item, error) {
	if r.stale.Swap(false) {
		r.ended = nil
	}
	fresh, err := r.readFresh(ctx, rows)
	if err != nil {
		return nil, err
	}
	list, kept, usual := make([]*item, len(rows)), map[int64]item{}, map[string]time.Duration{}
	for i, job := range rows {
		it, known := r.known(job)
		if !known {
			it, err = r.item(ctx, job, fresh, usual)
			if err != nil {
				return nil, fmt.Errorf("read what belongs to job %d: %w", job.ID, err)
			}
		}
		it.Job = job
		if job.State.Ended() {
			kept[job.ID] = it
		}
		list[i] = &it
	}
	if err := r.readFiles(ctx, list); err != nil {
		return nil, err
	}
	if err := r.nameBoards(ctx, list); err != nil {
		return nil, err
	}
	r.setPrices(ctx, list) // prices and profiles change for ended jobs too
	pairModels(list)
	r.ended = kept
	return list, ctx.Err()
}

// known returns the item of a job that had ended when it was read before.
func (r *reader) known(job db.Job) (it item, ok bool) {
	it, ok = r.ended[job.ID]
	return it, ok && it.State == job.State && it.EndedAt.Equal(job.EndedAt)
}

// belongings are the ledger entries and the files of jobs, by the job's ID.
type belongings struct {
	entries map[int64][]db.Entry
	assets  map[int64][]db.Asset
}

// readFresh reads what belongs to the jobs that have no known item. One query for all of them is faster than one for
// each.
func (r *reader) readFresh(ctx context.Context, rows []db.Job) (b belongings, err error) {
	var all, saved []int64
	for _, job := range rows {
		if _, known := r.known(job); known {
			continue
		}
		all = append(all, job.ID)
		if job.State == db.Saved {
			saved = append(saved, job.ID)
		}
	}
	if len(all) == 0 {
		return b, nil
	}
	b.entries, err = r.Library.EntriesOfJobs(ctx, all)
	if err != nil {
		return b, err
	}
	b.assets, err = r.Library.AssetsOfJobs(ctx, saved)
	return b, err
}

// waiting makes the items of waiting jobs with their durations and prices alone: it is called at each change of a job.
func (r *reader) waiting(ctx context.Context, rows []db.Job) (list []*item, err error) {
	known := map[string]time.Duration{}
	for _, job := range rows {
		it := &item{Job: job}
		it.takes, err = r.duration(ctx, job, known)
		if err != nil {
			return nil, fmt.Errorf("read how long job %d takes: %w", job.ID, err)
		}
		list = append(list, it)
	}
	r.setPrices(ctx, list)
	return list, nil
}

func (r *reader) item(
	ctx context.Context, job db.Job, of belongings, usual map[string]time.Duration,
) (it item, err error) {
	it = item{Job: job, cost: wording.CostOf(job, of.entries[job.ID])}
	switch job.State {
	case db.Saved:
		it.assets = of.assets[job.ID]
		if len(it.assets) > 0 {
			it.asked = requestKey(job)
		}
	case db.Queued, db.InProgress:
		it.usual, err = r.usualTime(ctx, job, usual)
	case db.Waiting:
		it.takes, err = r.duration(ctx, job, usual)
	}
	if !job.State.Ended() {
		it.frames = r.framesOf(ctx, job)
	}
	i := slices.IndexFunc(it.frames, func(a db.Asset) bool { return a.Kind == db.Picture })
	if i >= 0 {
		it.source = it.frames[i]
	}
	it.shape = shapeOf(job, it.source)
	return it, err
}

// readFiles reads the files of jobs again: a star or the trash changes no job.
func (r *reader) readFiles(ctx context.Context, list []*item) error {
	var ids []int64
	for _, it := range list {
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
	for _, it := range list {
		known := it.assets
		it.assets, it.asset = nil, db.Asset{}
		for _, a := range known {
			if a, exists := now[a.ID]; exists {
				it.assets = append(it.assets, a)
			}
		}
		if len(it.assets) > 0 {
			it.asset = it.assets[0]
		}
	}
	return nil
}

// nameBoards sets the names of the boards of jobs.
func (r *reader) nameBoards(ctx context.Context, list []*item) error {
	if !slices.ContainsFunc(list, func(it *item) bool { return it.Board != "" }) {
		return nil
	}
	names, err := r.Library.BoardNames(ctx)
	if err != nil {
		return fmt.Errorf("read names of boards: %w", err)
	}
	for _, it := range list {
		it.board = names[it.Board]
	}
	return nil
}

// framesOf returns the pictures that a job is made from: the stored copies that are sent, else those of the library.
func (r *reader) framesOf(ctx context.Context, job db.Job) (frames []db.Asset) {
	stored := func(path string, in db.Input) db.Asset {
		return db.Asset{ID: -job.ID, Kind: db.Picture, Path: path, Width: in.Width, Height: in.Height}
	}
	if job.InputPath != "" {
		return []db.Asset{stored(job.InputPath, db.Input{})}
	}
	inputs, _ := jobs.InputsOf(job) // unreadable inputs have no pictures
	for _, in := range inputs {
		a := stored(in.File, in)
		if in.File == "" {
			a, _ = r.Library.AssetByRef(ctx, in.Asset)
		}
		if !in.Part {
			frames = append(frames, a)
		}
	}
	return frames
}

// shapeOf returns the width by height of the result: as requested, else that of the source picture, else the usual one.
func shapeOf(job db.Job, source db.Asset) float32 {
	asked := wording.AskedOf(job)
	var w, h int
	n, _ := fmt.Sscanf(asked.Size, "%dx%d", &w, &h)
	if n != 2 {
		n, _ = fmt.Sscanf(asked.AspectRatio, "%d:%d", &w, &h)
	}
	if n != 2 {
		w, h = source.Width, source.Height
	}
	switch {
	case w > 0 && h > 0:
		return float32(w) / float32(h)
	case job.Kind.IsVideo():
		return 16. / 9
	}
	return 1
}

// duration returns how long a job takes: the usual time of a clip, or the median of the pictures of its model.
func (r *reader) duration(ctx context.Context, job db.Job, known map[string]time.Duration) (time.Duration, error) {
	if job.Kind.IsVideo() {
		return r.usualTime(ctx, job, known)
	}
	key := func(model string) string { return fmt.Sprint(job.ProfileID, " ", model) }
	if _, read := known[key("")]; !read {
		known[key("")] = 0
		models, err := r.Library.ModelStats(ctx, ledger.Filter{ProfileID: job.ProfileID})
		if err != nil {
			return 0, err
		}
		for _, m := range models {
			if m.Median > 0 { // else the row has charges alone, such as those in another currency
				known[key(m.Model)] = m.Median
			}
		}
	}
	return known[key(job.Model)], nil
}

// usualTime returns the median time of similar clips at the same service. known caches times that were read.
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

// setPrices sets the paying profile of jobs, and the current price of their requests. A price that cannot be read is
// unknown.
func (r *reader) setPrices(ctx context.Context, list []*item) {
	byProfile, front := map[int64][]*item{}, r.Profile()
	for _, it := range list {
		byProfile[it.ProfileID] = append(byProfile[it.ProfileID], it)
	}
	for id, its := range byProfile {
		rows := make([]db.Job, len(its))
		for i, it := range its {
			rows[i] = it.Job
		}
		q, err := r.Engine.PriceJobs(ctx, id, rows...)
		if err != nil {
			r.Log().Warn("cannot price the jobs of a profile", slog.Int64("profile", id), slog.Any("err", err))
			continue
		}
		for i, it := range its {
			it.again, it.profile = q.Each[i], q.Profile
			it.profile.Currency, it.amongPlay = q.Currency, front.Sandbox
			it.setHeldCost()
			it.shown = quoteOf(it.profile, []*item{it}).PriceAgreement()
			setOtherPrice(it, q.Table)
		}
	}
}

// setHeldCost shows what a held job would cost now, as the button that sends it does: prices may have changed since it
// was ordered.
func (it *item) setHeldCost() {
	if it.State == db.Held && it.cost.Estimate && it.again != nil {
		it.cost.Micros, it.cost.Number = it.again, wording.Money(*it.again, it.profile.Currency)
	}
}

// setOtherPrice sets what the picture of a job costs with the other picture model.
func setOtherPrice(it *item, table client.PriceTable) {
	it.otherModel, it.otherPrice = "", ""
	if it.State != db.Saved || it.Kind.IsVideo() {
		return
	}
	own, _ := jobs.ModelsOf(it.profile) // Settings shows an error about unreadable ones
	o, err := order.OtherModelOrder(it.Job, order.Env{Models: own})
	if err == nil {
		q := order.QuoteOf(table, o)
		it.otherModel, it.otherPrice = o.Requests[0].ModelName(), it.money().Price(int64(q.Total), q.Known)
	}
}

// requestKey returns a text that is equal for two pictures whose requests differ in the model alone; "" for a clip and
// for an unreadable request.
func requestKey(job db.Job) string {
	request, err := jobs.RequestOf(job)
	if err != nil {
		return ""
	}
	switch r := request.(type) { // Like names the model with the rules that apply, so it belongs to the model
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
	// The path of the picture that is edited contains the hash of its content.
	return string(job.Kind) + "\n" + string(text) + "\n" + job.InputPath
}

// pairModels pairs each picture with the newest one of another model for the same request. list is newest first.
func pairModels(list []*item) {
	alike := map[string][]*item{}
	for _, it := range list {
		it.compared = db.Asset{}
		if it.asked != "" {
			alike[it.asked] = append(alike[it.asked], it)
		}
	}
	for _, same := range alike {
		for _, it := range same {
			i := slices.IndexFunc(same, func(other *item) bool { return other.Model != it.Model })
			if i >= 0 {
				it.compared = same[i].asset
			}
		}
	}
}

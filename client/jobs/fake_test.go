package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
	"sync"
	"time"

	"viviscope/client"
)

// fakeService is a service without a network, for tests on a virtual clock. Tasks take a fixed time; hooks order
// trouble. What it accepts it charges for, and it counts every request that could cost money.
type fakeService struct {
	mu       sync.Mutex
	takes    time.Duration
	tasks    map[string]*fakeTask
	posts    map[string]int      // by prompt: requests that reached the service
	frames   map[string][]string // by prompt: the links of the last request
	tries    map[string]int      // by prompt: calls, also those that never left
	polls    map[string][]time.Time
	fetched  []string // task ids and links, in the order of the downloads
	running  int      // calls that cost money, under way
	most     map[string]int
	sequence int
	charged  map[string]bool // by prompt: pictures that were made

	// submit is asked before a request is handled. handled says whether the service takes it; err is what the client
	// gets to see, nil for the real answer.
	submit func(ctx context.Context, prompt string) (handled bool, err error)
	get    func(t *fakeTask) (*client.VideoTask, error) // nil, nil: the truth
	load   func(id string) error                        // before a download
	// what ContentState answers; nil: 503
	content func(id string) (*client.VideoTask, error)
	// how the bytes of a clip come in; nil: at once
	dripOf func(id string) func(ctx context.Context, progress func(done, total int64)) error
	// of every clip; nil: words that are no clip
	body  []byte
	image func(prompt string) (*client.ImageResult, error)
	slow  time.Duration // how long a picture call takes
}

type fakeTask struct {
	id, prompt string
	seconds    int
	made       time.Time
	fails      bool
	polls      int
}

func newFakeService() *fakeService {
	return &fakeService{
		takes: 100 * time.Second, tasks: map[string]*fakeTask{}, posts: map[string]int{}, frames: map[string][]string{},
		tries: map[string]int{},
		polls: map[string][]time.Time{}, most: map[string]int{}, charged: map[string]bool{},
	}
}

func (f *fakeService) CloseIdle() {}

func (f *fakeService) enter(ctx context.Context, kind, prompt string) (bool, error) {
	f.mu.Lock()
	f.tries[prompt]++
	f.running++
	f.most[kind] = max(f.most[kind], f.running)
	hook := f.submit
	f.mu.Unlock()
	handled, err := true, error(nil)
	if hook != nil {
		handled, err = hook(ctx, prompt)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.running--
	if client.OutcomeOf(err) != client.NotSent || err == nil {
		f.posts[prompt]++
	}
	return handled, err
}

func (f *fakeService) SubmitVideo(ctx context.Context, r client.VideoRequest) (*client.VideoTask, error) {
	f.mu.Lock()
	f.frames[r.Prompt] = r.InputReference
	f.mu.Unlock()
	handled, err := f.enter(ctx, "video", r.Prompt)
	var t *fakeTask
	if handled {
		f.mu.Lock()
		f.sequence++
		t = &fakeTask{
			id: fmt.Sprintf("task_%d", f.sequence), prompt: r.Prompt, seconds: r.Duration(), made: time.Now(),
			fails: strings.Contains(r.Prompt, "[fail]"),
		}
		f.tasks[t.id] = t
		f.mu.Unlock()
	}
	if err != nil {
		return nil, err
	}
	return f.truth(t), nil
}

func (f *fakeService) truth(t *fakeTask) *client.VideoTask {
	out := &client.VideoTask{ID: t.id, Status: client.StatusQueued, CreatedAt: t.made}
	switch done := time.Since(t.made); {
	case done >= f.takes && t.fails:
		out.Status, out.Progress = client.StatusFailed, 100
		out.Error = &client.TaskError{Code: "task_failed", Message: "no luck"}
	case done >= f.takes:
		out.Status, out.Progress, out.Seconds = client.StatusCompleted, 100, fmt.Sprint(t.seconds)
	case done > 0:
		out.Status, out.Progress = client.StatusInProgress, int(100*done/f.takes)
	}
	out.RawStatus = out.Status
	return out
}

// pollCount returns how often a task was asked for.
func (f *fakeService) pollCount(task string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.polls[task])
}

func (f *fakeService) GetVideo(ctx context.Context, id string) (*client.VideoTask, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.tasks[id]
	if t == nil {
		return nil, &client.Error{Op: "get video", Status: 404, Code: "task_not_found", Message: "no such task",
			Raw: `{"error":{}}`}
	}
	t.polls++
	f.polls[id] = append(f.polls[id], time.Now())
	if f.get != nil {
		if v, err := f.get(t); v != nil || err != nil {
			return v, err
		}
	}
	return f.truth(t), nil
}

func (f *fakeService) ContentState(ctx context.Context, id string) (*client.VideoTask, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.content == nil {
		return nil, &client.Error{Op: "content", Status: 503}
	}
	return f.content(id)
}

func (f *fakeService) DownloadVideo(ctx context.Context, id, path string, progress func(done, total int64)) error {
	f.mu.Lock()
	f.fetched = append(f.fetched, id)
	load := f.load
	f.mu.Unlock()
	if load != nil {
		if err := load(id); err != nil {
			return err
		}
	}
	if f.dripOf != nil {
		if err := f.dripOf(id)(ctx, progress); err != nil {
			return err
		}
	}
	progress(4, 4)
	if f.body != nil {
		return os.WriteFile(path, f.body, 0o600)
	}
	return os.WriteFile(path, []byte("clip of "+id), 0o600)
}

func (f *fakeService) GenerateImage(ctx context.Context, r client.ImageRequest) (*client.ImageResult, error) {
	return f.picture(ctx, r.Prompt)
}

func (f *fakeService) EditImage(ctx context.Context, r client.EditRequest) (*client.ImageResult, error) {
	if len(r.Image) == 0 && len(r.ImageURLs) == 0 {
		return nil, errors.New("an edit without a picture")
	}
	f.mu.Lock()
	f.frames[r.Prompt] = r.ImageURLs
	f.mu.Unlock()
	return f.picture(ctx, r.Prompt)
}

func (f *fakeService) picture(ctx context.Context, prompt string) (*client.ImageResult, error) {
	handled, err := f.enter(ctx, "image", prompt)
	f.mu.Lock()
	f.charged[prompt] = handled
	f.mu.Unlock()
	if f.slow > 0 && err == nil {
		f.mu.Lock()
		f.running++
		f.most["image"] = max(f.most["image"], f.running)
		f.mu.Unlock()
		select {
		case <-time.After(f.slow):
		case <-ctx.Done():
			err = &client.Error{Op: "generate image", Message: "cut", Err: client.ErrNoAnswer}
		}
		f.mu.Lock()
		f.running--
		f.mu.Unlock()
	}
	if err != nil {
		return nil, err
	}
	if f.image != nil {
		return f.image(prompt)
	}
	return &client.ImageResult{Data: []client.ImageItem{{URL: "https://cdn.example/a.png?sig=secret"}}, Usage: usage()},
		nil
}

func usage() client.Usage {
	return client.Usage{
		InputTokens: 10, OutputTokens: 750, TotalTokens: 760, InputTextTokens: 10, Split: true, Known: true,
		Raw: []byte(`{"input_tokens":10,"output_tokens":750}`),
	}
}

func (f *fakeService) FetchImage(ctx context.Context, item client.ImageItem, path string) error {
	f.mu.Lock()
	load := f.load
	f.fetched = append(f.fetched, item.URL+item.B64JSON)
	f.mu.Unlock()
	if item.B64JSON == "broken" { // as the client keeps what it refuses
		if err := os.WriteFile(path+client.RefusedExt, []byte("\x89PNG and no more"), 0o600); err != nil {
			return err
		}
		return &client.Error{Op: "picture", Err: fmt.Errorf("%w: %w", client.ErrDeliveredDamaged, client.ErrDamaged)}
	}
	if item.B64JSON == "garbage" {
		return &client.Error{Op: "picture", Err: client.ErrDamaged}
	}
	if load != nil {
		if err := load(item.URL + item.B64JSON); err != nil {
			return err
		}
	}
	return os.WriteFile(path, pngBytes(), 0o600)
}

func pngBytes() []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3))); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// told returns the client's reading of an answer about the task id with the raw status word and the error why; "" for
// no error.
func told(id, word, why string) *client.VideoTask {
	t := &client.VideoTask{ID: id, RawStatus: word, Status: client.StatusOf(word)}
	if why != "" {
		t.Error = &client.TaskError{Message: why}
		t.Unclear = !t.Done()
	}
	return t
}

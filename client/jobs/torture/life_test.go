package torture

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/db"
)

// clickKind is the kind of a click.
type clickKind string

const (
	clip    clickKind = "clip"
	slow    clickKind = "slow"    // a clip that is seen while it runs
	failing clickKind = "failing" // a clip that the service fails and refunds
	picture clickKind = "picture"
	edit    clickKind = "edit"
	refused clickKind = "refused" // a picture that the service refuses
	framed  clickKind = "framed"  // a clip between links
	hosted  clickKind = "hosted"  // a clip between two local pictures, which are put on a host first
	merge   clickKind = "merge"   // an edit of a link and a local picture

	// person is not a click: the user settles an unconfirmed job.
	person clickKind = "person"
)

// click is one press of the button.
type click struct {
	Kind   clickKind
	Prompt string // holds a token that no other click has
}

// life describes the work of one process of the program until it is killed.
type life struct {
	Library string
	BaseURL string
	Begin   time.Time // of the fast clock
	Step    string    // the step at which it kills itself; "": it is killed from outside
	Clicks  []click
	Settle  bool   // the user settles an unconfirmed job, so that the life reaches its step
	Board   string // the board that the user works on; "": none
	Number  int    // of the life
}

// confirmed is the prefix of the line, with the prompt, that the process prints after a click was committed.
const confirmed = "confirmed "

// incompleteFile is the prefix of the line, with the reason, that the process prints when the gallery has an incomplete
// file.
const incompleteFile = "half "

const (
	key     = "sk-torture-0123456789"
	profile = 1 // the only one
)

// runLife runs the program without a window until the process is killed, or its parent ends.
func runLife(setting string) error {
	var l life
	if err := json.Unmarshal([]byte(setting), &l); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(3)
	}()
	ctx := context.Background()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
	time := jobstest.NewClock(l.Begin)
	lib, err := db.Open(ctx, l.Library, db.Options{Now: time.Now, Log: log})
	if err != nil {
		return err
	}
	if err := lookAround(ctx, lib); err != nil {
		fmt.Println(incompleteFile + err.Error())
	}
	t := &trap{label: l.Step}
	engine, err := newEngine(lib, t, l.BaseURL, time, log)
	if err != nil {
		return err
	}
	if err := engine.Start(ctx); err != nil {
		return err
	}
	for _, c := range l.Clicks {
		if err := press(ctx, engine, l.BaseURL, c); err != nil {
			return fmt.Errorf("click %s: %w", c.Prompt, err)
		}
		fmt.Println(confirmed + c.Prompt)
	}
	if l.Board != "" {
		return makeBoard(ctx, lib, engine, l, t)
	}
	if l.Settle {
		return settleOne(ctx, lib, engine, l)
	}
	select {}
}

// lookAround checks the newest files of the gallery as the previous life left them, before anything is repaired.
func lookAround(ctx context.Context, lib *db.Library) error {
	newest, err := lib.NewestAssets(ctx, 5)
	for _, a := range newest {
		_, wrong := checkAsset(lib, a)
		err = errors.Join(err, wrong)
	}
	return err
}

// newEngine returns the engine of the program, with traps around its library, service and hosts.
func newEngine(lib *db.Library, t *trap, service string, c *jobstest.Clock, log *slog.Logger) (*jobs.Engine, error) {
	return jobs.New(jobs.Options{
		// a kill must not look like a restored copy
		Sent:    jobs.NewSentLog(filepath.Join(filepath.Dir(lib.Dir()), "sent")),
		Library: &trappedLibrary{lib, t}, Keys: oneKey{}, Clock: c, Log: log, Hosts: deskHost{service, t},
		LastFrame: lastFrame,
		Connect: func(conf client.Config) (jobs.Service, error) {
			svc, err := client.New(conf)
			return &trappedService{svc, t}, err
		},
	})
}

type oneKey struct{}

func (oneKey) Key(context.Context, db.Profile) (string, error) { return key, nil }

func press(ctx context.Context, e *jobs.Engine, service string, c click) error {
	prompt := c.Prompt
	switch c.Kind {
	case slow:
		prompt += " [slow]"
	case failing, refused:
		prompt += " [fail]"
	}
	still := client.ImageRequest{Model: "genimage-2.5-flare", Prompt: prompt, Size: "1024x1024", Quality: "low"}
	moving := client.VideoRequest{Model: "clip-3.0", Prompt: prompt, Seconds: 5, Resolution: "720P"}
	o := jobs.Order{Request: moving}
	switch c.Kind {
	case picture, refused:
		o.Request = still
	case edit:
		o.Request = client.EditRequest{ImageRequest: still, Image: dot(c.Prompt), ImageName: "mine.png"}
	case merge:
		o.Request = client.EditRequest{ImageRequest: still, ImageURLs: []string{service + framePath, ""}}
		o.Inputs = []jobs.Input{{Place: 0, Width: 8, Height: 6}, {Place: 1, Data: dot(c.Prompt)}}
	case framed:
		moving.InputReference = []string{service + framePath, service + framePath}
		o.Request = moving
	case hosted:
		o.Inputs = []jobs.Input{{Place: 0, Data: dot(c.Prompt)}, {Place: 1, Data: dot(c.Prompt[1:])}}
	}
	_, err := e.Submit(ctx, profile, []jobs.Order{o}, jobs.Terms{})
	return err
}

// dot returns a small picture to be edited. Few clicks share one, so that most have their own stored input.
func dot(prompt string) []byte {
	img := image.NewGray(image.Rect(0, 0, 8, 6))
	copy(img.Pix, prompt)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

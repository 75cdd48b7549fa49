package backend

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/hosting/hostingtest"
	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/client/keys"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

const hostSecret = hostingtest.Secret

func s3At(endpoint string) hosting.Config {
	return hosting.Config{Kind: hosting.KindS3, DeleteAfter: true, S3: hosting.S3{
		Endpoint: endpoint, Region: hostingtest.Region, Bucket: hostingtest.Bucket, AccessKey: hostingtest.AccessKey}}
}

func (f *fixture) row(t *testing.T, id int64) db.Profile {
	t.Helper()
	p, err := f.lib.Profile(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheSecretOfAHostIsBoundToIt(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, keys.NewSession())   // a keychain that works
	p := f.add(t, "https://s3.example.com") // the service lives where the bucket does
	c := s3At("https://s3.example.com")
	if err := f.SaveKey(ctx, p.ID, secret, keys.InKeychain); err != nil {
		t.Fatal(err)
	}
	if err := f.SaveHosting(ctx, p.ID, c); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Host(ctx, f.row(t, p.ID)); !errors.Is(err, keys.ErrNone) {
		t.Errorf("the key of the service, or nothing, signs in at the host: %v", err)
	}
	if err := f.SaveHostSecret(ctx, p.ID, c, hostSecret, keys.InKeychain); err != nil {
		t.Fatal(err)
	}
	row := f.row(t, p.ID)
	if strings.Contains(string(row.Hosting), hostSecret) {
		t.Error("the secret is in the database")
	}
	if place, since := f.HostSecretPlace(ctx, row); place != keys.InKeychain || since.IsZero() {
		t.Errorf("place %v, since %v", place, since)
	}
	kept, _ := readHosting(row)
	if got, err := f.hostSecret(ctx, row, kept); err != nil || got != hostSecret {
		t.Errorf("secret %q, %v", got, err)
	}
	if got, err := f.keys.Key(ctx, row); err != nil || got != secret {
		t.Errorf("the key of the service is %q, %v", got, err)
	}
	for name, change := range map[string]func(*hosting.Config){
		"another host": func(c *hosting.Config) { c.S3.Endpoint = "https://s3.example.net" },
		"another port": func(c *hosting.Config) { c.S3.Endpoint = "https://s3.example.com:8443" },
		"no https":     func(c *hosting.Config) { c.S3.Endpoint = "http://s3.example.com" },
		"another user": func(c *hosting.Config) { c.S3.AccessKey = "AKIDOTHER" },
	} {
		moved := c
		change(&moved)
		if err := f.SaveHosting(ctx, p.ID, moved); err != nil {
			t.Fatal(err)
		}
		row := f.row(t, p.ID)
		kept, _ := readHosting(row)
		if got, err := f.hostSecret(ctx, row, kept); !errors.Is(err, keys.ErrNone) {
			t.Errorf("%s gets %q, %v", name, got, err)
		}
		if place, _ := f.HostSecretPlace(ctx, row); place != keys.Nowhere {
			t.Errorf("%s: the secret is said to be at %v", name, place)
		}
	}
	if err := f.SaveHosting(ctx, p.ID, c); err != nil { // back home
		t.Fatal(err)
	}
	if err := f.RemoveHostSecret(ctx, p.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Host(ctx, f.row(t, p.ID)); !errors.Is(err, keys.ErrNone) {
		t.Errorf("after removing: %v", err)
	}
	if got, err := f.keys.Key(ctx, f.row(t, p.ID)); err != nil || got != secret {
		t.Errorf("with the secret of the host the key of the service went: %q, %v", got, err)
	}
}

func TestTheSecretOfAHostWithoutAKeychain(t *testing.T) {
	ctx := context.Background()
	chain := &brokenKeychain{}
	f := newFixture(t, chain)
	p := f.add(t, "https://api.example.com")
	c := s3At("https://s3.example.com")
	if err := f.SaveHosting(ctx, p.ID, c); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Host(ctx, f.row(t, p.ID)); !errors.Is(err, keys.ErrNone) || chain.asked != 0 {
		t.Errorf("%v, the keychain was asked %d times", err, chain.asked)
	}
	if err := f.SaveHostSecret(ctx, p.ID, c, hostSecret, keys.InKeychain); !errors.Is(err, keys.ErrUnavailable) ||
		strings.Contains(err.Error(), hostSecret) {
		t.Errorf("save without a keychain: %v", err)
	}
	for _, where := range []keys.Location{keys.InSession, keys.InFile} {
		if err := f.SaveHostSecret(ctx, p.ID, c, hostSecret, where); err != nil {
			t.Fatal(err)
		}
		if place, _ := f.HostSecretPlace(ctx, f.row(t, p.ID)); place != where {
			t.Errorf("place %v, chosen %v", place, where)
		}
		if _, err := f.Host(ctx, f.row(t, p.ID)); err != nil {
			t.Errorf("place %v: %v", where, err)
		}
	}
}

func TestFormsOfAProfileDoNotUndoEachOther(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, keys.NewSession())
	stale := f.add(t, "https://api.example.com") // what the form of name and address was filled with
	c := s3At("https://s3.example.com")
	err := errors.Join(f.SaveHosting(ctx, stale.ID, c), f.SaveHostSecret(ctx, stale.ID, c, hostSecret, keys.InKeychain),
		f.ChangeProfile(ctx, stale.ID, func(p *db.Profile) {
			p.BudgetMicros, p.BaseURL = new(int64(600_000_000)), "https://elsewhere.example"
		}),
		f.ChangeProfile(ctx, stale.ID, func(p *db.Profile) {
			p.ConfirmMicros, p.Models = new(int64(5)), json.RawMessage(`[{"id":"a","like":"clip-2.5"}]`)
		}))
	if err != nil {
		t.Fatal(err)
	}
	stale.Name = "Renamed"
	if _, err := f.SaveProfile(ctx, stale); err != nil {
		t.Fatal(err)
	}
	p := f.row(t, stale.ID)
	if p.Name != "Renamed" || p.BaseURL != "https://api.example.com" || p.BudgetMicros == nil ||
		*p.BudgetMicros != 600_000_000 || p.ConfirmMicros == nil || len(p.Models) == 0 {
		t.Errorf("kept %+v", p)
	}
	if place, _ := f.HostSecretPlace(ctx, p); place != keys.InKeychain {
		t.Errorf("place %v", place)
	}
}

func TestNoHostWhereHostingIsOff(t *testing.T) {
	h := Profiles{log: slog.New(slog.DiscardHandler)}
	for _, raw := range []string{"", "{}", `{"kind":""}`,
		`{"kind":"webdav","webdav":{"url":"https://dav.example.com/f","user":"painter"}}`} {
		if _, err := h.Host(context.Background(), db.Profile{ID: 1, Hosting: []byte(raw)}); !errors.Is(err,
			jobs.ErrNoHosting) {
			t.Errorf("%q: %v", raw, err)
		}
		if (db.Profile{Hosting: []byte(raw)}).HostsPictures() {
			t.Errorf("%q is taken for a host by the places that use pictures", raw)
		}
	}
	if _, err := h.Host(context.Background(), db.Profile{ID: 1, Hosting: []byte("nonsense")}); err == nil ||
		errors.Is(err, jobs.ErrNoHosting) {
		t.Errorf("what cannot be read is taken for off: %v", err)
	}
}

// Settings of a hosting type of older versions stay in the row when other settings change.
func TestHostingOfAnOlderVersionStaysInTheRow(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, keys.NewSession())
	p := f.add(t, "https://api.example.com")
	const old = `{"url":"https://dav.example.com/f","user":"painter","public_url":"https://files.example.com/f"}`
	err := f.ChangeProfile(ctx, p.ID, func(row *db.Profile) {
		row.Hosting = json.RawMessage(`{"kind":"webdav","webdav":` + old + `,"delete_after":true}`)
	})
	c := s3At("https://s3.example.com")
	if err = errors.Join(err, f.SaveHosting(ctx, p.ID, c),
		f.SaveHostSecret(ctx, p.ID, c, hostSecret, keys.InKeychain)); err != nil {
		t.Fatal(err)
	}
	if row := f.row(t, p.ID); !strings.Contains(string(row.Hosting), `"webdav":`+old) || !row.HostsPictures() {
		t.Errorf("the row has %s", row.Hosting)
	}
}

// A picture is deleted from its own bucket, even if the user chose another one before its job ended.
func TestPictureIsDeletedFromItsBucket(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, keys.NewSession())
	bucket := hostingtest.S3(t)
	p := f.add(t, "https://api.example.com")
	c := s3At("http://" + bucket.Addr)
	turn := func() jobs.Host {
		t.Helper()
		if err := errors.Join(f.SaveHosting(ctx, p.ID, c),
			f.SaveHostSecret(ctx, p.ID, c, hostSecret, keys.InKeychain)); err != nil {
			t.Fatal(err)
		}
		h, err := f.Host(ctx, f.row(t, p.ID))
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	var name string
	named := func(object string) error { name = object; return nil }
	picture := redPicture(t)
	put, err := turn().Put(ctx, "red.png", "image/png", int64(len(picture)), bytes.NewReader(picture), named, nil)
	if err != nil {
		t.Fatal(err)
	}
	if put.Keep || put.Dies.IsZero() || fileCount(t, bucket.Dir) != 1 {
		t.Errorf("keep %v, dies %v, %d objects", put.Keep, put.Dies, fileCount(t, bucket.Dir))
	}
	if name != put.Object {
		t.Errorf("it was to be called %q, and is %q", name, put.Object)
	}
	c.DeleteAfter = false
	stays, err := turn().Put(ctx, "red.png", "image/png", int64(len(picture)), bytes.NewReader(picture), named, nil)
	if err != nil || !stays.Keep {
		t.Errorf("%+v, %v", stays.Keep, err)
	}
	c.S3.Bucket = "elsewhere"
	if err := turn().Delete(ctx, put.Object); !errors.Is(err, errHostRemoved) || fileCount(t, bucket.Dir) != 2 {
		t.Errorf("from another bucket: %v, %d files", err, fileCount(t, bucket.Dir))
	}
	c.S3.Bucket = hostingtest.Bucket
	if err := turn().Delete(ctx, put.Object); err != nil || fileCount(t, bucket.Dir) != 1 {
		t.Errorf("from its own bucket: %v, %d files", err, fileCount(t, bucket.Dir))
	}
}

// A picture that an older version stored in the sandbox is deleted too. Its name has a tag.
func TestAPictureOfAnOlderVersionLeavesTheSandbox(t *testing.T) {
	ctx := context.Background()
	f := newFixture(t, keys.NewSession())
	id, err := f.Sandbox(ctx)
	if err != nil {
		t.Fatal(err)
	}
	h, err := f.Host(ctx, f.row(t, id))
	if err != nil {
		t.Fatal(err)
	}
	put, err := h.Put(ctx, "red.png", "image/png", 9, strings.NewReader("a picture"), func(string) error {
		return nil
	}, func(int64, int64) {})
	if err != nil || put.Keep || !put.Dies.IsZero() {
		t.Fatalf("%+v, %v", put, err)
	}
	if err := h.Delete(ctx, "12ab34cd:"+put.Object); err != nil {
		t.Fatal(err)
	}
	if n := fileCount(t, filepath.Join(f.lib.Dir(), "sandbox", "hosted")); n != 0 {
		t.Errorf("%d pictures are left", n)
	}
}

// A picture is not uploaded to the sandbox if its name cannot be recorded first.
func TestUnrecordedNameIsNotUsed(t *testing.T) {
	f := newFixture(t, keys.NewSession())
	if _, err := f.Host(t.Context(), db.Profile{Sandbox: true}); !errors.Is(err, errSandboxOff) {
		t.Errorf("without a sandbox: %v", err)
	}
	id, err := f.Sandbox(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h, err := f.Host(t.Context(), f.row(t, id))
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("no room for the name")
	_, err = h.Put(t.Context(), "red.png", "image/png", 9, strings.NewReader("a picture"), func(string) error {
		return full
	}, nil)
	if n := fileCount(t, filepath.Join(f.lib.Dir(), "sandbox", "hosted")); !errors.Is(err, full) || n != 0 {
		t.Errorf("%v, %d pictures", err, n)
	}
}

// A local picture becomes the first frame of a clip: it is uploaded to a real host, fetched by the service, and deleted
// when the job has ended. The sandbox is its own host.
func TestALocalPictureBecomesAFrame(t *testing.T) {
	t.Run("s3", func(t *testing.T) { becomesAFrame(t, false) })
	t.Run("sandbox", func(t *testing.T) { becomesAFrame(t, true) })
}

func becomesAFrame(t *testing.T, ofTheSandbox bool) {
	f := newFixture(t, keys.NewSession())
	var log bytes.Buffer
	f.log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	renderer := &sandboxtest.Renderer{}
	// building the server may take time
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	f.sandbox.options.Seconds, f.sandbox.options.Renderer = 0.01, renderer
	if !ofTheSandbox {
		f.sandbox.options.Public = netip.Addr.IsLoopback
	}
	id, err := f.Sandbox(ctx)
	if err != nil {
		t.Fatal(err)
	}
	box, lies := f.sandbox.running(), filepath.Join(f.lib.Dir(), "sandbox", "hosted")
	if !ofTheSandbox {
		server := hostingtest.S3(t)
		c := s3At("http://" + server.Addr)
		id, lies = f.add(t, box.BaseURL()).ID, server.Dir
		err = errors.Join(f.SaveKey(ctx, id, box.Key(), keys.InKeychain), f.SaveHosting(ctx, id, c),
			f.SaveHostSecret(ctx, id, c, hostSecret, keys.InKeychain))
		if err != nil {
			t.Fatal(err)
		}
		if report, err := f.TestHosting(ctx, id); err != nil || !report.OK() || fileCount(t, lies) != 0 {
			t.Fatalf("test: %v, %+v", err, report)
		}
	}
	engine, err := jobs.New(jobs.Options{Library: f.lib, Keys: f.keys, Hosts: f.profiles,
		Clock: jobstest.NewClock(time.Now()), Log: f.log})
	if err != nil {
		t.Fatal(err)
	}
	news := make(chan struct{}, 1)
	engine.Subscribe(func(jobs.Event) {
		select {
		case news <- struct{}{}:
		default:
		}
	})
	if err := engine.Start(ctx); err != nil {
		t.Fatal(err)
	}
	order := client.VideoRequest{Model: "clip-2.6", Prompt: "a red wall", Seconds: 5, Resolution: client.Resolution720P,
		InputReference: []string{""}}
	made, err := engine.Submit(ctx, id,
		[]jobs.Order{{Request: order, Inputs: []jobs.Input{{Place: 0, Data: redPicture(t)}}}}, jobs.Terms{})
	if err != nil {
		t.Fatal(err)
	}
	var job db.Job
	for !job.State.Ended() || strings.Contains(string(job.Inputs), `"object"`) {
		select {
		case <-ctx.Done():
			t.Fatalf("the job is %s: %s %s", job.State, job.ErrorCode, job.ErrorMessage)
		case <-news:
		}
		if job, err = f.lib.Job(ctx, made[0].ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := engine.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	if job.State != db.Saved {
		t.Errorf("the job is %s: %s %s", job.State, job.ErrorCode, job.ErrorMessage)
	}
	if n := fileCount(t, lies); n != 0 {
		t.Errorf("%d pictures lie at the host after the job", n)
	}
	if clips := renderer.Clips(); len(clips) != 1 || clips[0].First == nil ||
		!samePixels(t, clips[0].First, redPicture(t)) {
		t.Errorf("%d clips were made, or not with the picture of this computer", len(clips))
	}
	for _, never := range []string{hostSecret, box.Key(), "X-Amz-Signature"} {
		if strings.Contains(log.String(), never) {
			t.Errorf("%q is in the log", never)
		}
	}
}

func samePixels(t *testing.T, got image.Image, picture []byte) bool {
	t.Helper()
	want, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		return false
	}
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			r, g, b, a := got.At(x, y).RGBA()
			r2, g2, b2, a2 := want.At(x, y).RGBA()
			if r != r2 || g != g2 || b != b2 || a != a2 {
				return false
			}
		}
	}
	return true
}

func redPicture(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 640, 360))
	for i := 0; i < len(img.Pix); i += 4 {
		copy(img.Pix[i:], []byte{220, byte(i / 4 % 640 / 8), 20, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// fileCount counts the files below a folder.
func fileCount(t *testing.T, dir string) int {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			n++
		}
		return nil // what goes away meanwhile does not count
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

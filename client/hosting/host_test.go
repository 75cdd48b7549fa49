package hosting

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"
	"time"

	"viviscope/client/linkcheck"
)

// checkErr verifies what applies to every error.
func checkErr(t *testing.T, err, kind error) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, kind) {
		t.Fatalf("%v, want %v", err, kind)
	}
	noSecret(t, err.Error())
	if e.Op == "" {
		t.Errorf("%v does not say what was tried", err)
	}
	return e
}

func put(ctx context.Context, h *Bucket, data []byte, progress func(done, total int64)) (Hosted, error) {
	return h.Put(ctx, "Fuchs 狐.png", bytes.NewReader(data), int64(len(data)), "image/png", nil, progress)
}

var objectRE = regexp.MustCompile(`^[0-9a-f]{16}-[0-9a-f]{24}\.png$`)

func TestPutReadAndDelete(t *testing.T) {
	p := newBucket(t)
	h := p.host(t)
	last := int64(0)
	before := time.Now()
	hosted, err := put(t.Context(), h, testPicture(), func(done, total int64) {
		if done < last || total != int64(len(testPicture())) {
			t.Errorf("progress %d after %d, of %d", done, last, total)
		}
		last = done
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != int64(len(testPicture())) {
		t.Errorf("progress ended at %d", last)
	}
	if !objectRE.MatchString(path.Base(hosted.Object)) {
		t.Errorf("object %q", hosted.Object)
	}
	if status, mime, data := fetch(t, hosted.URL); status != 200 || mime != "image/png" ||
		!bytes.Equal(data, testPicture()) {
		t.Errorf("anyone gets HTTP %d, %s, %d bytes", status, mime, len(data))
	}
	dies, ok := linkcheck.Expiry(hosted.URL, before)
	if !ok || !dies.Equal(hosted.Dies) || dies.Before(before.Add(DefaultLifetime-2*time.Second)) ||
		dies.After(time.Now().Add(DefaultLifetime)) {
		t.Errorf("dies %v, the link says %v", hosted.Dies, dies)
	}

	second, err := put(t.Context(), h, testPicture(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := path.Base(hosted.Object), path.Base(second.Object); a == b || a[:16] != b[:16] {
		t.Errorf("the same picture is %s and %s", a, b)
	}
	if n := len(p.files(t)); n != 2 {
		t.Errorf("%d files", n)
	}

	for range 2 { // deleting twice succeeds
		if err := h.Delete(t.Context(), hosted.Object); err != nil {
			t.Error(err)
		}
	}
	if status, _, _ := fetch(t, hosted.URL); status != http.StatusNotFound {
		t.Errorf("after deleting: HTTP %d", status)
	}
	if files := p.files(t); len(files) != 1 || files[0] != path.Base(second.Object) {
		t.Errorf("left %v", files)
	}
	if len(p.waits.all) > 0 {
		t.Errorf("waited %v", p.waits.all)
	}
}

func TestWrongSecretIsNotRetried(t *testing.T) {
	p := newBucket(t)
	h, err := New(p.config, NewSecret("wrong-secret"), p.options)
	if err != nil {
		t.Fatal(err)
	}
	_, err = put(t.Context(), h, testPicture(), nil)
	checkErr(t, err, ErrRefused)
	checkErr(t, h.Delete(t.Context(), "a.png"), ErrRefused)
	r, err := h.Test(t.Context())
	checkErr(t, err, ErrRefused)
	checkReport(t, r, "reach+ write- read. delete.")
	if len(p.waits.all) > 0 || len(p.files(t)) > 0 {
		t.Errorf("waited %v, left %v", p.waits.all, p.files(t))
	}
}

func TestUnknownAccessKeyIsRefused(t *testing.T) {
	p := newBucket(t)
	p.config.S3.AccessKey = "AKIDUNKNOWN"
	_, err := put(t.Context(), p.host(t), testPicture(), nil)
	checkErr(t, err, ErrRefused)
}

func TestMissingBucketIsReported(t *testing.T) {
	p := newBucket(t)
	p.missing(&p.config)
	h := p.host(t)
	_, err := put(t.Context(), h, testPicture(), nil)
	checkErr(t, err, ErrNotFound)
	r, err := h.Test(t.Context())
	checkErr(t, err, ErrNotFound)
	checkReport(t, r, "reach+ write- read. delete.")
	if len(p.waits.all) > 0 {
		t.Errorf("waited %v", p.waits.all)
	}
}

func TestUnreachableServerIsTriedThreeTimes(t *testing.T) {
	p := newBucket(t)
	p.server.Kill()
	h := p.host(t)
	for name, try := range map[string]func() error{
		"put":    func() error { _, err := put(t.Context(), h, testPicture(), nil); return err },
		"delete": func() error { return h.Delete(t.Context(), "a.png") },
		"test": func() error {
			r, err := h.Test(t.Context())
			checkReport(t, r, "reach- write. read. delete.")
			return err
		},
	} {
		p.waits.all = nil
		checkErr(t, try(), ErrUnreachable)
		if len(p.waits.all) != maxTries-1 || p.waits.all[0] != time.Second || p.waits.all[1] != 2*time.Second {
			t.Errorf("%s waited %v", name, p.waits.all)
		}
	}
	// A server that works again at the next attempt is no failure.
	p.waits.hook = func() { p.server.Start() }
	hosted, err := put(t.Context(), h, testPicture(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if status, _, data := fetch(t, hosted.URL); status != 200 || !bytes.Equal(data, testPicture()) {
		t.Errorf("HTTP %d, %d bytes", status, len(data))
	}
}

func TestPutRetriesAfterServerDiesDuringUpload(t *testing.T) {
	p := newBucket(t)
	h := p.host(t)
	last := int64(0)
	dies := at(1<<20, p.server.Kill)
	progress := func(done, total int64) { last = done; dies(done, total) }

	t.Run("and come back", func(t *testing.T) {
		p.waits.hook = func() { p.server.Start(); p.waits.hook = nil }
		hosted, err := put(t.Context(), h, large, progress)
		if err != nil {
			t.Fatal(err)
		}
		if last != int64(len(large)) || len(p.waits.all) != 1 {
			t.Errorf("progress ended at %d after waiting %v", last, p.waits.all)
		}
		if status, _, data := fetch(t, hosted.URL); status != 200 || !bytes.Equal(data, large) {
			t.Errorf("HTTP %d, %d bytes", status, len(data))
		}
	})
	t.Run("for good", func(t *testing.T) {
		p.waits.all = nil
		_, err := put(t.Context(), h, large, at(1<<20, p.server.Kill))
		checkErr(t, err, ErrUnreachable)
		if len(p.waits.all) != maxTries-1 {
			t.Errorf("waited %v", p.waits.all)
		}
	})
}

func TestPutStopsWithContext(t *testing.T) {
	p := newBucket(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := put(ctx, p.host(t), large, at(1<<20, cancel))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if files := p.files(t); len(files) > 0 {
		t.Errorf("left %v", files)
	}
	if len(p.waits.all) > 0 {
		t.Errorf("waited %v", p.waits.all)
	}
}

func TestPutRefusesUnreadablePictures(t *testing.T) {
	p := newBucket(t)
	p.server.Kill() // nothing is sent, so no server is needed
	h := p.host(t)
	for name, r := range map[string]*bytes.Reader{"empty": bytes.NewReader(nil),
		"shorter than said": bytes.NewReader(large[:9]), "longer than said": bytes.NewReader(large[:11])} {
		size := int64(10)
		if name == "empty" {
			size = 0
		}
		_, err := h.Put(t.Context(), name, r, size, "image/png", nil, nil)
		if e := checkErr(t, err, ErrBadPicture); !strings.Contains(e.Op, name) {
			t.Errorf("%v does not name the picture", err)
		}
	}
	if len(p.waits.all) > 0 {
		t.Errorf("waited %v", p.waits.all)
	}
}

// The object name is reported before the upload, and is the final one.
func TestPutReportsNameBeforeUpload(t *testing.T) {
	p := newBucket(t)
	var names []string
	hosted, err := p.host(t).Put(t.Context(), "a.png", bytes.NewReader(testPicture()), int64(len(testPicture())),
		"image/png",
		func(object string) error {
			if there := p.files(t); len(there) > 0 {
				t.Errorf("%v is there before its name was told", there)
			}
			names = append(names, object)
			return nil
		}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 1 || names[0] != hosted.Object {
		t.Errorf("told %q, it is %q", names, hosted.Object)
	}
}

// If storing the name fails, nothing is uploaded and the error is returned.
func TestPutStopsIfNameIsNotStored(t *testing.T) {
	p := newBucket(t)
	full, calls := errors.New("no room for the name"), 0
	_, err := p.host(t).Put(t.Context(), "a.png", bytes.NewReader(testPicture()), int64(len(testPicture())),
		"image/png",
		func(string) error { calls++; return full }, nil)
	if !errors.Is(err, full) || calls != 1 || len(p.files(t)) > 0 {
		t.Errorf("%v after %d calls, there is %v", err, calls, p.files(t))
	}
}

// A read error of the file is not reported as an error of the host.
func TestReadErrorIsNotRetried(t *testing.T) {
	p := newBucket(t)
	_, err := p.host(t).Put(t.Context(), "a.png", &breaking{Reader: bytes.NewReader(large)}, int64(len(large)),
		"image/png", nil, nil)
	checkErr(t, err, ErrBadPicture)
	if len(p.waits.all) > 0 || len(p.files(t)) > 0 {
		t.Errorf("waited %v, left %v", p.waits.all, p.files(t))
	}
}

// breaking reads completely the first time, for the hash, and fails half-way the second time.
type breaking struct {
	*bytes.Reader
	rewound int
}

func (b *breaking) Seek(offset int64, whence int) (int64, error) {
	if offset == 0 && whence == io.SeekStart {
		b.rewound++
	}
	return b.Reader.Seek(offset, whence)
}

func (b *breaking) Read(p []byte) (int, error) {
	if b.rewound > 1 && b.Len() < len(large)/2 {
		return 0, errors.New("the disk is gone")
	}
	return b.Reader.Read(p)
}

func TestSignedLinkExpires(t *testing.T) {
	p := newBucket(t)
	p.config.S3.LifetimeSeconds = 1
	hosted, err := put(t.Context(), p.host(t), testPicture(), nil)
	if err != nil {
		t.Fatal(err)
	}
	look := linkcheck.New(linkcheck.Config{ServiceURL: "http://" + p.server.Addr})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for ; ; time.Sleep(20 * time.Millisecond) { // until the server refuses the link
		_, err := look.Check(ctx, hosted.URL)
		if errors.Is(err, linkcheck.ErrLogin) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if time.Now().Before(hosted.Dies) {
		t.Errorf("it died before %v", hosted.Dies)
	}
}

func TestSignedLinkCannotBeChanged(t *testing.T) {
	p := newBucket(t)
	hosted, err := put(t.Context(), p.host(t), testPicture(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for what, link := range map[string]string{
		"a longer life": strings.Replace(hosted.URL, "X-Amz-Expires=86400", "X-Amz-Expires=604800", 1),
		"no signature":  strings.Split(hosted.URL, "?")[0],
	} {
		if status, _, _ := fetch(t, link); link == hosted.URL || status != http.StatusForbidden {
			t.Errorf("%s: HTTP %d", what, status)
		}
	}
}

func TestRegionIsRequestedFromServer(t *testing.T) {
	p := newBucket(t)
	p.config.S3.Region = ""
	p.config.S3.Addressing = AddressPath
	hosted, err := put(t.Context(), p.host(t), testPicture(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if status, _, _ := fetch(t, hosted.URL); status != 200 {
		t.Errorf("HTTP %d", status)
	}
}

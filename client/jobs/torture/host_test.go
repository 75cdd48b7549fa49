package torture

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

const (
	hostPath  = "/torture/host/"
	framePath = "/torture/frame.png" // a picture of another site on the internet
)

// deskHost is the image host of the user's own pictures. It runs in the process of the service, because it outlives the
// program.
type deskHost struct {
	service string
	trap    *trap
}

func (h deskHost) Host(context.Context, db.Profile) (jobs.Host, error) { return h, nil }

func (h deskHost) Put(
	ctx context.Context, _, _ string, size int64, r io.ReadSeeker, named func(object string) error,
	progress func(done, total int64),
) (jobs.Hosted, error) {
	h.trap.reach("hosting: before")
	object := rand.Text()
	if err := named(object); err != nil {
		return jobs.Hosted{}, err
	}
	h.trap.soon("hosting: during", 2*time.Millisecond)
	if err := h.call(ctx, http.MethodPut, object, r); err != nil {
		return jobs.Hosted{}, err
	}
	progress(size, size)
	h.trap.reach("hosting: put")
	return jobs.Hosted{Link: h.service + hostPath + object, Object: object}, nil
}

func (h deskHost) Delete(ctx context.Context, object string) error {
	h.trap.reach("taking down: before")
	err := h.call(ctx, http.MethodDelete, object, nil)
	h.trap.reach("taking down: gone")
	return err
}

func (h deskHost) call(ctx context.Context, method, object string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, method, h.service+hostPath+object, body)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("host: %s", resp.Status)
	}
	return nil
}

// host stores the uploaded pictures.
func (d *desk) host(w http.ResponseWriter, r *http.Request) {
	object := strings.TrimPrefix(r.URL.Path, hostPath)
	switch r.Method {
	case http.MethodPut:
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return // its sender died
		}
		d.mu.Lock()
		if !d.gone[object] { // else its sender died, and the next life was quicker than these bytes
			d.hosted[object] = data
		}
		d.mu.Unlock()
	case http.MethodDelete:
		d.mu.Lock()
		d.gone[object] = true
		delete(d.hosted, object)
		d.mu.Unlock()
	default:
		d.mu.Lock()
		data, ok := d.hosted[object]
		d.mu.Unlock()
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, "picture.png", time.Time{}, bytes.NewReader(data))
	}
}

package order_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"io"
	"net/http"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

// frame is an address that answers at once with nothing: the sandbox accepts the task before it looks at the picture.
const frame = "http://127.0.0.1:1/a%20b.png?X-Amz-Signature=%2Bx%2F"

// service is a sandbox on loopback and a client of it. Its renderer never begins: what is tested is what it accepts.
type service struct {
	*sandbox.Server
	client  *client.Client
	picture []byte
}

func newService(t *testing.T) *service {
	t.Helper()
	server, err := sandbox.New(sandbox.Options{
		Renderer: &sandboxtest.Renderer{Hold: make(chan struct{})},
		Now:      func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) },
		Sleep:    func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Config{BaseURL: server.BaseURL(), APIKey: server.Key()})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 36))); err != nil {
		t.Fatal(err)
	}
	return &service{Server: server, client: c, picture: b.Bytes()}
}

// env returns an Env with the profile of the service.
func (s *service) env() order.Env { return order.Env{BaseURL: s.BaseURL()} }

// accepts sends every request of an order to the service, and returns the errors of those that it refused.
func (s *service) accepts(ctx context.Context, o order.Order) error {
	var errs []error
	for _, r := range o.Requests {
		var err error
		switch r := r.(type) {
		case client.VideoRequest:
			_, err = s.client.SubmitVideo(ctx, r)
		case client.ImageRequest:
			_, err = s.client.GenerateImage(ctx, r)
		case client.EditRequest:
			if o.Picture != (order.Upload{}) || o.Baked {
				r.Image = s.picture
			}
			_, err = s.client.EditImage(ctx, r)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// refusal posts a request without validation, and returns the error message of the service; "" if it was accepted.
func (s *service) refusal(t *testing.T, path string, request any) string {
	t.Helper()
	body, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.BaseURL()+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.Key())
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var e struct{ Error struct{ Message string } }
	if err := json.Unmarshal(answer, &e); err != nil {
		t.Fatalf("%s: %s", err, answer)
	}
	if (resp.StatusCode == http.StatusOK) != (e.Error.Message == "") {
		t.Fatalf("%d %s", resp.StatusCode, answer)
	}
	return e.Error.Message
}

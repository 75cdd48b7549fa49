package automation

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"viviscope/db"
)

// keyRecorder is a backend that ends each call where the profile gets its key.
type keyRecorder struct {
	Backend
	keys []string
}

func (b *keyRecorder) Profile(_ context.Context, name, baseURL, key string) (db.Profile, error) {
	if key == "" {
		return db.Profile{Name: name, BaseURL: baseURL}, nil
	}
	b.keys = append(b.keys, baseURL+name+" "+key)
	return db.Profile{}, NewFailure(CodeInternal, "the key arrived")
}

// Every call applies its key to the profile that it names, even if the call itself needs no profile: the engine polls
// with it. New calls are tested automatically.
func TestEveryCallAppliesItsKey(t *testing.T) {
	lib, err := db.Open(t.Context(), t.TempDir(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	for name := range handlers {
		for _, q := range []Call{{BaseURL: "https://a.example"}, {Profile: "Studio"}} {
			b := &keyRecorder{}
			s := NewServer(Options{Library: lib, Backend: b, Log: slog.New(slog.DiscardHandler), Now: time.Now})
			q.Protocol, q.Call, q.Key = Protocol, name, "sk-own"
			_, err := s.answer(t.Context(), &request{Call: q})
			if want := q.BaseURL + q.Profile + " sk-own"; err == nil || err.Error() != "the key arrived" ||
				len(b.keys) != 1 || b.keys[0] != want {
				t.Errorf("%s: %v, %q", name, err, b.keys)
			}
		}
	}
}

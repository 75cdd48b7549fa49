package sandbox

import (
	"encoding/json"
	"net/http"
	"time"

	"viviscope/client"
)

// The kinds of an [Entry].
const (
	Reserve = "reserve" // a task was accepted
	Charge  = "charge"  // a task was completed (closes its reserve), or a picture was made
	Refund  = "refund"  // a task failed (closes its reserve)
)

// Entry is one row of the service's ledger. It is never changed. Amounts are millionths of a currency unit and never
// negative: the kind gives the sign.
type Entry struct {
	ID           int64           `json:"id"` // 1, 2, 3, …
	Kind         string          `json:"kind"`
	TaskID       string          `json:"task_id,omitempty"`
	PictureID    string          `json:"picture_id,omitempty"`
	Model        string          `json:"model"`
	Quantity     json.RawMessage `json:"quantity"`    // {"seconds":5} or the token counts
	UnitMicros   int64           `json:"unit_micros"` // price of one second; 0 for pictures
	AmountMicros int64           `json:"amount_micros"`
	Currency     string          `json:"currency"`
	At           time.Time       `json:"at"`
}

// taskEntry is an entry about a task: reserve, charge and refund of one task are always the same amount.
func taskEntry(kind string, t *Task, at time.Time) Entry {
	e := t.Request.Estimate(Prices())
	return Entry{
		Kind: kind, TaskID: t.ID, Model: t.Request.Model, Quantity: e.Quantity,
		UnitMicros: int64(e.Unit), AmountMicros: int64(e.Amount), Currency: currency, At: at,
	}
}

// pictureEntry is the charge of a picture, by its usage.
func pictureEntry(p *Picture, u usage) Entry {
	e := Prices().ChargeImage(client.Usage{
		InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, TotalTokens: u.TotalTokens,
		InputTextTokens: u.InputDetails.TextTokens, InputImageTokens: u.InputDetails.ImageTokens,
		Split: true, Known: true,
	})
	return Entry{
		Kind: Charge, PictureID: p.ID, Model: p.Model, Quantity: e.Quantity,
		AmountMicros: int64(e.Amount), Currency: currency, At: p.CreatedAt,
	}
}

// LedgerTotals are sums of the ledger in millionths of a currency unit.
type LedgerTotals struct {
	Reserved int64 `json:"reserved_micros"` // reserves without an end
	Charged  int64 `json:"charged_micros"`
	Refunded int64 `json:"refunded_micros"`
}

func totals(entries []Entry) LedgerTotals {
	var t LedgerTotals
	for _, e := range entries {
		switch e.Kind {
		case Reserve:
			t.Reserved += e.AmountMicros
		case Charge:
			t.Charged += e.AmountMicros
			if e.TaskID != "" {
				t.Reserved -= e.AmountMicros
			}
		case Refund:
			t.Refunded += e.AmountMicros
			t.Reserved -= e.AmountMicros
		}
	}
	return t
}

// Ledger returns every entry in the order in which they were made. The caller owns the slice.
func (s *Server) Ledger() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	return append([]Entry(nil), s.state.entries...)
}

func (s *Server) getLedger(w http.ResponseWriter, _ *http.Request) {
	entries := s.Ledger()
	if entries == nil {
		entries = []Entry{}
	}
	s.answer(w, http.StatusOK, struct {
		Object   string       `json:"object"`
		Currency string       `json:"currency"`
		Totals   LedgerTotals `json:"totals"`
		Data     []Entry      `json:"data"`
	}{"list", currency, totals(entries), entries})
}

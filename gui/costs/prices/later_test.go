package prices

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/ledger"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/resources"
)

func TestPriceLaterByATable(t *testing.T) {
	table := client.PriceTable{Currency: "CNY",
		Video:  []client.VideoRate{{Model: "clip-2.6", Resolution: "720P", PerSecond: 560_000}},
		Images: []client.ImageRate{{Size: client.Size1024, Quality: "low", PerPicture: 30_000}},
		Tokens: &client.TokenPrices{InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000,
			OutputPerMillion: 40_000_000}}
	table.ModelTokens = []client.ModelTokens{{Model: "paint",
		TokenPrices: client.TokenPrices{OutputPerMillion: 30_000_000}}}
	paint := db.Job{Kind: db.TextToImage,
		Request: json.RawMessage(`{"model":"paint","like":"genimage-2.5-flare","quality":"low"}`)}
	clip := db.Job{Kind: db.TextToVideo, Request: json.RawMessage(`{"model":"clip-2.6","seconds":5}`)}
	picture := db.Job{Kind: db.TextToImage, Request: json.RawMessage(`{"model":"x","quality":"low"}`)}
	fine := db.Job{Kind: db.TextToImage, Request: json.RawMessage(`{"model":"x","quality":"high"}`)}
	for name, c := range map[string]struct {
		job  db.Job
		e    db.Entry
		want int64 // -1: it stays without a price
		note string
	}{
		"a clip": {clip, db.Entry{Quantity: json.RawMessage(`{"seconds":10}`)}, 5_600_000,
			"priced later at ¥0.56 per second"},
		"by picture": {picture, db.Entry{}, 30_000, "priced later at ¥0.03 per picture"},
		"by tokens":  {fine, db.Entry{Quantity: json.RawMessage(`{"input_text_tokens":10,"input_image_tokens":0,"output_tokens":3000}`)}, 120_050, "priced later by its tokens"},
		"by its own tokens": {paint,
			db.Entry{Quantity: json.RawMessage(`{"input_text_tokens":10,"input_image_tokens":0,"output_tokens":1000}`)},
			30_000, "priced later by its tokens"},
		"nothing was counted": {fine, db.Entry{}, -1, ""},
		"an edit by tokens": {db.Job{Kind: db.EditImage, Request: json.RawMessage(`{}`)},
			db.Entry{Quantity: json.RawMessage(`{"output_tokens":1000}`)}, 40_000, "priced later by its tokens"},
		"another currency": {clip, db.Entry{Currency: "EUR"}, -1, ""},
		"it has a price":   {clip, db.Entry{AmountMicros: new(int64(1))}, -1, ""},
		"it is no charge":  {clip, db.Entry{Kind: db.Reserve}, -1, ""},
		"no such price": {db.Job{Kind: db.TextToVideo, Request: json.RawMessage(`{"model":"clip-9"}`)},
			db.Entry{}, -1, ""},
	} {
		e := c.e
		e.ID = 7
		if e.Kind == "" {
			e.Kind = db.Charge
		}
		if e.Currency == "" {
			e.Currency = "CNY"
		}
		got, ok := later(table, c.job, e)
		if ok != (c.want >= 0) || ok && (got.AmountMicros != c.want || got.Note != c.note || got.EntryID != 7) {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}

// ended adds a clip that was charged without a price.
func ended(t *testing.T, l *db.Library, at time.Time, model string, amount *int64) {
	t.Helper()
	job := db.Job{ProfileID: 1, Kind: db.TextToVideo, Model: model, Prompt: "boats", Currency: "CNY", State: db.Saved,
		SentAt: at, CreatedAt: at,
		Request: json.RawMessage(`{"model":"` + model + `","prompt":"boats","seconds":5}`)}
	made, err := dbtest.InsertJobs(t.Context(), l, job)
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Change(t.Context(), made[0].ID, func(c *db.Change) error {
		c.Append(db.Entry{Kind: db.Charge, Quantity: json.RawMessage(`{"seconds":5}`), AmountMicros: amount,
			Currency: "CNY", At: at})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Saving prices gives entries without a price theirs, and shows how many and how much.
func TestEntriesWithoutAPriceArePricedWhenPricesAreSaved(t *testing.T) {
	l, err := db.Open(t.Context(), t.TempDir(), db.Options{Now: noonClock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	profile, err := l.SaveProfile(t.Context(),
		db.Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	then := noon.AddDate(0, 0, -10)
	old := `{"currency":"CNY","video":[{"model":"clip-2.6","resolution":"720P","per_second":500000}]}`
	if _, err := l.AddPrices(t.Context(),
		db.Prices{ProfileID: 1, ValidFrom: then, Table: json.RawMessage(old)}); err != nil {
		t.Fatal(err)
	}
	ended(t, l, then.Add(time.Hour), "clip-2.6", nil)
	ended(t, l, then.Add(2*time.Hour), "clip-3.0", nil)
	ended(t, l, then.Add(3*time.Hour), "clip-1.0", nil)
	ended(t, l, then.Add(4*time.Hour), "clip-2.6", new(int64(7)))
	told := corrected{}
	apptest.New(t, resources.Theme(resources.Dark))
	host := &actiontest.Host{Clock: noonClock, Front: profile}
	p := New(Deps{Host: host, Chooser: &actiontest.Nav{}, Library: l, Engine: told})
	host.On = test.NewTempWindow(t, p.Content()).Canvas()
	p.Update(t.Context())
	for model, text := range map[string]string{"clip-2.6": "0.90", "clip-3.0": "0.70"} {
		p.view.fields.lines[p.rows.at(clip(model, "720P"))].price.SetText(text)
	}
	if entries, _, err := l.Ledger(t.Context(), ledger.Filter{Kinds: []db.EntryKind{db.Void}}, 0, 0); err != nil ||
		len(entries) > 0 {
		t.Fatalf("priced while they are typed: %v, %v", entries, err)
	}
	p.Save()
	const want = "2 entries without a price were priced: ¥6.00."
	if p.view.status.Text() != "Saved. New jobs use these prices. "+want || len(host.Said) != 1 ||
		!strings.HasPrefix(host.Said[0], want) || told[1] != 1 {
		t.Errorf("status %q, said %q, told %v", p.view.status.Text(), host.Said, told)
	}
	entries, _, err := l.Ledger(t.Context(), ledger.Filter{Kinds: []db.EntryKind{db.Void}}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var notes []string
	for _, e := range entries {
		notes = append(notes, e.Note)
	}
	slices.Sort(notes)
	wanted := []string{"priced later at ¥0.50 per second, prices of 11 Nov 2026",
		"priced later at ¥0.70 per second, prices of 21 Nov 2026, as none were known at the time"}
	if !slices.Equal(notes, wanted) {
		t.Errorf("notes %q", notes)
	}
	p.view.fields.lines[0].price.SetText("9")
	p.Save()
	if again, _, err := l.Ledger(t.Context(), ledger.Filter{Kinds: []db.EntryKind{db.Void}}, 0, 0); err != nil ||
		len(again) != 2 || told[1] != 1 {
		t.Errorf("priced twice: %d, %v", len(again), err)
	}
}

// corrected counts by profile how often a ledger was reported.
type corrected map[int64]int

func (c corrected) LedgerCorrected(id int64) { c[id]++ }

// An older version squared a month with the console, with a clip without a price in it. Saving another price does not
// count that clip once more.
func TestChargesUnderACorrectionOfAPeriodKeepNoPrice(t *testing.T) {
	l, err := db.Open(t.Context(), t.TempDir(), db.Options{Now: noonClock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	studio := db.Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY"}
	if _, err := l.SaveProfile(t.Context(), studio); err != nil {
		t.Fatal(err)
	}
	table := `{"currency":"CNY","video":[{"model":"clip-2.6","resolution":"720P","per_second":500000}]}`
	if _, err := l.AddPrices(t.Context(),
		db.Prices{ProfileID: 1, ValidFrom: noon.Add(-time.Hour), Table: json.RawMessage(table)}); err != nil {
		t.Fatal(err)
	}
	then := noon.AddDate(0, -1, 0)
	ended(t, l, then, "clip-2.6", nil)
	squared := db.Correction{ProfileID: 1, Currency: "CNY", AmountMicros: 2_500_000, At: then.AddDate(0, 0, 8),
		Note: "October invoice"}
	if _, err := l.Correct(t.Context(), squared); err != nil {
		t.Fatal(err)
	}
	ended(t, l, noon.Add(-time.Minute), "clip-2.6", nil) // after the period
	done, err := priceLater(t.Context(), l, 1, noon)
	if err != nil || done.entries != 1 || done.left != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	sums, err := l.LedgerSums(t.Context(), ledger.Filter{ProfileID: 1, To: noon.AddDate(0, 0, -2)})
	if err != nil || sums[0].Charged != 2_500_000 {
		t.Errorf("%+v, %v", sums, err)
	}
}

package price

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/sandbox"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func noonClock() time.Time { return noon }

// shelf is a library that holds versions of one table.
type shelf struct {
	versions []db.Prices // oldest first
	profile  db.Profile
	broken   error
	samples  []db.PictureSample
}

func (s *shelf) Prices(_ context.Context, profile int64, at time.Time) (db.Prices, error) {
	if s.broken != nil {
		return db.Prices{}, s.broken
	}
	for i := len(s.versions) - 1; i >= 0; i-- {
		if v := s.versions[i]; v.ProfileID == profile && !v.ValidFrom.After(at) {
			return v, nil
		}
	}
	return db.Prices{}, db.ErrNotFound
}

func (s *shelf) Profile(context.Context, int64) (db.Profile, error) { return s.profile, nil }

func (s *shelf) PictureSamples(context.Context, int64, string) ([]db.PictureSample, error) {
	return s.samples, s.broken
}

func (s *shelf) AddPrices(_ context.Context, p db.Prices) (db.Prices, error) {
	if s.broken != nil {
		return db.Prices{}, s.broken
	}
	s.versions = append(s.versions, p)
	return p, nil
}

func (s *shelf) add(t *testing.T, from time.Time, table client.PriceTable) {
	t.Helper()
	raw, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	s.versions = append(s.versions, db.Prices{ProfileID: s.profile.ID, ValidFrom: from, Table: raw})
}

// stocked is a shelf with two versions: clip-2.6 at 1080P became 0.90 in November.
func stocked(t *testing.T) *shelf {
	s := &shelf{profile: db.Profile{ID: 1, Name: "My gateway", Currency: "CNY", Models: json.RawMessage(`[{"id":"house-clip","like":"clip-2.5"}]`)}}
	old := sandbox.Prices()
	old.Video = []client.VideoRate{{Model: "clip-2.6", Resolution: "1080P", PerSecond: 880_000}}
	s.add(t, noon.AddDate(0, -2, 0), old)
	s.add(t, time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC), sandbox.Prices())
	return s
}

// shown is the pane over a shelf.
type shown struct {
	*Pane
	host *actiontest.Host
	nav  *actiontest.Nav
	w    fyne.Window
}

func open(t *testing.T, s *shelf, look resources.Variant) *shown {
	t.Helper()
	apptest.New(t, resources.Theme(look))
	p := &shown{host: &actiontest.Host{Clock: noonClock}, nav: &actiontest.Nav{}}
	p.Pane = NewPane(Deps{Host: p.host, Nav: p.nav, Library: s})
	p.w = test.NewTempWindow(t, widgets.WithHints(p.Content()))
	p.host.On = p.w.Canvas()
	p.w.SetPadded(false)
	p.w.Resize(fyne.NewSize(Width, 812))
	return p
}

// at is the field of a price of a clip without sound.
func (p *shown) at(model, resolution string) *widgets.AmountEntry {
	return p.fields.entries[clip(model, resolution)]
}

// complaint is what stands under the field of a price.
func (p *shown) complaint(of Of) *widgets.Text {
	i := slices.IndexFunc(p.fields.lines, func(l line) bool { return slices.Contains(l.of, of) })
	return p.fields.lines[i].complaint
}

func TestPaneSavesAVersionAndLeavesTheOldOnes(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	if !p.waiting.Visible() || p.body.Visible() {
		t.Error("nothing says that the prices are being read")
	}
	p.Update(t.Context())
	if p.waiting.Visible() || p.about.Text() != "My gateway, ¥ per second, valid from 1 Nov 2026. Earlier jobs keep their prices." || !p.save.Disabled() || p.first.Visible() {
		t.Errorf("shown: %q, save off %v", p.about.Text(), p.save.Disabled())
	}
	p.at("clip-2.6", "1080P").SetText("0,92")
	if p.status.Text() != "Changed: clip-2.6 1080P: 0.90 → 0.92" || p.save.Disabled() {
		t.Errorf("status %q", p.status.Text())
	}
	p.Update(t.Context())
	if p.at("clip-2.6", "1080P").Text != "0,92" {
		t.Error("an update lost what was typed")
	}
	test.Tap(p.save)
	if len(s.versions) != 3 || p.host.Refreshed != 1 || !s.versions[2].ValidFrom.Equal(noon) || s.versions[2].ProfileID != 1 {
		t.Fatalf("%d versions, %d saved", len(s.versions), p.host.Refreshed)
	}
	var table client.PriceTable
	if err := json.Unmarshal(s.versions[2].Table, &table); err != nil {
		t.Fatal(err)
	}
	if rate, ok := table.Rate("clip-2.6", "1080P", false); !ok || rate != 920_000 {
		t.Errorf("saved %d, %v", rate, ok)
	}
	if got := p.at("clip-2.6", "1080P").Text; got != "0.92" {
		t.Errorf("after saving the field holds %q", got)
	}
	if !p.save.Disabled() || !strings.HasPrefix(p.status.Text(), "Saved") {
		t.Errorf("after saving: %q", p.status.Text())
	}
	test.Tap(p.save)
	if len(s.versions) != 3 {
		t.Error("saved what did not change")
	}
}

func TestPaneShowsProblemsAtTheirFields(t *testing.T) {
	p := open(t, stocked(t), resources.Dark)
	p.Update(t.Context())
	loud := clip("clip-3.0", "720P")
	loud.Video.Audio = true
	f := p.fields.entries[loud]
	f.SetText("dear")
	if !f.Failed() || p.complaint(loud).Text() != "720P with audio: "+wording.ErrNoNumber.Error() || !p.save.Disabled() || p.discard.Disabled() {
		t.Errorf("complaint %q", p.complaint(loud).Text())
	}
	p.fields.entries[Of{Token: TextToken}].SetText("")
	if p.status.Text() != "2 fields cannot be read." || !p.complaint(Of{Token: TextToken}).Visible() {
		t.Errorf("status %q", p.status.Text())
	}
	test.Tap(p.discard)
	if f.Failed() || f.Text != "0.95" || p.complaint(loud).Visible() {
		t.Error("discarded, but not gone")
	}
}

func TestPaneAdoptsAnOldVersion(t *testing.T) {
	p := open(t, stocked(t), resources.Dark)
	p.Update(t.Context())
	if !p.versions.Visible() || len(p.versions.Options()) != 2 {
		t.Fatalf("versions %v", p.versions.Options())
	}
	p.versions.OnChanged(1)
	if got := p.at("clip-2.6", "1080P").Text; got != "0.88" {
		t.Errorf("adopted %q", got)
	}
	if p.save.Disabled() || len(p.draft.Changes()) != 17 {
		t.Errorf("%d changes", len(p.draft.Changes()))
	}
}

func TestPaneSaysWhatGoesWrong(t *testing.T) {
	s := stocked(t)
	s.broken = errors.New("the disk is full")
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	if !p.trouble.Visible() || p.body.Visible() || !strings.Contains(p.why.Text(), "the disk is full") {
		t.Errorf("trouble %q", p.why.Text())
	}
	s.broken = nil
	p.again()
	if p.trouble.Visible() || !p.body.Visible() {
		t.Error("read again, but not shown")
	}
	p.at("clip-3.0", "720P").SetText("1")
	s.broken = errors.New("the disk is full")
	p.Save()
	if !strings.HasPrefix(p.status.Text(), "Not saved") || p.host.Refreshed != 0 || p.save.Disabled() || p.at("clip-3.0", "720P").Text != "1" {
		t.Errorf("status %q", p.status.Text())
	}
	s = stocked(t)
	s.profile.Models = json.RawMessage(`{`)
	p = open(t, s, resources.Dark)
	if p.Update(t.Context()); !p.trouble.Visible() {
		t.Error("models that cannot be read are passed over")
	}
}

func TestPaneKeepsADraftForEachProfile(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	p.at("clip-3.0", "720P").SetText("0.71")
	first := s.profile
	s.profile = db.Profile{ID: 2, Name: "Other", Currency: "EUR"}
	p.Update(t.Context())
	if got := p.at("clip-3.0", "720P").Text; got != "" || p.at("house-clip", "720P") != nil {
		t.Errorf("the other profile shows %q", got)
	}
	s.profile = first
	p.Update(t.Context())
	if got := p.at("clip-3.0", "720P").Text; got != "0.71" || p.at("house-clip", "720P") == nil {
		t.Errorf("came back with %q", got)
	}
}

func TestArrowsAndEnterGoThroughAColumn(t *testing.T) {
	p := open(t, stocked(t), resources.Dark)
	p.Update(t.Context())
	p.Focus()
	models := client.VideoModels()
	at := func(row int) *widgets.AmountEntry { return p.at(models[row].ID, "720P") }
	if p.w.Canvas().Focused() != at(0) {
		t.Fatal("the first field has no focus")
	}
	at(0).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if p.w.Canvas().Focused() != at(1) {
		t.Error("Enter went elsewhere")
	}
	p.w.Canvas().Focus(at(3))
	at(3).TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if p.w.Canvas().Focused() != at(2) {
		t.Error("Up went elsewhere")
	}
}

func TestPricesComeInFromAFileAndCanBeLookedAtFirst(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	table := sandbox.Prices()
	table.Video = append(table.Video[:1], client.VideoRate{Model: "new-clip", Resolution: "720P", PerSecond: 330_000})
	table.Images = []client.ImageRate{{Size: "4K", Quality: "high", PerPicture: 700_000}}
	p.nav.PickPath = filepath.Join(t.TempDir(), "prices.csv")
	if err := folder.WriteFile(p.nav.PickPath, table.WriteCSV); err != nil {
		t.Fatal(err)
	}
	p.importFile()
	got, problems := p.draft.Table()
	if len(problems) > 0 || len(got.Video) != 2 || got.Video[1].PerSecond != 330_000 || len(got.Images) != 1 || len(pictures(p.draft)) != 5 || len(s.versions) != 2 {
		t.Fatalf("%+v, %v, %d versions", got, problems, len(s.versions))
	}
	if p.save.Disabled() {
		t.Error("what came in cannot be saved")
	}
	p.Discard()
	if err := os.WriteFile(p.nav.PickPath, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.importFile()
	if !strings.HasPrefix(p.status.Text(), "Not imported: read prices: line 1: ") || p.draft.Dirty() {
		t.Errorf("status %q", p.status.Text())
	}
	p.adoptFile(client.PriceTable{Currency: "EUR"}, nil)
	if !strings.HasPrefix(p.status.Text(), "Not imported: its prices are in EUR") {
		t.Errorf("status %q", p.status.Text())
	}
	p.exportFile()
	if kept, err := readFile(p.nav.PickPath); err != nil || len(kept.Video) != len(sandbox.Prices().Video) {
		t.Errorf("%+v, %v", kept, err)
	}
}

func TestWithoutPricesReferenceFiguresAreOfferedAndMarked(t *testing.T) {
	s := &shelf{profile: db.Profile{ID: 2, Name: "New", Currency: "USD"}}
	p := open(t, s, resources.Light)
	p.Update(t.Context())
	if !p.first.Visible() || p.versions.Visible() || p.about.Text() != "New, $ per second. Earlier jobs keep their prices." || !p.figures.Visible() {
		t.Fatalf("about %q, reference figures offered %v", p.about.Text(), p.figures.Visible())
	}
	p.UseReference()
	table, problems := p.draft.Table()
	if len(problems) > 0 || !table.Reference || len(table.Images) != 4 || table.Tokens == nil || len(table.Video) != 0 || p.figures.Visible() {
		t.Errorf("%+v, %v", table, problems)
	}
	if p.fields.pictures.Text() != "Picture, reference prices" {
		t.Errorf("heading %q", p.fields.pictures.Text())
	}
}

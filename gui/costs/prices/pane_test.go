package prices

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
	"viviscope/db/ledger"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func noonClock() time.Time { return noon }

// shelf is a library that holds versions of one table.
type shelf struct {
	versions []db.Prices // in the order in which they were added
	profile  db.Profile
	broken   error
	samples  []db.PictureSample
}

func (s *shelf) Prices(_ context.Context, profile int64, at time.Time) (db.Prices, error) {
	if s.broken != nil {
		return db.Prices{}, s.broken
	}
	found := db.Prices{}
	for _, v := range s.versions {
		if v.ProfileID == profile && !v.ValidFrom.After(at) && !v.ValidFrom.Before(found.ValidFrom) {
			found = v
		}
	}
	if found.ProfileID == 0 {
		return found, db.ErrNotFound
	}
	return found, nil
}

func (s *shelf) PriceVersions(_ context.Context, profile int64) (all []db.Prices, err error) {
	for _, v := range s.versions {
		if v.ProfileID == profile {
			all = slices.DeleteFunc(all, func(o db.Prices) bool { return o.ValidFrom.Equal(v.ValidFrom) })
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b db.Prices) int { return a.ValidFrom.Compare(b.ValidFrom) })
	return all, s.broken
}

func (s *shelf) Ledger(context.Context, ledger.Filter, int64, int) ([]db.LedgerRow, bool, error) {
	return nil, false, s.broken
}

func (s *shelf) PriceLater(context.Context, []db.LaterPrice) ([]db.Entry, []int64, error) {
	return nil, nil, s.broken
}

func (s *shelf) Profile(context.Context, int64) (db.Profile, error) { return s.profile, nil }
func (s *shelf) Profiles(context.Context) ([]db.Profile, error) {
	return []db.Profile{s.profile, {ID: 7, Name: "Relay", Saved: true}, {ID: 8, Name: "Elsewhere", Saved: true},
		{ID: 9, Name: "Not kept"}}, nil
}

func (s *shelf) PictureSamples(context.Context, int64, string) ([]db.PictureSample, error) {
	return s.samples, s.broken
}

func (s *shelf) AddPrices(_ context.Context, all ...db.Prices) ([]db.Prices, error) {
	if s.broken != nil {
		return nil, s.broken
	}
	s.versions = append(s.versions, all...)
	return all, nil
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
	s := &shelf{profile: db.Profile{ID: 1, Name: "My gateway", Currency: "CNY",
		Models: json.RawMessage(`[{"id":"house-clip","like":"clip-2.5"}]`)}}
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
	p.Pane = New(Deps{Host: p.host, Chooser: p.nav, Library: s})
	p.w = test.NewTempWindow(t, kit.WithHints(p.Content()))
	p.host.On = p.w.Canvas()
	p.w.SetPadded(false)
	p.w.Resize(fyne.NewSize(Width, 812))
	return p
}

// at returns the price field of a clip without sound; nil if there is none.
func (p *shown) at(model, resolution string) *kit.AmountEntry {
	if i := p.rows.at(clip(model, resolution)); i >= 0 {
		return p.view.fields.lines[i].price
	}
	return nil
}

// line returns the line with the price that applies now.
func (p *shown) line(of Item) line { return p.view.fields.lines[p.rows.at(of)] }

// table returns what saving would store for now, or what is stored.
func (p *shown) table(t *testing.T) client.PriceTable {
	t.Helper()
	add, problems := p.rows.Plan(noon)
	if len(problems) > 0 {
		t.Errorf("problems %v", problems)
	}
	return tableAt(append(slices.Clone(p.rows.versions), add...), noon)
}

func TestPaneSavesAVersionAndLeavesTheOldOnes(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	if !p.view.waiting.Visible() || p.view.body.Visible() {
		t.Error("nothing says that the prices are being read")
	}
	p.Update(t.Context())
	of := clip("clip-2.6", "1080P")
	if p.view.waiting.Visible() || p.line(of).from.Text != "2026-11-01" || !p.view.save.Disabled() ||
		p.view.noPrices.Visible() {
		t.Errorf("shown: from %q, save off %v", p.line(of).from.Text, p.view.save.Disabled())
	}
	p.at("clip-2.6", "1080P").SetText("0,92")
	if p.view.status.Text() != "1 price changed, not saved yet." || p.view.save.Disabled() ||
		p.line(of).from.Text != "2026-11-21" {
		t.Errorf("status %q, from %q", p.view.status.Text(), p.line(of).from.Text)
	}
	p.Update(t.Context())
	if p.at("clip-2.6", "1080P").Text != "0,92" {
		t.Error("an update lost what was typed")
	}
	test.Tap(p.view.save)
	if len(s.versions) != 3 || p.host.Refreshed != 1 || !s.versions[2].ValidFrom.Equal(noon) ||
		s.versions[2].ProfileID != 1 {
		t.Fatalf("%d versions, %d saved", len(s.versions), p.host.Refreshed)
	}
	var table client.PriceTable
	if err := json.Unmarshal(s.versions[2].Table, &table); err != nil {
		t.Fatal(err)
	}
	if rate, ok := table.Rate("clip-2.6", "1080P", false); !ok || rate.PerSecond != 920_000 ||
		len(table.Video) != len(sandbox.Prices().Video) {
		t.Errorf("saved %d, %v", rate.PerSecond, ok)
	}
	if got := p.at("clip-2.6", "1080P").Text; got != "0.92" {
		t.Errorf("after saving the field holds %q", got)
	}
	if !p.view.save.Disabled() || !strings.HasPrefix(p.view.status.Text(), "Saved") {
		t.Errorf("after saving: %q", p.view.status.Text())
	}
	test.Tap(p.view.save)
	if len(s.versions) != 3 {
		t.Error("saved what did not change")
	}
}

// A price from a later day has a row of its own; until then the other one applies.
func TestAPriceCanBeginLater(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	of := clip("clip-2.6", "1080P")
	p.at("clip-2.6", "1080P").SetText("0.95")
	p.line(of).from.SetText("2026-11-20")
	if !p.view.save.Disabled() || p.line(of).complaint.Text() != "choose today or a later day: earlier jobs keep their prices" || !p.line(of).from.Failed() {
		t.Errorf("yesterday: %q", p.line(of).complaint.Text())
	}
	p.line(of).from.SetText("1 Dec 2026")
	test.Tap(p.view.save)
	december := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	if len(s.versions) != 3 || !s.versions[2].ValidFrom.Equal(december) {
		t.Fatalf("%d versions, the last from %v", len(s.versions), s.versions[len(s.versions)-1].ValidFrom)
	}
	i := p.rows.at(of)
	if now, later := p.rows.List[i], p.rows.List[i+1]; now.Price != "0.90" || later.Item != of || !later.planned ||
		later.Price != "0.95" || later.From != "2026-12-01" {
		t.Errorf("rows %+v, %+v", now, later)
	}
	p.view.fields.lines[i+1].price.SetText("")
	test.Tap(p.view.save)
	if add, _ := p.rows.Plan(noon); len(add) > 0 || p.rows.List[i+1].Item == of {
		t.Errorf("taken back, but %+v", p.rows.List[i+1])
	}
}

func TestPaneShowsProblemsAtTheirFields(t *testing.T) {
	p := open(t, stocked(t), resources.Dark)
	p.Update(t.Context())
	loud := clip("clip-3.0", "720P")
	loud.Video.Audio = true
	l := p.line(loud)
	l.price.SetText("dear")
	if !l.price.Failed() || l.from.Failed() || l.complaint.Text() != wording.ErrNoNumber.Words() ||
		!p.view.save.Disabled() || p.view.discard.Disabled() {
		t.Errorf("complaint %q", l.complaint.Text())
	}
	p.line(Item{Token: TextToken}).price.SetText("")
	if p.view.status.Text() != "2 prices cannot be saved." || !p.line(Item{Token: TextToken}).complaint.Visible() {
		t.Errorf("status %q", p.view.status.Text())
	}
	test.Tap(p.view.discard)
	if l.price.Failed() || l.price.Text != "0.95" || l.complaint.Visible() {
		t.Error("discarded, but not gone")
	}
}

func TestPaneSaysWhatGoesWrong(t *testing.T) {
	s := stocked(t)
	s.broken = errors.New("the disk is full")
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	if !p.view.errorBox.Visible() || p.view.body.Visible() ||
		!strings.Contains(p.view.errorText.Text(), "the disk is full") {
		t.Errorf("trouble %q", p.view.errorText.Text())
	}
	s.broken = nil
	p.reload()
	if p.view.errorBox.Visible() || !p.view.body.Visible() {
		t.Error("read again, but not shown")
	}
	p.at("clip-3.0", "720P").SetText("1")
	s.broken = errors.New("the disk is full")
	p.Save()
	if !strings.HasPrefix(p.view.status.Text(), "Not saved") || p.host.Refreshed != 0 || p.view.save.Disabled() ||
		p.at("clip-3.0", "720P").Text != "1" {
		t.Errorf("status %q", p.view.status.Text())
	}
	s = stocked(t)
	s.profile.Models = json.RawMessage(`{`)
	p = open(t, s, resources.Dark)
	p.Update(t.Context())
	if !p.view.errorBox.Visible() {
		t.Error("models that cannot be read are passed over")
	}
}

func TestPaneKeepsWhatIsTypedForEachProfile(t *testing.T) {
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

// The same numbers in another currency are other amounts. They are saved only after a question; its default is not to
// save.
func TestPricesInAnotherCurrencyAreAskedAbout(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	p.at("clip-3.0", "720P").SetText("0.71")
	kept := len(s.versions)
	s.profile.Currency = "EUR"
	p.Update(t.Context())
	if words := p.view.about.Text(); !strings.Contains(words, "in ¥") || !p.view.warning.Visible() {
		t.Errorf("before they are saved in euros, the prices are called %q", words)
	}
	if got := p.at("clip-3.0", "720P").Text; got != "0.71" {
		t.Errorf("the change of the currency left %q of 0.71", got)
	}
	if !p.Dirty() || p.SaveAll() != nil {
		t.Error("quitting offers to save prices that have to be asked about")
	}
	p.Save() // it was meant for the prices in yuan
	sheet, ok := p.w.Canvas().Overlays().Top().(*kit.Sheet)
	if !ok || len(s.versions) != kept {
		t.Fatalf("nothing was asked; %d versions, were %d", len(s.versions), kept)
	}
	sheet.Default()
	if sheet.Shown() || len(s.versions) != kept {
		t.Errorf("the safe answer saves: %d versions, were %d", len(s.versions), kept)
	}
	p.Save()
	apptest.Press(t, p.w.Canvas().Overlays().Top(), "Save")
	if len(s.versions) != kept+1 {
		t.Errorf("%d versions, were %d", len(s.versions), kept)
	}
}

// Prices typed for a profile without prices stay when its currency changes, and saving asks about them.
func TestFirstPricesStayWhenTheCurrencyChanges(t *testing.T) {
	s := &shelf{profile: db.Profile{ID: 1, Name: "New", Currency: "CNY"}}
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	p.at("clip-3.0", "720P").SetText("0.71")
	s.profile.Currency = "EUR"
	p.Update(t.Context())
	p.Update(t.Context()) // the second reading knows the currency of the first
	if got := p.at("clip-3.0", "720P").Text; got != "0.71" || !p.view.warning.Visible() ||
		!strings.Contains(p.view.warning.Text(), "CNY") {
		t.Fatalf("after the change %q is left, the warning is %q", got, p.view.warning.Text())
	}
	if p.Save(); len(s.versions) > 0 || p.w.Canvas().Overlays().Top() == nil {
		t.Fatalf("nothing was asked; %d versions", len(s.versions))
	}
	apptest.Press(t, p.w.Canvas().Overlays().Top(), "Save")
	if len(s.versions) != 1 || p.view.warning.Visible() || p.Dirty() {
		t.Errorf("%d versions, the warning stays: %v, dirty: %v", len(s.versions), p.view.warning.Visible(), p.Dirty())
	}
	p.at("clip-3.0", "720P").SetText("0.72")
	s.profile.Currency = "CNY"
	p.Update(t.Context())
	p.Discard()
	if p.Dirty() || p.at("clip-3.0", "720P").Text != "0.71" {
		t.Errorf("discarded, it shows %q", p.at("clip-3.0", "720P").Text)
	}
}

// A new currency of the profile waits to be saved with the prices. It is nothing that the user typed here.
func TestAPendingCurrencyIsNotTyped(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	s.profile.Currency = "EUR"
	p.Update(t.Context())
	if p.Dirty() || !p.view.discard.Disabled() || p.view.save.Disabled() {
		t.Errorf("dirty %v, discard off %v, save off %v", p.Dirty(), p.view.discard.Disabled(), p.view.save.Disabled())
	}
}

func TestArrowsAndEnterGoThroughAColumn(t *testing.T) {
	p := open(t, stocked(t), resources.Dark)
	p.Update(t.Context())
	p.Focus()
	lines := p.view.fields.lines
	if p.w.Canvas().Focused() != lines[0].price {
		t.Fatal("the first price has no focus")
	}
	lines[0].price.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if p.w.Canvas().Focused() != lines[1].price {
		t.Error("Enter went elsewhere")
	}
	p.w.Canvas().Focus(lines[3].from)
	lines[3].from.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if p.w.Canvas().Focused() != lines[2].from {
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
	got := p.table(t)
	if len(got.Video) != 2 || got.Video[1].PerSecond != 330_000 || len(got.Images) != 1 || len(pictures(p.rows)) != 5 ||
		len(s.versions) != 2 {
		t.Fatalf("%+v, %d versions", got, len(s.versions))
	}
	if p.view.save.Disabled() {
		t.Error("what came in cannot be saved")
	}
	p.Discard()
	if err := os.WriteFile(p.nav.PickPath, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.importFile()
	if !strings.HasPrefix(p.view.status.Text(), "Not imported: read prices: line 1: ") || p.Dirty() {
		t.Errorf("status %q", p.view.status.Text())
	}
	p.fill(client.PriceTable{Currency: "EUR"}, nil)
	if !strings.HasPrefix(p.view.status.Text(), "Not imported: its prices are in EUR") {
		t.Errorf("status %q", p.view.status.Text())
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
	if !p.view.noPrices.Visible() || !strings.HasPrefix(p.view.about.Text(), "New, in $. ") || !p.view.offer.Visible() {
		t.Fatalf("about %q, reference figures offered %v", p.view.about.Text(), p.view.offer.Visible())
	}
	p.UseReference()
	table := p.table(t)
	if !table.Reference || len(table.Images) != 4 || table.Tokens == nil || len(table.Video) != 0 ||
		p.view.offer.Visible() {
		t.Errorf("%+v", table)
	}
	if p.view.fields.pictures.Text() != "Pictures, reference prices" {
		t.Errorf("heading %q", p.view.fields.pictures.Text())
	}
}

// The prices of another profile stand in the fields, and are kept when they are saved; those in another currency are
// refused.
func TestPricesAreCopiedFromAnotherProfile(t *testing.T) {
	s := stocked(t)
	relay := client.PriceTable{Currency: "CNY",
		Video: []client.VideoRate{{Model: "clip-3.0", Resolution: "720P", PerSecond: 610_000}}}
	raw, err := json.Marshal(relay)
	if err != nil {
		t.Fatal(err)
	}
	s.versions = append(s.versions, db.Prices{ProfileID: 7, ValidFrom: noon.AddDate(0, -1, 0), Table: raw})
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	if got := p.view.others.Options(); len(got) != 2 || got[0].Title != "Relay" {
		t.Fatalf("offered: %v", got)
	}
	p.view.others.OnChanged(0)
	if got := p.table(t); len(got.Video) != 1 || got.Video[0].PerSecond != 610_000 || got.Tokens != nil ||
		p.view.save.Disabled() {
		t.Errorf("copied %+v, save off %v", got, p.view.save.Disabled())
	}
	p.Discard()
	p.view.others.OnChanged(1)
	if p.Dirty() || p.view.status.Text() != "Elsewhere has no prices yet." {
		t.Errorf("status %q", p.view.status.Text())
	}
}

// A file of prices opens in Excel with its letters, and is read again.
func TestExportedPricesAreReadAgain(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	p.nav.PickPath = filepath.Join(t.TempDir(), "prices.csv")
	p.exportFile()
	data, err := os.ReadFile(p.nav.PickPath)
	if err != nil || !strings.HasPrefix(string(data), client.CSVByteOrderMark) {
		t.Fatalf("%.40q, %v", data, err)
	}
	p.importFile()
	if got := p.table(t); len(got.Video) == 0 || p.Dirty() {
		t.Errorf("%+v", got)
	}
}

// Prices that arrive after the user changed the profile are not shown for the new profile.
func TestPricesComeInForTheProfileThatAskedForThem(t *testing.T) {
	s := stocked(t)
	s.versions = append(s.versions,
		db.Prices{ProfileID: 7, ValidFrom: noon.AddDate(0, -1, 0), Table: s.versions[0].Table})
	p := open(t, s, resources.Dark)
	p.nav.PickPath = filepath.Join(t.TempDir(), "prices.csv")
	if err := folder.WriteFile(p.nav.PickPath, sandbox.Prices().WriteCSV); err != nil {
		t.Fatal(err)
	}
	for name, ask := range map[string]func(){
		"copied": func() { p.view.others.OnChanged(0) }, "from a file": p.importFile} {
		s.profile.ID = 1
		p.Update(t.Context())
		p.host.Worker = func(f func(context.Context)) {
			s.profile.ID = 2
			p.Update(t.Context())
			f(t.Context())
		}
		ask()
		if p.Dirty() || p.view.status.Text() != "Not imported: another profile is shown now." {
			t.Errorf("%s: status %q", name, p.view.status.Text())
		}
		p.host.Worker = nil
	}
}

// An event of a running job has the pane read again after the prices are in the library and before the save has
// answered.
func TestAReadingDuringASaveLeavesNothingToSave(t *testing.T) {
	for _, other := range []bool{false, true} {
		s := stocked(t)
		p := open(t, s, resources.Dark)
		p.Update(t.Context())
		edited := 0
		for i, row := range p.rows.List {
			if row.section() == ofClips && row.Price != "" && edited < 2 {
				p.view.fields.lines[i].from.SetText("2026-12-05")
				p.view.fields.lines[i].price.SetText("2")
				edited++
			}
		}
		var posts []func()
		p.host.Poster = func(f func()) { posts = append(posts, f) }
		p.Save()
		p.host.Poster = nil
		show := func(profile int64) {
			s.profile.ID = profile
			p.host.Front = s.profile
		}
		if other {
			show(7)
		}
		p.Update(t.Context())
		for _, f := range posts {
			f()
		}
		show(1)
		p.Update(t.Context())
		if p.Dirty() || p.rows.Edited() > 0 {
			t.Errorf("another profile in between %v: %q, %d edited rows", other, p.view.status.Text(), p.rows.Edited())
		}
	}
}

// What was typed for any profile is saved before quitting. Prices that need an answer or a correction first are not
// offered for it.
func TestTypedPricesAreSavedForAllProfiles(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	p.at("clip-3.0", "720P").SetText("0.71")
	s.profile.ID = 7
	p.host.Front = s.profile
	p.Update(t.Context())
	if !p.Dirty() {
		t.Fatal("the prices of the other profile are forgotten")
	}
	p.at("clip-3.0", "720P").SetText("?")
	if p.SaveAll() != nil {
		t.Error("a price that cannot be read is offered to be saved")
	}
	p.at("clip-3.0", "720P").SetText("0.72")
	s.broken = folder.ErrDiskFull
	save := p.SaveAll()
	if err := save(t.Context()); !errors.Is(err, folder.ErrDiskFull) || !p.Dirty() {
		t.Errorf("a full disk: %v, dirty %v", err, p.Dirty())
	}
	s.broken = nil
	kept := len(s.versions)
	if err := save(t.Context()); err != nil || p.Dirty() || len(s.versions) != kept+2 {
		t.Errorf("%v, dirty %v, %d versions, were %d", err, p.Dirty(), len(s.versions), kept)
	}
}

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
func (s *shelf) Profiles(context.Context) ([]db.Profile, error) {
	return []db.Profile{s.profile, {ID: 7, Name: "Relay", Saved: true}, {ID: 8, Name: "Elsewhere", Saved: true}, {ID: 9, Name: "Not kept"}}, nil
}

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
	if p.status.Text() != "Changed: clip-2.6 1080P: 0.92 (was 0.90)" || p.save.Disabled() {
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
	if rate, ok := table.Rate("clip-2.6", "1080P", false); !ok || rate.PerSecond != 920_000 {
		t.Errorf("saved %d, %v", rate.PerSecond, ok)
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

// The same numbers in another currency are other amounts: they are saved only after a question, whose safe answer is
// not to save.
func TestPricesInAnotherCurrencyAreAskedAbout(t *testing.T) {
	s := stocked(t)
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	p.at("clip-3.0", "720P").SetText("0.71")
	kept := len(s.versions)
	s.profile.Currency = "EUR"
	p.Update(t.Context())
	p.Save() // it was meant for the prices in yuan
	sheet, ok := p.w.Canvas().Overlays().Top().(*widgets.Sheet)
	if !ok || len(s.versions) != kept {
		t.Fatalf("nothing was asked; %d versions, were %d", len(s.versions), kept)
	}
	if sheet.Default(); sheet.Shown() || len(s.versions) != kept {
		t.Errorf("the safe answer saves: %d versions, were %d", len(s.versions), kept)
	}
	p.Save()
	apptest.Press(t, p.w.Canvas().Overlays().Top(), "Save")
	if len(s.versions) != kept+1 {
		t.Errorf("%d versions, were %d", len(s.versions), kept)
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

// The prices of another profile stand in the fields, and are kept when they are saved; those in another currency are refused.
func TestPricesAreCopiedFromAnotherProfile(t *testing.T) {
	s := stocked(t)
	relay := client.PriceTable{Currency: "CNY", Video: []client.VideoRate{{Model: "clip-3.0", Resolution: "720P", PerSecond: 610_000}}}
	raw, err := json.Marshal(relay)
	if err != nil {
		t.Fatal(err)
	}
	s.versions = append(s.versions, db.Prices{ProfileID: 7, ValidFrom: noon.AddDate(0, -1, 0), Table: raw})
	p := open(t, s, resources.Dark)
	p.Update(t.Context())
	if got := p.others.Options(); len(got) != 2 || got[0].Title != "Relay" {
		t.Fatalf("offered: %v", got)
	}
	p.others.OnChanged(0)
	if got, _ := p.draft.Table(); len(got.Video) != 1 || got.Video[0].PerSecond != 610_000 || got.Tokens != nil || p.save.Disabled() {
		t.Errorf("copied %+v, save off %v", got, p.save.Disabled())
	}
	p.Discard()
	p.others.OnChanged(1)
	if p.draft.Dirty() || p.status.Text() != "Elsewhere has no prices yet." {
		t.Errorf("status %q", p.status.Text())
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
	if err != nil || !strings.HasPrefix(string(data), client.CSVMark) {
		t.Fatalf("%.40q, %v", data, err)
	}
	p.importFile()
	if got, problems := p.draft.Table(); len(problems) > 0 || len(got.Video) == 0 {
		t.Errorf("%+v, %v", got, problems)
	}
}

// Prices that are on their way while another profile comes to the front stay out of its fields.
func TestPricesComeInForTheProfileThatAskedForThem(t *testing.T) {
	s := stocked(t)
	s.versions = append(s.versions, db.Prices{ProfileID: 7, ValidFrom: noon.AddDate(0, -1, 0), Table: s.versions[0].Table})
	p := open(t, s, resources.Dark)
	p.nav.PickPath = filepath.Join(t.TempDir(), "prices.csv")
	if err := folder.WriteFile(p.nav.PickPath, sandbox.Prices().WriteCSV); err != nil {
		t.Fatal(err)
	}
	for name, ask := range map[string]func(){"copied": func() { p.others.OnChanged(0) }, "from a file": p.importFile} {
		s.profile.ID = 1
		p.Update(t.Context())
		p.host.Worker = func(f func(context.Context)) {
			s.profile.ID = 2
			p.Update(t.Context())
			f(t.Context())
		}
		ask()
		if p.draft.Dirty() || p.status.Text() != "Not imported: another profile is shown now." {
			t.Errorf("%s: status %q", name, p.status.Text())
		}
		p.host.Worker = nil
	}
}

// A text from a spreadsheet is taken as a whole: while one row is not understood nothing of it is, and each says why.
func TestPricesArePasted(t *testing.T) {
	p := open(t, stocked(t), resources.Dark)
	p.Update(t.Context())
	p.paste()
	use := func() *widgets.Button {
		i := slices.IndexFunc(apptest.Seen(p.w.Canvas().Overlays().Top()), func(o fyne.CanvasObject) bool {
			b, ok := o.(*widgets.Button)
			return ok && strings.HasPrefix(b.Text(), "Enter ")
		})
		return apptest.Seen(p.w.Canvas().Overlays().Top())[i].(*widgets.Button)
	}
	text := p.w.Canvas().Focused().(*widgets.Entry)
	text.SetText("Model\tKind\tOf\tPrice\nclip-3.0\tvideo\t1080P with audio\t¥1.55\nclip-9\tvideo\t720P\t0.70\nclip-3.0\tvideo\t720P\tdear")
	if !use().Disabled() || p.draft.Dirty() {
		t.Error("it can be taken though two rows are not understood")
	}
	words := strings.Join(apptest.Words(p.w.Canvas().Overlays().Top()), "|")
	for _, want := range []string{"Row 3: no video model clip-9 makes 720P", "Row 4: an amount is a number"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %q", want, words)
		}
	}
	text.SetText("clip-3.0;video;1080P with audio;1,55\nclip-3.0;video;720P;0,75\ngenimage-2.5-flare;picture;2K high;0,31\n;edit;1024 low;0,08\n;tokens;output;41\n")
	test.Tap(use())
	got, problems := p.draft.Table()
	rate := func(audio bool, resolution string) client.Micros {
		r, _ := got.Rate("clip-3.0", resolution, audio)
		return r.PerSecond
	}
	if len(problems) > 0 || rate(true, "1080P") != 1_550_000 || rate(false, "720P") != 750_000 || rate(false, "1080P") != 1_100_000 || got.Tokens.OutputPerMillion != 41_000_000 {
		t.Errorf("%+v, %v", got, problems)
	}
	want := []client.ImageRate{{Edit: true, Size: "1024", Quality: "low", PerPicture: 80_000}, {Model: "genimage-2.5-flare", Size: "2K", Quality: "high", PerPicture: 310_000}}
	if !slices.Equal(got.Images, want) {
		t.Errorf("pictures %+v", got.Images)
	}
}

func TestAPastedRowIsNotGuessed(t *testing.T) {
	d := NewDraft(sandbox.Prices(), "CNY", nil)
	for row, want := range map[string]string{
		"clip-2.6,video,720P audio,1":                 "no video model clip-2.6 makes 720P with audio",
		"genimage,picture,1024 low,1":                 "no picture model is called genimage",
		"clip-3.0,video,1":                            "a resolution, a size with a quality, or a kind of tokens is missing",
		"x,tokens,1":                                  "add the kind of tokens",
		"clip-3.0,video,720P,0,70":                    "“0” is not understood", // a comma that parts cells writes no decimals
		"clip-3.0,720P,5 s,3.50":                      "“5” is not understood", // a price is that of a second
		",tokens,output,per 1000,0.04":                "“1000” is not understood",
		"clip-3.0,video,720P,-1":                      "an amount cannot be below 0",
		"a,b\nclip-3.0,720P,1\nclip-3.0,video,720P,2": "this price is already listed above",
	} {
		if got := readPasted(row, d); len(got.wrong) != 1 || !strings.Contains(got.wrong[0], want) {
			t.Errorf("%q: %q, want %q", row, got.wrong, want)
		}
	}
}

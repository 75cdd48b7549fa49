package prices

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"viviscope/client"
	"viviscope/client/sandbox"
	"viviscope/db"
	"viviscope/gui/wording"
)

// clip is the subject of the price of a second without sound.
func clip(model, resolution string) Item {
	return Item{Video: client.VideoRate{Model: model, Resolution: resolution}}
}

// rowsWith returns the rows of one stored table.
func rowsWith(table client.PriceTable, currency string, models ...client.Alias) Rows {
	return NewRows([]version{{noon.AddDate(0, 0, -7), table}}, currency, models, noon)
}

// set returns rows with another price that applies from today on.
func (r Rows) set(of Item, text string) Rows { return r.SetPrice(r.at(of), text, noon) }

// now returns the table that saving stores for now, or the stored one, and the problems by price.
func (r Rows) now() (client.PriceTable, map[Item]string) {
	add, byRow := r.Plan(noon)
	problems := map[Item]string{}
	for i, problem := range byRow {
		problems[r.List[i].Item] = problem
	}
	return tableAt(slices.Concat(r.versions, add), noon), problems
}

func pictures(r Rows) (all []Row) {
	for _, row := range r.List {
		if row.section() == ofPictures {
			all = append(all, row)
		}
	}
	return all
}

// Whatever is stored is shown, and is not changed by being shown.
func TestStoredPricesSurviveTheRows(t *testing.T) {
	table := sandbox.Prices()
	table.Reference = true
	table.Video = append(table.Video,
		// the model does not make it
		client.VideoRate{Model: "clip-2.6", Resolution: "720P", Audio: true, PerSecond: 1},
		client.VideoRate{Model: "clip-2.6", Resolution: "4K", PerSecond: 9_000_000},
		client.VideoRate{Model: "old-name", Resolution: "720P", PerSecond: 125_000},
	)
	r := rowsWith(table, "CNY", client.Alias{ID: "house-clip", Like: "clip-2.5"},
		client.Alias{ID: "house-image", Like: "genimage-2.5-flare"},
		client.Alias{ID: "clip-3.0", Like: "clip-2.5"})
	if add, problems := r.Plan(noon); len(add)+len(problems) > 0 || r.Dirty(noon) || r.Edited() > 0 {
		t.Errorf("%+v, problems %v", add, problems)
	}
	offered, priced := map[string]int{}, 0
	for _, row := range r.List {
		offered[row.Video.Model]++
		if row.Price != "" {
			priced++
		}
	}
	if offered["house-clip"] != 4 || offered["old-name"] != 1 || offered["clip-2.6"] != 5 ||
		offered["house-image"] != 0 {
		t.Errorf("offered: %v", offered)
	}
	if want := len(pricesOf(table)); priced != want {
		t.Errorf("%d prices are shown of %d", priced, want)
	}
	if got := r.inherited(r.List[r.at(clip("house-clip", "720P"))]); got != "0.40" {
		t.Errorf("house-clip inherits %q", got)
	}
	changed, problems := r.set(clip("clip-3.0", "720P"), "7").now()
	if rate, _ := changed.Rate("clip-2.6", "4K", false); len(problems) > 0 || rate.PerSecond != 9_000_000 ||
		len(changed.Video) != len(table.Video) {
		t.Errorf("a change of another price loses some: %+v", changed.Video)
	}
}

func TestBlankIsNotKnownAndZeroIsFree(t *testing.T) {
	r := NewRows(nil, "CNY", nil, noon)
	if table, problems := r.now(); len(table.Video) > 0 || table.Tokens != nil || len(problems) > 0 || r.Dirty(noon) {
		t.Errorf("%+v %v", table, problems)
	}
	r = r.set(clip("clip-3.0", "720P"), "0")
	table, _ := r.now()
	if rate, ok := table.Rate("clip-3.0", "720P", false); !ok || rate.PerSecond != 0 {
		t.Errorf("free is %d, %v", rate.PerSecond, ok)
	}
	if row := r.List[r.at(clip("clip-3.0", "720P"))]; row.From != "2026-11-21" || r.Edited() != 1 {
		t.Errorf("row %+v", row)
	}
}

func TestProblems(t *testing.T) {
	r := rowsWith(sandbox.Prices(), "CNY")
	loud := clip("clip-3.0", "720P")
	loud.Video.Audio = true
	r = r.set(loud, "dear").set(Item{Token: TextToken}, "")
	_, problems := r.now()
	if len(problems) != 2 || problems[loud] != wording.ErrNoNumber.Words() || problems[Item{Token: TextToken}] == "" {
		t.Errorf("problems %+v", problems)
	}
	if back := r.Reset(noon); back.Dirty(noon) || !r.Dirty(noon) {
		t.Error("reset")
	}
	again := rowsWith(sandbox.Prices(), "CNY")
	again.Reference = !again.Reference
	if !again.Dirty(noon) {
		t.Error("the mark of reference prices is no change")
	}
}

func TestAnotherCurrencyIsAChange(t *testing.T) {
	r := rowsWith(sandbox.Prices(), "JPY")
	if table, _ := r.now(); table.Currency != "JPY" || !r.Dirty(noon) {
		t.Errorf("currency %s", table.Currency)
	}
}

// Each row has the day from which its price applies, and prices that were replaced are not shown.
func TestRowsHaveTheirDays(t *testing.T) {
	a, b := clip("clip-2.6", "720P"), clip("clip-3.0", "720P")
	table := func(prices ...known) client.PriceTable {
		t, _ := tableWith(prices, "CNY", false)
		return t
	}
	on := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 0, 0, 0, 0, time.UTC) }
	r := NewRows([]version{
		{on(9, 1), table(known{a, 1_000_000})},
		{on(10, 1), table(known{a, 2_000_000}, known{b, 5_000_000})},
		{on(11, 1), table(known{a, 2_000_000}, known{b, 6_000_000})},
		{on(12, 1), table(known{a, 3_000_000})},
		{on(12, 24), table(known{a, 3_000_000}, known{b, 6_000_000})},
	}, "CNY", nil, noon)
	var got []string
	for _, row := range r.List {
		if !row.kept.IsZero() {
			got = append(got, row.Name()+" "+row.From+" "+row.Price)
		}
	}
	want := []string{"clip-3.0 720P 2026-11-01 6.00", "clip-3.0 720P 2026-12-01 ", "clip-3.0 720P 2026-12-24 6.00",
		"clip-2.6 720P 2026-10-01 2.00", "clip-2.6 720P 2026-12-01 3.00"}
	if !slices.Equal(got, want) {
		t.Errorf("rows %q", got)
	}
	if r.Dirty(noon) {
		t.Error("shown, and changed")
	}
	// A change of today also holds where a planned table follows.
	r = r.set(b, "7")
	add, problems := r.Plan(noon)
	if len(problems) > 0 || len(add) != 1 || !add[0].from.Equal(noon) {
		t.Fatalf("%+v, %v", add, problems)
	}
	r = r.Reset(noon).set(a, "2.5")
	add, _ = r.Plan(noon)
	if len(add) != 1 {
		t.Errorf("the planned price of a stays: %+v", add)
	}
	other := clip("clip-2.5", "720P")
	r = r.Reset(noon).set(other, "4")
	add, _ = r.Plan(noon)
	if len(add) != 3 {
		t.Fatalf("%d versions", len(add))
	}
	for _, v := range add {
		if rate, _ := v.table.Rate("clip-2.5", "720P", false); rate.PerSecond != 4_000_000 {
			t.Errorf("from %v: %+v", v.from, v.table.Video)
		}
	}
}

func TestTwoPricesOfOneDay(t *testing.T) {
	a := clip("clip-2.6", "720P")
	later, _ := tableWith([]known{{a, 3_000_000}}, "CNY", false)
	r := NewRows([]version{{time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), later}}, "CNY", nil, noon)
	i := r.last(a)
	r = r.set(a, "2")
	if add, problems := r.Plan(noon); len(problems) > 0 || len(add) != 1 {
		t.Errorf("%+v, %v", add, problems)
	}
	r = r.SetFrom(r.at(a), "1 Dec").SetPrice(i, "4", noon)
	if _, problems := r.SetFrom(i, "2026-12-01").Plan(noon); len(problems) != 1 {
		t.Errorf("two prices from one day: %v", problems)
	}
}

// Saving never changes what applied before, and afterwards nothing is left to save.
func TestSavingKeepsThePast(t *testing.T) {
	ofs := []Item{clip("clip-2.6", "720P"), clip("clip-3.0", "1080P"),
		{Image: client.ImageRate{Size: "1024", Quality: "low"}}}
	rapid.Check(t, func(t *rapid.T) {
		var versions []version
		at := noon.AddDate(0, 0, -20)
		for range rapid.IntRange(0, 4).Draw(t, "versions") {
			at = at.AddDate(0, 0, rapid.IntRange(0, 15).Draw(t, "days"))
			var prices []known
			for _, of := range ofs {
				if rapid.Bool().Draw(t, "priced") {
					prices = append(prices, known{of, client.Micros(rapid.Int64Range(0, 3).Draw(t, "price"))})
				}
			}
			table, _ := tableWith(prices, "CNY", false)
			if n := len(versions); n > 0 && versions[n-1].from.Equal(at) {
				versions = versions[:n-1] // the library returns the last one of a moment
			}
			versions = append(versions, version{at, table})
		}
		r := NewRows(versions, "CNY", nil, noon)
		if r.Dirty(noon) {
			t.Fatalf("dirty when read: %+v", r.List)
		}
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			i := r.last(rapid.SampledFrom(ofs).Draw(t, "of"))
			if rapid.Bool().Draw(t, "now") {
				i = max(r.at(r.List[i].Item), 0)
			}
			r = r.SetPrice(i, rapid.SampledFrom([]string{"", "1", "2.5"}).Draw(t, "text"), noon)
			if rapid.Bool().Draw(t, "dated") {
				r = r.SetFrom(i, dayText(noon.AddDate(0, 0, rapid.IntRange(0, 30).Draw(t, "from"))))
			}
		}
		add, problems := r.Plan(noon)
		if len(problems) > 0 {
			return
		}
		for _, v := range add {
			if v.from.Before(noon) {
				t.Fatalf("a version from %v", v.from)
			}
		}
		saved := r.stored(r, add, noon)
		if saved.Dirty(noon) {
			again, problems := saved.Plan(noon)
			t.Fatalf("dirty after saving: %+v, %v", again, problems)
		}
		for _, row := range r.List { // what was typed applies from its day on
			if !row.edited() || row.Price == "" {
				continue
			}
			from, err := begin(row, noon)
			if err != nil {
				t.Fatal(err)
			}
			amount, _, _ := wording.ParseAmount(row.Price, "CNY")
			found := false
			for _, k := range pricesOf(saved.inForce(from)) {
				found = found || k.Item == row.Item && k.amount == amount
			}
			if !found {
				t.Fatalf("%s from %s is not stored", row.Name(), row.From)
			}
		}
	})
}

func TestPicturesCostWhatTheirTokensDo(t *testing.T) {
	want := map[string]string{"1024, Low": "0.03", "1024, Medium": "0.06", "4K, Max": "1.90", "Edit, 1024, Low": "0.07"}
	for _, r := range pictures(rowsWith(sandbox.Prices(), "CNY")) {
		if got := byTokens(r.Image, sandbox.Prices()); got != want[r.Name()] {
			t.Errorf("%s: %q", r.Name(), got)
		}
		if got := byTokens(r.Image, client.PriceTable{}); got != "" {
			t.Errorf("%s: %q without prices", r.Name(), got)
		}
	}
}

func TestPicturePricesAreKept(t *testing.T) {
	table := client.ReferenceTable("CNY")
	table.Images = append(table.Images,
		client.ImageRate{Model: "house", Size: "2K", Quality: "high", PerPicture: 250_000})
	r := rowsWith(table, "CNY")
	all := pictures(r)
	if r.Dirty(noon) || len(all) != 5 || all[4].Name() != "2K, High, house" || all[4].Price != "0.25" {
		t.Fatalf("%+v", all)
	}
	r = r.set(all[1].Item, "0.065").set(all[4].Item, "")
	kept, problems := r.now()
	if len(problems) > 0 || len(kept.Images) != 4 || kept.Images[1].PerPicture != 65_000 || r.Edited() != 2 {
		t.Errorf("%+v, %v", kept.Images, problems)
	}
	r = r.set(all[0].Item, "cheap")
	if _, problems := r.now(); len(problems) != 1 || problems[all[0].Item] == "" {
		t.Errorf("problems %v", problems)
	}
}

func TestSeenIsOwnHistory(t *testing.T) {
	rate := client.ImageRate{Size: "1024", Quality: "medium"}
	samples := []db.PictureSample{
		{Kind: db.TextToImage, Quality: "medium", ChargedMicros: 50_000},
		{Kind: db.TextToImage, Size: "1536x1024", ChargedMicros: 70_000},
		{Kind: db.TextToImage, Quality: "low", ChargedMicros: 1},
		{Kind: db.EditImage, Quality: "medium", ChargedMicros: 2},
		{Kind: db.TextToImage, Size: "3840x2160", ChargedMicros: 3},
	}
	for n, want := range []string{"", "seen 0.05 (1 call)", "seen 0.05 to 0.07 (2 calls)"} {
		if words := seen(rate, samples[:n], "CNY"); words != want {
			t.Errorf("%d calls: %q", n, words)
		}
	}
	if words := seen(rate, samples, "CNY"); words != "seen 0.05 to 0.07 (2 calls)" {
		t.Errorf("among others: %q", words)
	}
}

// A further model has a price per second or per clip, and one of any picture.
func TestPricesOfFurtherModels(t *testing.T) {
	further := []client.Alias{
		{ID: "kling", Like: "clip-3.0", Limits: client.Limits{Sizes: "1280x720, 720x1280"}},
		{ID: "paint", Like: "genimage-2.5-flare"},
	}
	perClip := Item{Video: client.VideoRate{Model: "kling", Resolution: "720P", PerClip: true}}
	anyPicture := Item{Image: client.ImageRate{Model: "paint"}}
	r := rowsWith(client.PriceTable{Currency: "USD"}, "USD", further...)
	if r.at(clip("kling", "1080P")) >= 0 || r.at(clip("kling", "720P")) < 0 || r.at(perClip) < 0 ||
		r.at(anyPicture) < 0 {
		t.Fatalf("rows %+v", r.List)
	}
	r = r.set(perClip, "0.35").set(anyPicture, "0.04")
	table, problems := r.now()
	v := client.VideoRequest{Model: "kling", Like: "clip-3.0", Seconds: 10}
	p := client.ImageRequest{Model: "paint", Like: "genimage-2.5-flare", Size: "2048x2048", Quality: "max"}
	if len(problems) > 0 || v.Estimate(table).Amount != 350_000 || p.Estimate(table).Amount != 40_000 {
		t.Errorf("%v: %+v %+v", problems, v.Estimate(table), p.Estimate(table))
	}
	if again := rowsWith(table, "USD", further...); again.Dirty(noon) || again.List[again.at(perClip)].Price != "0.35" {
		t.Error("shown again it is another price")
	}
	if _, problems := r.set(clip("kling", "720P"), "0.07").now(); problems[perClip] == "" {
		t.Error("both prices are taken")
	}
	var file strings.Builder
	if err := table.WriteCSV(&file); err != nil {
		t.Fatal(err)
	}
	back, err := client.ReadPriceCSV(strings.NewReader(file.String()))
	if err != nil || !slices.Equal(back.Video, table.Video) || !slices.Equal(back.Images, table.Images) {
		t.Errorf("%v: %+v", err, back)
	}
}

// A further model of pictures has token prices of its own, all three or none.
func TestTokenPricesOfFurtherModels(t *testing.T) {
	further := []client.Alias{{ID: "kling", Like: "clip-3.0"}, {ID: "paint", Like: "genimage-2.5-flare"}}
	base := client.PriceTable{Currency: "USD", Tokens: &client.TokenPrices{InputTextPerMillion: 5_000_000,
		InputImagePerMillion: 8_000_000, OutputPerMillion: 40_000_000}}
	of := func(kind Token) Item { return Item{Token: kind, Model: "paint"} }
	r := rowsWith(base, "USD", further...)
	if r.at(of(OutputToken)) < 0 || r.at(Item{Token: OutputToken, Model: "kling"}) >= 0 {
		t.Fatalf("rows %+v", r.List)
	}
	if row := r.List[r.at(of(OutputToken))]; row.Name() != "Output, paint" || r.inherited(row) != "40.00" {
		t.Errorf("%q inherits %q", row.Name(), r.inherited(row))
	}
	r = r.set(of(OutputToken), "30")
	if _, problems := r.now(); len(problems) != 2 || problems[of(TextToken)] == "" {
		t.Errorf("one of three: %v", problems)
	}
	r = r.set(of(TextToken), "4").set(of(ImageToken), "0")
	table, problems := r.now()
	want := []client.ModelTokens{{Model: "paint",
		TokenPrices: client.TokenPrices{InputTextPerMillion: 4_000_000, OutputPerMillion: 30_000_000}}}
	if len(problems) > 0 || !slices.Equal(table.ModelTokens, want) || *table.Tokens != *base.Tokens {
		t.Fatalf("%v: %+v", problems, table)
	}
	if again := rowsWith(table, "USD"); again.Dirty(noon) || again.List[again.at(of(OutputToken))].Price != "30.00" {
		t.Error("shown again without the model it is another price")
	}
}

// A planned table keeps its own mark, and nothing is to be saved without an edit.
func TestAPlannedTableKeepsItsReferenceMark(t *testing.T) {
	a, b := clip("clip-2.6", "720P"), clip("clip-3.0", "720P")
	now, err := tableWith([]known{{a, 1_000_000}}, "CNY", true)
	planned, err2 := tableWith([]known{{a, 2_000_000}}, "CNY", false)
	if len(err) > 0 || len(err2) > 0 {
		t.Fatal(err, err2)
	}
	r := NewRows([]version{{noon.AddDate(0, -1, 0), now}, {noon.AddDate(0, 1, 0), planned}}, "CNY", nil, noon)
	if r.Dirty(noon) {
		t.Error("there is something to save without an edit")
	}
	add, _ := r.SetPrice(r.at(b), "5", noon).Plan(noon)
	for _, v := range add {
		if v.table.Reference != v.from.Before(noon.AddDate(0, 0, 1)) {
			t.Errorf("the table of %v: reference %v", v.from, v.table.Reference)
		}
	}
}

// A planned price in another currency is asked about, as one in force is.
func TestAPlannedTableInAnotherCurrencyIsNoticed(t *testing.T) {
	a := clip("clip-2.6", "720P")
	euro, _ := tableWith([]known{{a, 1_000_000}}, "EUR", false)
	yuan, _ := tableWith([]known{{a, 1_000_000}}, "CNY", false)
	r := NewRows([]version{{noon.AddDate(0, -1, 0), yuan}, {noon.AddDate(0, 1, 0), euro}}, "CNY", nil, noon)
	if got := r.otherCurrency(noon); got != "EUR" {
		t.Errorf("other currency %q", got)
	}
}

// A planned price that began since the rows were read is not replaced in the past.
func TestAPriceThatHasBegunIsNotReplaced(t *testing.T) {
	a := clip("clip-2.6", "720P")
	old, _ := tableWith([]known{{a, 1_000_000}}, "CNY", false)
	planned, _ := tableWith([]known{{a, 2_000_000}}, "CNY", false)
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, noon.Location())
	r := NewRows([]version{{noon.AddDate(0, -1, 0), old}, {day, planned}}, "CNY", nil, noon)
	later := day.Add(9 * time.Hour)
	add, problems := r.SetPrice(r.last(a), "3", later).Plan(later)
	for _, v := range add {
		if v.from.Before(later) {
			t.Errorf("a version in force is replaced: %v, %v", v.from, problems)
		}
	}
}

// Prices that are filled in replace planned ones, too.
func TestFilledPricesReplacePlannedOnes(t *testing.T) {
	a, b := clip("clip-2.6", "720P"), clip("clip-3.0", "720P")
	day := noon.AddDate(0, 1, 0)
	both, _ := tableWith([]known{{a, 1_000_000}, {b, 1}}, "CNY", false)
	one, _ := tableWith([]known{{b, 1}}, "CNY", false)
	filled, _ := tableWith([]known{{a, 7_000_000}, {b, 1}}, "CNY", false)
	old := []version{{noon.AddDate(0, -1, 0), both}, {day, one}}
	add, problems := NewRows(old, "CNY", nil, noon).Fill(filled, noon).Plan(noon)
	if _, ok := tableAt(slices.Concat(old, add), day.Add(time.Hour)).Rate("clip-2.6", "720P", false); !ok {
		t.Errorf("unknown again on %v: %v, %v", day, add, problems)
	}
}

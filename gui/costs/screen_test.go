package costs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/apptest"
)

func filled(t testing.TB) (*place, *db.Library) {
	t.Helper()
	l := monthLibrary(t)
	return newPlace(t, l, dark), l
}

func TestAnEntryLeadsToItsJobAndItsFileAndBack(t *testing.T) {
	p, _ := filled(t)
	list := p.view.ledger.table.list.List
	p.FocusLedger()
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	want := p.view.ledger.table.list.Rows[1].job
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyJ})
	if !slices.Equal(p.Told, []string{fmt.Sprint("show job", want), fmt.Sprint("show job", want)}) {
		t.Errorf("led to %v, want job %d twice", p.Told, want)
	}
	p.view.ledger.table.list.Rows[1].asset = 77
	p.view.ledger.showChosen()
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF})
	if p.Told[2] != "show77" {
		t.Errorf("led to %v", p.Told)
	}
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyE})
	p.settle()
	for _, r := range p.shown.rows {
		if r.job != want {
			t.Errorf("job %d among the entries of job %d", r.job, want)
		}
	}
	p.tap(t, "Clear")
	p.settle()
	if len(p.shown.rows) < 100 {
		t.Errorf("%d entries after the filter was cleared", len(p.shown.rows))
	}
}

func TestAJobOfAnotherMonthIsShownInItsOwn(t *testing.T) {
	p, l := filled(t)
	old := keep(t, l, made{at: on(2026, 8, 31), model: "clip-2.6", prompt: "old", seconds: 5, unit: 560_000,
		ends: db.Charge})
	p.ShowJob(old.ID)
	p.settle()
	if got := p.view.header.period.Text(); got != "August 2026" || len(p.shown.rows) != 2 {
		t.Errorf("%s with %d entries", got, len(p.shown.rows))
	}
}

func TestWhatABoardCostIsShownAlone(t *testing.T) {
	p, l := filled(t)
	ref := strings.Repeat("b", 32)
	keep(t, l, made{at: on(2026, 8, 31), model: "clip-2.6", prompt: "of a board", seconds: 5, unit: 560_000,
		ends: db.Charge, board: ref})
	p.ShowBoard(ref, "Harbour")
	p.settle()
	if !p.says("Board: Harbour") || len(p.shown.rows) != 2 {
		t.Errorf("%d entries", len(p.shown.rows))
	}
}

func TestFilterTimeAndProfileChangeTheQuestion(t *testing.T) {
	p, _ := filled(t)
	test.Tap(p.view.ledger.head.kinds[db.Charge])
	p.settle()
	for _, r := range p.shown.rows {
		if r.kind != db.Charge {
			t.Errorf("a %s among the charges", r.kind)
		}
	}
	p.Step(-1)
	p.settle()
	if got := p.view.header.period.Text(); got != "October 2026" {
		t.Errorf("a month earlier: %q", got)
	}
	p.Step(1)
	p.Step(1)
	p.settle()
	if got := p.view.header.period.Text(); got != "November 2026" {
		t.Errorf("later than now: %q", got)
	}
	p.SetProfile(2)
	p.settle()
	if f := p.shown.figures[0]; f.charged.amount != "¥0.00" || !p.says("PLAY MONEY") || p.says("(play money)") ||
		!p.says("Set a budget…") {
		t.Errorf("sandbox: %+v", f)
	}
	p.host.Front = db.Profile{ID: 2, Sandbox: true}
	p.settle()
	if p.says("PLAY MONEY") {
		t.Error("the kind of money is shown twice, here and at the profile in front")
	}
	p.SetProfile(1)
	p.settle()
	if !p.says("REAL MONEY") {
		t.Error("real money, while play money is in front, is not called so")
	}
}

func TestNoKindOfMoneyIsShownBeforeTheProfileIsRead(t *testing.T) {
	p, _ := filled(t)
	p.host.Front = db.Profile{ID: 2, Sandbox: true}
	p.view.header.show(names{}, query{period: monthOf(p.host.Now())})
	if tag := p.view.header.moneyTag; tag != "" {
		t.Errorf("%q", tag)
	}
}

func TestABarListsItsDayAndAllAgain(t *testing.T) {
	p, _ := filled(t)
	i := slices.IndexFunc(p.shown.rows, func(r row) bool {
		return r.kind == db.Charge && strings.HasPrefix(r.when, "1")
	})
	word := p.shown.rows[i].when[:6]
	bar := slices.IndexFunc(p.shown.chart.buckets, func(b bucket) bool {
		return strings.Contains(b.name, " "+strings.TrimSpace(word[:2])+" ")
	})
	p.view.chart.openBar(bar)
	p.settle()
	for _, r := range p.shown.rows {
		if !strings.HasPrefix(r.when, word) {
			t.Errorf("an entry of %s on %s", r.when, word)
		}
	}
	if !p.view.ledger.head.bar.Visible() || p.view.chips.object.Visible() {
		t.Error("the list does not say that it is of one day")
	}
	p.view.chart.openBar(bar)
	p.settle()
	if p.view.ledger.head.bar.Visible() || len(p.shown.rows) < 100 {
		t.Errorf("%d entries after the bar was closed", len(p.shown.rows))
	}
	p.view.chart.openBar(len(p.shown.chart.buckets) - 1)
	p.settle()
	if p.asked.get().filter.bar != nil || len(p.shown.rows) < 100 {
		t.Errorf("a day of the future left %d entries", len(p.shown.rows))
	}
}

// The line below the table has sums only while the entries are a part of what the sums at the top count.
func TestTheLineBelowTheTableRepeatsNoSum(t *testing.T) {
	p, _ := filled(t)
	if got := p.view.ledger.sums.Text(); got != "133 entries" {
		t.Errorf("all entries: %q", got)
	}
	p.filter(func(f *filter) { f.kind = db.Refund })
	p.settle()
	if got := p.view.ledger.sums.Text(); got != "4 entries · ¥15.75 refunded" {
		t.Errorf("refunds alone: %q", got)
	}
	p.group(byModel)
	p.settle()
	if got := p.view.ledger.sums.Text(); got != "" {
		t.Errorf("models: %q", got)
	}
}

// What a program asked for is a group of its own; its row and the panel filter by it.
func TestCostsOfAProgram(t *testing.T) {
	p, l := filled(t)
	keep(t, l, made{at: noon.Add(-time.Hour), client: "editor", model: "clip-2.6", prompt: "Boats", seconds: 5,
		unit: 560_000, ends: db.Charge})
	p.group(byProgram)
	p.Update(ctx())
	p.settle()
	names := map[string]int{}
	for i, g := range p.shown.groups {
		names[g.name] = i
	}
	at, there := names["editor"]
	if _, other := names["not by a program"]; len(names) != 2 || !there || !other ||
		p.shown.groups[at].sums.Charged != 2_800_000 {
		t.Fatalf("groups %+v", p.shown.groups)
	}
	p.view.ledger.groups.table.OnOpen(at)
	p.settle()
	if parts := conditionsOf(p.asked.get().filter, p.shown.names, p.shown.currency); len(p.shown.rows) != 2 ||
		len(parts) != 1 || parts[0].words != "Program: editor" {
		t.Errorf("%d rows, %+v", len(p.shown.rows), parts)
	}
	for _, name := range []string{"", "editor"} { // before and after it is a client of the library
		if name != "" {
			if err := l.SaveClient(ctx(), db.Client{Name: name}, nil); err != nil {
				t.Fatal(err)
			}
			p.Update(ctx())
			p.settle()
		}
		p.ShowFilter()
		top := p.window.Canvas().Overlays().Top()
		if words := strings.Join(apptest.Texts(top), "|"); strings.Contains(words, "Program") != (name != "") {
			t.Errorf("client %q: the panel says %s", name, words)
		}
		p.window.Canvas().Overlays().Remove(top)
	}
}

// What boards cost is a table; a row shows the entries of its board.
func TestCostsOfABoard(t *testing.T) {
	p, l := filled(t)
	harbour, gone := strings.Repeat("b", 32), strings.Repeat("c", 32)
	for _, ref := range []string{harbour, gone} {
		keep(t, l, made{at: noon.Add(-time.Hour), model: "clip-2.6", prompt: "of a board", seconds: 5, unit: 560_000,
			ends: db.Charge, board: ref})
	}
	_, err := l.WriteBoard(ctx(), harbour, 0, func(b *db.BoardTx) error {
		b.Row.ProfileID, b.Row.Doc = 1, json.RawMessage(`{"name":"Harbour"}`)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	p.group(byBoard)
	p.Update(ctx())
	p.settle()
	charged, names := int64(0), map[string]int{}
	for i, g := range p.shown.groups {
		charged += g.sums.Charged
		names[g.name] = i
	}
	at, there := names["Harbour"]
	if _, deleted := names["deleted board"]; !there || !deleted || len(names) != 3 ||
		charged != p.shown.chart.total[0] {
		t.Fatalf("boards %v, %d charged", names, charged)
	}
	p.view.ledger.groups.table.OnOpen(at)
	p.settle()
	if !p.says("Board: Harbour") || len(p.shown.rows) != 2 {
		t.Errorf("%d entries", len(p.shown.rows))
	}
}

func TestCostsOfProfiles(t *testing.T) {
	p, _ := filled(t)
	p.group(byProfile)
	p.settle()
	if len(p.shown.groups) != 1 || p.shown.groups[0].name != "My gateway" {
		t.Errorf("by profile: %+v", p.shown.groups)
	}
}

// The rows by model add up to what is charged, and a row leads to its model.
func TestModelsAreCounted(t *testing.T) {
	p, l := filled(t)
	if _, err := l.Correct(ctx(), db.Correction{ProfileID: 1, AmountMicros: -1_230_000, At: noon,
		Note: "invoice"}); err != nil {
		t.Fatal(err)
	}
	p.group(byModel)
	p.settle()
	charged, sent, names := int64(0), 0, map[string]bool{}
	for _, g := range p.view.ledger.groups.table.Rows {
		charged, sent = charged+g.model.Charged, sent+g.model.Sent
		names[g.name] = true
	}
	if charged != p.shown.chart.total[0] || sent != 81 || len(names) != 6 || !p.says("corrections") {
		t.Errorf("%d charged of %d, %d requests, models %v", charged, p.shown.chart.total, sent, names)
	}
	at := slices.IndexFunc(p.view.ledger.groups.table.Rows, func(g group) bool { return g.name == "clip-3.0" })
	p.view.ledger.groups.table.OnOpen(at)
	p.settle()
	q, rows := p.asked.get(), p.view.ledger.table.list.Rows
	if q.filter.model != "clip-3.0" || q.by != ungrouped || len(rows) == 0 ||
		p.view.ledger.body.Objects[0] != p.view.ledger.table.list.Object() {
		t.Errorf("filtered by %q, by %d: %d rows", q.filter.model, q.by, len(rows))
	}
}

func TestModelsInWords(t *testing.T) {
	for want, m := range map[string]ledger.ModelStats{
		"clip-3.0|4|2|1 (25.0 %)|1:00|¥6.00|¥0.60 per second": {Model: "clip-3.0", Sent: 4, Saved: 2, Failed: 1,
			Median:  time.Minute,
			Charged: 6_000_000, Made: 10},
		"flare|1|1|0|not known|¥0.07|¥0.07 per picture": {Model: "flare", Sent: 1, Saved: 1, Pictures: true,
			Charged: 70_000, Made: 1},
		"flare|1|0|0|not known|¥0.00|not known": {Model: "flare", Sent: 1, Pictures: true},
		"corrections|0|0|0||‒¥1.00|":            {Charged: -1_000_000},
	} {
		var words []string
		for _, c := range modelColumns() {
			words = append(words, c.Words(modelsOf([]ledger.ModelStats{m}, yuan)[0]))
		}
		if got := strings.Join(words, "|"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestCurrenciesAreNeverAdded(t *testing.T) {
	p, l := filled(t)
	keep(t, l, made{at: noon.Add(-time.Hour), model: "clip-2.6", prompt: "in dollars", seconds: 5, unit: 80_000,
		ends: db.Charge, coin: "USD"})
	before := p.shown.figures[0].charged
	p.Update(ctx())
	if len(p.shown.figures) != 2 || p.shown.figures[0].charged != before ||
		p.shown.figures[1].charged.amount != "$0.40" || p.shown.figures[1].currency != "USD" {
		t.Fatalf("blocks: %+v", p.shown.figures)
	}
	if !p.says("Charged, USD") || !p.says("$0.40") {
		t.Error("the second currency is not on the screen")
	}
	p.view.chart.currency.OnChanged(slices.Index(p.shown.currencies, "USD"))
	p.settle()
	if p.shown.chart.total != (amounts{400_000}) || p.shown.figures[0].currency != "USD" {
		t.Errorf("the chart of dollars holds %v", p.shown.chart.total)
	}
}

func TestOnlyWhatIsShownWakesThePlace(t *testing.T) {
	p, _ := filled(t)
	before := p.updates
	p.Handle(jobs.LedgerChanged{ProfileID: 2})
	p.Handle(jobs.Progress{ID: 1, Percent: 20})
	if p.updates != before {
		t.Error("woken by what it does not show")
	}
	p.Handle(jobs.LedgerChanged{ProfileID: 1})
	p.Handle(jobs.JobChanged{ProfileID: 1, State: db.Waiting}) // its budget counts it
	p.Handle(jobs.JobChanged{ProfileID: 2, State: db.Waiting})
	if p.updates != before+2 {
		t.Error("not woken by its own ledger, or by what goes out")
	}
}

// broken is a library with a ledger that cannot be read.
type broken struct{ *db.Library }

func (broken) Breakdown(context.Context, ledger.Filter, ledger.Grouping, *time.Location) ([]ledger.Group, error) {
	return nil, errors.New("disk is gone")
}

func TestALedgerThatCannotBeReadSaysSoAndIsNoEmptyOne(t *testing.T) {
	p := newPlace(t, broken{library(t)}, dark)
	if !p.says("disk is gone") || p.says("No entries") {
		t.Error("an unread ledger is shown as an empty one")
	}
	before := p.updates
	p.tap(t, "Reload")
	if p.updates != before+1 {
		t.Error("it is not read again")
	}
}

func TestAnEmptyMonthAndAnEmptyFilterSaySo(t *testing.T) {
	p, _ := filled(t)
	p.filter(func(f *filter) { f.text = "nothing is like this" })
	p.settle()
	if !p.says("No matching entries") {
		t.Error("an empty filter does not say so")
	}
	p.tap(t, "Clear the filter")
	p.Step(-3)
	p.settle()
	if !p.says("No entries in August 2026") || !p.says("Nothing was charged in this period.") {
		t.Error("an empty month does not say so")
	}
}

func TestAChargeWithoutAPriceIsNotNothing(t *testing.T) {
	l := library(t)
	keep(t, l, made{at: noon.Add(-time.Hour), model: "clip-2.6", prompt: "boats", seconds: 5, unit: -1,
		ends: db.Charge})
	p := newPlace(t, l, dark)
	if p.says("Nothing was charged in this period.") || !p.says("1 job was charged at an unknown price.") {
		t.Error("it is not said that a job was charged")
	}
	if !p.says("1 entry has no price.") || !p.says("Its cost is not included in any sum.") {
		t.Error("one entry is not spoken of as one")
	}
	if !p.says("Budget") || !p.says("Includes reserved, unconfirmed and waiting amounts.") {
		t.Error("it is not said what is counted")
	}
	keep(t, l, made{at: noon.Add(-time.Minute), model: "clip-2.6", prompt: "boats", seconds: 5, unit: -1,
		ends: db.Charge})
	p.Update(ctx())
	if !p.says("2 jobs were charged at unknown prices.") || !p.says("Their cost is not included in any sum.") {
		t.Error("two are not spoken of as two")
	}
}

func TestAnAnswerToAnotherQuestionIsDropped(t *testing.T) {
	p, _ := filled(t)
	late := read(ctx(), p.l, p, p.asked.get(), page, noon)
	p.SetProfile(2)
	p.settle()
	p.take(late)
	if p.shown.profile.ID != 2 {
		t.Errorf("profile %d is shown", p.shown.profile.ID)
	}
}

func TestTheBudgetIsChangedWhereAllLimitsAre(t *testing.T) {
	p, _ := filled(t)
	p.tap(t, "Change…")
	if !slices.Equal(p.Told, []string{"show budget1"}) {
		t.Errorf("led to %v", p.Told)
	}
}

func TestPeriodsAreTyped(t *testing.T) {
	p, _ := filled(t)
	p.ShowPeriods()
	p.saying(t, "Last month").Tapped(nil)
	p.settle()
	if got := p.view.header.period.Text(); got != "October 2026" {
		t.Errorf("last month is %q", got)
	}
}

// The prices are in a drawer: closed at first, in a wide window too. Its command opens it and closes it again, with the
// keyboard at the button that opens it.
func TestThePricesAreInADrawer(t *testing.T) {
	p, _ := filled(t)
	if p.view.side.Seen() || p.view.toggle.On() {
		t.Fatal("the prices are open at first")
	}
	test.Tap(p.view.toggle)
	if !p.view.side.Seen() || !p.view.toggle.On() {
		t.Error("the button does not open the prices")
	}
	p.ShowPrices() // a link to them leaves them open
	if !p.view.side.Seen() {
		t.Error("a link to the prices closes them")
	}
	p.TogglePrices()
	if p.view.side.Seen() || p.window.Canvas().Focused() != p.view.toggle {
		t.Errorf("the command does not close the prices; the keyboard is at %T", p.window.Canvas().Focused())
	}
}

// That each has keys of its own is held for all places together.
func TestEveryCommandCanBeDone(t *testing.T) {
	p, _ := filled(t)
	for _, c := range p.Actions() {
		if c.Do == nil {
			continue
		}
		c.Do()
		for _, o := range p.window.Canvas().Overlays().List() {
			p.window.Canvas().Overlays().Remove(o)
		}
		p.corrector.sheet = nil
		p.settle()
	}
}

// The screen opens with the keyboard on the table, and on the period while the table is being read.
func TestTheKeyboardIsOnTheTableAtFirst(t *testing.T) {
	p, _ := filled(t)
	if p.First() != fyne.Focusable(p.view.ledger.table.list.List) {
		t.Errorf("the ledger: %T", p.First())
	}
	p.group(byModel)
	p.settle()
	if p.First() != fyne.Focusable(p.view.ledger.groups.table.List) {
		t.Errorf("models: %T", p.First())
	}
	p.shown.ready = false
	if p.First() != fyne.Focusable(p.view.header.period) {
		t.Errorf("while it is read: %T", p.First())
	}
}

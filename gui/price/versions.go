package price

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Library keeps the versions of the price tables. *db.Library is one.
type Library interface {
	Profile(ctx context.Context, id int64) (db.Profile, error)
	Profiles(ctx context.Context) ([]db.Profile, error)
	Prices(ctx context.Context, profileID int64, at time.Time) (db.Prices, error)
	AddPrices(ctx context.Context, p db.Prices) (db.Prices, error)
	PictureSamples(ctx context.Context, profileID int64, currency string) ([]db.PictureSample, error)
}

// Deps is what the pane needs from the rest of the program.
type Deps struct {
	action.Host
	Nav     action.Nav
	Library Library
}

// maxVersions bounds how many versions can be chosen from.
const maxVersions = 50

// version is a table with the moment from which it holds.
type version struct {
	from  time.Time
	table client.PriceTable
}

// viewState is everything that the pane shows, read off the window's goroutine.
type viewState struct {
	profile  db.Profile
	models   []client.Alias
	versions []version // newest first; none where nobody entered prices
	samples  []db.PictureSample
	others   []db.Profile // whose prices can be copied
	err      error
}

// kept is the table that is in force.
func (v viewState) kept() client.PriceTable {
	if len(v.versions) == 0 {
		return client.PriceTable{}
	}
	return v.versions[0].table
}

func read(ctx context.Context, d Deps) (v viewState) {
	if v.profile, v.err = d.Library.Profile(ctx, d.Profile().ID); v.err != nil {
		v.err = fmt.Errorf("read profile: %w", v.err)
		return v
	}
	if v.models, v.err = jobs.ModelsOf(v.profile); v.err != nil {
		return v
	}
	all, err := d.Library.Profiles(ctx)
	if err != nil {
		v.err = fmt.Errorf("read profiles: %w", err)
		return v
	}
	v.others = slices.DeleteFunc(all, func(p db.Profile) bool { return p.ID == v.profile.ID || !p.Saved })
	if v.versions, v.err = readVersions(ctx, d, v.profile.ID); v.err != nil {
		return v
	}
	if v.samples, v.err = d.Library.PictureSamples(ctx, v.profile.ID, v.profile.Currency); v.err != nil {
		v.err = fmt.Errorf("read what pictures cost: %w", v.err)
	}
	return v
}

// readVersions walks back from the version that is in force.
func readVersions(ctx context.Context, d Deps, profile int64) (all []version, err error) {
	for at := d.Now(); len(all) < maxVersions; {
		p, err := d.Library.Prices(ctx, profile, at)
		if errors.Is(err, db.ErrNotFound) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("read prices: %w", err)
		}
		v := version{from: p.ValidFrom}
		if err := json.Unmarshal(p.Table, &v.table); err != nil {
			return nil, fmt.Errorf("read prices %d: %w", p.ID, err)
		}
		all = append(all, v)
		at = p.ValidFrom.Add(-time.Millisecond) // what the library keeps of a moment
	}
	return all, nil
}

// saveVersion adds a version that holds from now on.
func saveVersion(ctx context.Context, d Deps, profile int64, table client.PriceTable) (version, error) {
	raw, err := json.Marshal(table)
	if err != nil {
		return version{}, fmt.Errorf("write prices: %w", err)
	}
	p, err := d.Library.AddPrices(ctx, db.Prices{ProfileID: profile, ValidFrom: d.Now(), Table: raw})
	if err != nil {
		return version{}, fmt.Errorf("save prices: %w", err)
	}
	return version{p.ValidFrom, table}, nil
}

// copyFrom puts the prices that another profile has now into the fields.
func (p *Pane) copyFrom(i int) {
	other, adopt := p.state.others[i], p.adoptHere()
	p.d.Go(func(ctx context.Context) {
		kept, err := p.d.Library.Prices(ctx, other.ID, p.d.Now())
		var table client.PriceTable
		if err == nil {
			err = json.Unmarshal(kept.Table, &table)
		}
		p.d.Post(func() {
			if errors.Is(err, db.ErrNotFound) {
				p.refuse(lang.L("%s has no prices yet.", other.Name))
				return
			}
			adopt(table, err)
		})
	})
}

// paste asks for a text with prices and puts them into the fields, where all of it is understood.
func (p *Pane) paste() {
	if p.d.Canvas().Overlays().Top() != nil {
		return
	}
	text, report := widgets.NewEntry(), widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(reportLines)
	text.MultiLine = true
	text.SetPlaceHolder("clip-3.0\tvideo\t720P\t0.70\nclip-3.0\tvideo\t1080P audio\t1.45\ngenimage-2.5-flare\tpicture\t1024 medium\t0.06\ngenimage-2.5-flare\ttokens\toutput\t40")
	var sheet *widgets.Sheet
	var read pasted
	use := widgets.NewButton("", nil, widgets.Primary, func() {
		sheet.Hide()
		p.edit(p.draft.withPasted(read.prices))
	})
	check := func(words string) {
		read = readPasted(words, p.draft)
		n := len(read.prices)
		use.SetText(lang.N("Enter %s price", "Enter %s prices", n, lang.Number(n)))
		widgets.Enable(use, n > 0 && len(read.wrong) == 0)
		report.SetColor(resources.Err)
		if report.SetText(strings.Join(read.wrong[:min(len(read.wrong), reportLines)], "\n")); len(read.wrong) == 0 {
			report.SetColor(resources.Text2)
			report.SetText(lang.L("The last cell of a row is its price. Prices that are not in the text stay as they are."))
		}
		if sheet != nil {
			sheet.Refresh()
		}
	}
	text.OnChanged = check
	check("")
	title := widgets.NewText(lang.L("Paste prices"), resources.SizeH2, resources.Text1, true)
	text.SetName(title)
	cancel := widgets.NewButton(lang.L("Cancel"), nil, widgets.Quiet, func() { sheet.Hide() })
	sheet = widgets.ShowWideSheet(p.d.Canvas(), pasteWidth, widgets.NewColumn(12, title,
		widgets.NewText(lang.L("Copy rows from a spreadsheet or a CSV file: model, kind, resolution or size and quality, price."),
			resources.SizeSM, resources.Text2, false).Wrap(true),
		widgets.NewFixed(0, pasteHeight, text), report, widgets.NewRow(8, use, cancel)), nil)
	p.d.Canvas().Focus(text)
}

// The sheet to paste into, px, and how much it says of what is wrong.
const (
	pasteWidth  = 560
	pasteHeight = 200
	reportLines = 8
)

// maxFile bounds the file of a price table, bytes.
const maxFile = 1 << 20

// importFile lets a person choose a file of prices, which then stand in the fields: nothing is kept before they are saved.
func (p *Pane) importFile() {
	adopt := p.adoptHere()
	p.d.Nav.ChooseFile([]string{".csv"}, func(path string) {
		p.d.Go(func(context.Context) {
			table, err := readFile(path)
			p.d.Post(func() { adopt(table, err) })
		})
	})
}

// adoptHere is adoptFile for the profile that is shown now: another one may be in front when the prices come.
func (p *Pane) adoptHere() func(table client.PriceTable, err error) {
	profile := p.state.profile.ID
	return func(table client.PriceTable, err error) {
		if p.state.profile.ID != profile {
			p.refuse(lang.L("Not imported: another profile is shown now."))
			return
		}
		p.adoptFile(table, err)
	}
}

// readFile reads a file of prices. Its error says which line is wrong, and with which column.
func readFile(path string) (client.PriceTable, error) {
	data, err := folder.ReadFile(path, maxFile)
	if err != nil {
		return client.PriceTable{}, err
	}
	table, err := client.ReadPriceCSV(bytes.NewReader(data))
	if err != nil {
		return client.PriceTable{}, fmt.Errorf("read prices: %w", err)
	}
	return table, nil
}

// adoptFile puts the prices of a file into the fields. What it does not price becomes unknown.
func (p *Pane) adoptFile(table client.PriceTable, err error) {
	switch {
	case err != nil:
		p.refuse(lang.L("Not imported: %s", err))
	case table.Currency != p.draft.Currency:
		p.refuse(lang.L("Not imported: its prices are in %[1]s, but this profile uses %[2]s.",
			table.Currency, p.draft.Currency))
	default:
		p.edit(p.draft.Adopt(table))
	}
}

// exportFile writes the price table that is in force.
func (p *Pane) exportFile() {
	if len(p.state.versions) == 0 {
		p.d.Say(widgets.ToneNeutral, lang.L("No prices saved yet."), lang.L("Enter and save prices first."))
		return
	}
	kept := p.state.kept()
	action.Save(p.d, p.d.Nav, "prices "+p.state.profile.Name+".csv", lang.L("The prices could not be saved."),
		func(_ context.Context, path string) error {
			return folder.WriteFile(path, func(w io.Writer) error {
				if _, err := io.WriteString(w, client.CSVMark); err != nil {
					return err
				}
				return kept.WriteCSV(w)
			})
		})
}

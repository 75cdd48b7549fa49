package client

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// The columns of a price table as CSV. Each row is one price. Columns that do not apply to a row are empty.
var priceColumns = []string{"what", "model", "resolution", "audio", "size", "quality", "price", "currency", "per",
	"reference"}

// Values of the column "what".
const (
	rowVideo   = "video"
	rowPicture = "picture"
	rowEdit    = "edit"
	rowToken   = "token"
)

// Values of the column "per".
const (
	perSecond  = "second"
	perClip    = "clip"
	perPicture = "picture"
	perMillion = "million tokens"
)

// The kinds of tokens. A row of a common token price has the kind in the column "model". A row of an individual model
// has the ID of the model there, and the kind in the column "per": "million output tokens".
var tokenRows = [...]string{"input text", "input image", "output"}

// perMillionOf returns the value of the column "per" for the token price of an individual model.
func perMillionOf(kind string) string { return "million " + kind + " tokens" }

// maxPriceRows is the maximum number of rows of a price file.
const maxPriceRows = 10_000

// RowError reports an error in a row of a price file.
type RowError struct {
	Line   int    // 1-based
	Column string // name of the column; "": the whole row
	Why    error
}

// Error returns the line, the column and the reason.
func (e *RowError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Why)
	}
	return fmt.Sprintf("line %d, %s: %v", e.Line, e.Column, e.Why)
}

// Unwrap returns the reason.
func (e *RowError) Unwrap() error { return e.Why }

// Reasons of a RowError.
var (
	ErrPriceHead = errors.New("the first line must be " + strings.Join(priceColumns, ","))
	ErrPriceWhat = errors.New("must be video, picture, edit or token")
	ErrPriceUnit = errors.New("must be second or clip for video, picture for pictures and edits, " +
		"million tokens for tokens, or million input text tokens, million input image tokens, " +
		"million output tokens for those of one model")
	ErrPriceAudio   = errors.New("must be yes or no for video, and empty otherwise")
	ErrPriceTier    = errors.New("must be 720P or 1080P for video, and empty otherwise")
	ErrPriceSize    = errors.New("must be 1024, 2K or 4K for pictures, and empty otherwise")
	ErrPriceQuality = errors.New("must be low, medium, high, xhigh or max for pictures, and empty otherwise")
	ErrPriceModel   = errors.New("must be the id of a model for video, and input text, input image or output, " +
		"or the id of a model, for tokens")
	ErrPriceNegative  = errors.New("a price is not below 0")
	ErrPriceCurrency  = errors.New("must be the same code of three capital letters in every row")
	ErrPriceReference = errors.New("must be yes or no, the same in every row")
	ErrPriceTwice     = errors.New("this price stands in an earlier line already")
	ErrPriceTokens    = errors.New("the three prices of tokens are given together or not at all")
	ErrPriceEmpty     = errors.New("there is no price in it")
)

// WriteCSV writes the table as CSV (RFC 4180): a header, and one row for each price. Amounts are exact decimals; see
// [Micros.Decimal]. [ReadPriceCSV] is the inverse.
func (t PriceTable) WriteCSV(w io.Writer) error {
	out := NewCSVWriter(w)
	out.UseCRLF = true
	rows := [][]string{priceColumns}
	add := func(what, model, resolution, audio, size, quality string, price Micros, per string) {
		rows = append(rows, []string{what, model, resolution, audio, size, quality,
			price.Decimal(t.Currency), t.Currency, per, yesNo(t.Reference)})
	}
	for _, r := range t.Video {
		per := perSecond
		if r.PerClip {
			per = perClip
		}
		add(rowVideo, r.Model, r.Resolution, yesNo(r.Audio), "", "", r.PerSecond, per)
	}
	for _, r := range t.Images {
		what := rowPicture
		if r.Edit {
			what = rowEdit
		}
		add(what, r.Model, "", "", r.Size, r.Quality, r.PerPicture, perPicture)
	}
	if t.Tokens != nil {
		for i, price := range t.Tokens.values() {
			add(rowToken, tokenRows[i], "", "", "", "", price, perMillion)
		}
	}
	for _, m := range t.ModelTokens {
		for i, price := range m.values() {
			add(rowToken, m.Model, "", "", "", "", price, perMillionOf(tokenRows[i]))
		}
	}
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("write prices: %w", err)
	}
	return nil
}

func (p TokenPrices) values() [3]Micros {
	return [3]Micros{p.InputTextPerMillion, p.InputImagePerMillion, p.OutputPerMillion}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// ReadPriceCSV reads a price table in the format of [PriceTable.WriteCSV], which the user may have edited in a
// spreadsheet. Any invalid row is a [*RowError]. A byte order mark is allowed.
func ReadPriceCSV(r io.Reader) (PriceTable, error) {
	in := csv.NewReader(&bomSkipper{r: r})
	in.FieldsPerRecord = len(priceColumns)
	head, err := in.Read()
	if err != nil || !slices.Equal(head, priceColumns) {
		return PriceTable{}, &RowError{Line: 1, Why: ErrPriceHead}
	}
	var t PriceTable
	tokens := modelTokens{}
	seen := map[string]bool{}
	for n := 0; ; n++ {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var bad *csv.ParseError
		switch {
		case errors.As(err, &bad):
			return PriceTable{}, &RowError{Line: bad.StartLine, Why: bad.Err}
		case err != nil:
			return PriceTable{}, fmt.Errorf("read prices: %w", err)
		}
		for i := range fields {
			fields[i] = UnguardCSV(fields[i])
		}
		line, _ := in.FieldPos(0)
		if n == maxPriceRows {
			return PriceTable{}, &RowError{Line: line, Why: fmt.Errorf("more than %d prices", maxPriceRows)}
		}
		row := priceRow{fields, line}
		if err := row.addTo(&t, tokens, n == 0); err != nil {
			return PriceTable{}, err
		}
		key := strings.Join(fields[:6], "\x00")
		if row.cell("what") == rowToken {
			key += "\x00" + row.cell("per") // the kind of tokens
		}
		if seen[key] {
			return PriceTable{}, &RowError{Line: line, Why: ErrPriceTwice}
		}
		seen[key] = true
	}
	if err := tokens.addTo(&t); err != nil {
		return PriceTable{}, err
	}
	if len(t.Video)+len(t.Images)+len(tokens) == 0 {
		return PriceTable{}, &RowError{Line: 1, Why: ErrPriceEmpty}
	}
	return t, nil
}

// modelTokens collects token prices by model; "" stands for the common prices.
type modelTokens map[string]*readTokens

// readTokens contains the token prices of one model, and the line of the first one.
type readTokens struct {
	prices [len(tokenRows)]*Micros
	line   int
}

// add adds a price.
func (all modelTokens) add(model string, kind int, price Micros, line int) {
	if all[model] == nil {
		all[model] = &readTokens{line: line}
	}
	all[model].prices[kind] = &price
}

// addTo adds the prices to a table, in the order of the file. It fails if one of the three prices of a model is
// missing.
func (all modelTokens) addTo(t *PriceTable) error {
	byLine := func(a, b string) int { return all[a].line - all[b].line }
	for _, model := range slices.SortedFunc(maps.Keys(all), byLine) {
		p := all[model].prices
		switch {
		case slices.Contains(p[:], nil) && model == "":
			return &RowError{Line: 1, Why: ErrPriceTokens}
		case slices.Contains(p[:], nil):
			return &RowError{Line: all[model].line, Why: ErrPriceTokens}
		case model == "":
			t.Tokens = &TokenPrices{*p[0], *p[1], *p[2]}
		default:
			t.ModelTokens = append(t.ModelTokens, ModelTokens{model, TokenPrices{*p[0], *p[1], *p[2]}})
		}
	}
	return nil
}

// priceRow is one row of the file.
type priceRow struct {
	fields []string
	line   int
}

func (r priceRow) cell(column string) string { return r.fields[slices.Index(priceColumns, column)] }

func (r priceRow) newError(column string, why error) error {
	return &RowError{Line: r.line, Column: column, Why: why}
}

// addTo parses a row and adds it to a table. The first row sets the currency, and whether these are reference prices.
func (r priceRow) addTo(t *PriceTable, tokens modelTokens, first bool) error {
	price, err := ParseDecimal(r.cell("price"))
	switch {
	case err != nil:
		return r.newError("price", err)
	case price < 0:
		return r.newError("price", ErrPriceNegative)
	case price > maxCharge:
		return r.newError("price", ErrAmountTooLarge)
	}
	reference := r.cell("reference")
	if reference != "yes" && reference != "no" || !first && (reference == "yes") != t.Reference {
		return r.newError("reference", ErrPriceReference)
	}
	code := r.cell("currency")
	if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || !first && code != t.Currency {
		return r.newError("currency", ErrPriceCurrency)
	}
	t.Reference, t.Currency = reference == "yes", code
	model, what, per := r.cell("model"), r.cell("what"),
		map[string]string{rowVideo: perSecond, rowPicture: perPicture, rowEdit: perPicture, rowToken: perMillion}
	if per[what] == "" {
		return r.newError("what", ErrPriceWhat)
	}
	clip := what == rowVideo && r.cell("per") == perClip
	ownKind := slices.IndexFunc(tokenRows[:], func(kind string) bool { return r.cell("per") == perMillionOf(kind) })
	own := what == rowToken && ownKind >= 0
	if r.cell("per") != per[what] && !clip && !own {
		return r.newError("per", ErrPriceUnit)
	}
	if err := r.checkColumns(what); err != nil {
		return err
	}
	switch what {
	case rowVideo:
		t.Video = append(t.Video, VideoRate{model, r.cell("resolution"), r.cell("audio") == "yes", price, clip})
	case rowToken:
		if own {
			tokens.add(model, ownKind, price, r.line)
		} else {
			tokens.add("", slices.Index(tokenRows[:], model), price, r.line)
		}
	default:
		t.Images = append(t.Images, ImageRate{model, r.cell("size"), r.cell("quality"), what == rowEdit, price})
	}
	return nil
}

// checkColumns checks that exactly the columns for this kind of row have values, and that these are valid.
func (r priceRow) checkColumns(what string) error {
	video, picture := what == rowVideo, what == rowPicture || what == rowEdit
	one := func(value string, asked bool, allowed ...string) bool {
		if !asked {
			return value == ""
		}
		return slices.Contains(allowed, value)
	}
	model, ownTokens := r.cell("model"), what == rowToken && r.cell("per") != perMillion
	// without both, the price applies to every picture of a model
	sized := picture && (model == "" || r.cell("size")+r.cell("quality") != "")
	switch {
	case !one(r.cell("resolution"), video, Resolution720P, Resolution1080P):
		return r.newError("resolution", ErrPriceTier)
	case !one(r.cell("audio"), video, "yes", "no"):
		return r.newError("audio", ErrPriceAudio)
	case !one(r.cell("size"), sized, Size1024, Size2K, Size4K):
		return r.newError("size", ErrPriceSize)
	case !one(r.cell("quality"), sized, "low", "medium", "high", "xhigh", "max"):
		return r.newError("quality", ErrPriceQuality)
	case (video || ownTokens) && !plainModel(model), picture && model != "" && !plainModel(model),
		what == rowToken && !ownTokens && !slices.Contains(tokenRows[:], model):
		return r.newError("model", ErrPriceModel)
	}
	return nil
}

// plainModel reports whether a text can be a model ID: one word of at most 200 bytes that is not a spreadsheet formula.
func plainModel(s string) bool {
	return s != "" && len(s) <= 200 && !strings.ContainsAny(s[:1], "=+-@") &&
		!strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\ufffd' })
}

// bomSkipper skips a byte order mark at the start.
type bomSkipper struct {
	r       io.Reader
	started bool
}

// Read implements [io.Reader].
func (w *bomSkipper) Read(p []byte) (int, error) {
	if w.started || len(p) < 3 {
		w.started = true
		return w.r.Read(p)
	}
	w.started = true
	n, err := io.ReadAtLeast(w.r, p, 3)
	if n >= 3 && string(p[:3]) == "\ufeff" {
		copy(p, p[3:n])
		n -= 3
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

package client

import (
	"encoding/json"
	"errors"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/currency"
)

// Micros is an amount of money in millionths of a currency unit. Money is never a float.
type Micros int64

// PriceTable is what a service charges. The service does not publish it over its interface, so it is entered by a
// person or comes with the sandbox. It is kept as JSON, in dated versions.
type PriceTable struct {
	Currency  string       `json:"currency"` // ISO 4217
	Video     []VideoRate  `json:"video,omitempty"`
	Images    []ImageRate  `json:"images,omitempty"`    // go before Tokens
	Tokens    *TokenPrices `json:"tokens,omitempty"`    // nil: no price by tokens is known
	Reference bool         `json:"reference,omitempty"` // these are reference figures, not the account's own prices

	// ModelTokens are the token prices of single models. They go before every price of another model.
	ModelTokens []ModelTokens `json:"model_tokens,omitempty"`
}

// VideoRate is the price of one second of one model at one resolution, with or without sound (interface 8, billing), or
// that of a whole clip, as some gateways charge.
type VideoRate struct {
	Model      string `json:"model"`
	Resolution string `json:"resolution"` // "720P" or "1080P"
	Audio      bool   `json:"audio,omitempty"`
	PerSecond  Micros `json:"per_second"`         // of a clip of any length with PerClip
	PerClip    bool   `json:"per_clip,omitempty"` // PerSecond is the price of a clip
}

// TokenPrices are the prices of a million tokens of picture work.
type TokenPrices struct {
	InputTextPerMillion  Micros `json:"input_text_per_million"`
	InputImagePerMillion Micros `json:"input_image_per_million"`
	OutputPerMillion     Micros `json:"output_per_million"`
}

// ModelTokens are the token prices of one model.
type ModelTokens struct {
	Model string `json:"model"`
	TokenPrices
}

// Estimate is an amount with what it rests on.
type Estimate struct {
	Amount Micros // means nothing unless Known
	Known  bool   // whether the table holds every price that is needed
	// price of one second of video, or of one clip, or of one picture where that is known; 0 for tokens
	Unit Micros
	// {"seconds":5}, {"pictures":1,…} or {"input_text_tokens":12,"input_image_tokens":0,"output_tokens":750}
	Quantity  json.RawMessage
	Reference bool // the table holds reference figures
}

// SecondsQuantity is the Quantity of a clip.
type SecondsQuantity struct {
	Seconds int `json:"seconds"`
	Clips   int `json:"clips,omitempty"` // 1 where the clip is charged whatever its length; 0: by second
}

// TokensQuantity is the Quantity of a picture.
type TokensQuantity struct {
	InputTextTokens  int64 `json:"input_text_tokens"`
	InputImageTokens int64 `json:"input_image_tokens"`
	OutputTokens     int64 `json:"output_tokens"`
}

// Rate finds the price of a clip; false where the table has none. Sound is a tier of its own: a clip with sound is
// never priced as one without.
func (t PriceTable) Rate(model, resolution string, audio bool) (VideoRate, bool) {
	for _, r := range t.Video {
		if r.Model == model && r.Resolution == resolution && r.Audio == audio {
			return r, true
		}
	}
	return VideoRate{}, false
}

// RateOf finds the price of a clip of a gateway's own name for a model: its own price, else that of the model that it
// works like; false where the table has neither.
func (t PriceTable) RateOf(model, like, resolution string, audio bool) (VideoRate, bool) {
	if r, ok := t.Rate(model, resolution, audio); ok {
		return r, true
	}
	return t.Rate(like, resolution, audio)
}

// Estimate prices a clip: unit price times duration, which is also what the service reserves (interface 8), or the
// price of a clip. A gateway's own name for a model has its own price where the table has one, else that of the model
// it stands for.
func (r VideoRequest) Estimate(t PriceTable) Estimate {
	q, times := SecondsQuantity{Seconds: r.Duration()}, uint64(max(r.Duration(), 0))
	rate, ok := t.RateOf(r.Model, r.Rules(), r.Tier(), r.Audio)
	if rate.PerClip {
		q.Clips, times = 1, 1
	}
	e := Estimate{Reference: t.Reference, Quantity: quantity(q)}
	if !ok || r.Duration() < 0 {
		return e
	}
	unit := rate.PerSecond
	hi, lo := bits.Mul64(uint64(max(unit, 0)), times)
	if unit < 0 || hi != 0 || lo > maxCharge {
		return e
	}
	e.Unit, e.Amount, e.Known = unit, Micros(lo), true
	return e
}

// Estimate prices a picture: by picture where the table has a price for its size and quality, which is then also what
// is charged, and else by the reference token counts; the real charge then follows from the answer's usage.
func (r ImageRequest) Estimate(t PriceTable) Estimate {
	w, h := r.Dimensions()
	if rate, ok := t.PictureRate(r, false, w, h); ok {
		return t.pictureEstimate(rate, 1)
	}
	return t.tokenEstimate(t.TokensOf(r), TokensQuantity{
		InputTextTokens: ReferenceTextTokens(r.Prompt),
		OutputTokens:    ReferenceImageTokens(w, h, r.Quality),
	})
}

// Estimate prices an edit as a picture is priced. A picture whose size nobody knows (a link) counts as 1024 by 1024.
func (r EditRequest) Estimate(t PriceTable) Estimate {
	w, h := r.Dimensions()
	if rate, ok := t.PictureRate(r.ImageRequest, true, w, h); ok {
		return t.pictureEstimate(rate, 1)
	}
	return t.tokenEstimate(t.TokensOf(r.ImageRequest), TokensQuantity{
		InputTextTokens:  ReferenceTextTokens(r.Prompt),
		InputImageTokens: r.inputTokens(),
		OutputTokens:     ReferenceImageTokens(w, h, r.Quality),
	})
}

// ChargeImage returns the price of a finished picture call by its usage and the token prices of every model. The
// estimate is not Known if the answer had no counts, or if it counts text and picture input together and their prices
// differ.
func (t PriceTable) ChargeImage(u Usage) Estimate { return t.chargeTokens(t.Tokens, u) }

// chargeTokens prices a finished picture call from its usage; prices is nil where none are known.
func (t PriceTable) chargeTokens(prices *TokenPrices, u Usage) Estimate {
	q := TokensQuantity{InputTextTokens: u.InputTextTokens, InputImageTokens: u.InputImageTokens,
		OutputTokens: u.OutputTokens}
	if !u.Split {
		q.InputTextTokens, q.InputImageTokens = u.InputTokens, 0
	}
	e := t.tokenEstimate(prices, q)
	if !u.Split && u.InputTokens > 0 && prices != nil && prices.InputTextPerMillion != prices.InputImagePerMillion {
		e.Known, e.Amount = false, 0
	}
	if !u.Known {
		e.Known, e.Amount, e.Quantity = false, 0, nil
	}
	return e
}

// TokensOf returns the token prices of a picture call: those of its model, else those of the model that it works like,
// else those of every model; nil where the table has none of them.
func (t PriceTable) TokensOf(r ImageRequest) *TokenPrices {
	for _, model := range []string{r.Model, r.Rules()} {
		if own := t.tokensOfModel(model); own != nil {
			return own
		}
	}
	return t.Tokens
}

// tokensOfModel returns the token prices of a single model; nil for none.
func (t PriceTable) tokensOfModel(model string) *TokenPrices {
	i := slices.IndexFunc(t.ModelTokens, func(m ModelTokens) bool { return model != "" && m.Model == model })
	if i < 0 {
		return nil
	}
	return &t.ModelTokens[i].TokenPrices
}

func (t PriceTable) tokenEstimate(prices *TokenPrices, q TokensQuantity) Estimate {
	e := Estimate{Reference: t.Reference, Quantity: quantity(q)}
	if prices == nil {
		return e
	}
	e.Amount, e.Known = sumPerMillion(
		[3]int64{q.InputTextTokens, q.InputImageTokens, q.OutputTokens},
		[3]Micros{prices.InputTextPerMillion, prices.InputImagePerMillion, prices.OutputPerMillion})
	if e.Amount > maxCharge {
		e.Amount, e.Known = 0, false
	}
	return e
}

// maxCharge is the largest amount that is believed of one picture or clip, whose length may come from a foreign answer:
// a thousand million units. The ledger is never rewritten, and amounts near the end of the numbers would leave it
// without a sum for ever.
const maxCharge = 1_000_000_000_000_000

// sumPerMillion adds count times price and rounds once, half a micro-unit upwards. It refuses negative numbers and sums
// that do not fit: the counts come from a foreign answer.
func sumPerMillion(counts [3]int64, prices [3]Micros) (Micros, bool) {
	var hi, lo, carry uint64
	for i, n := range counts {
		if n < 0 || prices[i] < 0 {
			return 0, false
		}
		h, l := bits.Mul64(uint64(n), uint64(prices[i]))
		lo, carry = bits.Add64(lo, l, 0)
		if hi, carry = bits.Add64(hi, h, carry); carry != 0 {
			return 0, false
		}
	}
	lo, carry = bits.Add64(lo, 500_000, 0)
	hi += carry
	if hi >= 1_000_000 {
		return 0, false
	}
	sum, _ := bits.Div64(hi, lo, 1_000_000)
	if sum > math.MaxInt64 {
		return 0, false
	}
	return Micros(sum), true
}

// ReferenceImageTokens returns the output tokens of a picture by which the service's reference figures can be
// explained: per 1024 by 1024 pixels 750 (low), 1500 (medium), 3000 (high), 4500 (xhigh) and 6000 (max), rounded up.
// An unknown or empty quality counts as medium.
func ReferenceImageTokens(w, h int, quality string) int64 {
	per := int64(1500)
	switch quality {
	case "low":
		per = 750
	case "high":
		per = 3000
	case "xhigh":
		per = 4500
	case "max":
		per = 6000
	}
	return perMegapixel(w, h, per)
}

// ReferenceInputImageTokens returns the input tokens of a picture: 1000 per 1024 by 1024 pixels, rounded up.
func ReferenceInputImageTokens(w, h int) int64 { return perMegapixel(w, h, 1000) }

// ReferenceTextTokens returns the input tokens of a text: a quarter of its characters, rounded up.
func ReferenceTextTokens(s string) int64 { return int64(utf8.RuneCountInString(s)+3) / 4 }

func perMegapixel(w, h int, per int64) int64 {
	const area = 1024 * 1024
	// Sides beyond any codec would overflow the product; no service makes them.
	pixels := int64(min(max(w, 0), 1<<20)) * int64(min(max(h, 0), 1<<20))
	return (pixels*per + area - 1) / area
}

func quantity(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return nil // cannot happen: plain integers
	}
	return b
}

// ImageRate is the price of one picture of a size and a quality, for a service that is charged by picture, or whose
// prices are known by what pictures cost.
type ImageRate struct {
	Model string `json:"model,omitempty"` // "": of any model
	// a class: "1024", "2K" or "4K"; "" with Quality "": every picture of Model
	Size       string `json:"size"`
	Quality    string `json:"quality"`        // low, medium, high, xhigh or max
	Edit       bool   `json:"edit,omitempty"` // of an edit, with what is sent along
	PerPicture Micros `json:"per_picture"`
}

// The classes of sizes. Larger sizes cost more (interface 2.4), and a price is known by class only.
const (
	Size1024 = "1024" // up to 1536 by 1024 pixels: square, landscape and portrait
	Size2K   = "2K"   // up to 2048 by 2048
	Size4K   = "4K"
)

// SizeClass returns the class of a picture of w by h pixels, by how many these are.
func SizeClass(w, h int) string {
	switch pixels := int64(max(w, 0)) * int64(max(h, 0)); {
	case pixels <= 1536*1024:
		return Size1024
	case pixels <= 2048*2048:
		return Size2K
	}
	return Size4K
}

// PicturesQuantity is the Quantity of a call that is charged by picture.
type PicturesQuantity struct {
	Pictures int    `json:"pictures"`
	Size     string `json:"size"` // a class
	Quality  string `json:"quality"`
}

// PictureRate finds the price of one picture; false where the table has none, or where the call is charged by tokens.
// The prices of a gateway's own name for a model go before those of the model it stands for, and these before the
// prices of any model; of the same model, a price per picture goes before one by tokens. An empty quality is medium.
// An edit is never priced as a new picture.
func (t PriceTable) PictureRate(r ImageRequest, edit bool, w, h int) (ImageRate, bool) {
	class, quality := SizeClass(w, h), r.Quality
	if quality == "" {
		quality = "medium"
	}
	for _, model := range []string{r.Model, r.Rules(), ""} {
		for _, rate := range t.Images {
			if rate.Model == model && rate.Size == class && rate.Quality == quality && rate.Edit == edit &&
				rate.PerPicture >= 0 {
				return rate, true
			}
		}
		for _, rate := range t.Images { // any size and quality
			if model != "" && rate.Model == model && rate.Size+rate.Quality == "" && rate.Edit == edit &&
				rate.PerPicture >= 0 {
				rate.Size, rate.Quality = class, quality
				return rate, true
			}
		}
		if t.tokensOfModel(model) != nil {
			return ImageRate{}, false
		}
	}
	return ImageRate{}, false
}

// pictureEstimate prices a number of pictures.
func (t PriceTable) pictureEstimate(rate ImageRate, pictures int) Estimate {
	e := Estimate{Reference: t.Reference,
		Quantity: quantity(PicturesQuantity{Pictures: pictures, Size: rate.Size, Quality: rate.Quality})}
	if pictures < 1 || rate.PerPicture > maxCharge/Micros(pictures) {
		return e
	}
	e.Unit, e.Amount, e.Known = rate.PerPicture, rate.PerPicture*Micros(pictures), true
	return e
}

// Charge prices a finished picture call, as the request was estimated: by picture where the table has such a price, and
// else by the tokens of its usage. pictures is how many came; none is charged as one, because the call was. Where the
// request cannot be read any more (nil), the usage alone decides; it is not Known then if the table has token prices of
// single models.
func (t PriceTable) Charge(r Request, pictures int, u Usage) Estimate {
	var call ImageRequest
	edit, w, h := false, 0, 0
	switch r := r.(type) {
	case ImageRequest:
		call = r
		w, h = r.Dimensions()
	case EditRequest:
		call, edit = r.ImageRequest, true
		w, h = r.Dimensions()
	default:
		if len(t.ModelTokens) > 0 {
			return t.chargeTokens(nil, u)
		}
		return t.ChargeImage(u)
	}
	if rate, ok := t.PictureRate(call, edit, w, h); ok {
		return t.pictureEstimate(rate, max(pictures, 1))
	}
	return t.chargeTokens(t.TokensOf(call), u)
}

// ReferenceTable returns starting values for pictures: the figures of interface 8 (about 0.03, 0.06, 1.9 and 0.07 units
// a picture), marked as such, and the token prices by which these can be explained, for every other size and quality. A
// service does not publish what a second of video costs: those prices are left for a person to enter.
func ReferenceTable(currency string) PriceTable {
	return PriceTable{
		Currency: currency, Reference: true,
		Images: []ImageRate{
			{Size: Size1024, Quality: "low", PerPicture: 30_000},
			{Size: Size1024, Quality: "medium", PerPicture: 60_000},
			{Size: Size4K, Quality: "max", PerPicture: 1_900_000},
			{Size: Size1024, Quality: "low", Edit: true, PerPicture: 70_000},
		},
		Tokens: &TokenPrices{InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000,
			OutputPerMillion: 40_000_000},
	}
}

// microDigits is how many decimals a micro-unit has.
const microDigits = 6

// CurrencyDigits is how many decimals amounts of a currency are written with: 2 for CNY, 0 for JPY, 3 for BHD (ISO
// 4217, as the Unicode CLDR has them). An unknown code has 2.
func CurrencyDigits(code string) int {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	scale, _ := currency.Standard.Rounding(unit)
	return min(scale, microDigits)
}

// Decimal writes an amount exactly, with a point, no sign of the currency and no groups: with the digits of its
// currency, and with more where it has them ("0.70", "0.125", "-12" in JPY). [ParseDecimal] reads it back. Nothing is
// rounded.
func (m Micros) Decimal(currency string) string {
	sign, s := "", strconv.FormatUint(magnitude(m), 10)
	if m < 0 {
		sign = "-"
	}
	s = strings.Repeat("0", max(microDigits+1-len(s), 0)) + s
	whole, fraction := s[:len(s)-microDigits], s[len(s)-microDigits:]
	for least := CurrencyDigits(currency); len(fraction) > least && strings.HasSuffix(fraction, "0"); {
		fraction = fraction[:len(fraction)-1]
	}
	if fraction == "" {
		return sign + whole
	}
	return sign + whole + "." + fraction
}

func magnitude(m Micros) uint64 {
	if m < 0 {
		return -uint64(m)
	}
	return uint64(m)
}

// Why a text is no decimal.
var (
	ErrNoDecimal      = errors.New("not a decimal number with a point, such as 0.56")
	ErrDecimals       = errors.New("more than 6 decimals")
	ErrAmountTooLarge = errors.New("an amount that is too large")
)

// ParseDecimal reads an amount as a file of numbers holds it: digits, a point, up to six further digits that count, and
// perhaps a minus sign in front. Nothing else: no groups, no exponent, no sign of a currency.
func ParseDecimal(s string) (Micros, error) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, point := strings.Cut(digits, ".")
	notDigit := func(r rune) bool { return r < '0' || r > '9' }
	if whole == "" || point && fraction == "" || strings.ContainsFunc(whole, notDigit) ||
		strings.ContainsFunc(fraction, notDigit) {
		return 0, ErrNoDecimal
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > microDigits {
		return 0, ErrDecimals
	}
	n, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", microDigits-len(fraction)), 10, 64)
	if err != nil || n > math.MaxInt64 {
		return 0, ErrAmountTooLarge
	}
	if negative {
		return -Micros(n), nil
	}
	return Micros(n), nil
}

// How many own calls make a range, and how many of the newest are regarded.
const (
	MinSamples = 5
	MaxSamples = 20
)

// PriceRange is what own calls of one size and quality come to.
type PriceRange struct {
	Min, Max Micros
	Calls    int // on how many calls it rests
}

// HasEnough reports whether a range rests on enough calls to be shown instead of a table's price.
func (r PriceRange) HasEnough() bool { return r.Calls >= MinSamples }

// RangeOf returns the least and the most of what calls came to, the newest first, of which [MaxSamples] count.
func RangeOf(amounts []Micros) PriceRange {
	amounts = amounts[:min(len(amounts), MaxSamples)]
	if len(amounts) == 0 {
		return PriceRange{}
	}
	return PriceRange{slices.Min(amounts), slices.Max(amounts), len(amounts)}
}

// inputTokens are the reference tokens of the pictures that go in.
func (r EditRequest) inputTokens() (sum int64) {
	for i := range max(len(r.ImageURLs), 1) {
		w, h := r.InputSize(i)
		if w <= 0 || h <= 0 {
			w, h = r.InputSize(0)
		}
		if w <= 0 || h <= 0 {
			w, h = DefaultImageSide, DefaultImageSide
		}
		sum += ReferenceInputImageTokens(w, h)
	}
	return sum
}

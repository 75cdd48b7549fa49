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

// Micros is an amount of money in millionths of a currency unit.
type Micros int64

// PriceTable contains the prices of a service. The service does not publish them over its interface, so the user enters
// them. It is stored as JSON, in dated versions.
type PriceTable struct {
	Currency  string       `json:"currency"` // ISO 4217
	Video     []VideoRate  `json:"video,omitempty"`
	Images    []ImageRate  `json:"images,omitempty"`    // take precedence over Tokens
	Tokens    *TokenPrices `json:"tokens,omitempty"`    // nil: unknown
	Reference bool         `json:"reference,omitempty"` // reference prices, not those of the account

	// ModelTokens are the token prices of individual models. They take precedence over prices without a model.
	ModelTokens []ModelTokens `json:"model_tokens,omitempty"`
}

// VideoRate is the price of one second of video, or with PerClip of one clip, as some gateways charge. It depends on
// model, resolution and audio (interface 8, billing).
type VideoRate struct {
	Model      string `json:"model"`
	Resolution string `json:"resolution"` // "720P" or "1080P"
	Audio      bool   `json:"audio,omitempty"`
	PerSecond  Micros `json:"per_second"`         // with PerClip, the price of a clip of any length
	PerClip    bool   `json:"per_clip,omitempty"` // charged per clip instead of per second
}

// TokenPrices are the prices of a million tokens of a picture call.
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

// Estimate is the price of a request, and how it was computed.
type Estimate struct {
	Amount Micros // meaningless unless Known
	Known  bool   // the table has every price that is needed
	// price of a second, a clip or a picture; 0 if priced by tokens
	Unit Micros
	// {"seconds":5}, {"pictures":1,…} or {"input_text_tokens":12,"input_image_tokens":0,"output_tokens":750}
	Quantity  json.RawMessage
	Reference bool // the table contains reference prices
}

// SecondsQuantity is the Quantity of a clip.
type SecondsQuantity struct {
	Seconds int `json:"seconds"`
	Clips   int `json:"clips,omitempty"` // 1 if charged per clip; 0: per second
}

// TokensQuantity is the Quantity of a picture.
type TokensQuantity struct {
	InputTextTokens  int64 `json:"input_text_tokens"`
	InputImageTokens int64 `json:"input_image_tokens"`
	OutputTokens     int64 `json:"output_tokens"`
}

// Rate returns the price of a clip; false if the table has none. Prices with and without audio are separate.
func (t PriceTable) Rate(model, resolution string, audio bool) (VideoRate, bool) {
	for _, r := range t.Video {
		if r.Model == model && r.Resolution == resolution && r.Audio == audio {
			return r, true
		}
	}
	return VideoRate{}, false
}

// RateOf returns the price of a clip of model: the price for model, or else for like, the catalogue model with the same
// rules. It returns false if the table has neither.
func (t PriceTable) RateOf(model, like, resolution string, audio bool) (VideoRate, bool) {
	if r, ok := t.Rate(model, resolution, audio); ok {
		return r, true
	}
	return t.Rate(like, resolution, audio)
}

// Estimate returns the price of a clip: the price per second times the duration, or the price per clip. The service
// reserves the same amount (interface 8). An alias without its own price has the price of its catalogue model.
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

// Estimate returns the price of a picture. If the table has a price per picture for its size and quality, that is also
// the charge. Otherwise the price is computed from reference token counts; the charge then depends on the usage in the
// response.
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

// Estimate returns the price of an edit, like that of a picture. An input picture of unknown size counts as 1024 by
// 1024.
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

// ChargeImage returns the charge of a finished picture call, from its usage and the common token prices. The result is
// not Known if the response had no counts, or if it has only the sum of text and picture input and their prices differ.
func (t PriceTable) ChargeImage(u Usage) Estimate { return t.chargeTokens(t.Tokens, u) }

// chargeTokens returns the charge of a finished picture call from its usage. prices may be nil.
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

// TokensOf returns the token prices of a picture call: those of its model, else of its catalogue model, else the common
// ones; nil if the table has none.
func (t PriceTable) TokensOf(r ImageRequest) *TokenPrices {
	for _, model := range []string{r.Model, r.Rules()} {
		if own := t.tokensOfModel(model); own != nil {
			return own
		}
	}
	return t.Tokens
}

// tokensOfModel returns the token prices of an individual model; nil for none.
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

// maxCharge is the maximum charge of one picture or clip: 1,000,000,000 units of the currency. Token counts come from
// responses and may be wrong. Ledger entries are permanent, so a huge amount would overflow its sums forever.
const maxCharge = 1_000_000_000_000_000

// sumPerMillion returns the sum of counts times prices per million. It rounds once, half up. It returns false for
// negative numbers and overflow, because the counts come from a response.
func sumPerMillion(counts [3]int64, prices [3]Micros) (Micros, bool) {
	var hi, lo, carry uint64
	for i, n := range counts {
		if n < 0 || prices[i] < 0 {
			return 0, false
		}
		h, l := bits.Mul64(uint64(n), uint64(prices[i]))
		lo, carry = bits.Add64(lo, l, 0)
		hi, carry = bits.Add64(hi, h, carry)
		if carry != 0 {
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

// ReferenceImageTokens returns the estimated output tokens of a picture. Per 1024 by 1024 pixels these are 750 (low),
// 1500 (medium), 3000 (high), 4500 (xhigh) and 6000 (max), rounded up. The numbers were derived from the reference
// prices of the service. An unknown or empty quality counts as medium.
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

// ReferenceInputImageTokens returns the estimated input tokens of a picture: 1000 per 1024 by 1024 pixels, rounded up.
func ReferenceInputImageTokens(w, h int) int64 { return perMegapixel(w, h, 1000) }

// ReferenceTextTokens returns the estimated input tokens of a text: a quarter of its characters, rounded up.
func ReferenceTextTokens(s string) int64 { return int64(utf8.RuneCountInString(s)+3) / 4 }

func perMegapixel(w, h int, per int64) int64 {
	const area = 1024 * 1024
	// Limit the sides, because larger ones would overflow the product.
	pixels := int64(min(max(w, 0), 1<<20)) * int64(min(max(h, 0), 1<<20))
	return (pixels*per + area - 1) / area
}

func quantity(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return nil // cannot happen
	}
	return b
}

// ImageRate is the price of one picture of a size and a quality.
type ImageRate struct {
	Model string `json:"model,omitempty"` // "": any model
	// size class: "1024", "2K" or "4K"; "" if Quality is "": every picture of Model
	Size       string `json:"size"`
	Quality    string `json:"quality"`        // low, medium, high, xhigh or max
	Edit       bool   `json:"edit,omitempty"` // price of an edit, including its input
	PerPicture Micros `json:"per_picture"`
}

// The size classes for prices per picture (interface 2.4).
const (
	Size1024 = "1024" // up to 1536 by 1024 pixels: square, landscape and portrait
	Size2K   = "2K"   // up to 2048 by 2048
	Size4K   = "4K"
)

// SizeClass returns the size class of a picture of w by h pixels, by the number of its pixels.
func SizeClass(w, h int) string {
	switch pixels := int64(max(w, 0)) * int64(max(h, 0)); {
	case pixels <= 1536*1024:
		return Size1024
	case pixels <= 2048*2048:
		return Size2K
	}
	return Size4K
}

// PicturesQuantity is the Quantity of a call that is charged per picture.
type PicturesQuantity struct {
	Pictures int    `json:"pictures"`
	Size     string `json:"size"` // size class
	Quality  string `json:"quality"`
}

// PictureRate returns the price per picture for a request of w by h pixels. It returns false if the table has none, or
// if the call is charged by tokens. Prices of the model take precedence over those of its catalogue model, and these
// over prices without a model. For the same model, a price per picture takes precedence over token prices. An empty
// quality counts as medium. Prices of edits and of new pictures are separate.
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

// pictureEstimate returns the price of a number of pictures.
func (t PriceTable) pictureEstimate(rate ImageRate, pictures int) Estimate {
	e := Estimate{Reference: t.Reference,
		Quantity: quantity(PicturesQuantity{Pictures: pictures, Size: rate.Size, Quality: rate.Quality})}
	if pictures < 1 || rate.PerPicture > maxCharge/Micros(pictures) {
		return e
	}
	e.Unit, e.Amount, e.Known = rate.PerPicture, rate.PerPicture*Micros(pictures), true
	return e
}

// Charge returns the charge of a finished picture call: by picture if the table has such a price, else by the tokens of
// its usage. pictures is the number of received pictures; 0 counts as 1, because the call was charged. r is nil if the
// request cannot be read any more. Then only the usage counts, and the result is not Known if the table has token
// prices of individual models.
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

// ReferenceTable returns a table of reference prices for pictures: the prices of interface 8, and token prices derived
// from them for other sizes and qualities. It has no prices for video, because the service does not publish them; the
// user enters them.
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

// microDigits is the number of decimals of Micros.
const microDigits = 6

// CurrencyDigits returns the number of decimals of a currency: 2 for CNY, 0 for JPY, 3 for BHD (ISO 4217, from the
// Unicode CLDR). It returns 2 for an unknown code.
func CurrencyDigits(code string) int {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	scale, _ := currency.Standard.Rounding(unit)
	return min(scale, microDigits)
}

// Decimal formats an amount exactly: with a decimal point, without currency symbol and grouping, and with at least the
// decimals of its currency ("0.70", "0.125", "-12" in JPY). [ParseDecimal] is the inverse.
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

// Errors of ParseDecimal.
var (
	ErrNoDecimal      = errors.New("not a decimal number with a point, such as 0.56")
	ErrDecimals       = errors.New("more than 6 decimals")
	ErrAmountTooLarge = errors.New("an amount that is too large")
)

// ParseDecimal parses an amount: an optional minus sign, digits, and optionally a point with up to six decimals. It
// refuses grouping, exponents and currency symbols. Errors: ErrNoDecimal, ErrDecimals, ErrAmountTooLarge.
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

// Numbers of calls for a PriceRange: the minimum to show it, and the maximum to use.
const (
	MinSamples = 5
	MaxSamples = 20
)

// PriceRange is the range of charges of the user's earlier calls with one size and quality.
type PriceRange struct {
	Min, Max Micros
	Calls    int // number of calls
}

// HasEnough reports whether the range is based on enough calls to be shown instead of the table's price.
func (r PriceRange) HasEnough() bool { return r.Calls >= MinSamples }

// RangeOf returns the range of the charges of calls. amounts are sorted newest first; only the first [MaxSamples]
// count.
func RangeOf(amounts []Micros) PriceRange {
	amounts = amounts[:min(len(amounts), MaxSamples)]
	if len(amounts) == 0 {
		return PriceRange{}
	}
	return PriceRange{slices.Min(amounts), slices.Max(amounts), len(amounts)}
}

// inputTokens returns the estimated tokens of the input pictures.
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

package wording

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/lang"
)

// minus is the sign of negative amounts: a dash as wide as a digit, so that columns align. The font of the program has
// it, but not the minus sign U+2212.
const minus = "\u2012"

// currencySigns holds the usual signs of currencies. Others are shown with their ISO 4217 code.
var currencySigns = map[string]string{
	"CNY": "¥", "JPY": "¥", "USD": "$", "EUR": "€", "GBP": "£", "KRW": "₩", "INR": "₹",
}

// Money returns an amount in the notation of the language: "¥2.80", "2,80 ¥". Amounts under one hundredth show four
// digits or all six, because a picture may cost that little and "¥0.00" would be wrong. Rounds half away from zero.
func Money(micros int64, currency string) string {
	return signed(PlainMoney(micros, currency), currency)
}

// ShortMoney is Money for narrow places: amounts from 1,000 on have no decimals.
func ShortMoney(micros int64, currency string) string {
	if micros < 1_000_000_000 {
		return Money(micros, currency)
	}
	return signed(decimal(micros, 0), currency)
}

// ExactMoney returns an amount with all its digits, as FormatAmount does, and its currency sign: "¥0.125", "0,125 ¥".
func ExactMoney(m client.Micros, currency string) string {
	return signed(strings.Replace(FormatAmount(m, currency), "-", minus, 1), currency)
}

// signed adds the currency sign at the position of the language: after a minus sign, before or after the digits.
func signed(number, currency string) string {
	digits, negative := strings.CutPrefix(number, minus)
	switch sign := CurrencySign(currency); {
	case sign == "":
	case lang.CurrencyAfterAmount():
		digits += "\u00a0" + strings.TrimSpace(sign)
	default:
		digits = sign + digits
	}
	if negative {
		return minus + digits
	}
	return digits
}

// PlainMoney is Money without the currency sign, for columns with the currency in their header.
func PlainMoney(micros int64, currency string) string {
	sign := ""
	if micros < 0 {
		sign = minus
		micros = -micros
	}
	return sign + decimal(micros, digitsFor(micros, currency))
}

// CurrencySign returns the text before an amount in English: a sign, or the code and a space. Use Money or ExactMoney
// for whole amounts, because the position of the sign depends on the language.
func CurrencySign(currency string) string {
	if s, ok := currencySigns[currency]; ok {
		return s
	}
	if currency == "" {
		return ""
	}
	return currency + "\u00a0"
}

func digitsFor(micros int64, currency string) int {
	digits := client.CurrencyDigits(currency)
	switch {
	case digits < 2 || micros == 0 || micros >= 10_000:
		return digits
	case micros < 50: // four digits would be zeros
		return microDigits
	}
	return 4
}

// decimal formats non-negative micros with this many decimals (0 to 6), in the notation of the language.
func decimal(micros int64, digits int) string {
	step := int64(1)
	for range microDigits - digits {
		step *= 10
	}
	rounded, unit := (micros+step/2)/step, int64(1_000_000)/step
	whole := lang.Number(rounded / unit)
	if digits == 0 {
		return whole
	}
	_, point := lang.Separators()
	return fmt.Sprintf("%s%s%0*d", whole, point, digits, rounded%unit)
}

// MoneyFormat formats the amounts of one profile. The sandbox uses play money. While it is the current profile, the
// window shows that at the profile and on the button that spends. An amount is marked only if it differs from its
// context.
type MoneyFormat struct {
	Currency  string // ISO 4217
	Play      bool   // play money of the sandbox
	AmongPlay bool   // the context shows play money
}

// MoneyOf returns the format for the amounts of payer while front is the current profile.
func MoneyOf(payer, front db.Profile) MoneyFormat {
	return MoneyFormat{payer.Currency, payer.Sandbox, front.Sandbox}
}

// AssetCost returns the cost of an asset, "¥2.80 charged"; "" if unknown. amongPlay is as in [MoneyFormat].
func AssetCost(a db.Asset, amongPlay bool) string {
	if a.CostMicros == nil {
		return ""
	}
	return MoneyFormat{a.CostCurrency, a.CostSandbox, amongPlay}.Charged(*a.CostMicros)
}

// Of returns an unmarked amount: "¥2.80".
func (f MoneyFormat) Of(micros int64) string { return Money(micros, f.Currency) }

// Alone returns a marked amount: "¥2.80", "¥2.80 (play money)".
func (f MoneyFormat) Alone(micros int64) string { return f.Mark(f.Of(micros)) }

// Charged returns a charged amount with its kind: "¥2.80 charged".
func (f MoneyFormat) Charged(micros int64) string {
	return f.Mark(f.Of(micros) + " " + EntryWord(db.Charge, true))
}

// Signed returns an amount with a sign: "+¥0.80", "‒¥0.80".
func (f MoneyFormat) Signed(micros int64) string {
	if micros > 0 {
		return "+" + f.Of(micros)
	}
	return f.Of(micros)
}

// Price returns an estimated amount: "¥2.80 est.", "price not known".
func (f MoneyFormat) Price(micros int64, known bool) string {
	if !known {
		return f.Mark(lang.L("price not known"))
	}
	return f.Mark(lang.L("%s est.", f.Of(micros)))
}

// Mark adds "(play money)" to a text with an amount of the sandbox, if needed.
func (f MoneyFormat) Mark(words string) string {
	switch {
	case f.Play == f.AmongPlay:
		return words
	case f.Play:
		return lang.L("%s (play money)", words)
	}
	return lang.L("%s (real money)", words)
}

// AmountError is the reason why a text is not a valid amount. It implements [Worded].
type AmountError int

// Reasons of an AmountError.
const (
	ErrNoNumber AmountError = iota + 1
	ErrNegative
	ErrDecimals
	ErrTooLarge
	ErrAmbiguous
)

// Error returns the reason in English.
func (e AmountError) Error() string {
	switch e {
	case ErrNegative:
		return "amount below 0"
	case ErrDecimals:
		return "amount with more than " + strconv.Itoa(microDigits) + " decimals"
	case ErrTooLarge:
		return "amount too large"
	case ErrAmbiguous:
		return "ambiguous separator in amount"
	}
	return "not an amount"
}

// Words returns the reason in the language of the window, with its separators.
func (e AmountError) Words() string {
	switch e {
	case ErrNegative:
		return lang.L("An amount cannot be below 0")
	case ErrDecimals:
		return lang.L("An amount can have at most %d decimals", microDigits)
	case ErrTooLarge:
		return lang.L("An amount can be at most %s", lang.Number(maxAmount/1_000_000))
	case ErrAmbiguous:
		if _, point := lang.Separators(); point == "," {
			return lang.L("The point is ambiguous here: use a comma, or leave it out")
		}
		return lang.L("The comma is ambiguous here: use a point, or leave it out")
	}
	return lang.L("An amount is a number, such as %s", FormatAmount(560_000, ""))
}

const (
	microDigits = 6
	maxAmount   = 1_000_000_000_000_000 // 10⁹ units, in micro-units
)

// ParseAmount parses an amount as users type it: "0.56", "0,56", "¥ 1,250.00", "1.250,00 €", also with full-width
// characters. The amount is exact. given is false for an empty text. Errors: those of [AmountError].
//
// Both separators are accepted in every language if they are unambiguous. The last of two different ones is the decimal
// separator; a repeated one groups digits. A single separator is decimal if the integer part is 0 or if not exactly
// three digits follow. Otherwise it may be either: the decimal separator of the language is decimal. Its group
// separator groups if the language's decimals use a comma (German 1.250 is 1250) or the currency has no decimals. A
// comma in a language with a decimal point is rejected, because many users write decimals with it.
func ParseAmount(text, currency string) (amount client.Micros, given bool, err error) {
	s := strings.Join(strings.Fields(width.Narrow.String(text)), "") // blanks group digits
	_, point := lang.Separators()
	// the Arabic decimal sign never groups
	s = strings.NewReplacer("'", "", "’", "", "\u066b", point, minus, "-", "\u2212", "-").Replace(s)
	for _, sign := range []string{width.Narrow.String(strings.TrimSpace(CurrencySign(currency))), currency} {
		if sign != "" {
			s = strings.TrimSuffix(strings.TrimPrefix(s, sign), sign)
		}
	}
	if s == "" {
		return 0, false, nil
	}
	if rest, negative := strings.CutPrefix(s, "-"); negative && rest != "" {
		return 0, true, ErrNegative
	}
	whole, fraction, err := splitDecimal(s, client.CurrencyDigits(currency) == 0)
	if err != nil {
		return 0, true, err
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > microDigits {
		return 0, true, ErrDecimals
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", microDigits-len(fraction)), 10, 64)
	if err != nil || n > maxAmount {
		return 0, true, ErrTooLarge // splitDecimal accepts only digits
	}
	return client.Micros(n), true, nil
}

// splitDecimal returns the digits before and after the decimal separator, which is a point or a comma. noDecimals means
// that the currency has no decimals, so that the group separator of the language groups digits.
func splitDecimal(s string, noDecimals bool) (whole, fraction string, err error) {
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	decimal, group := ".", ","
	if comma > point {
		decimal, group = ",", "."
	}
	whole = s
	if i := max(point, comma); i >= 0 {
		whole, fraction = s[:i], s[i+1:]
		grouping := strings.Count(s, decimal) > 1 // 1,250,000 and 1.250.000
		if !grouping {
			if grouping, err = groups(whole, fraction, decimal, noDecimals); err != nil {
				return "", "", err
			}
		}
		if grouping && !strings.Contains(s, group) {
			whole, fraction, group = s, "", decimal
		}
	}
	parts := strings.Split(whole, group)
	for i, p := range parts {
		if i > 0 && len(p) != 3 || i == 0 && len(parts) > 1 && (p == "" || len(p) > 3) {
			return "", "", ErrNoNumber
		}
	}
	whole = strings.Join(parts, "")
	if whole+fraction == "" || !onlyDigits(whole) || !onlyDigits(fraction) {
		return "", "", ErrNoNumber
	}
	return whole, fraction, nil
}

// groups reports whether the only separator of a number groups its digits. It returns ErrAmbiguous if it may be either.
func groups(whole, fraction, separator string, noDecimals bool) (bool, error) {
	ofGroups, ofDecimals := lang.Separators()
	switch {
	case separator == ofDecimals, len(fraction) != 3, strings.Trim(whole, "0") == "", !onlyDigits(whole):
		return false, nil
	case separator == ofGroups && len(whole) <= 3 && (noDecimals || ofDecimals == ","):
		return true, nil
	}
	return false, ErrAmbiguous
}

func onlyDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// FormatAmount returns an amount with all its digits, with at least the decimals that its currency has, with the
// decimal sign of the language and without groups: "0.70", "0,125", "12". ParseAmount reads it back.
func FormatAmount(m client.Micros, currency string) string {
	_, point := lang.Separators()
	return strings.Replace(m.Decimal(currency), ".", point, 1)
}

// Cost is the actual or possible cost of a job, as text. Number is never shown without Word.
type Cost struct {
	Number   string       // "¥2.80", "up to ¥4.50", "—"
	Word     string       // est., reserved, charged, refunded, unconfirmed, "price not known"
	Kind     db.EntryKind // kind of the amount; "" for an estimate, or if there is no amount
	Estimate bool         // nothing was reserved yet
	Unpriced bool         // Kind is known but not the price; Word has both
	Micros   *int64       // of Number; nil if that is "—"
}

// KindWord returns Word without "price not known", for places that show this instead of the number.
func (c Cost) KindWord() string {
	if c.Unpriced {
		return EntryWord(c.Kind, true)
	}
	return c.Word
}

// EntryWord returns the name of the kind of an entry, which is shown beside its amount, or instead of an unknown one.
func EntryWord(k db.EntryKind, known bool) string {
	of := func(priced, unpriced string) string {
		if known {
			return priced
		}
		return unpriced
	}
	switch k {
	case db.Reserve:
		return of(lang.L("reserved"), lang.L("reserved, price not known"))
	case db.Charge:
		return of(lang.L("charged"), lang.L("charged, price not known"))
	case db.Refund:
		return of(lang.L("refunded"), lang.L("refunded, price not known"))
	case db.UnconfirmedEntry:
		return of(lang.L("unconfirmed"), lang.L("unconfirmed, price not known"))
	}
	return lang.L("not charged")
}

// CostOf returns the cost of a job from its ledger entries, or from its estimate if there are none.
func CostOf(job db.Job, entries []db.Entry) Cost {
	kind, micros, currency := boards.AmountOf(job, entries)
	c := Cost{Number: "—", Word: lang.L("price not known"), Micros: micros}
	if micros != nil {
		c.Number = Money(*micros, currency)
	}
	switch kind {
	case boards.Ordered, boards.Planned:
		c.Estimate = micros != nil
		if c.Estimate {
			c.Word = lang.L("est.")
		}
	case boards.NoAmount:
		if len(entries) > 0 {
			c.Kind = db.Void
		}
		c.Micros = nil
		if c.Kind == db.Void || job.State == db.Rejected {
			c.Number, c.Word = "—", EntryWord(db.Void, true)
		}
	default:
		c.Kind = kind
		c.Unpriced = micros == nil && kind != db.Refund
		c.Word = EntryWord(c.Kind, !c.Unpriced)
		if kind == db.UnconfirmedEntry && !c.Unpriced {
			c.Number = lang.L("up to %s", c.Number)
		}
		if kind == db.Charge && slices.ContainsFunc(entries, func(e db.Entry) bool { return e.Correction != "" }) {
			c.Word = lang.L("charged, corrected")
		}
	}
	return c
}

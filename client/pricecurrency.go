package client

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
)

// microDigits is how many decimals a micro-unit has.
const microDigits = 6

// CurrencyDigits is how many decimals amounts of a currency are written with: 2 for CNY, 0 for JPY, 3 for BHD (ISO 4217, as
// the Unicode CLDR has them). An unknown code has 2.
func CurrencyDigits(code string) int {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	scale, _ := currency.Standard.Rounding(unit)
	return min(scale, microDigits)
}

// Decimal writes an amount exactly, with a point, no sign of the currency and no groups: with the digits of its currency, and
// with more where it has them ("0.70", "0.125", "-12" in JPY). [ParseDecimal] reads it back. Nothing is rounded.
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

// ParseDecimal reads an amount as a file of numbers holds it: digits, a point, up to six further digits that count, and perhaps
// a minus sign in front. Nothing else: no groups, no exponent, no sign of a currency.
func ParseDecimal(s string) (Micros, error) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, point := strings.Cut(digits, ".")
	notDigit := func(r rune) bool { return r < '0' || r > '9' }
	if whole == "" || point && fraction == "" || strings.ContainsFunc(whole, notDigit) || strings.ContainsFunc(fraction, notDigit) {
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

package wording

import (
	"errors"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"viviscope/client"
)

// Why a text is no amount. The words stand at the field that it was typed into.
var (
	ErrNoNumber  = errors.New("an amount is a number, such as 0.56")
	ErrNegative  = errors.New("an amount is not below 0")
	ErrDecimals  = errors.New("an amount has at most 6 decimals")
	ErrTooLarge  = errors.New("an amount is not above 1,000,000,000")
	ErrAmbiguous = errors.New("the comma may mean two things here: write a point, or leave it out")
)

const (
	microDigits = 6
	maxAmount   = 1_000_000_000_000_000 // a thousand million units, in micro-units
)

// ParseAmount reads an amount as people write it in any field of the window: "0.56", "0,56", "¥ 1,250.00", also in the width of East Asian texts. The
// amount is exact; an empty text is not given. Errors: those above.
//
// A single comma before three digits, as in "1,250", can be a thousand or a decimal: it is refused, unless nothing but a
// zero stands before it.
func ParseAmount(text, currency string) (amount client.Micros, given bool, err error) {
	s := strings.Join(strings.Fields(width.Narrow.String(text)), "") // blanks group digits
	s = strings.NewReplacer("'", "", "’", "", "\u066b", ".").Replace(s)
	for _, sign := range []string{width.Narrow.String(strings.TrimSpace(CurrencySign(currency))), currency} {
		if sign != "" {
			s = strings.TrimSuffix(strings.TrimPrefix(s, sign), sign)
		}
	}
	if s == "" {
		return 0, false, nil
	}
	if rest, negative := strings.CutPrefix(strings.Replace(s, "\u2212", "-", 1), "-"); negative && rest != "" {
		return 0, true, ErrNegative
	}
	whole, fraction, err := splitDecimal(s)
	if err != nil {
		return 0, true, err
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > microDigits {
		return 0, true, ErrDecimals
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", microDigits-len(fraction)), 10, 64)
	if err != nil || n > maxAmount {
		return 0, true, ErrTooLarge // splitDecimal let nothing but digits through
	}
	return client.Micros(n), true, nil
}

// splitDecimal takes the digits before and after the decimal sign, which is a point or a comma.
func splitDecimal(s string) (whole, fraction string, err error) {
	point, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	decimal, group := byte('.'), ","
	if comma > point {
		decimal, group = ',', "."
	}
	whole = s
	if i := max(point, comma); i >= 0 {
		whole, fraction = s[:i], s[i+1:]
		switch {
		case strings.Count(s, string(decimal)) > 1 && !strings.Contains(s, group):
			// Only groups: 1,250,000 and 1.250.000.
			whole, fraction, group = s, "", string(decimal)
		case decimal == ',' && point < 0 && len(fraction) == 3 && strings.Trim(whole, "0") != "":
			return "", "", ErrAmbiguous
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

func onlyDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// FormatAmount writes an amount to its last digit, with at least the decimals that its currency has: "0.70", "0.125", "12".
// ParseAmount reads it back.
func FormatAmount(m client.Micros, currency string) string { return m.Decimal(currency) }

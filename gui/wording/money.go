package wording

import (
	"strconv"
	"strings"

	"viviscope/client"
)

// minus is the typographic minus sign: as wide as a digit, so that columns of amounts line up.
const minus = "\u2212"

// currencySigns are the signs that people of that currency expect before the number.
// A currency without one is shown by its ISO 4217 code.
var currencySigns = map[string]string{
	"CNY": "¥", "JPY": "¥", "USD": "$", "EUR": "€", "GBP": "£", "KRW": "₩", "INR": "₹",
}

// Money words an amount: "¥2.80". Amounts under one hundredth show four digits, because a picture
// may cost that little and "¥0.00" would be a lie. Rounds half away from zero.
func Money(micros int64, currency string) string {
	sign := ""
	if micros < 0 {
		sign = minus
		micros = -micros
	}
	return sign + CurrencySign(currency) + decimal(micros, digitsFor(micros, currency))
}

// PlainMoney is Money without the currency sign, for columns whose head names the currency.
func PlainMoney(micros int64, currency string) string {
	sign := ""
	if micros < 0 {
		sign = minus
		micros = -micros
	}
	return sign + decimal(micros, digitsFor(micros, currency))
}

// CurrencySign is what stands before an amount: a sign, or the code and a space.
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
	if digits >= 2 && micros > 0 && micros < 10_000 {
		return 4
	}
	return digits
}

// decimal writes non-negative micros with the given number of decimals (0 to 6).
func decimal(micros int64, digits int) string {
	step := int64(1)
	for range 6 - digits {
		step *= 10
	}
	rounded := (micros + step/2) / step
	s := strconv.FormatInt(rounded, 10)
	if digits == 0 {
		return grouped(s)
	}
	if len(s) <= digits {
		s = strings.Repeat("0", digits-len(s)+1) + s
	}
	return grouped(s[:len(s)-digits]) + "." + s[len(s)-digits:]
}

// grouped puts a comma between groups of three digits.
func grouped(s string) string {
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

package wording

import (
	"errors"
	"math/rand/v2"
	"testing"

	"viviscope/client"
)

func TestParseAmount(t *testing.T) {
	for _, tc := range []struct {
		text   string
		micros client.Micros
		given  bool
		err    error
	}{
		{"", 0, false, nil},
		{"  ", 0, false, nil},
		{"¥", 0, false, nil},
		{"0", 0, true, nil},
		{"0.56", 560_000, true, nil},
		{"0,56", 560_000, true, nil},
		{"0,125", 125_000, true, nil},
		{".5", 500_000, true, nil},
		{"5.", 5_000_000, true, nil},
		{"¥0.56", 560_000, true, nil},
		{"￥０．５６", 560_000, true, nil},
		{"0.56 CNY", 560_000, true, nil},
		{"1 250,50", 1_250_500_000, true, nil},
		{"1\u202f250.5", 1_250_500_000, true, nil},
		{"1'250.50", 1_250_500_000, true, nil},
		{"1,250.50", 1_250_500_000, true, nil},
		{"1.250,50", 1_250_500_000, true, nil},
		{"1,250,000", 1_250_000_000_000, true, nil},
		{"1.250.000", 1_250_000_000_000, true, nil},
		{"1.250", 1_250_000, true, nil},
		{"0.000001", 1, true, nil},
		{"0.5600000000", 560_000, true, nil},
		{"1000000000", 1_000_000_000_000_000, true, nil},
		{"1,250", 0, true, ErrAmbiguous},
		{"0.0000001", 0, true, ErrDecimals},
		{"1000000000.1", 0, true, ErrTooLarge},
		{"99999999999999999999", 0, true, ErrTooLarge},
		{"-0.5", 0, true, ErrNegative},
		{"\u22120.5", 0, true, ErrNegative},
		{"-", 0, true, ErrNoNumber},
		{".", 0, true, ErrNoNumber},
		{"0.5.6", 0, true, ErrNoNumber},
		{"1,25,000", 0, true, ErrNoNumber},
		{"1.25,000.5", 0, true, ErrNoNumber},
		{"1e3", 0, true, ErrNoNumber},
		{"+1", 0, true, ErrNoNumber},
		{"cheap", 0, true, ErrNoNumber},
	} {
		micros, given, err := ParseAmount(tc.text, "CNY")
		if micros != tc.micros || given != tc.given || !errors.Is(err, tc.err) {
			t.Errorf("%q = %d, %v, %v; want %d, %v, %v", tc.text, micros, given, err, tc.micros, tc.given, tc.err)
		}
	}
}

func TestFormatAmountHasTheDigitsOfTheCurrency(t *testing.T) {
	for _, tc := range []struct {
		micros   client.Micros
		currency string
		want     string
	}{
		{700_000, "CNY", "0.70"}, {0, "CNY", "0.00"}, {125_000, "CNY", "0.125"}, {1, "CNY", "0.000001"},
		{12_000_000, "JPY", "12"}, {12_500_000, "JPY", "12.5"}, {1_000_000, "KWD", "1.000"}, {40_000_000, "", "40.00"},
	} {
		if got := FormatAmount(tc.micros, tc.currency); got != tc.want {
			t.Errorf("%d %s = %q, want %q", tc.micros, tc.currency, got, tc.want)
		}
	}
}

func TestAmountsComeBackAsTheyWere(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		m := client.Micros(r.Int64N(maxAmount + 1))
		if r.IntN(2) == 0 {
			m = client.Micros(r.Int64N(10_000_000))
		}
		for _, currency := range []string{"CNY", "JPY", "KWD"} {
			text := FormatAmount(m, currency)
			if got, given, err := ParseAmount(text, currency); got != m || !given || err != nil {
				t.Fatalf("%d as %q came back as %d, %v", m, text, got, err)
			}
		}
	}
}

func FuzzParseAmount(f *testing.F) {
	for _, s := range []string{"0.56", "1,250.5", "￥１", "-1", "1.2.3", "'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, given, err := ParseAmount(text, "EUR")
		if m < 0 || m > maxAmount || err != nil && m != 0 || !given && m != 0 {
			t.Fatalf("%q = %d, %v, %v", text, m, given, err)
		}
		if given && err == nil {
			if again, _, err := ParseAmount(FormatAmount(m, "EUR"), "EUR"); again != m || err != nil {
				t.Fatalf("%q = %d came back as %d, %v", text, m, again, err)
			}
		}
	})
}

package wording

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
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
		{".5", 500_000, true, nil},
		{"5.", 5_000_000, true, nil},
		{"¥0.56", 560_000, true, nil},
		{"￥０．５６", 560_000, true, nil},
		{"0.56 CNY", 560_000, true, nil},
		{"1 250,50", 1_250_500_000, true, nil},
		{"1\u202f250.5", 1_250_500_000, true, nil},
		{"1'250.50", 1_250_500_000, true, nil},
		{"0.000001", 1, true, nil},
		{"0.5600000000", 560_000, true, nil},
		{"1000000000", 1_000_000_000_000_000, true, nil},
		{"1,250", 0, true, ErrAmbiguous},
		{"0.0000001", 0, true, ErrDecimals},
		{"1000000000.1", 0, true, ErrTooLarge},
		{"99999999999999999999", 0, true, ErrTooLarge},
		{"-0.5", 0, true, ErrNegative},
		{"\u22120.5", 0, true, ErrNegative},
		{minus + "0.5", 0, true, ErrNegative},
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

// Each language accepts its own separators, and foreign ones if they are unambiguous.
func TestAmountsOfEachLanguage(t *testing.T) {
	const point, comma = "point", "comma"
	tags := map[string][]string{point: {"en", "zh-CN", "ja", lang.Pseudo}, comma: {"de", "es"}}
	for _, c := range []struct {
		text, currency string
		point, comma   any // an amount in micro-units, or why it is none
	}{
		{"0.56", "CNY", 560_000, 560_000},
		{"0,56", "CNY", 560_000, 560_000},
		{"1.2345", "CNY", 1_234_500, 1_234_500},
		{"1,2345", "CNY", 1_234_500, 1_234_500},
		{"1.234", "CNY", 1_234_000, 1_234_000_000},
		{"1,234", "CNY", ErrAmbiguous, 1_234_000},
		{"12.345", "CNY", 12_345_000, 12_345_000_000},
		{"1234.567", "CNY", 1_234_567_000, ErrAmbiguous},
		{"1234,567", "CNY", ErrAmbiguous, 1_234_567_000},
		{"0.125", "CNY", 125_000, 125_000},
		{"0,125", "CNY", 125_000, 125_000},
		{".125", "CNY", 125_000, 125_000},
		{"1.234.567", "CNY", 1_234_567_000_000, 1_234_567_000_000},
		{"1,234,567", "CNY", 1_234_567_000_000, 1_234_567_000_000},
		{"1,234.50", "CNY", 1_234_500_000, 1_234_500_000},
		{"1.234,50", "CNY", 1_234_500_000, 1_234_500_000},
		{"1.234.567,5", "CNY", 1_234_567_500_000, 1_234_567_500_000},
		{"1,234", "JPY", 1_234_000_000, 1_234_000},
		{"1.234", "JPY", 1_234_000, 1_234_000_000},
		{"2,80\u00a0¥", "CNY", 2_800_000, 2_800_000},
		{"¥2.80", "CNY", 2_800_000, 2_800_000},
		{"1,00 CHF", "CHF", 1_000_000, 1_000_000},
		{"1.23.4", "CNY", ErrNoNumber, ErrNoNumber},
		{"1.2.345", "CNY", ErrNoNumber, ErrNoNumber},
		{"-2,80", "CNY", ErrNegative, ErrNegative},
		{"1\u066b250", "CNY", 1_250_000, 1_250_000},
	} {
		for kind, want := range map[string]any{point: c.point, comma: c.comma} {
			for _, tag := range tags[kind] {
				langtest.Use(t, tag)
				m, _, err := ParseAmount(c.text, c.currency)
				var got any = int(m)
				if err != nil {
					got = err
				}
				if got != want {
					t.Errorf("%s: %q %s = %v, want %v", tag, c.text, c.currency, got, want)
				}
			}
		}
	}
}

// Amounts shown by the window can be typed back in every language, exactly or as rounded.
func TestAmountRoundTrip(t *testing.T) {
	for _, tag := range []string{"en", "zh-CN", "ja", "de", "es", lang.Pseudo} {
		t.Run(tag, func(t *testing.T) {
			langtest.Use(t, tag)
			rapid.Check(t, func(t *rapid.T) {
				m := client.Micros(rapid.OneOf(rapid.Int64Range(0, maxAmount), rapid.Int64Range(0, 10_000_000),
					rapid.Int64Range(990_000_000, 2_000_000_000)).Draw(t, "micros"))
				currency := rapid.SampledFrom([]string{"CNY", "JPY", "KWD", "EUR", "CHF", ""}).Draw(t, "currency")
				for _, text := range []string{FormatAmount(m, currency), ExactMoney(m, currency)} {
					if got, given, err := ParseAmount(text, currency); got != m || !given || err != nil {
						t.Fatalf("%d as %q came back as %d, %v", m, text, got, err)
					}
				}
				shown := Money(int64(m), currency)
				got, given, err := ParseAmount(shown, currency)
				step := int64(1_000_000)
				for range digitsFor(int64(m), currency) {
					step /= 10
				}
				if off := int64(got - m); !given || err != nil || 2*max(off, -off) > step {
					t.Fatalf("%d shown as %q came back as %d, %v", m, shown, got, err)
				}
			})
		})
	}
}

// An amount formatted in one language has the same value in another, or is rejected, except with exactly three
// decimals. Amount fields are therefore not restored after a restart, which may change the language.
func TestAmountsAreNotMisreadInOtherLanguages(t *testing.T) {
	tags := []string{"en", "zh-CN", "ja", "de", "es"}
	rapid.Check(t, func(rt *rapid.T) {
		m := client.Micros(rapid.OneOf(rapid.Int64Range(0, maxAmount), rapid.Int64Range(0, 10_000_000)).Draw(rt,
			"micros"))
		currency := rapid.SampledFrom([]string{"CNY", "EUR", "CHF"}).Draw(rt, "currency")
		from, to := rapid.SampledFrom(tags).Draw(rt, "shown in"), rapid.SampledFrom(tags).Draw(rt, "read in")
		langtest.Use(t, from)
		text := FormatAmount(m, currency)
		langtest.Use(t, to)
		got, _, err := ParseAmount(text, currency)
		if err == nil && got != m && m%1_000 != 0 {
			rt.Fatalf("%d shown as %q in %s is %d in %s", m, text, from, got, to)
		}
	})
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

package folder

import (
	"encoding/hex"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// noon is the time of all tests.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("CET", 3600))

func TestFileStem(t *testing.T) {
	const ref = "7f3a0000111122223333444455556666"
	for words, want := range map[string]string{
		"paper boats on a canal":              "2026-11-21 paper boats on a canal [7f3a]",
		"":                                    "2026-11-21 [7f3a]",
		"  ... ":                              "2026-11-21 [7f3a]",
		"🌊🌊":                                  "2026-11-21 [7f3a]",
		"A boat, a bird; and \"wind\"?":       "2026-11-21 A boat, a bird and wind [7f3a]",
		"don't stop — don’t":                  "2026-11-21 dont stop dont [7f3a]",
		"../../etc/passwd":                    "2026-11-21 etc passwd [7f3a]",
		`C:\Windows\system32`:                 "2026-11-21 C Windows system32 [7f3a]",
		"CON":                                 "2026-11-21 CON [7f3a]",
		"line\nbreak\ttab\x00nul\u202ertl":    "2026-11-21 line break tab nul rtl [7f3a]",
		"纸船在运河上漂流":                            "2026-11-21 纸船在运河上漂流 [7f3a]",
		"Zu\u0308rich":                        "2026-11-21 Zürich [7f3a]", // composed
		"हिन्दी में":                          "2026-11-21 हिन्दी में [7f3a]",
		"\u0301\u0301 lost marks ❤\ufe0f":     "2026-11-21 lost marks [7f3a]",
		"a <b> {c} $(rm -rf ~) `x` & | *?":    "2026-11-21 a b c rm -rf x [7f3a]",
		"-_,trimmed,_-":                       "2026-11-21 trimmed [7f3a]",
		"\xff\xfebroken\xff":                  "2026-11-21 broken [7f3a]",
		strings.Repeat("word ", 50):           "2026-11-21 word word word word word word word word word word word word [7f3a]",
		strings.Repeat("x", 200):              "2026-11-21 " + strings.Repeat("x", 60) + " [7f3a]",
		strings.Repeat("漂", 50):               "2026-11-21 " + strings.Repeat("漂", 20) + " [7f3a]",
		"short " + strings.Repeat("long", 50): "2026-11-21 short " + strings.Repeat("long", 50)[:54] + " [7f3a]",
	} {
		if got := Stem(noon, words, ref); got != want {
			t.Errorf("%q:\n got %q\nwant %q", words, got, want)
		}
	}
}

func TestStemUsesLocalDate(t *testing.T) {
	late := time.Date(2026, 11, 21, 23, 30, 0, 0, time.UTC)
	if got := Stem(late.In(time.FixedZone("", 3600)), "x", "7f3a"); got != "2026-11-22 x [7f3a]" {
		t.Error(got)
	}
}

func FuzzFileName(f *testing.F) {
	for _, s := range []string{"paper boats", "", "..", "a/b\\c:d", "CON.txt", "纸船", "e\u0301", "\xff", "\u202e", "🌊",
		strings.Repeat("ẋ", 99)} {
		f.Add(s, int64(1_800_000_000), "7f3a")
	}
	f.Fuzz(func(t *testing.T, words string, unix int64, ref string) {
		if _, err := hex.DecodeString(ref); err != nil || len(ref) != 32 {
			ref = "7f3a0000111122223333444455556666"
		}
		stem := Stem(time.Unix(unix, 0).UTC(), words, ref)
		switch {
		case !utf8.ValidString(stem):
			t.Errorf("not UTF-8: %q", stem)
		case len(stem) > 10+1+maxTitle+1+6:
			t.Errorf("%d bytes: %q", len(stem), stem)
		case !norm.NFC.IsNormalString(stem):
			t.Errorf("not composed: %q", stem)
		case strings.ContainsAny(stem, "/\\:*?\"<>|\x00\n\r\t'`$&;%.~"):
			t.Errorf("not portable: %q", stem)
		case strings.HasPrefix(stem, " ") || strings.HasSuffix(stem, " ") || strings.Contains(stem, "  "):
			t.Errorf("spaces: %q", stem)
		case strings.HasPrefix(stem, "-") || !strings.HasSuffix(stem, "]"):
			t.Errorf("shape: %q", stem)
		}
	})
}

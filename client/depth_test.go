package client

import (
	"encoding/json"
	"strings"
	"testing"
)

// deepTexts are JSON of 100,000 levels, whole and cut.
var deepTexts = []string{
	strings.Repeat("[", 100_000), strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
	strings.Repeat(`{"a":`, 100_000),
	strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000),
}

func TestAnswersLimitNesting(t *testing.T) {
	for _, text := range deepTexts {
		if _, err := ParseRequest(TextToVideo, json.RawMessage(text)); err == nil {
			t.Errorf("%.20q was read as a request", text)
		}
		if _, err := ReadRequest(TextToVideo, json.RawMessage(text)); err == nil {
			t.Errorf("%.20q was read as a written request", text)
		}
		if len(list([]byte(text))) > 0 {
			t.Errorf("%.20q was read as a list", text)
		}
		if e := readErrorBody([]byte(text), false); len(e.message) > len(text) {
			t.Errorf("%.20q has a message of %d bytes", text, len(e.message))
		}
		readErrorBody([]byte(strings.Repeat("<title>", 100_000)), true)
		if _, err := ReadPriceCSV(strings.NewReader(strings.Repeat(`"`, 100_000) + text)); err == nil {
			t.Errorf("%.20q was read as a price table", text)
		}
	}
}

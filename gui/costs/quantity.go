package costs

import (
	"encoding/json"
	"strconv"

	"viviscope/db"
	"viviscope/gui/lang"
)

// quantity words what an entry counts: "5 s", "1 picture", "1,512 tokens"; "" where the entry does not say.
func quantity(e db.Entry) string {
	var q struct {
		Seconds          int   `json:"seconds"`
		Pictures         int   `json:"pictures"`
		InputTextTokens  int64 `json:"input_text_tokens"`
		InputImageTokens int64 `json:"input_image_tokens"`
		OutputTokens     int64 `json:"output_tokens"`
	}
	if len(e.Quantity) == 0 || json.Unmarshal(e.Quantity, &q) != nil {
		return ""
	}
	if q.Seconds > 0 {
		return strconv.Itoa(q.Seconds) + " s"
	}
	if q.Pictures > 0 {
		return lang.N("%s picture", "%s pictures", q.Pictures, lang.Number(q.Pictures))
	}
	if tokens := q.InputTextTokens + q.InputImageTokens + q.OutputTokens; tokens > 0 {
		return lang.N("%s token", "%s tokens", int(tokens), lang.Number(tokens))
	}
	return ""
}

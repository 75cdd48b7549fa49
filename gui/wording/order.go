package wording

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/lang"
)

// OrderVerb returns the label of the button that sends an order, without a price: "Generate 3", "Edit".
func OrderVerb(o order.Order) string {
	n := o.Jobs()
	switch {
	case n == 0 || o.Requests[0].Kind() != client.EditImage:
		return Generate(n)
	case n > 1:
		return lang.X("verb", "Edit %d", n)
	}
	return lang.X("verb", "Edit")
}

// Generate returns the label of the button that makes clips or pictures: "Generate 3".
func Generate(jobs int) string {
	if jobs > 1 {
		return lang.X("verb", "Generate %d", jobs)
	}
	return lang.X("verb", "Generate")
}

// Recall returns the name of the command that recalls a job.
func Recall(how order.RecallMode) string {
	switch how {
	case order.RecallPrompt:
		return lang.L("Reuse the prompt only")
	case order.RecallAllButSeed:
		return lang.L("Reuse all but the seed")
	}
	return lang.L("Reuse settings")
}

// Preset returns the name of a size that the picture form offers. A clip made from it has the same ratio.
func Preset(size string) string {
	switch size {
	case order.AsPicture:
		return lang.L("Same as picture")
	case "1024x1024":
		return lang.X("size", "Square 1:1")
	case "1536x864":
		return lang.X("size", "Wide 16:9")
	case "864x1536":
		return lang.X("size", "Tall 9:16")
	case "1536x1024":
		return lang.X("size", "Wide 3:2")
	case "1024x1536":
		return lang.X("size", "Tall 2:3")
	}
	return "4K 16:9"
}

// Quality returns the name of a picture quality; "" for "", and the identifier of an unknown one.
func Quality(id string) string {
	switch id {
	case "low":
		return lang.X("quality", "Low")
	case "medium":
		return lang.X("quality", "Medium")
	case "high":
		return lang.X("quality", "High")
	case "xhigh":
		return lang.X("quality", "Very high")
	case "max":
		return lang.X("quality", "Max")
	}
	return id
}

// Qualities returns the names of the qualities of a picture, in the order of [client.Qualities].
func Qualities() []string {
	names := client.Qualities()
	for i, id := range names {
		names[i] = Quality(id)
	}
	return names
}

// FileFormats returns the names of the file formats of a picture, in the order of [client.Formats].
func FileFormats() []string {
	names := client.Formats()
	for i, id := range names {
		names[i] = strings.ToUpper(id)
	}
	return names
}

// ModelRules returns the capabilities of a video model: "3–15 s · 720P, 1080P · audio at 1080P only".
func ModelRules(m client.VideoModel) string {
	seconds := Durations(m)
	if first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]; len(m.Seconds) == last-first+1 {
		seconds = fmt.Sprintf("%d–%d s", first, last)
	}
	audio := sound(m.Audio != client.AudioNever)
	if m.Audio == client.AudioAt1080P {
		audio = lang.L("audio at 1080P only")
	}
	return Dotted(seconds, Commas(m.Resolutions...), audio)
}

// ImageRules returns the capabilities of picture models, which are all the same.
func ImageRules() string {
	return Dotted(lang.L("up to %d px", client.MaxSide), Commas(FileFormats()...))
}

// Durations returns the lengths that a model makes: "5 or 10 s", "3 to 15 s".
func Durations(m client.VideoModel) string {
	first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]
	if len(m.Seconds) == last-first+1 && len(m.Seconds) > 2 {
		return lang.L("%d to %d s", first, last)
	}
	words := make([]string, len(m.Seconds))
	for i, n := range m.Seconds {
		words[i] = strconv.Itoa(n)
	}
	return lang.L("%s s", anyOf(words))
}

// anyOf joins alternatives: "5", "5 or 10", "5, 8 or 10".
func anyOf(words []string) string {
	joined := words[0]
	for i, word := range words[1:] {
		if i+2 == len(words) {
			return lang.X("list", "%s or %s", joined, word)
		}
		joined = lang.X("list", "%s, %s", joined, word)
	}
	return joined
}

// RequirementsText returns the requirements for which [order.CompareModels] selects a model: "12 s · 720P · audio".
func RequirementsText(f order.Form) string {
	if p := f.Picture(); p != nil {
		size := p.Size()
		if f.Edit.Preset == order.AsPicture && p == &f.Edit.ImageDraft && !p.FreeSize {
			size = lang.L("same as picture")
		}
		return Dotted(Size(size), Quality(p.Quality), strings.ToUpper(p.Format))
	}
	d := f.Clip()
	if d == nil {
		return ""
	}
	what := []string{d.Seconds + " s"}
	if n := d.RequestedSeconds(); n > 0 {
		what[0] = fmt.Sprintf("%d s", n)
	}
	if d.FreeSize {
		what = append(what, Size(d.Size()))
	} else {
		what = append(what, d.WantedResolution)
	}
	return strings.Join(append(what, sound(d.WantedAudio)), " · ")
}

// SentAs returns how the pictures of an edit will be sent, in one line; "" while there are none.
func SentAs(d order.EditDraft, env order.Env) string {
	inputs := d.Inputs()
	way := d.CanvasDelivery(env)
	switch way {
	case order.CanvasDrawn:
		if d.Canvas.Marks == 0 {
			return lang.L("One flat PNG of the canvas")
		}
		return lang.N("One flat PNG with %s mark", "One flat PNG with %s marks", d.Canvas.Marks,
			lang.Number(d.Canvas.Marks))
	case order.CanvasFile:
		return lang.L("The original file")
	case order.CanvasLink:
		if len(inputs) == 0 {
			return lang.L("Sent by its web address")
		}
	case order.CanvasEmpty:
		if len(inputs) == 0 {
			return ""
		}
		if d.SendsFile() {
			return lang.L("Sent as a file")
		}
	}
	total, hosted := len(inputs), 0
	if way != order.CanvasEmpty {
		total++
	}
	if way == order.CanvasHosted || way == order.CanvasDrawnHosted {
		hosted++
	}
	for _, s := range inputs {
		if s.Hosted(env) {
			hosted++
		}
	}
	words := lang.N("Sent as %d web address", "Sent as %d web addresses", total, total)
	if hosted > 0 {
		return lang.N("%[2]s; %[1]d uploaded to the image host first", "%[2]s; %[1]d uploaded to the image host first",
			hosted, hosted, words)
	}
	return words
}

// RequestTexts returns the free texts of a request besides its prompt, each in a line: "Not: rain".
func RequestTexts(r client.Request) string {
	var lines []string
	for _, t := range order.Texts(r) {
		line := lang.X("field and problem", "%s: %s", t.Field, t.Text)
		if t.Field == order.FieldNegative {
			line = lang.X("negative prompt", "Not: %s", t.Text)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// RatioNote returns why the ratio of a clip cannot be chosen; "" if it can. warn reports that its last frame has
// another ratio.
func RatioNote(d order.VideoDraft) (note string, warn bool) {
	switch {
	case !d.RatioFollows():
		return "", false
	case d.NearestRatio() == "":
		return lang.L("Set by the first frame"), false
	}
	ratio := Ratio(d.First.Width, d.First.Height)
	last := Ratio(d.Last.Width, d.Last.Height)
	sent := d.SentRatio()
	switch {
	case !d.Last.Empty() && !d.First.SameShape(d.Last):
		return lang.L("The first frame is %s, the last frame %s.", ratio, last), true
	case d.Limits.Format.HasPixelSize() && sent != ratio:
		return lang.L("%s (closest to the picture’s %s)", sent, ratio), false
	}
	return lang.L("%s (like the picture)", ratio), false
}

// Ratio returns the ratio of a picture in small integers, "5:8", within 1 %; "" if there is none or its size is
// unknown.
func Ratio(width, height int) string {
	if min(width, height) <= 0 {
		return ""
	}
	const largest = 21 // as in 21:9
	exact := float64(width) / float64(height)
	for sum := 2; sum <= 2*largest; sum++ {
		for w := max(1, sum-largest); w <= min(largest, sum-1); w++ {
			off := exact * float64(sum-w) / float64(w)
			if off < 0.99 || off > 1.01 {
				continue
			}
			if w == 7 && sum == 10 { // a common name for screens
				return "21:9"
			}
			return fmt.Sprint(w, ":", sum-w)
		}
	}
	if width > height {
		return lang.Decimal(exact, 0) + ":1"
	}
	return "1:" + lang.Decimal(1/exact, 0)
}

// Ignored returns a hint if the model's channel at a new-api gateway ignores a field of the request; "" if it does not
// or the channel is unknown.
func Ignored(d order.VideoDraft, field string) string {
	channel := d.IgnoredBy(field)
	if channel == "" {
		return ""
	}
	return lang.L("Ignored by the %s channel of new-api gateways", channel)
}

// Corrections puts corrections into one text; "" for none.
func Corrections(all []order.Correction) string {
	texts := make([]string, len(all))
	for i, c := range all {
		texts[i] = correction(c)
	}
	return strings.Join(texts, " ")
}

func correction(c order.Correction) string {
	was, _ := strconv.Atoi(c.From) // of seconds
	is, _ := strconv.Atoi(c.To)
	switch {
	case c.Field == order.FieldSeconds && c.Restored:
		return lang.L("Back to %d s.", is)
	case c.Field == order.FieldSeconds:
		return lang.L("%d s became %d s: %s makes %s.", was, is, c.Model, Durations(c.Rules))
	case c.Field == order.FieldTier && c.Restored:
		return lang.L("Back to %s.", c.To)
	case c.Field == order.FieldTier && c.Reason != "":
		return lang.L("%s became %s.", c.From, c.To) + " " + Rule(c.Reason)
	case c.Field == order.FieldTier:
		return lang.L("%s became %s: %s makes %s.", c.From, c.To, c.Model, anyOf(c.Rules.Resolutions))
	case c.Restored:
		return lang.L("Audio turned on again.")
	}
	return lang.L("Audio turned off.") + " " + Rule(c.Reason)
}

// TooManyVariations returns why a text with this many variations cannot be sent.
func TooManyVariations(count int) string {
	if count >= order.TooManyVariations {
		return lang.L("too many variations: the limit is %d", order.MaxVariations)
	}
	return lang.L("%s variations: the limit is %d", lang.Number(count), order.MaxVariations)
}

// ListFault returns why a text is not a list, in a sentence.
func ListFault(err error) string {
	var fault *order.ListError
	if !errors.As(err, &fault) {
		return Fault(err)
	}
	if fault.Line == 0 {
		return unusableList(fault.Reasons[0])
	}
	reasons := make([]string, len(fault.Reasons))
	for i, r := range fault.Reasons {
		reasons[i] = Rule(r)
	}
	return lang.L("Line %s: %s.", lang.Number(fault.Line), strings.Join(reasons, "; "))
}

// unusableList returns why a whole text is not a list, in a sentence.
func unusableList(reason string) string {
	switch reason {
	case order.MsgListTooLarge:
		return lang.L("The list cannot be used: it is larger than %d MiB.", order.MaxListBytes>>20)
	case order.MsgListEncoding:
		return lang.L("The list cannot be used: it is not UTF-8 text. Save it as CSV UTF-8.")
	case order.MsgListRows:
		return lang.L("The list cannot be used: it has more than %s rows.", lang.Number(order.MaxListRows))
	case order.MsgListJobs:
		return lang.L("The list cannot be used: it makes more than %s jobs.", lang.Number(order.MaxListJobs))
	case order.MsgListColumns:
		return lang.L("The list cannot be used: its first line has no known column, such as prompt.")
	}
	return lang.L("The list cannot be used: it has no rows.")
}

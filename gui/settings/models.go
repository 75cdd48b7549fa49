package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"viviscope/client"
	"viviscope/gui/widgets"
)

// The rules for further models. The words stand at the field.
const (
	wrongNoID      = "enter the id as the service wants it"
	wrongControl   = "the id holds characters that no id has"
	wrongCatalogue = "the catalogue has this model already"
	wrongTwice     = "this id stands above already"
	wrongNoLike    = "choose the model that it works like"
)

// checkModels says what is wrong with each further model; "" for nothing.
func checkModels(models []client.Alias) []string {
	out := make([]string, len(models))
	for i, m := range models {
		out[i] = checkModel(m, models[:i])
	}
	return out
}

func checkModel(m client.Alias, above []client.Alias) string {
	switch {
	case m.ID == "":
		return wrongNoID
	case strings.ContainsFunc(m.ID, unicode.IsControl):
		return wrongControl
	case likeIndex(m.ID) >= 0:
		return wrongCatalogue
	case slices.ContainsFunc(above, func(a client.Alias) bool { return a.ID == m.ID }):
		return wrongTwice
	case likeIndex(m.Like) < 0:
		return wrongNoLike
	}
	return ""
}

// catalogue is every model whose rules another can have, clips before pictures.
func catalogue() []string {
	var ids []string
	for _, m := range client.VideoModels() {
		ids = append(ids, m.ID)
	}
	for _, m := range client.ImageModels() {
		ids = append(ids, m.ID)
	}
	return ids
}

func likeIndex(id string) int { return slices.Index(catalogue(), id) }

// likeOptions words the catalogue: what a model makes, and within which limits.
func likeOptions() []widgets.PickerOption {
	var out []widgets.PickerOption
	for _, m := range client.VideoModels() {
		out = append(out, widgets.PickerOption{Title: m.ID, Trailing: secondsWords(m) + ", " + audioWords(m.Audio)})
	}
	for _, m := range client.ImageModels() {
		out = append(out, widgets.PickerOption{Title: m.ID, Trailing: "pictures"})
	}
	return out
}

func secondsWords(m client.VideoModel) string {
	first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]
	if len(m.Seconds) == last-first+1 {
		return fmt.Sprintf("%d to %d s", first, last)
	}
	words := make([]string, len(m.Seconds))
	for i, n := range m.Seconds {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, " or ") + " s"
}

func audioWords(r client.AudioRule) string {
	switch r {
	case client.AudioAlways:
		return "sound"
	case client.AudioAt1080P:
		return "sound at 1080P"
	}
	return "no sound"
}

// readModels reads what a profile keeps of them.
func readModels(raw json.RawMessage) ([]client.Alias, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var models []client.Alias
	if err := json.Unmarshal(raw, &models); err != nil {
		return nil, fmt.Errorf("read further models: %w", err)
	}
	return models, nil
}

// writeModels is what a profile keeps of them; nil for none.
func writeModels(models []client.Alias) (json.RawMessage, error) {
	if len(models) == 0 {
		return nil, nil
	}
	return json.Marshal(models)
}

package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// modelFault is what is wrong with a further model.
type modelFault int

// The rules for further models.
const (
	noFault modelFault = iota
	noID
	notAnID
	inCatalogue
	twice
	noLike
)

// words stand at the field; "" for no fault.
func (f modelFault) words() string {
	switch f {
	case noID:
		return lang.L("enter the id as the service wants it")
	case notAnID:
		return lang.L("the id holds characters that no id has")
	case inCatalogue:
		return lang.L("the catalogue has this model already")
	case twice:
		return lang.L("this id stands above already")
	case noLike:
		return lang.L("choose the model that it works like")
	}
	return ""
}

// checkModels says what is wrong with each further model.
func checkModels(models []client.Alias) []modelFault {
	out := make([]modelFault, len(models))
	for i, m := range models {
		out[i] = checkModel(m, models[:i])
	}
	return out
}

func checkModel(m client.Alias, above []client.Alias) modelFault {
	switch {
	case m.ID == "":
		return noID
	case strings.ContainsFunc(m.ID, unicode.IsControl):
		return notAnID
	case likeIndex(m.ID) >= 0:
		return inCatalogue
	case slices.ContainsFunc(above, func(a client.Alias) bool { return a.ID == m.ID }):
		return twice
	case likeIndex(m.Like) < 0:
		return noLike
	}
	return noFault
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
		out = append(out, widgets.PickerOption{Title: m.ID, Trailing: lang.X("list", "%s, %s", secondsWords(m), audioWords(m.Audio))})
	}
	for _, m := range client.ImageModels() {
		out = append(out, widgets.PickerOption{Title: m.ID, Trailing: lang.L("pictures")})
	}
	return out
}

func secondsWords(m client.VideoModel) string {
	first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]
	if len(m.Seconds) == last-first+1 {
		return lang.L("%d to %d s", first, last)
	}
	words := strconv.Itoa(first)
	for _, n := range m.Seconds[1 : len(m.Seconds)-1] {
		words = lang.X("list", "%s, %d", words, n)
	}
	return lang.L("%s or %d s", words, last)
}

func audioWords(r client.AudioRule) string {
	switch r {
	case client.AudioAlways:
		return lang.L("sound")
	case client.AudioAt1080P:
		return lang.L("sound at 1080P")
	}
	return lang.L("no sound")
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

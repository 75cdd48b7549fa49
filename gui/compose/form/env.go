package form

import (
	"slices"
	"time"

	"viviscope/client"
)

// Env is what the form needs to know of the world around it. The zero value is a profile without further models and
// without hosting, at a time before any link dies.
type Env struct {
	Now     time.Time
	Hosting bool           // the profile has somewhere to put local pictures
	Models  []client.Alias // further models of the profile
	Form    client.Form    // of the profile's requests
	Own     string         // base URL of the profile's service: what is not public for others may be reachable for it
}

// Model names a model: one of the catalogue, or a gateway's own name for one.
type Model struct {
	ID   string // as it is sent
	Like string // the model of the catalogue whose rules it follows; "" for ID itself
}

// Rules returns the id of the catalogue's model whose rules apply. A model of the catalogue always follows its own.
func (m Model) Rules() string {
	if m.Like == "" || isVideoModel(m.ID) || isImageModel(m.ID) {
		return m.ID
	}
	return m.Like
}

// VideoModels returns the models that make clips: the catalogue, then the profile's own. The caller owns the slice.
func (e Env) VideoModels() []Model {
	var all []Model
	for _, m := range client.VideoModels() {
		all = append(all, Model{ID: m.ID})
	}
	return append(all, e.aliases(isVideoModel)...)
}

// ImageModels returns the models that make and change pictures: the catalogue, then the profile's own. The caller owns
// the slice.
func (e Env) ImageModels() []Model {
	var all []Model
	for _, m := range client.ImageModels() {
		all = append(all, Model{ID: m.ID})
	}
	return append(all, e.aliases(isImageModel)...)
}

// aliases returns the profile's own models of one sort. A name of the catalogue means the catalogue's model, and the
// first of two equal names counts.
func (e Env) aliases(sort func(id string) bool) []Model {
	var own []Model
	for _, a := range e.Models {
		m := Model{ID: a.ID, Like: a.Like}
		if a.ID != "" && sort(a.Like) && !sort(a.ID) && !slices.ContainsFunc(own, func(o Model) bool { return o.ID == m.ID }) {
			own = append(own, m)
		}
	}
	return own
}

// find returns the model of that name as the profile knows it; false where it knows none.
func find(id string, models []Model) (Model, bool) {
	i := slices.IndexFunc(models, func(m Model) bool { return m.ID == id })
	if i < 0 {
		return Model{}, false
	}
	return models[i], true
}

func isVideoModel(id string) bool {
	_, ok := client.VideoModelByID(id)
	return ok
}

func isImageModel(id string) bool {
	_, ok := client.ImageModelByID(id)
	return ok
}

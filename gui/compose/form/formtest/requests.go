package formtest

import "viviscope/client"

// Videos returns the clips among requests.
func Videos(all []client.Request) []client.VideoRequest { return of[client.VideoRequest](all) }

// Images returns the pictures from text among requests.
func Images(all []client.Request) []client.ImageRequest { return of[client.ImageRequest](all) }

// Edits returns the edits among requests.
func Edits(all []client.Request) []client.EditRequest { return of[client.EditRequest](all) }

func of[R client.Request](all []client.Request) (found []R) {
	for _, r := range all {
		if r, ok := r.(R); ok {
			found = append(found, r)
		}
	}
	return found
}

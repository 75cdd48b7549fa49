// Package schemas holds the JSON Schemas of what other programs say and get. A test of client/automation makes them
// from the Go types.
package schemas

import "embed"

// Files holds one schema of each answer (jobs.json, price.json …), error.json, event.json, and one of each kind of
// request (text_to_video.json …). Fields may be added to answers, so their schemas allow others. Read only.
//
//go:embed *.json
var Files embed.FS

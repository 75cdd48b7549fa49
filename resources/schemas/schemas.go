// Package schemas holds the JSON Schemas of the requests that other programs send and the responses that they receive.
// A test of client/automation generates them from the Go types.
package schemas

import "embed"

// Files holds the schemas: one for each response, such as jobs.json, one for each kind of request, such as
// text_to_video.json, error.json and event.json. Later versions may add fields to responses, so their schemas allow
// unknown ones. Read only.
//
//go:embed *.json
var Files embed.FS

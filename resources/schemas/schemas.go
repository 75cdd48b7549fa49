// Package schemas holds the JSON Schemas of the requests that other programs send and the responses that they receive.
// A test of client/automation generates them from the Go types.
package schemas

import "embed"

// Files holds one schema for each response (jobs.json, price.json …), error.json, event.json, and one for each kind of
// request (text_to_video.json …). Later versions may add fields to responses, so their schemas allow unknown ones. Read
// only.
//
//go:embed *.json
var Files embed.FS

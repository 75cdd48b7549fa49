package client

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"viviscope/client/guard"
)

const (
	opSubmit   = "submit video"
	opGet      = "get video"
	opDownload = "download video"

	maxTaskID = 512 // bytes
)

// CheckTaskID reports whether id can be a task ID: 1 to 512 bytes of UTF-8 without control characters, those of the
// writing direction included. Gateways pack routes and names of other services into IDs, so every other character is
// allowed. "." and ".." are not: proxies and servers clean them out of a path, however they are escaped. Errors:
// ErrBadTaskID.
func CheckTaskID(id string) error {
	control := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	if id == "" || len(id) > maxTaskID || id == "." || id == ".." || !utf8.ValidString(id) ||
		strings.ContainsFunc(id, control) {
		return ErrBadTaskID
	}
	return nil
}

// checkTaskID is CheckTaskID for an ID that the client uses or passes on. An ID that contains the key is refused,
// because IDs are shown, logged and stored.
func (c *Client) checkTaskID(id string) error {
	if len(c.key) >= guard.MinKeyLen && maskKey(id, c.key) != id {
		return ErrBadTaskID
	}
	return CheckTaskID(id)
}

// taskPath returns the elements of the path of a task, escaped. The ID is one segment of it. "+" is escaped too: some
// servers read it as a space.
func taskPath(id string, below ...string) []string {
	segment := strings.ReplaceAll(url.PathEscape(id), "+", "%2B")
	return append([]string{"videos", segment}, below...)
}

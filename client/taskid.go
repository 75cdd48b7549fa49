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

// CheckTaskID returns ErrBadTaskID if id cannot be a task ID. A task ID has 1 to 512 bytes of UTF-8, without control
// characters and bidirectional controls. All other characters are allowed, because gateways encode routes in IDs. "."
// and ".." are refused, because proxies and servers remove them from a path, even if they are escaped.
func CheckTaskID(id string) error {
	control := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	if id == "" || len(id) > maxTaskID || id == "." || id == ".." || !utf8.ValidString(id) ||
		strings.ContainsFunc(id, control) {
		return ErrBadTaskID
	}
	return nil
}

// checkTaskID is CheckTaskID, and also refuses an ID that contains the key, because IDs are displayed, logged and
// stored.
func (c *Client) checkTaskID(id string) error {
	if len(c.key) >= guard.MinKeyLen && maskKey(id, c.key) != id {
		return ErrBadTaskID
	}
	return CheckTaskID(id)
}

// taskPath returns the escaped elements of the path of a task. The ID is a single element. "+" is escaped too, because
// some servers decode it as a space.
func taskPath(id string, below ...string) []string {
	segment := strings.ReplaceAll(url.PathEscape(id), "+", "%2B")
	return append([]string{"videos", segment}, below...)
}

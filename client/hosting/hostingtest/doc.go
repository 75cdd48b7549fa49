// Package hostingtest runs the real servers that pictures are hosted on in tests: S3, WebDAV, and plain HTTP for the
// public side of a WebDAV folder, each in a process of its own that a test can kill and start again. They are those of
// rclone, built from the module proxy at first use and kept in the user's cache folder. It is for tests only.
//
// Where VIVISCOPE_VERSITYGW names the binary of a Versity S3 Gateway, that stands in for rclone's S3: a second opinion on
// the signatures.
package hostingtest

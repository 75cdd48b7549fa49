// Package hostingtest runs the servers that pictures are hosted on in tests: S3, WebDAV, and plain HTTP for the public side
// of a WebDAV folder. A test can kill them and start them again. They run in the test's own process: S3 as a small handler
// that checks every signature, WebDAV as that of golang.org/x/net. With VIVISCOPE_LONG=1 (`make long`) they are those of
// rclone, each in a process of its own, built from the module proxy at first use and kept in the user's cache folder. It is
// for tests only.
//
// Where VIVISCOPE_VERSITYGW names the binary of a Versity S3 Gateway as well, that stands in for rclone's S3: a second
// opinion on the signatures.
package hostingtest

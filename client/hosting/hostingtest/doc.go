// Package hostingtest runs an S3 server for tests, which can kill and restart it. By default it is a small handler in
// the test process that verifies every signature. With VIVISCOPE_LONG=1 (`make long`) it is the server of rclone in its
// own process, built at first use from the module proxy and kept in the user's cache folder.
//
// If VIVISCOPE_VERSITYGW also names the binary of a Versity S3 Gateway, that replaces rclone, as a second
// implementation of the signatures.
package hostingtest

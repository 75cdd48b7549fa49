// Package hostingtest runs the S3 server that pictures are hosted on in tests. A test can kill it and start it again.
// It runs in the test's own process, as a small handler that checks every signature. With VIVISCOPE_LONG=1 (`make
// long`) it is that of rclone, in a process of its own, built from the module proxy at first use and kept in the user's
// cache folder. It is for tests only.
//
// Where VIVISCOPE_VERSITYGW names the binary of a Versity S3 Gateway as well, that replaces rclone's S3: a second
// opinion on the signatures.
package hostingtest

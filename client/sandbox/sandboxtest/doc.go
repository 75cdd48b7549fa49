// Package sandboxtest helps tests that talk to a sandbox. [Renderer] makes clips and pictures in no time, for tests that
// look at the protocol, the ledger and the files, and not at what they show.
package sandboxtest

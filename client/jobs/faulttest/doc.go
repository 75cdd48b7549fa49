// Package faulttest contains only tests: each fault that can happen to a click, in the whole program. The real engine
// uses a real library on the disk and a service in a separate process, which can be ordered to fail. Faults that the
// service cannot produce come from a listener of the test, or from a full disk, a changed clock or a damaged folder.
//
// # What a test checks
//
// Each test checks how often the service received the paid request: exactly once, or not at all if it could not be
// sent. It checks the final state of the job, its hold reason, its ledger entries with their amounts, and the displayed
// messages. It compares each file with its row, its hash and its structure. The table in the documentation of package
// jobs names the test of each fault.
//
// # Two kinds of service
//
// Tests of interrupted transfers run twice: against HTTP/1.1, and against TLS with a service that offers HTTP/2 and
// resets streams. Tests of the content of answers, the disk, the clock and the key run only against the second. Paid
// requests never use HTTP/2, because net/http repeats such requests in several cases. Everything else may use it, and
// the service counts both. [TestResetStreamIsNotResent] also runs a plain client that does send twice.
//
// # How to run it
//
// VIVISCOPE_FAULTS=all cuts answers at every byte instead of a sample. The clocks run a thousand times as fast as real
// time: clips take 20 ms instead of 20 s.
package faulttest

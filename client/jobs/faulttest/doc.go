// Package faulttest holds no code but tests: each fault that can happen to a click, through the whole program. The real
// engine on a real library on the disk talks to a service in a process of its own, which is told to fail; where a
// service cannot fail in that way, a listener of the test stands in the way, or the disk, the clock or the folder is
// spoiled.
//
// # What a row asserts
//
// How often the service saw the request that costs money: exactly once, or not at all where nothing could leave. The
// state in which the job ends, what holds it, its entries in the ledger with their amounts, the files, each against its
// row, its hash and its structure, and the words that a person reads. The tables in the documentation of the package
// jobs name the test of each fault.
//
// # Two kinds of service
//
// What depends on how bytes come and end runs twice: against HTTP/1.1, and against TLS where the service offers HTTP/2
// and resets streams. What the answers say, the disk, the clock and the key are tried against the second alone.
// Requests that cost money never take HTTP/2, which net/http repeats in several cases; everything else does, and the
// service counts both. [TestResetStreamIsNotResent] has a plain client beside it that does send twice.
//
// # How to run it
//
// VIVISCOPE_FAULTS=all cuts answers at every byte instead of a sample. A thousandth of the time passes: clips take 20
// ms instead of 20 s.
package faulttest

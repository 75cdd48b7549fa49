// Package jobstest contains helpers for tests of the engine over a real network: [Clock], which runs a thousand times
// as fast as the computer's clock, and [Log], which can be read while it is written. It is imported only by tests.
package jobstest

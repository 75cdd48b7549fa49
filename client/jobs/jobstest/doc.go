// Package jobstest holds what several packages need to test the engine over a real network: a time that passes a
// thousand times as fast as the computer's, and a log that is read while it is written. It is for tests only.
package jobstest

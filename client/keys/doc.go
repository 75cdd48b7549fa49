// Package keys keeps API keys: in the system's keychain, in memory for one session, or, where there is no keychain and a
// person chooses so, in a file that only this account can read. A key is bound to the origin (scheme, host and port) that
// it was entered for, so a profile whose address moved to another origin has no key, and no key can be sent somewhere by
// editing an address. Nothing else here writes a key to a file, and nothing writes one to a log.
package keys

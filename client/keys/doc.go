// Package keys keeps API keys: in the system's keychain, or in memory for one session. A key is bound to the origin
// (scheme, host and port) that it was entered for, so a profile whose address moved to another origin has no key, and
// no key can be sent somewhere by editing an address. Nothing here writes a key to a file or a log.
package keys

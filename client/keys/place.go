package keys

// Place says where the key of a profile is.
type Place int

// The places of a key.
const (
	Nowhere       Place = iota
	InKeychain          // the system's keychain
	InSession           // this run of the program only
	InFile              // a file that only this account can read, unencrypted
	InEnvironment       // given with the start of the program, never stored
	OfTheSandbox        // the sandbox makes its own
)

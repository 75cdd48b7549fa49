// Package automation lets other programs of this account use the library through the one that has it open: the owner, which holds the
// library's lock and runs the engine. A caller (a command, or an MCP server) sends one [Call] over the socket of package instance and gets
// lines back, the last of which has the result or a [Failure]:
//
//	→ {"viviscope":2,"call":"jobs","profile":"Sandbox","args":{"states":["held"]}}
//	← {"result":{"viviscope":2,"jobs":[…]}}
//
// One connection carries one call. Closing it cancels the call; what was begun in a transaction commits or is refused whole. A call that
// spends has a click ID ([MakeArgs.RequestID]): the same ID with the same arguments returns the same jobs, so that a caller that got no
// answer may ask again, and pays once.
//
// A call without a client is the person's. One with a client is a program that a person gave a token and a grant, without which it can read
// nothing either: it is weighed in the transaction that admits its jobs, and what goes beyond the grant is held for approval.
package automation

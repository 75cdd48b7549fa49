// Package automation lets other programs of this account use a library. One process, the owner, holds the lock of the
// library and runs its engine: a window, or a command. A caller, which is a command or an MCP server, sends one [Call]
// to the owner by a socket of package instance. The answer is lines of JSON, the last of which has the result or a
// [Failure]:
//
//	→ {"viviscope":2,"call":"jobs","profile":"Sandbox","args":{"states":["held"]}}
//	← {"result":{"viviscope":2,"jobs":[…]}}
//
// A connection carries one call. Closing it cancels the call; a transaction that has begun commits or fails as a whole.
// A call that spends money has a click ID ([MakeArgs.RequestID]). The same ID with the same arguments returns the same
// jobs, so that a caller that got no answer can repeat the call and pays once.
//
// A call without a client is the user's own. A call with a client comes from a program that has a token and a grant of
// the user, without which it can read nothing either. The transaction that admits its jobs checks the grant, and holds
// for approval what exceeds it.
//
// From top to bottom:
//
//	conn, server                             a connection of a program; the server and its table of calls
//	boards, clicks, costs, jobs, watch       calls that spend or follow jobs and boards
//	library, models, rows, refs              calls about files and models; rows of an order; what refs stand for
//	describe, window, core, backend, token   jobs as answers; the window; the server's state; what it works with
//	protocol, failure, outcome, amounts      lines of the protocol; failures; how jobs ended and what they cost
//	answers                                  the answers
package automation

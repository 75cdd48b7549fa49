// Package proxy says which way a request leaves this computer: as the system's environment says, straight, or through a proxy
// that a person entered. What goes to this computer itself never goes through a proxy. The login of a proxy is no part of the
// setting: it is asked for when it is needed, and is kept where secrets are kept.
package proxy

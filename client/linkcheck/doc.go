// Package linkcheck looks at the picture behind a public link before a task is spent on it: is it there, is it a
// picture, how large is it, and until when does the link live.
//
// It looks gently: one GET with neither key nor cookies nor Referer, at most two links at a time, and no more bytes than a
// frame can have. It looks at public addresses only, because a link comes from anywhere (a page, a drag, a batch file) and
// must not become a way into the network that this computer stands in. The address is checked when it is dialled, after
// the name was looked up, so a name that answers differently the second time gains nothing; each redirect is a link of its
// own and is checked like the first. One origin is exempt, the service's own: in a sandbox it stands on this computer.
//
// Behind a proxy (HTTP_PROXY, HTTPS_PROXY) the proxy looks the name up and dials, so the dialled address cannot be checked
// here. What holds then: links to a private address or to a name that only a local network knows are refused by their
// text, the proxy is the only address that is dialled, and every other limit stays. What a public name means is left to
// the proxy.
package linkcheck

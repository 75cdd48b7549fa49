// Package welcome is what a person sees at the first start: the sandbox is one key away, a service of their own two fields.
package welcome

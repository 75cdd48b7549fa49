// Package hosting puts a picture of this computer where the service can fetch it. The service takes frames as links only,
// so a local picture needs a place: a bucket that speaks S3, which gives out signed links that die by themselves, or a
// WebDAV folder that can be read under a public address.
//
// Objects get a name that nobody guesses and that says nothing: a piece of the content's hash, and chance. For a WebDAV
// folder that name is all that protects a picture. Putting one is free and may be repeated, unlike a task; it is tried
// three times and never more.
//
// The secret (the secret key of the bucket, the password of the folder) comes in as a [Secret] and goes to the endpoint
// of its Config alone: redirects are not followed with it. Config holds no secret and can be stored; no error, String or
// log of this package holds one, nor a signed link.
package hosting

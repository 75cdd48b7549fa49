package hosting

// Detail is the specific cause of an [Error].
type Detail int

// The details.
const (
	NoDetail            Detail = iota
	DetailStalled              // no bytes were transferred for a minute
	DetailRedirected           // the host sent a redirect
	DetailBroken               // no connection, or it was interrupted
	DetailUnknownHost          // no such host name
	DetailCertificate          // the host's certificate is not valid
	DetailNoHTTPS              // the host does not support https on this port
	DetailTakesNoFiles         // the host does not accept files at this address
	DetailOtherContent         // the link returns other content
	DetailNoBucket             // the bucket does not exist; see [Error.Bucket]
	DetailOtherEndpoint        // the bucket has another endpoint
	DetailAccessKey            // unknown access key
	DetailSecretKey            // the secret key does not match the access key
	DetailClock                // the clock of this computer is wrong
	DetailRegion               // the region is wrong
	DetailWrongLength          // the picture has another length than stated
	details
)

// String returns the text for logs.
func (d Detail) String() string {
	switch d {
	case NoDetail:
		return ""
	case DetailStalled:
		return errStalled.Error()
	case DetailRedirected:
		return "the address leads elsewhere"
	case DetailBroken:
		return "no connection, or it broke"
	case DetailUnknownHost:
		return "unknown host name"
	case DetailCertificate:
		return "certificate not valid"
	case DetailNoHTTPS:
		return "no https"
	case DetailTakesNoFiles:
		return "takes no files"
	case DetailOtherContent:
		return "something else comes"
	case DetailNoBucket:
		return "no bucket"
	case DetailOtherEndpoint:
		return "bucket at another endpoint"
	case DetailAccessKey:
		return "unknown access key"
	case DetailSecretKey:
		return "secret key does not fit the access key"
	case DetailClock:
		return "clock of this computer"
	case DetailRegion:
		return "region"
	case DetailWrongLength:
		return "not as long as was said"
	}
	return "detail " + itoa(int(d))
}

// Details returns all details, for tests that each has a translation.
func Details() (all []Detail) {
	for d := NoDetail; d < details; d++ {
		all = append(all, d)
	}
	return all
}

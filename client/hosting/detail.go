package hosting

// Detail says more about an [Error] than its kind does.
type Detail int

// The details.
const (
	NoDetail            Detail = iota
	DetailStalled              // nothing moved for a minute
	DetailRedirected           // the address leads elsewhere
	DetailBroken               // no connection, or it broke
	DetailUnknownHost          // no such host name
	DetailCertificate          // the host's certificate is not valid
	DetailNoHTTPS              // the host does not speak https there
	DetailTakesNoFiles         // the host does not take files there
	DetailOtherContent         // the link gives something else back
	DetailNoBucket             // there is no bucket of that name; see [Error.Bucket]
	DetailOtherEndpoint        // the bucket is at another endpoint
	DetailAccessKey            // the host does not know the access key
	DetailSecretKey            // the secret key does not fit the access key
	DetailClock                // the clock of this computer is wrong
	DetailRegion               // the region is wrong
	DetailWrongLength          // the picture has another length than was said
	details
)

// String names it in logs.
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

// Details lists every detail, for tests that each of them has words.
func Details() (all []Detail) {
	for d := NoDetail; d < details; d++ {
		all = append(all, d)
	}
	return all
}

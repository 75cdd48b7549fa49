package hosting

// Problem is a field of the Config that cannot be right.
type Problem struct {
	Field string // name in the Config's JSON: "endpoint", "bucket", "public_url", …
	Fault Fault
}

// Fault is what is wrong with a field.
type Fault int

// The faults. Each stands for what a person did not do, or did wrong.
const (
	NoFault               Fault = iota
	FaultKind                   // this kind of hosting is not known
	FaultNoEndpoint             // the endpoint is empty
	FaultEndpointPath           // an endpoint has no path
	FaultNotAnAddress           // it cannot be read as an address
	FaultScheme                 // it does not begin with http:// or https://
	FaultNoHost                 // it has no host
	FaultUserInAddress          // it holds a user name or password
	FaultQuery                  // it has a query or fragment
	FaultNoBucket               // the bucket's name is empty
	FaultBucketName             // the bucket's name is none: 3 to 63 letters, digits, dots and hyphens
	FaultBucketBeforeIP         // a bucket cannot stand before an IP address
	FaultAddressing             // this way of addressing is not known
	FaultFolderCharacters       // the folder holds characters that no name has
	FaultFolderLength           // the folder's name is too long
	FaultFolderParts            // the folder's name has empty parts, . or .. in it
	FaultNoAccessKey            // the access key is empty
	FaultAccessKey              // the access key holds characters that no key has
	FaultRegion                 // the region holds characters that no region has
	FaultLifetime               // a signed link lives between one second and [MaxLifetime]
	FaultNoFolder               // the address of the folder is empty
	FaultNoPublicAddress        // the address under which everybody can read the folder is empty
	FaultUserName               // a user name has no colon (RFC 7617)
	faultsEnd
)

// Faults lists every fault, for tests that each of them has words.
func Faults() (all []Fault) {
	for f := NoFault + 1; f < faultsEnd; f++ {
		all = append(all, f)
	}
	return all
}

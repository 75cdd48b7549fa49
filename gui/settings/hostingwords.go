package settings

import (
	"context"
	"errors"
	"strconv"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// hostFault says what a step of a hosting's test met.
func hostFault(s client.Step) string {
	var e *hosting.Error
	switch {
	case errors.Is(s.Err, context.Canceled), errors.Is(s.Err, context.DeadlineExceeded):
		return lang.L("It was called off, or took too long.")
	case !errors.As(s.Err, &e):
		return s.Err.Error()
	}
	words := wording.HostFault(e.Kind)
	if e.Detail == hosting.DetailNoBucket {
		words = lang.L("there is no bucket %s", e.Bucket)
	} else if detail := hostDetail(e.Detail); detail != "" {
		words = lang.X("fault and detail", "%s: %s", words, detail)
	}
	switch {
	case e.Code != "":
		return words + " (" + e.Code + ")"
	case e.Status != 0:
		return words + " (HTTP " + strconv.Itoa(e.Status) + ")"
	}
	return words
}

// hostDetail says more about a host's fault; "" where there is no more to say, or nothing that a person could do with it.
func hostDetail(d hosting.Detail) string {
	switch d {
	case hosting.DetailStalled:
		return lang.L("nothing moved for too long")
	case hosting.DetailElsewhere:
		return lang.L("the address leads elsewhere")
	case hosting.DetailBroken:
		return lang.L("no connection, or it broke")
	case hosting.DetailUnknownHost:
		return lang.L("the host name is unknown")
	case hosting.DetailCertificate:
		return lang.L("its certificate is not valid")
	case hosting.DetailNoHTTPS:
		return lang.L("it does not speak https there")
	case hosting.DetailTakesNoFiles:
		return lang.L("it does not take files there")
	case hosting.DetailNoWebDAV:
		return lang.L("it does not answer as a WebDAV folder")
	case hosting.DetailOtherContent:
		return lang.L("something else comes")
	case hosting.DetailAccessKey:
		return lang.L("the access key is unknown")
	case hosting.DetailSecretKey:
		return lang.L("the secret key does not fit the access key")
	case hosting.DetailClock:
		return lang.L("the clock of this computer is wrong")
	case hosting.DetailRegion:
		return lang.L("the region is wrong")
	case hosting.DetailOtherEndpoint:
		return lang.L("the bucket is at another endpoint")
	}
	return ""
}

// hostingProblem says what is wrong with a field, for the line under it.
func hostingProblem(f hosting.Fault) string {
	switch f {
	case hosting.FaultKind:
		return lang.L("This kind of hosting is not known.")
	case hosting.FaultNoEndpoint:
		return lang.L("Enter the endpoint.")
	case hosting.FaultEndpointPath:
		return lang.L("An endpoint has no path. The bucket has its own field.")
	case hosting.FaultNotAnAddress:
		return lang.L("This cannot be read as an address.")
	case hosting.FaultScheme:
		return lang.L("It must begin with http:// or https://.")
	case hosting.FaultNoHost:
		return lang.L("It has no host.")
	case hosting.FaultUserInAddress:
		return lang.L("It must not hold a user name or password. They have their own fields.")
	case hosting.FaultQuery:
		return lang.L("It must not have a query or fragment.")
	case hosting.FaultNoBucket:
		return lang.L("Enter the name of the bucket.")
	case hosting.FaultBucketName:
		return lang.L("A bucket has 3 to 63 letters, digits, dots and hyphens.")
	case hosting.FaultBucketBeforeIP:
		return lang.L("A bucket cannot stand before an IP address. Choose the path.")
	case hosting.FaultAddressing:
		return lang.L("This way of addressing is not known.")
	case hosting.FaultFolderCharacters:
		return lang.L("The folder holds characters that no name has.")
	case hosting.FaultFolderLength:
		return lang.L("The folder's name is too long.")
	case hosting.FaultFolderParts:
		return lang.L("The folder's name must not have empty parts, . or .. in it.")
	case hosting.FaultNoAccessKey:
		return lang.L("Enter the access key.")
	case hosting.FaultAccessKey:
		return lang.L("The access key holds characters that no key has.")
	case hosting.FaultRegion:
		return lang.L("The region holds characters that no region has.")
	case hosting.FaultLifetime:
		return lang.L("A signed link lives between one second and seven days.")
	case hosting.FaultNoFolder:
		return lang.L("Enter the address of the folder.")
	case hosting.FaultNoPublicAddress:
		return lang.L("Enter the address under which everybody can read the folder.")
	case hosting.FaultUserName:
		return lang.L("A user name has no colon (RFC 7617).")
	}
	return ""
}

package linkcheck

// The Words of an [Error] that hold no number. A window says them in its own language.
const (
	WordsStalled      = "nothing came for too long"
	WordsNoHost       = "the host name is unknown"
	WordsCertificate  = "the certificate is not valid"
	WordsNoConnection = "no connection, or it broke"
	WordsNotHTTP      = "it is not an http or https link"
	WordsTooFar       = "it leads on too often"
	WordsNowhere      = "it leads nowhere"
	WordsProxy        = "the proxy's address cannot be read"
	WordsNoLink       = "it cannot be read as a link"

	WordsDamaged     = "the file is damaged or breaks off"
	WordsEmpty       = "it is empty"
	WordsPage        = "it is a web page"
	WordsText        = "it is a text"
	WordsVideo       = "it is a video"
	WordsOther       = "it is something else"
	WordsOtherFormat = "it is a picture in another format: " // and the name of the format
)

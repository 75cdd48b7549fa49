package hostingtest

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// The examples of the "Signature Version 4" pages in the Amazon S3 API reference: a request, a presigned link, and an
// upload in signed chunks. Each is refused after changing one character.
func TestSignaturesMatchAWSExamples(t *testing.T) {
	const (
		accessKey = "AKIAIOSFODNN7EXAMPLE"
		secret    = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
		scope     = accessKey + "/20130524/us-east-1/s3/aws4_request"
	)
	upload := "10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n" +
		strings.Repeat("a", 65536) + "\r\n" +
		"400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n" +
		strings.Repeat("a", 1024) + "\r\n" +
		"0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n"
	for _, tc := range []struct {
		name, head, body string
		want             int // bytes
	}{
		{"a request", "GET /test.txt HTTP/1.1\r\nHost: examplebucket.s3.amazonaws.com\r\nRange: bytes=0-9\r\nx-amz-date: 20130524T000000Z\r\n" +
			"x-amz-content-sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\r\nAuthorization: AWS4-HMAC-SHA256 Credential=" + scope +
			",SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41\r\n\r\n", "", 0},
		{"a link", "GET /test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=" +
			strings.ReplaceAll(scope, "/", "%2F") + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400" +
			"&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404 HTTP/1.1\r\nHost: examplebucket.s3.amazonaws.com\r\n\r\n", "", 0},
		{"chunks", "PUT /examplebucket/chunkObject.txt HTTP/1.1\r\nHost: s3.amazonaws.com\r\nx-amz-date: 20130524T000000Z\r\nx-amz-storage-class: REDUCED_REDUNDANCY\r\n" +
			"Authorization: AWS4-HMAC-SHA256 Credential=" + scope +
			",SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class," +
			"Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9\r\nx-amz-content-sha256: STREAMING-AWS4-HMAC-SHA256-PAYLOAD\r\n" +
			"Content-Encoding: aws-chunked\r\nx-amz-decoded-content-length: 66560\r\nContent-Length: 66824\r\n\r\n",
			upload, 66560},
	} {
		read := func(raw string, after time.Duration) (int, error) {
			r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw)))
			if err != nil {
				t.Fatal(err)
			}
			body, err := verifySignature(r, accessKey, secret, time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC).Add(after))
			if err != nil {
				return 0, err
			}
			n, err := io.Copy(io.Discard, body)
			return int(n), err
		}
		if n, err := read(tc.head+tc.body, time.Hour); err != nil || n != tc.want {
			t.Errorf("%s: %d bytes, %v", tc.name, n, err)
		}
		if _, err := read(strings.Replace(tc.head, "xt", "xT", 1)+tc.body, time.Hour); err == nil {
			t.Errorf("%s to another object is taken", tc.name)
		}
		if _, err := read(tc.head+strings.Replace(tc.body, "aa\r\n0;", "ab\r\n0;", 1),
			time.Hour); (err == nil) != (tc.body == "") {
			t.Errorf("%s with another body: %v", tc.name, err)
		}
		if _, err := read(tc.head+tc.body, 25*time.Hour); (err == nil) != (tc.name != "a link") {
			t.Errorf("%s a day later: %v", tc.name, err)
		}
	}
}

package hostingtest

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// s3Handler serves the objects of the buckets in a folder: PUT, GET and DELETE of one object, and the region of a
// bucket. It verifies signatures with its own implementation of Signature Version 4, from the AWS documentation.
func s3Handler(dir string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := verifySignature(r, AccessKey, Secret, time.Now())
		if err == nil {
			err = serveObject(w, r, body, filepath.Join(dir, filepath.FromSlash(path.Clean(r.URL.Path))), dir)
		}
		if err == nil {
			return
		}
		status := http.StatusForbidden
		if code := err.Error(); strings.HasPrefix(code, "NoSuch") {
			status = http.StatusNotFound
		} else if strings.Contains(code, " ") { // an error of the disk or the connection
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		fmt.Fprintf(w, "<Error><Code>%s</Code></Error>", err)
	})
}

func serveObject(w http.ResponseWriter, r *http.Request, body io.Reader, file, dir string) error {
	bucket, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if _, err := os.Stat(filepath.Join(dir, bucket)); err != nil {
		return errors.New("NoSuchBucket")
	}
	switch {
	case key == "" && r.URL.Query().Has("location"):
		_, _ = io.WriteString(w, `<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></LocationConstraint>`)
		return nil
	case r.Method == http.MethodPut:
		return putObject(file, body)
	case r.Method == http.MethodDelete:
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return errors.New("NoSuchKey")
	}
	defer f.Close()
	http.ServeContent(w, r, file, time.Time{}, f)
	return nil
}

// putObject stores an object completely or not at all.
func putObject(file string, body io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".put-")
	if err != nil {
		return err
	}
	_, err = io.Copy(f, body)
	if err = errors.Join(err, f.Close()); err == nil {
		return os.Rename(f.Name(), file)
	}
	_ = os.Remove(f.Name())
	if errors.Is(err, errSignature) {
		return errSignature
	}
	return fmt.Errorf("put object: %w", err)
}

const (
	algorithm = "AWS4-HMAC-SHA256"
	streaming = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
	timeForm  = "20060102T150405Z"
)

var errSignature = errors.New("SignatureDoesNotMatch")

// verifySignature verifies the signature of a request or of a presigned link. It returns the body, which verifies its
// chunk signatures while it is read.
func verifySignature(r *http.Request, accessKey, secret string, now time.Time) (io.Reader, error) {
	query := r.URL.Query()
	credential := query.Get("X-Amz-Credential")
	signed := query.Get("X-Amz-SignedHeaders")
	given := query.Get("X-Amz-Signature")
	at := query.Get("X-Amz-Date")
	payload := "UNSIGNED-PAYLOAD"
	presigned := given != ""
	if !presigned {
		fields, ok := strings.CutPrefix(r.Header.Get("Authorization"), algorithm+" ")
		if !ok {
			return nil, errors.New("AccessDenied")
		}
		for field := range strings.SplitSeq(fields, ",") {
			name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
			switch name {
			case "Credential":
				credential = value
			case "SignedHeaders":
				signed = value
			case "Signature":
				given = value
			}
		}
		at, payload = r.Header.Get("X-Amz-Date"), r.Header.Get("X-Amz-Content-Sha256")
	}
	who, scope, _ := strings.Cut(credential, "/")
	parts := strings.Split(scope, "/")
	signedAt, err := time.Parse(timeForm, at)
	switch {
	case who != accessKey:
		return nil, errors.New("InvalidAccessKeyId")
	case err != nil || len(parts) != 4 || parts[0] != at[:8] || !strings.Contains(";"+signed+";", ";host;"):
		return nil, errSignature
	case parts[1] != Region:
		return nil, errors.New("AuthorizationHeaderMalformed")
	}
	query.Del("X-Amz-Signature")
	request := []string{r.Method, escapePath(r.URL.Path), strings.ReplaceAll(query.Encode(), "+", "%20")}
	for name := range strings.SplitSeq(signed, ";") {
		value := strings.Join(r.Header.Values(name), ",")
		switch name { // net/http removes these from the header
		case "host":
			value = r.Host
		case "content-length":
			value = strconv.FormatInt(r.ContentLength, 10)
		}
		request = append(request, name+":"+strings.TrimSpace(value))
	}
	request = append(request, "", signed, payload)
	key := []byte("AWS4" + secret)
	for _, part := range parts {
		key = sign(key, part)
	}
	want := hex.EncodeToString(sign(key,
		strings.Join([]string{algorithm, at, scope, sum([]byte(strings.Join(request, "\n")))}, "\n")))
	if !hmac.Equal([]byte(want), []byte(given)) {
		return nil, errSignature
	}
	switch seconds, _ := strconv.Atoi(query.Get("X-Amz-Expires")); {
	case presigned && now.After(signedAt.Add(time.Duration(seconds)*time.Second)):
		return nil, errors.New("AccessDenied")
	case payload == streaming:
		return &signedChunks{in: bufio.NewReader(r.Body), key: key, head: algorithm + "-PAYLOAD\n" + at + "\n" + scope +
			"\n",
			last: want}, nil
	case payload == "UNSIGNED-PAYLOAD":
		return r.Body, nil
	}
	data, err := io.ReadAll(r.Body)
	if err == nil && sum(data) != payload {
		err = errSignature
	}
	return bytes.NewReader(data), err
}

// signedChunks reads a body with a signature for each chunk.
type signedChunks struct {
	in         *bufio.Reader
	key        []byte
	head, last string
	left       []byte
	ended      bool
}

// Read implements io.Reader.
func (c *signedChunks) Read(p []byte) (int, error) {
	for len(c.left) == 0 {
		if c.ended {
			return 0, io.EOF
		}
		line, err := c.in.ReadString('\n')
		if err != nil {
			return 0, io.ErrUnexpectedEOF
		}
		size, given, _ := strings.Cut(strings.TrimSpace(line), ";chunk-signature=")
		n, err := strconv.ParseUint(size, 16, 24)
		if err != nil {
			return 0, errSignature
		}
		data := make([]byte, n+2)
		if _, err := io.ReadFull(c.in, data); err != nil {
			return 0, io.ErrUnexpectedEOF
		}
		c.left, c.ended = data[:n], n == 0
		c.last = hex.EncodeToString(sign(c.key, c.head+c.last+"\n"+sum(nil)+"\n"+sum(c.left)))
		if !hmac.Equal([]byte(c.last), []byte(given)) {
			return 0, errSignature
		}
	}
	n := copy(p, c.left)
	c.left = c.left[n:]
	return n, nil
}

func sign(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// escapePath escapes a path for signatures: everything except slashes and unreserved characters as %XX.
func escapePath(p string) string {
	return strings.NewReplacer("+", "%20", "%2F", "/").Replace(url.QueryEscape(p))
}

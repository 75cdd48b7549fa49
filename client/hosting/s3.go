package hosting

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"viviscope/client/linkcheck"
)

// Put uploads a picture under a new name and returns its link. It reads r from the start once for the hash and once for
// each attempt. named may be nil. It is called with the object name before the upload, so that the caller can delete
// the rest of an interrupted Put. Its error stops Put and is returned unchanged. name is the picture's own name for
// error texts; it is not sent. size is in bytes, mime such as "image/png". progress may be nil. It is called on the
// sending goroutine, restarts with each attempt, and must not block. S3 guarantees that the object is complete or
// missing. Errors: [*Error], or that of ctx.
func (b *Bucket) Put(ctx context.Context, name string, r io.ReadSeeker, size int64, mime string,
	named func(object string) error, progress func(done, total int64)) (Hosted, error) {
	what := "put " + name
	object, err := objectName(r, size, mime)
	if err != nil {
		return Hosted{}, withOp(what, err)
	}
	if prefix := cleanPrefix(b.conf.Prefix); prefix != "" {
		object = prefix + "/" + object
	}
	if err := callNamed(named, object); err != nil {
		return Hosted{}, err
	}
	var link string
	err = b.retry(ctx, what, func(ctx context.Context) error {
		body, err := newUploadBody(ctx, r, size, progress)
		if err != nil {
			return err
		}
		// Use a single PUT: pictures are small, and an interrupted multipart upload would leave hidden parts that cost
		// money.
		how := minio.PutObjectOptions{ContentType: mime, DisableMultipart: true}
		if _, err := b.client.PutObject(ctx, b.conf.Bucket, object, body, size, how); err != nil {
			return b.convertError(ctx, err)
		}
		u, err := b.client.PresignedGetObject(ctx, b.conf.Bucket, object, b.conf.Lifetime(), nil)
		if err != nil {
			return b.convertError(ctx, err)
		}
		link = u.String()
		return nil
	})
	if err != nil {
		return Hosted{}, err
	}
	dies, ok := linkcheck.Expiry(link, time.Now())
	if !ok {
		dies = time.Now().Add(b.conf.Lifetime())
	}
	return Hosted{URL: link, Object: object, Dies: dies}, nil
}

// Delete deletes an object. It succeeds if the object is already gone. Errors: [*Error], or that of ctx.
func (b *Bucket) Delete(ctx context.Context, object string) error {
	return b.retry(ctx, "delete hosted picture", func(ctx context.Context) error {
		err := b.client.RemoveObject(ctx, b.conf.Bucket, object, minio.RemoveObjectOptions{})
		var answer minio.ErrorResponse
		if errors.As(err, &answer) && answer.Code == minio.NoSuchKey {
			return nil
		}
		if err != nil {
			return b.convertError(ctx, err)
		}
		return nil
	})
}

// convertError converts an error of the S3 client: by the error code of the host, or by the status for an unknown code.
func (b *Bucket) convertError(ctx context.Context, err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return transportErr(ctx, err)
	}
	e := statusErr(answer.StatusCode)
	e.Code = safeCode(answer.Code)
	switch answer.Code {
	case "NoSuchBucket":
		e.Kind, e.Detail, e.Bucket = ErrNotFound, DetailNoBucket, b.conf.Bucket
	case "InvalidAccessKeyId", "XAdminUserNotFound":
		e.Kind, e.Detail = ErrRefused, DetailAccessKey
	case "SignatureDoesNotMatch":
		e.Kind, e.Detail = ErrRefused, DetailSecretKey
	case "RequestTimeTooSkewed":
		e.Kind, e.Detail = ErrRefused, DetailClock
	case "AuthorizationHeaderMalformed", "InvalidRegion", "IllegalLocationConstraintException":
		e.Kind, e.Detail = ErrRefused, DetailRegion
	case "AccessDenied", "AllAccessDisabled", "AccountProblem", "ExpiredToken", "InvalidToken", "NotSignedUp":
		e.Kind = ErrRefused
	case "PermanentRedirect", "TemporaryRedirect":
		e.Kind, e.Detail = ErrNotFound, DetailOtherEndpoint
	case "EntityTooLarge", "QuotaExceeded", "XMinioStorageFull":
		e.Kind, e.retryable = ErrFull, false
	case "SlowDown", "Throttling", "RequestTimeout", "InternalError", "ServiceUnavailable":
		e.Kind, e.retryable = ErrFault, answer.StatusCode != http.StatusBadRequest
	}
	return e
}

// safeCode returns s if it has the form of an error code, or else "". A host may return any text.
func safeCode(s string) string {
	if len(s) > 60 || strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		return ""
	}
	return s
}

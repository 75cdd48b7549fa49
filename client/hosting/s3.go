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

// Put stores a picture under a new name and returns its link. It reads r twice, from its start: once for its hash,
// once for the upload, and again for each further try. named is called with the name of the object before anything
// of it leaves, so that the caller can delete what an interrupted Put left. Its error ends Put and is returned as
// it is; it may be nil. name is the picture's own, for error texts; it does not leave this computer. size is in
// bytes, mime such as "image/png". progress may be nil; it is called from the goroutine that sends, starts again
// with each try, and must not block. The object is there whole or not at all: that is S3's own promise for a single
// PUT. Errors: *Error, or that of ctx.
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
		// One PUT and no parts: a picture is small, and an upload that broke off leaves no parts that nobody sees and
		// somebody pays for.
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

// Delete deletes an object; one that is gone already is no error. Errors: *Error, or that of ctx.
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

// convertError puts an error of the S3 client into our words: by the host's code first, by its status where the code is
// unknown.
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

// safeCode keeps an error code that is one. What a host writes in its place could be anything.
func safeCode(s string) string {
	if len(s) > 60 || strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		return ""
	}
	return s
}

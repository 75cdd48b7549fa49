package automation

import (
	"context"
	"regexp"
	"strings"

	"viviscope/db"
)

// RefDigits matches a ref, or the beginning of one.
var RefDigits = regexp.MustCompile(`^[0-9a-f]{4,32}$`)

// assets are those outside the trash whose refs begin so, in their order. Errors: *[Failure].
func (s *Server) assets(ctx context.Context, refs ...string) ([]db.Asset, error) {
	return named(ctx, "asset", refs, s.Library.AssetRefs, s.Library.AssetByRef)
}

// jobsAt are those of some refs, in their order.
func (s *Server) jobsAt(ctx context.Context, refs []string) ([]db.Job, error) {
	return named(ctx, "job", refs, s.Library.JobRefs, s.Library.JobByRef)
}

// named reads what is meant by the beginnings of refs. find returns the refs that begin so.
func named[T any](ctx context.Context, what string, refs []string, find func(context.Context, string) ([]string, error),
	read func(context.Context, string) (T, error)) (all []T, err error) {
	if len(refs) == 0 || len(refs) > maxJobs {
		return nil, Usage("name from 1 to %d refs", maxJobs)
	}
	for _, ref := range refs {
		if ref = strings.ToLower(ref); !RefDigits.MatchString(ref) {
			return nil, Usage("%.40q is no ref: write four or more of its digits", ref)
		}
		found, err := find(ctx, ref)
		switch {
		case err != nil:
			return nil, err
		case len(found) == 0:
			return nil, &Failure{Code: CodeNotFound, Message: "there is no " + what + " " + ref, Exit: ExitInvalid}
		case len(found) > 1:
			return nil, Usage("%s stands for several: %s", ref, strings.Join(found, ", "))
		}
		row, err := read(ctx, found[0])
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, nil
}

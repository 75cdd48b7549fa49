package automation

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"viviscope/db"
)

var refDigits = regexp.MustCompile(`^[0-9a-f]{4,32}$`)

// asset finds what is meant by the beginning of its ref, outside the trash. Errors: *[Failure].
func (s *Server) asset(ctx context.Context, ref string) (db.Asset, error) {
	ref, err := s.whole(ctx, ref, "asset", s.Library.AssetRefs)
	if err != nil {
		return db.Asset{}, err
	}
	return s.Library.AssetByRef(ctx, ref)
}

// assets are those of some refs, in their order.
func (s *Server) assets(ctx context.Context, refs []string) (all []db.Asset, err error) {
	for _, ref := range refs {
		a, err := s.asset(ctx, ref)
		if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// jobsAt are those of some refs, in their order. Errors: *[Failure].
func (s *Server) jobsAt(ctx context.Context, refs []string) (all []db.Job, err error) {
	if len(refs) == 0 || len(refs) > maxJobs {
		return nil, usage("name from 1 to %d refs", maxJobs)
	}
	for _, ref := range refs {
		ref, err := s.whole(ctx, ref, "job", s.Library.JobRefs)
		if err != nil {
			return nil, err
		}
		j, err := s.Library.JobByRef(ctx, ref)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(o db.Job) bool { return o.ID == j.ID }) {
			all = append(all, j)
		}
	}
	return all, nil
}

// whole is the one ref that begins with some digits.
func (s *Server) whole(ctx context.Context, ref, what string, find func(context.Context, string) ([]string, error)) (string, error) {
	wrong := func(code, message string) (string, error) {
		return "", &Failure{Code: code, Message: message, Field: "ref", Exit: ExitInvalid}
	}
	if ref = strings.ToLower(ref); !refDigits.MatchString(ref) {
		return wrong(CodeUsage, fmt.Sprintf("%.40q is no ref: write four or more of its digits", ref))
	}
	found, err := find(ctx, ref)
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return wrong(CodeNotFound, "there is no "+what+" "+ref)
	case len(found) > 1:
		return wrong(CodeUsage, ref+" stands for several: "+strings.Join(found, ", "))
	}
	return found[0], nil
}

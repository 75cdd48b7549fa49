package automation

import (
	"context"
	"regexp"
	"strings"

	"viviscope/db"
	"viviscope/db/boards"
)

// RefDigits matches a ref, or a prefix of one.
var RefDigits = regexp.MustCompile(`^[0-9a-f]{4,32}$`)

// assetsByRef returns assets outside the trash, in the order of the refs. Errors: *[Failure].
func (s *Server) assetsByRef(ctx context.Context, refs []string) ([]db.Asset, error) {
	return resolveRefs(ctx, "asset", refs, s.Library.AssetRefs, s.Library.AssetByRef)
}

// jobsByRef returns jobs in the order of the refs. Errors: *[Failure].
func (s *Server) jobsByRef(ctx context.Context, refs []string) ([]db.Job, error) {
	return resolveRefs(ctx, "job", refs, s.Library.JobRefs, s.Library.JobByRef)
}

// resolveRefs reads the rows of refs or prefixes of refs. find returns all refs with a prefix.
func resolveRefs[T any](ctx context.Context, what string, refs []string,
	find func(context.Context, string) ([]string, error),
	read func(context.Context, string) (T, error)) (all []T, err error) {
	if len(refs) == 0 || len(refs) > maxRows {
		return nil, Usage("name from 1 to %d refs", maxRows)
	}
	for _, ref := range refs {
		ref = strings.ToLower(ref)
		if !RefDigits.MatchString(ref) {
			return nil, Usage("%.40q is no ref: write four or more of its digits", ref)
		}
		found, err := find(ctx, ref)
		switch {
		case err != nil:
			return nil, err
		case len(found) == 0:
			return nil, NewFailure(CodeNotFound, "there is no %s %s", what, ref)
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

// board returns a board by its ref, unless it is in the trash. version 0 means any. Errors: *[Failure],
// *db.ChangedBoardError.
func (s *Server) board(ctx context.Context, ref string, version int) (boards.View, error) {
	found, err := resolveRefs(ctx, "board", []string{ref}, s.Library.BoardRefs, s.Boards.Read)
	if err != nil {
		return boards.View{}, err
	}
	v := found[0]
	if version != 0 && v.Version != version {
		err = &db.ChangedBoardError{Ref: v.Ref, Version: v.Version, At: v.ChangedAt}
	}
	return v, err
}

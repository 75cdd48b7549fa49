package automation

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/search"
)

// lookPixels is the maximum length of the longer side of a picture from look.
const lookPixels = 512

func (s *Server) find(ctx context.Context, _ *request, args FindArgs) (FindAnswer, error) {
	answer := FindAnswer{Assets: []Asset{}, Unknown: []string{}}
	names, err := s.Library.Names(ctx, s.Now())
	index, errIndex := s.Library.Index(ctx)
	if err = cmp.Or(err, errIndex); err != nil {
		return answer, err
	}
	filter, unknown := search.ParseQuery(args.Query).Filter(names)
	for _, term := range unknown {
		answer.Unknown = append(answer.Unknown, term.String())
	}
	rows, err := index.Find(ctx, filter)
	if err != nil {
		return answer, err
	}
	if args.Before != 0 {
		last := slices.IndexFunc(rows, func(r search.Row) bool { return r.ID == args.Before })
		if last < 0 {
			return answer, Usage("the asset that the page before ended with is gone: begin again")
		}
		rows = rows[last+1:]
	}
	if limit := pageSize(args.Limit); len(rows) > limit {
		rows, answer.Before = rows[:limit], rows[limit-1].ID
	}
	var ids []int64
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	assets, err := s.Library.AssetsByID(ctx, ids)
	for _, a := range assets {
		asset, errPath := s.describeAsset(a)
		answer.Assets, err = append(answer.Assets, asset), cmp.Or(err, errPath)
	}
	return answer, err
}

func (s *Server) look(ctx context.Context, _ *request, args LookArgs) (answer LookAnswer, err error) {
	assets, err := s.assetsByRef(ctx, []string{args.Ref})
	if err != nil {
		return answer, err
	}
	at := time.Duration(-1)
	if args.At != nil {
		if *args.At < 0 || *args.At > 1e6 {
			return answer, Usage("at is a time in seconds")
		}
		at = time.Duration(*args.At * float64(time.Second))
	}
	if answer.JPEG, err = s.Backend.Look(ctx, assets[0], at, lookPixels); err == nil {
		answer.Asset, err = s.describeAsset(assets[0])
	}
	return answer, err
}

func (s *Server) tag(ctx context.Context, _ *request, args TagArgs) (DoneAnswer, error) {
	assets, err := s.assetsByRef(ctx, args.Refs)
	if err != nil {
		return DoneAnswer{}, err
	}
	defer s.Backend.Changed()
	var ids []int64
	for _, a := range assets {
		ids = append(ids, a.ID)
	}
	done := func(_ db.Undo, failed error) { err = cmp.Or(err, failed) }
	for _, tag := range args.Add {
		done(s.Library.AddTag(ctx, tag, ids...))
	}
	for _, tag := range args.Remove {
		done(s.Library.RemoveTag(ctx, tag, ids...))
	}
	if args.Star != nil {
		done(s.Library.StarAll(ctx, ids, *args.Star))
	}
	return DoneAnswer{}, err
}

// assetsOrBoard returns the assets or the board of a call.
func (s *Server) assetsOrBoard(
	ctx context.Context, refs []string, board string,
) (assets []db.Asset, v *boards.View, err error) {
	switch {
	case board != "" && len(refs) == 0:
		v = new(boards.View)
		*v, err = s.board(ctx, board, 0)
	case board != "" || len(refs) == 0:
		err = Usage("name a board, or from 1 to %d refs", maxRows)
	default:
		assets, err = s.assetsByRef(ctx, refs)
	}
	return assets, v, err
}

// plainName matches a safe name of a folder or an archive. It does not lead out of the folder of exports, and has no
// control characters of terminals or of the text direction, which could hide its extension.
var plainName = regexp.MustCompile(`^[^./\\:` + controls + `][^/\\:` + controls + `]{0,99}$`)

const controls = `\x00-\x1f\x7f-\x9f\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}`

func (s *Server) export(ctx context.Context, q *request, args ExportArgs) (answer FilesAnswer, err error) {
	switch {
	case args.Name != "" && !plainName.MatchString(args.Name):
		return answer, Usage("name is a plain name of at most 100 characters, no path")
	case args.Folder != "" && q.Client != "":
		return answer, NewFailure(CodeForbidden, "only a person names a folder: exports of programs have their own")
	case args.Folder != "" && !filepath.IsAbs(args.Folder):
		return answer, Usage("folder %.200q is not absolute", args.Folder)
	}
	assets, board, err := s.assetsOrBoard(ctx, args.Refs, args.Board)
	if err != nil {
		return answer, err
	}
	return s.Backend.Export(ctx, assets, board, args)
}

func (s *Server) import_(ctx context.Context, _ *request, args ImportArgs) (answer FilesAnswer, err error) {
	if len(args.Paths) == 0 {
		return answer, Usage("no file is named")
	}
	for _, path := range args.Paths {
		if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
			return answer, Usage("%.200q is no absolute path", path)
		}
	}
	defer s.Backend.Changed() // also after an interrupted import
	return s.Backend.Import(ctx, args.Paths)
}

func (s *Server) join(ctx context.Context, q *request, args JoinArgs) (answer JoinAnswer, err error) {
	if args.Cut < 0 {
		return answer, Usage("cut is a number of frames")
	}
	clips, board, err := s.assetsOrBoard(ctx, args.Refs, args.Board)
	if err != nil {
		return answer, err
	}
	defer s.Backend.Changed()
	return s.Backend.Join(ctx, clips, board, args, func(done, total int) {
		_ = q.event(JobEvent{Type: "progress", Done: done, Total: total}) // where the caller is gone, ctx ends
	})
}

package automation

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/db/boards"
)

// lookPixels is the longer side of what look returns, at most.
const lookPixels = 512

func (s *Server) look(ctx context.Context, _ *request, args LookArgs) (answer LookAnswer, err error) {
	found, err := s.assets(ctx, args.Ref)
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
	if answer.JPEG, err = s.Backend.Look(ctx, found[0], at, lookPixels); err == nil {
		answer.Asset, err = s.assetOf(found[0])
	}
	return answer, err
}

// chosen are the assets of a call, or its board.
func (s *Server) chosen(ctx context.Context, refs []string, board string) (assets []db.Asset, v *boards.View, err error) {
	switch {
	case board != "" && len(refs) == 0:
		v = new(boards.View)
		*v, err = s.board(ctx, board, 0)
	case board != "" || len(refs) == 0 || len(refs) > mostRows:
		err = Usage("name a board, or from 1 to %d refs", mostRows)
	default:
		assets, err = s.assets(ctx, refs...)
	}
	return assets, v, err
}

// plainName is what a folder or an archive may be called: one name below the folder of exports, wherever that is, without characters that a
// terminal obeys, or that turn the name around so that it seems to end otherwise.
var plainName = regexp.MustCompile(`^[^./\\:` + unseen + `][^/\\:` + unseen + `]{0,99}$`)

const unseen = `\x00-\x1f\x7f-\x9f\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}`

func (s *Server) export(ctx context.Context, q *request, args ExportArgs) (answer FilesAnswer, err error) {
	switch {
	case args.Name != "" && !plainName.MatchString(args.Name):
		return answer, Usage("name is a plain name of at most 100 characters, no path")
	case args.Folder != "" && q.Client != "":
		return answer, &Failure{Code: CodeForbidden, Message: "only a person names a folder: exports of programs have their own", Exit: ExitInvalid}
	case args.Folder != "" && !filepath.IsAbs(args.Folder):
		return answer, Usage("folder %.200q is not absolute", args.Folder)
	}
	assets, v, err := s.chosen(ctx, args.Refs, args.Board)
	if err != nil {
		return answer, err
	}
	return s.Backend.Export(ctx, assets, v, args)
}

func (s *Server) import_(ctx context.Context, _ *request, args ImportArgs) (answer FilesAnswer, err error) {
	for _, path := range args.Paths {
		if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
			return answer, Usage("%.200q is no absolute path", path)
		}
	}
	if len(args.Paths) == 0 {
		return answer, Usage("no file is named")
	}
	answer, err = s.Backend.Import(ctx, args.Paths)
	s.Backend.Changed() // also of one that was stopped
	return answer, err
}

func (s *Server) join(ctx context.Context, q *request, args JoinArgs) (answer JoinAnswer, err error) {
	if args.Cut < 0 {
		return answer, Usage("cut is a number of frames")
	}
	clips, v, err := s.chosen(ctx, args.Refs, args.Board)
	if err != nil {
		return answer, err
	}
	answer, err = s.Backend.Join(ctx, clips, v, args, func(done, total int) {
		_ = q.event(JobEvent{Type: "progress", Done: done, Total: total}) // a caller that is gone ends ctx
	})
	s.Backend.Changed()
	return answer, err
}

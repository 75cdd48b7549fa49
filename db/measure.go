package db

import (
	"context"
	"database/sql"
	"path/filepath"
)

// settingMeasureRules is the name of the setting that holds the number of the rules by which all clips were measured.
const settingMeasureRules = "clips.measured"

// measureRules is the number of the current rules.
//
//   - 1: the size of a clip is the displayed one, with rotation and pixel aspect ratio. Before, it was that of the
//     coded picture.
//   - 2: clips that only the decoder can read have the decoder's measures.
const measureRules = 2

// clipSizes corrects the sizes of clips that an earlier version measured by other rules.
type clipSizes struct {
	*database
	settings settingRows
	prober   prober
}

// remeasure measures all clips again if they were measured by older rules, and corrects their rows. It returns the ids
// of assets with a changed size. there is the set of existing files. A clip that cannot be read keeps its size.
func (c clipSizes) remeasure(ctx context.Context, there map[string]bool) (changed []int64, err error) {
	rules := 0
	if _, err := c.settings.Setting(ctx, settingMeasureRules, &rules); err != nil || rules >= measureRules ||
		c.prober.probe == nil || c.ReadOnly() {
		return nil, err
	}
	which := "" // all
	if rules == 1 {
		which = " AND seconds = 0"
	}
	query := "SELECT " + assetColumns + " FROM assets WHERE kind = ? AND id > ?" + which + " ORDER BY id" +
		limit(rowChunk)
	for last := int64(0); ; {
		clips, err := list(ctx, c.reader, scanAsset, query, Clip, last)
		if err != nil {
			return changed, err
		}
		if len(clips) == 0 {
			break
		}
		for _, a := range clips {
			if err := ctx.Err(); err != nil {
				return changed, err
			}
			last = a.ID
			if !there[a.Path] {
				continue
			}
			corrected, err := c.remeasureClip(ctx, a)
			if err != nil {
				return changed, err
			}
			if corrected {
				changed = append(changed, a.ID)
			}
		}
	}
	return changed, c.settings.SetSetting(ctx, settingMeasureRules, measureRules)
}

// remeasureClip measures one clip again and reports whether it corrected the row.
func (c clipSizes) remeasureClip(ctx context.Context, a Asset) (corrected bool, err error) {
	m, err := c.prober.probe(ctx, Clip, filepath.Join(c.Dir(), filepath.FromSlash(a.Path)))
	if err != nil && m.Seconds == 0 { // a partly readable clip has measures
		return false, nil
	}
	m.sanitize()
	if m.Seconds == 0 || m.Width == a.Width && m.Height == a.Height && a.Seconds > 0 {
		return false, nil
	}
	err = c.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE assets SET width = ?, height = ?, seconds = ?, fps = ?,
			has_audio = ? WHERE id = ?`, m.Width, m.Height, m.Seconds, m.FPS, m.HasAudio, a.ID)
		return err
	})
	return err == nil, err
}

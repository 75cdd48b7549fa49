package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/disintegration/imaging"
)

// iconSizes are the sizes, in pixels, that desktops look for before they scale one themselves.
var iconSizes = [...]int{16, 22, 24, 32, 48, 64, 128, 256, 512}

func iconsCommand(args []string) error {
	flags := flag.NewFlagSet("icons", flag.ContinueOnError)
	from := flags.String("from", "", "the icon, a square PNG")
	to := flags.String("to", "", "the folder of the theme, such as share/icons/hicolor")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return icons(*from, *to)
}

// icons writes SIZExSIZE/apps/viviscope.png for each size under dir.
func icons(from, dir string) error {
	icon, err := imaging.Open(from)
	if err != nil {
		return fmt.Errorf("read icon %s: %w", from, err)
	}
	for _, size := range iconSizes {
		name := strconv.Itoa(size)
		path := filepath.Join(dir, name+"x"+name, "apps", "viviscope.png")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("make the icon's folder: %w", err)
		}
		if err := imaging.Save(imaging.Resize(icon, size, size, imaging.Lanczos), path); err != nil {
			return fmt.Errorf("write icon %s: %w", path, err)
		}
	}
	return nil
}

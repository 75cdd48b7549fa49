// Command pack makes the parts of Viviscope's packages that have to come out alike on every system. Equal input gives equal
// bytes: nothing here asks for the time, a random number or the order of a map.
//
//	pack icons -from icon.png -to DIR                     the icon in the sizes of the hicolor theme
//	pack ico -from icon.png -to FILE.ico                  the icon of a program of Windows
//	pack bom -binary FILE -epoch SECONDS                  the bill of materials (CycloneDX 1.6, JSON) of a built program
//	pack licences -binary FILE [-debian]                  the licences of all that is compiled into it
//	pack zip -to FILE.zip -epoch SECONDS DIR              a zip file of one folder
package main

import (
	"archive/zip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/boxes-ltd/imaging"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "pack:", err)
		}
		os.Exit(1)
	}
}

var errUsage = errors.New("one of icons, ico, bom, licences, zip is expected")

func run(args []string, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	switch args[0] {
	case "icons":
		return iconsCommand(args[1:])
	case "ico":
		return icoCommand(args[1:])
	case "bom":
		return bomCommand(args[1:], out)
	case "licences":
		return licencesCommand(args[1:], out)
	case "zip":
		return zipCommand(args[1:])
	}
	return errUsage
}

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

func zipCommand(args []string) error {
	flags := flag.NewFlagSet("zip", flag.ContinueOnError)
	to := flags.String("to", "", "the zip `file` that is written")
	epoch := flags.Int64("epoch", 0, "the time of every file, in `seconds` since 1970")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("one folder is expected")
	}
	file, err := os.Create(*to)
	if err != nil {
		return fmt.Errorf("create zip: %w", err)
	}
	return errors.Join(zipped(file, flags.Arg(0), time.Unix(*epoch, 0).UTC()), file.Close())
}

// zipped writes dir, its own name included, as a zip: sorted by name, each file with that time, executable where it was.
// Links stay links, as those of a macOS bundle must.
func zipped(out io.Writer, dir string, at time.Time) error {
	archive := zip.NewWriter(out)
	above := filepath.Dir(filepath.Clean(dir))
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(above, path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: filepath.ToSlash(name), Method: zip.Deflate, Modified: at}
		header.SetMode(0o644 | info.Mode()&0o111)
		if info.Mode()&fs.ModeSymlink != 0 {
			header.SetMode(fs.ModeSymlink | 0o777)
		}
		file, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			_, err = io.WriteString(file, target)
			return err
		}
		content, err := os.Open(path)
		if err != nil {
			return err
		}
		_, err = io.Copy(file, content)
		return errors.Join(err, content.Close())
	})
	if err != nil {
		return fmt.Errorf("zip %s: %w", dir, err)
	}
	return archive.Close()
}

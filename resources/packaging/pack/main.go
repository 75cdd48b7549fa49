// Command pack makes the parts of Viviscope's packages that have to come out alike on every system. Equal input gives equal
// bytes: nothing here asks for the time, a random number or the order of a map.
//
//	pack icons -from icon.png -to DIR                     the icon in the sizes of the hicolor theme
//	pack bom -binary FILE -epoch SECONDS                  the bill of materials (CycloneDX 1.6, JSON) of a built program
//	pack licences -binary FILE [-debian]                  the licences of all that is compiled into it
//	pack changelog -from CHANGELOG.md -version V -epoch S -maintainer M   the same, as Debian writes it
//	pack zip -to FILE.zip -epoch SECONDS DIR              a zip file of one folder
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "pack:", err)
		}
		os.Exit(1)
	}
}

var errUsage = errors.New("one of icons, bom, licences, changelog, zip is expected")

func run(args []string, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	switch args[0] {
	case "icons":
		return iconsCommand(args[1:])
	case "bom":
		return bomCommand(args[1:], out)
	case "licences":
		return licencesCommand(args[1:], out)
	case "changelog":
		return changelogCommand(args[1:], out)
	case "zip":
		return zipCommand(args[1:])
	}
	return errUsage
}

# Completion of viviscope for fish: the program itself knows its commands and flags.
complete -c viviscope -a '(viviscope complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'

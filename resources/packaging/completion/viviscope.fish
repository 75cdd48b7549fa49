# Completion of viviscope for fish: the program itself knows its commands and flags.
function __viviscope_offer
    set -l offered (viviscope complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
    if test -n "$offered"
        printf '%s\n' $offered
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c viviscope -f -a '(__viviscope_offer)'

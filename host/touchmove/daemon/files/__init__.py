"""Every file that the program writes or reads: what each is, and whether it may be written.

`kinds` knows a file by what it holds, `places` where each one lies, `checking` refuses two that are
one file and what would overwrite something else. `touchmove config check` tells all of that,
`touchmove run` what it would do harm with or cannot use.
"""

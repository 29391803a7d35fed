"""The configuration of `touchmove run`: one TOML file in, frozen values out.

`sections` is the configuration itself: each key is a field with its default, its kind and one
sentence (`setting`). All else is made from that: `reading` takes the text of a file and tells every
fault in it, `lines` says where, `writing` writes the whole configuration with every key and its
sentence, docs/reference/configuration.md is the same as tables, and `settings` lays the options of
the command line over the file.

A library (pydantic) would check the kinds. It would not know the line of a key, would not write the
file with its comments, and costs a compiled dependency; what is left is short.
"""

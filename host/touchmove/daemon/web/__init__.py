"""What `touchmove run` answers over HTTP besides its pages: how it is, and what the arbiter says.

`office` holds what all of it is about. `health` and `metrics` tell how the program is, `door` says
who may act, `api` is what programs call, `opening` puts it together. docs/reference/http.md has the
addresses, docs/explanation/threat-model.md who may do what.
"""

"""Where keys stand, in every way that TOML has of writing them."""

from touchmove.daemon.config.lines import line_of, lines_of

TEXT = '''# a comment = 1
top = """
[no.section]
no_key = 1
"""

[web] # = [
names = [  # "
  "a",   # ]
]
'quo ted'."key=" = '#'
[boards . "table ] 7"]
inline = { a = 1, b = [2] }
'''


def test_each_key_has_the_line_that_it_begins_on() -> None:
    assert lines_of(TEXT) == {
        ("top",): 2,
        ("web",): 7,
        ("web", "names"): 8,
        ("web", "quo ted"): 11,
        ("web", "quo ted", "key="): 11,
        ("boards",): 12,
        ("boards", "table ] 7"): 12,
        ("boards", "table ] 7", "inline"): 13,
    }


def test_a_key_of_an_inline_table_is_where_the_table_is() -> None:
    lines = lines_of(TEXT)
    assert line_of(lines, ("boards", "table ] 7", "inline", "b")) == 13
    assert line_of(lines, ("absent",)) is None

"""Check the texts of the five languages, for translators.

examples:
  rowlock locale check          all languages
  rowlock locale check pl       one of them

It finds missing keys and plural forms, wrong placeholders, labels too wide for their places on a phone of
320 px, percent signs and quotation marks of another language, a wrong form of address, forms that speak of
people in one gender, and words for which the glossary has others.
"""

from __future__ import annotations

import argparse
import sys

from rowlock.locale import languages, load_catalogue
from rowlock.locale.checking import check


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["check"], help="what to do: check the texts")
    parser.add_argument(
        "languages", nargs="*", metavar="LANG", help=f"among {', '.join(languages())}; default: all"
    )


def run(args: argparse.Namespace) -> int:
    from rowlock.printing.fonts import button_width

    found = 0
    for lang in args.languages or languages():
        findings = check(load_catalogue(lang), button_width)
        found += len(findings)
        for key, what in findings:
            sys.stdout.write(f"{lang}  {key}  {what}\n")
    sys.stdout.write(f"{found} to look at\n" if found else "Nothing to look at.\n")
    return 1 if found else 0

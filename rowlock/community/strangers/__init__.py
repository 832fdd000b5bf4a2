"""People who do not know each other: open tables, quick games, whom the house keeps apart, reports."""

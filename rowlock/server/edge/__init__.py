"""The edge: connections, headers, limits, before anything is asked or said."""

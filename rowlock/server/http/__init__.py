"""The routes of the server, beside the models of what they take and answer."""

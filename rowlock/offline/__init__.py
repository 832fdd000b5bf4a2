"""Tables on the page's own device: the table of the house in a worker of the browser, without a server."""

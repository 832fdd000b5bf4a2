# The server in a container: docker build -t rowlock . && docker run -p 8000:8000 -v rowlock:/data rowlock
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
# the build fetches its own Node
RUN python -m venv /opt/rowlock && /opt/rowlock/bin/pip install --no-cache-dir '.[postgres,hosting]'

FROM python:3.12-slim
COPY --from=build /opt/rowlock /opt/rowlock
RUN useradd --system --create-home --home-dir /data rowlock
USER rowlock
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["/opt/rowlock/bin/python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
ENTRYPOINT ["/opt/rowlock/bin/rowlock", "serve", "--host", "0.0.0.0", "--data", "/data"]

"""Alembic's entry: the connection is given, never opened here."""

from alembic import context

from rowlock.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()

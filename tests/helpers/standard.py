"""What is in the lake of `make lake`."""

from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.registry import views_on

TABLES = [name for name, build in all_builds().items() if not build.on_request]
VIEWS = [view.name for view in views_on(set(TABLES))]

"""For servers that speak only ASGI. Ordinary requests belong to ``config.wsgi``, which is far quicker for them."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

application = get_asgi_application()

"""One module an environment, chosen by ``DJANGO_SETTINGS_MODULE``; all start from ``base``."""

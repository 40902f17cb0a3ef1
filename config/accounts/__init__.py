"""How people log in: django-allauth as this product uses it, and the second factor."""

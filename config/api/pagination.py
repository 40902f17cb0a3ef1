"""Lists by the page."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """``?page=2&page_size=20``; never more than 200 rows at once."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

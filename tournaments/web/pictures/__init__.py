"""Pictures of hands as facts to draw: where what lies. The templates turn them into SVG."""

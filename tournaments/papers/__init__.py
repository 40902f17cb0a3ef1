"""Papers as PDF files: a layout for each in Typst's language, filled with data that is never read as code."""

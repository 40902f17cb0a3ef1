"""Papers as PDF files: each from the context of the page that is made for paper, in the reader's language."""

"""What all of the API shares: refusals, pages, log-in, health, addresses."""

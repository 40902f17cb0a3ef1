"""What people type: shape only; sense is the services' and the engine's."""

"""What follows from a snapshot: pure functions that several lints and features share."""

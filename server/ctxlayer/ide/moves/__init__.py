"""What has to be rewritten when files move, one file a kind of place."""

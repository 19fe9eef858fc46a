"""What a completion offers, one room for each kind of place: frontmatter, paths, trigger tables."""

"""What a hover says, one room for each kind of place: frontmatter, trigger tables, files."""

"""Trees from text: Markdown, tables, frontmatter, YAML. Spans are kept, and nothing ever raises."""

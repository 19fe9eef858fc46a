"""What the product gets right and wrong on labelled material: numbers, not examples."""

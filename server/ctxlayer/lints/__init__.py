"""One lint a file, in one folder a family; `registry` finds them, `runner` runs them."""

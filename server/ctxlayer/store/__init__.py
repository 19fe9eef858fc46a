"""What may be kept between runs to be quicker. Safe to delete at any time."""

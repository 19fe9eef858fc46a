"""Times in which a draught clears the sill."""


def is_open(height_over_sill, draught, clearance):
    return height_over_sill >= draught + clearance

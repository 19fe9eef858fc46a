"""Which gang works which crane."""


def by_gang(shifts):
    return sorted(shifts, key=lambda each: (each.gang, each.start))

"""Rank the requests for one quay."""


def rank(requests):
    return sorted(requests, key=lambda each: (each.other_quays, each.window_closes, each.arrival))

"""Read a cargo manifest and keep its versions."""


def faults(manifest, checks):
    return [fault for check in checks for fault in check(manifest)]

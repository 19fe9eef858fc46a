"""The language server: conversion at the edge, the engine behind it.

`server` starts one. Three threads serve a client: a reader that only reads (`transport`), a loop
that speaks the protocol and keeps the open documents (`language_server`), and one that owns the
engine (`worker`), on which `jobs`, `session`, `publishing` and `status` run.
"""

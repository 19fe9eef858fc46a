"""What an editor can ask of a layer: pure functions that return plain data.

Every function takes a snapshot, a layer-relative path and code-point offsets. The doors convert.
"""

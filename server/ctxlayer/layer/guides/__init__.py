"""Skills, subagents and commands: texts that an agent or a person calls by name.

Where they lie (`places`), which frontmatter each runtime reads there (`schema` and the records
beside it), and what a file of them says (`layer.skills`).
"""

from ctxlayer.layer.guides.places import WORKFLOWS, Place, flat_skill, place_of

__all__ = ["WORKFLOWS", "Place", "flat_skill", "place_of"]

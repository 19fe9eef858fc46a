"""The small words of English that tell a statement from a name or a question, by what they do."""

from __future__ import annotations


def named(text: str) -> frozenset[str]:
    """The words of `text`."""
    return frozenset(text.split())


BE = named("is are was were am isn't aren't wasn't weren't")
HAVE = named("has have had hasn't haven't hadn't")
DO = named("does doesn't don't didn't did")
MODAL = named(
    "can can't cannot could couldn't will won't would wouldn't must mustn't should shouldn't shall may might"
)
BINDING = named("must mustn't should shouldn't shall may cannot")
VERBS = named(
    "requires depends prefers replaces supersedes overrides expires contains keeps allows prevents happens "
    "becomes exists belongs applies means ensures lacks rejects ignores wins fails lives wants knows needs "
    "takes costs runs uses works starts ends stops opens closes supports opts relies loses sells defaults "
    "returns comes goes stays remains breaks retries consists includes trips drops owns shares writes reads "
    "sends stores holds arrives appears varies differs exceeds receives emits generates creates adds removes "
    "deletes overwrites deduplicates gets makes validates refuses accepts serves treats assumes enforces "
    "inherits discards truncates excludes publishes consumes ingests computes calculates produces retains "
    "purges resolves skips throws corrupts hides misses equals precedes follows governs determines decides "
    "represents connects listens subscribes manages handles drives feeds blocks"
)
"""Verbs in the third person that say something about what stands in front of them."""
PLURAL_VERBS = named(
    "require depend prefer replace supersede override expire contain keep allow prevent happen become exist "
    "belong apply mean lack reject ignore win fail live want know need take cost run use work start end stop "
    "open close support rely lose sell default come go stay remain break consist include trip drop own share "
    "write read send store hold leave carry pile arrive appear vary differ exceed receive emit generate create "
    "add remove delete overwrite deduplicate get make validate refuse accept serve treat assume enforce "
    "inherit discard truncate exclude publish consume ingest compute calculate produce retain purge resolve "
    "skip throw corrupt hide miss equal precede follow govern determine decide represent connect listen "
    "subscribe drive feed block"
)
OBJECTS = named(
    "the a an its their his her our your my this that these those no every each all any only both one two "
    "three on to at in from with by without under for as into via through offline online nothing everything "
    "first last again never always twice once nightly daily weekly hourly up out automatically"
)
"""What shows that a word in front was a verb and no noun."""
SURE = named(
    "requires depends prefers supersedes expires contains allows prevents happens becomes exists "
    "belongs ensures lacks rejects ignores relies consists remains require depend prefer supersede "
    "expire contain prevent become exist belong lack ignore rely consist remain arrives appears varies differs "
    "exceeds arrive appear vary differ exceed"
)
"""Verbs that are no nouns: what follows them does not matter."""

QUESTIONS = named(
    "how why what where when which who whom whose whether if unless until while whichever whatever whenever "
    "wherever whoever before after once that than as though although whereas ensure ensures ensuring verify "
    "verifies verifying confirm confirms confirming assert asserts"
)
PRONOUNS = named("they it we he she there this these those everything nothing nobody everyone")
SUBJECTS = PRONOUNS | named(
    "i you the a an each every any all no some most many few both our their its my your"
)
PREPOSITIONS = named(
    "in on at of for with by from to into under over during between within without through via per about "
    "against across behind below above along around near since due like and or but nor so yet not both "
    "include includes including"
)
ADVERBS = named("always never also only now still then just mostly usually often currently already")
REOPENING = named("and but so yet")
READING = named(
    "read reads load loads open see check start consult first use loaded consulted opened skim reread begin"
)
ROUTING_AFTER = named("when before first if for after whenever while at during prior as")
CONDITIONS = named("scope involved relevant concerned touched affected unclear")
LABELS = named("when if use trigger triggers read load applies condition")
"""What opens a list of conditions, with a colon: `When: a crane is idle`."""
ITSELF = named(
    "this it file document directory folder page guide skill index table section readme agent"
)
ADVERBIAL = named("when if once after before while until unless whenever")
COORDINATORS = named("and or but nor")

CAUSES = named("because therefore thus hence")
CAUSE_PAIRS = {
    ("due", "to"), ("owing", "to"), ("thanks", "to"), ("caused", "by"), ("leads", "to"),
    ("because", "of"), ("so", "that"), ("driven", "by"), ("triggered", "by"),
}  # fmt: skip
STATES = named(
    "off on disabled enabled blocked allowed hidden required private public optional active inactive closed "
    "open forbidden denied skipped ignored read-only deterministic encrypted unset empty"
)
ENDED = named("superseded replaced moved renamed deprecated retired obsoleted abandoned")
ENDED_BY = named("by to into in")
FOREIGN = named(
    "der das und mit für ist nicht wie wird werden zu vom zum zur bei auf aus eine einen einer ein sind wer "
    "wo wann welche welcher welches dem den des les la le el los las del et est pour dans avec une sur qui "
    "que quoi comment où du aux para por como cómo está una het een van wordt niet wat er hoe och att "
    "för är som på não uma com il di che è sono gli nel della jest się nie jak który "
    "ve bir için ile nasıl"
)
ARTICLES = named("the a an each every this our")
DETERMINERS = named(
    "the a an its their his her our your my this that these those no every each any all nothing everything"
)
NOUNS = named(
    "reads writes holds stores sends drops trips shares breaks returns stops starts opens closes works ends "
    "goes read write hold store send drop trip share break return stop start open close work end live own "
    "mean leave stay override overrides pile run use drives feeds blocks drive feed block handles produce equal"
)
"""Verbs that are as often nouns or adjectives: only an article behind them settles it."""
CAUSING = named("make makes making let lets letting help helps helping keep keeps")
TELLING = named("includes contains includes consists keeps holds include contain keep hold means")
"""What a file does: `it includes a glossary` tells what is in it."""
CHOICES = named("not never instead only always rather")
TASKS = named(
    "to for when if before after with while as this it in whenever during at on these here"
)
PLACES = named("on to at in from with by without under as into via through up out over below")
TIED = {
    ("live", "in"), ("live", "on"), ("live", "under"), ("come", "from"), ("go", "to"), ("run", "on"),
    ("run", "at"), ("run", "in"), ("start", "at"), ("end", "at"), ("sell", "out"), ("pile", "up"),
    ("work", "with"), ("work", "on"), ("default", "to"), ("stay", "in"), ("stay", "on"), ("fail", "with"), ("win", "on"), ("win", "in"), ("win", "over"), ("work", "below"),
    ("work", "without"), ("work", "in"),
}  # fmt: skip
TIED_WORDS = frozenset(word for pair in TIED for word in (pair[0], pair[0] + "s"))
TRIGGERS = (
    BE | HAVE | DO | MODAL | VERBS | PLURAL_VERBS | CAUSES | ENDED
    | named("due owing thanks caused leads driven triggered never always avoid prefer use do default ensure since result results "
             "longer")
)  # fmt: skip
"""What a text without them cannot state anything without."""
WEIGHED = TRIGGERS | QUESTIONS | named(", so as by no since results")
"""Words that change what a clause says; all others only stand between them."""

"""How texts address an agent to give it orders, by what the order is about."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class Pattern(NamedTuple):
    """One way to give orders.

    A text without any of `hints` holds none. `imperative`: only where a clause begins, so that nobody
    is reported to do it. `bare`: never in code of any sort, where such marks belong.
    """

    what: str
    hints: tuple[str, ...]
    source: str
    imperative: bool = False
    bare: bool = False

    @property
    def regex(self) -> re.Pattern[str]:
        """Compiled when the first text holds a hint."""
        return _compiled(self.source)


_G = r"[\s*_>]{1,6}"
_AGENT = (
    rf"(?:(?:ai|llm){_G}(?:assistant|agent|model|system|tool|reviewer|summari[sz]er|crawler|bot|coder)s?"
    rf"|coding{_G}(?:agent|assistant)s?|(?:large{_G})?language{_G}models?|llms?|ais?|chat[ -]?bots?"
    r"|chatgpt|claude|copilot|gemini|codex|cursor|gpt-?\d?)"
)
_PEOPLE = (
    r"(?!['’]s\b|[^.,;:\n]{0,24}\b(?:users?\b|developers?|engineers?|researchers?|team|vendor|compan|startup|code\b|"
    r"api\b|provider|expert|practitioner|client|customer|subscriber|plugin|extension|integration|hook)s?\b)"
)
_START = r"(?:^|(?<=\n)|(?<=[.!?]\s))[\s*_>#-]{0,8}"
_RULES = (
    r"(?:instructions?|prompts?|rules?|directions?|guidelines?|guardrails?|orders|directives?|commands?|"
    r"training|programming|context|polic(?:y|ies)|filters?)"
)
_OVER = rf"(?:ignore|disregard|forget|override|bypass|discard|stop{_G}following|(?:do{_G}not|don['’]t|never){_G}(?:follow|obey))"
_BETWEEN = (
    r"(?:all|any|every|each|the|your|my|our|of|these|those|previous|previously|prior|earlier|preceding|"
    r"above|former|existing|original|initial|system|safety|other|given|developer['’]s)"
)
_OLD = r"(?:previous|prior|earlier|preceding|above|former|original|initial|system|safety)"
_USER = r"(?:the|your|any|its)\s(?:user|human|operator|developer)s?"

_OVER_HINTS = (
    "ignore¦disregard¦forget¦override¦bypass¦discard¦stop following¦not follow¦not obey¦n't follow¦"
    "n’t follow¦never follow¦never obey"
)

_PATTERNS: tuple[tuple[str, str, str, bool, bool], ...] = (
    # what, hints, regex, imperative, bare
    ("override", _OVER_HINTS, rf"\b{_OVER}(?:{_G}{_BETWEEN}){{0,5}}{_G}(?:{_OLD}|your)(?:{_G}{_BETWEEN}){{0,3}}{_G}{_RULES}\b", True, False),
    ("override", _OVER_HINTS, rf"\b{_OVER}(?:{_G}{_BETWEEN}){{1,4}}{_G}{_RULES}{_G}(?:above|before|of{_G}(?:{_USER})|given{_G}by|(?:that{_G})?you(?:['’]ve|{_G}(?:were|have|had|received)))\b", True, False),
    ("override", _OVER_HINTS, rf"\b(?:ignore|disregard|forget){_G}(?:everything|all)(?:{_G}that)?{_G}(?:(?:you{_G}(?:were|have{_G}been)|you['’]ve{_G}been){_G}(?:told|given|taught|instructed)|above|before|said{_G}(?:above|before))", True, False),
    ("override", _OVER_HINTS, rf"\b(?:ignore|disregard){_G}(?:all{_G}of{_G})?the{_G}above{_G}and{_G}(?:write|say|print|output|answer|reply|respond|tell|give)\b", True, False),
    ("override", _OVER_HINTS, rf"\b(?:ignore|disregard){_G}(?:what{_G})?{_USER}(?:['’]s?{_G}\w+|{_G}(?:asked|asks|said|says|wants|and))\b", True, False),
    ("override", "longer appl¦are void¦now void¦are cancel¦now cancel¦obsolete¦revoked¦superseded¦replaced", rf"\b(?:all|your)(?:{_G}(?:of|the|your))?{_G}{_OLD}{_G}{_RULES}{_G}(?:no{_G}longer{_G}appl|are{_G}(?:now{_G})?(?:void|cancel|obsolete|revoked|superseded|replaced))", False, False),
    ("override", "precedence over", rf"\btakes?{_G}precedence{_G}over{_G}(?:your|{_USER}(?:['’]s)?){_G}(?:{_OLD}{_G})?(?:{_RULES}|requests?|user|wishes|operator)\b", False, False),
    ("role", "are now¦re now¦no longer", rf"\byou(?:['’]re|{_G}are){_G}(?:now{_G}(?:an?|the|my|our|called)\b|now{_G}\w*(?:bot|gpt|dan)\b|no{_G}longer{_G}an?\b)[^.!?\n]{{0,60}}(?:\bai\b|\bassistant\b|\bmodel\b|\w*bot\b|\w*gpt\b|\bdan\b|unrestricted|(?:no|without(?:\sany)?)\s(?:restrictions|rules|limits|filters))", False, False),
    ("role", "are now", rf"\byou{_G}are{_G}now{_G}\w*(?:bot|gpt|dan)\b", False, False),
    ("role", "from now on¦from this moment¦from this point", rf"\bfrom{_G}(?:now{_G}on|this{_G}(?:moment|point)(?:{_G}on)?),?{_G}you{_G}(?:(?:will|must|shall|should){_G}(?:act|answer|respond|behave|obey|reply|comply|always|never|approve|pretend)|are{_G}\w*(?:gpt|bot)\b|are{_G}an?{_G}(?:\w+{_G}){{0,2}}(?:ai|assistant|model|bot)\b)", False, False),
    ("role", "pretend¦imagine¦act ¦behave¦play¦respond", rf"\b(?:pretend|imagine|act|behave|role-?play|respond)(?:{_G}that)?{_G}(?:you{_G}are|you['’]re|to{_G}be|as(?:{_G}if{_G}you{_G}were)?){_G}(?:an?{_G})?(?:\w+{_G}){{0,2}}(?:ai|assistant|language{_G}model|model|chat[ -]?bot|dan)\b", True, False),
    ("role", " mode", r"\b(?:developer|dan|god|jailbreak|unrestricted|sudo)\smode\b[^\n]{0,100}\b(?:filters?|restrictions?|guardrails?|refus\w+|comply|safety)\b", False, False),
    ("role", "as an ai", rf"\bas{_G}an{_G}ai(?:{_G}(?:language{_G}model|assistant|model|agent))?(?:{_G}(?:reading|processing){_G}this(?:{_G}\w+)?)?,?{_G}you{_G}(?:must|should|will|shall|are{_G}(?:now|required))\b", False, False),
    ("address", "note¦notice¦message¦instruction¦warning¦reminder¦attention¦important¦order", rf"{_START}(?:important{_G}|new{_G})?(?:note|notice|message|instructions?|warning|reminder|attention|important|order){_G}(?:to|for){_G}(?:all{_G}|any{_G}|every{_G}|the{_G})?{_AGENT}{_PEOPLE}[^.:()\n]{{0,40}}\s?(?:[:—]|\s-\s)", False, False),
    ("address", "attention¦dear ¦hey ¦hello ¦hi ", rf"{_START}(?:attention|dear|hey){_G}(?:all{_G}|any{_G})?{_AGENT}{_PEOPLE}\s?[:,—]", False, False),
    ("address", "you are¦you're¦you’re", rf"\bif{_G}you(?:['’]re|{_G}are){_G}(?:an?{_G}|the{_G})?{_AGENT}\b{_PEOPLE}", False, False),
    ("address", "ing this¦s this¦d this¦ze this¦se this", rf"\b{_AGENT}{_G}(?:(?:that|who|which){_G})?(?:reads?|reading|process(?:es|ing)?|summari[sz](?:e|es|ing)|parsing|crawling|indexing){_G}this{_G}\w+(?:{_G}(?:must|should|shall|are{_G}to|need{_G}to|have{_G}to)\b|\s?[:,])", False, False),
    ("address", "to any¦to all¦to every", rf"\bto{_G}(?:any|all|every){_G}{_AGENT}{_G}(?:that|who|which|reading|processing)\b", False, False),
    ("address", "assistant,¦claude,¦copilot,¦ai,¦llm,¦llms,¦gemini,¦cursor,¦codex,¦chatgpt,¦bot,¦bots,¦agent,¦agents,¦model,¦models,¦assistants,¦gpt", rf"(?:^|(?<=[.!?]\s)|(?<=\n))(?:[*_]{{0,3}}(?:important|attention|note|warning)\s?[:!][*_]{{0,3}}\s)?(?:ai{_G})?(?:assistant|{_AGENT}),{_G}(?:when|if|please|you|always|never|do|ignore|run|send|add|tell|say)\b", False, False),
    ("address", "reviewer", r"\b(?:ai|llm)\sreviewers?\s?:", False, False),
    ("turn", "<|¦[inst¦[/inst¦sys>>", r"<\|(?:im_start|im_end|endoftext|system|user|assistant|start_header_id|eot_id)\|>|\[/?INST\]|<</?SYS>>", False, True),
    ("turn", "<system-", r"(?:^|(?<=\n))[ \t>]{0,8}<system-(?:reminder|message|prompt)>\s{0,3}\w", False, True),
    ("turn", "<system>¦<admin>¦<developer>", r"<(?:system|admin|developer)>\s*(?:new|you|your|ignore|from|the|every|all|do|never|always|this)\b[^<\n]{0,200}(?:\bmay\b|\bmust\b|without|\byou\b|approved|policy|instructions?)", False, True),
    ("turn", "</user¦</tool¦</func¦</untrusted", r"</(?:user_?input|tool_?result|function_?results|user_?query)>", False, True),
    ("turn", "system¦developer", r"(?:^|(?<=\n))[#>*_\s-]{0,8}(?:system|developer)[ *_]{0,3}(?:(?:message|prompt|override|note|update)[ *_]{0,3})?\s?[:>\]]{1,3}\s*(?:you\s(?:are|must|will|shall|answer|obey|act|have\sbeen|should\snow|may\snow)|ignore|disregard|override|forget|from\snow|new\s(?:instructions?|task|rules?))\b", False, True),
    ("turn", "](#", r"\[(?:system|developer)\]\(#(?:assistant|user|instructions?|message|context|additional_instructions)\)", False, True),
    ("turn", "system prompt¦system message¦system instruction", r"\b(?:new|updated|real|actual)\ssystem\s(?:prompt|message|instructions?)\s?:", False, True),
    ("turn", "human:", r"(?:^|(?<=\n))Assistant:\s(?=[^\n]{1,400}\n\s{0,4}\n?Human:\s)", False, True),
    ("secrecy", "user¦human¦operator¦developer", rf"\b(?:do{_G}not|don['’]t|never){_G}(?:tell|inform|notify|alert|let|show){_G}{_USER}[^.\n]{{0,20}}\b(?:about{_G}(?:this|it|these|that)|know)\b", True, False),
    ("secrecy", "these¦this¦that you", rf"\b(?:do{_G}not|don['’]t|never){_G}(?:mention|reveal|disclose|repeat|quote|show|tell|admit)[^.\n]{{0,12}}{_G}(?:these{_G}(?:instructions?|orders)|this{_G}(?:message|prompt|instruction|comment|order)|that{_G}you{_G}(?:have|were|read|received|found|saw))\b", True, False),
    ("secrecy", "your answer¦your reply¦your response¦your summary¦your output¦the user¦your user¦the human¦your human¦operator¦developer", rf"\b(?:do{_G}not|don['’]t|never){_G}(?:mention|reveal|disclose|say){_G}(?:it|this|anything|any{_G}of{_G}this)\b[^.\n]{{0,20}}\b(?:{_USER}|your{_G}(?:answer|reply|response|summary|output))\b", True, False),
    ("secrecy", "from the¦from your¦from any", rf"\b(?:keep|hide){_G}(?:this|it|these)\b[^.\n]{{0,24}}\bfrom{_G}{_USER}\b", True, False),
    ("secrecy", "without telling¦without inform¦without notif¦without alert¦without asking", rf"\b(?:run|send|execute|delete|add|upload|post|copy|install|commit|push|call|use|make|change|insert|include|open|fetch|quietly|silently|secretly)\b[^.!?\n]{{0,80}}\bwithout{_G}(?:telling|informing|notifying|alerting|asking){_G}{_USER}\b", True, False),
    ("exfiltration", "your ", rf"\b(?:print|reveal|show|output|repeat|display|disclose|leak|send|share|dump|write|tell|give|expose)(?:{_G}(?:me|us|out|back)){{0,2}}{_G}your{_G}(?:full{_G}|entire{_G}|whole{_G}|complete{_G}|hidden{_G}|secret{_G})?(?:system{_G}(?:prompt|message|instructions?)|(?:initial|hidden|original|developer){_G}(?:instructions?|prompts?|message))\b", True, False),
    ("exfiltration", "context¦above this", rf"\b(?:repeat|print|output|copy){_G}(?:everything|all(?:{_G}of)?(?:{_G}the)?(?:{_G}text)?){_G}(?:in{_G}your{_G}context|above{_G}this)", True, False),
    ("exfiltration", "conversation¦chat¦id_rsa¦id_ed25519¦.env¦your ¦the user", rf"\b(?:send|post|upload|forward|exfiltrate|e-?mail|transmit|leak|append|copy|include|read|paste|attach|summari[sz]e)\b[^.\n]{{0,60}}(?:\bconversation\b|\bchat\s(?:history|log)\b|id_(?:rsa|ed25519)\b|(?<![\w-])\.env\b(?!\.)|(?:your|the{_G}user['’]s){_G}(?:environment{_G}variables|credentials|secrets|tokens?|api{_G}keys?|files|context))[^\n]{{0,60}}?(?:\bto{_G}https?:|\bto{_G}\S+@|\byour{_G}(?:reply|answer|response|summary)|\b(?:into|in|to){_G}(?:the|a|this){_G}(?:pull{_G}request|issue|comment|url|address|endpoint)|\bquery{_G}param|\bin{_G}the{_G}request)", True, False),
    ("exfiltration", " and do¦ and follow¦ and execute¦ and obey", rf"\b(?:fetch|open|download|visit|read|load){_G}https?:\S{{4,200}}{_G}and{_G}(?:do|follow|execute|obey){_G}(?:exactly{_G})?(?:what|whatever|the{_G}instructions|its{_G}instructions)\b", True, False),
    ("order", " tool¦ function", rf"\byou{_G}(?:must|should){_G}(?:now{_G}|immediately{_G})?(?:call|invoke|use|run){_G}the{_G}[\w-]+{_G}(?:tool|function){_G}(?:next|now|first|immediately)\b", False, False),
    ("override", "ignorier¦missacht¦vergiss", r"(?:ignorier\w*|missachte\w*|vergiss)\s(?:bitte\s)?(?:alle\s|die\s|deine\s){0,2}(?:vorherigen|bisherigen|vorigen|obigen|früheren)\s(?:Anweisungen|Instruktionen|Befehle|Regeln)", False, False),
    ("override", "ignore¦oublie", r"(?:ignore[sz]?|oublie[sz]?)\s(?:toutes\s)?(?:les|tes|vos)\s(?:instructions|consignes|directives)\s(?:précédentes|antérieures|ci-dessus)", False, False),
    ("override", "ignora¦olvida¦omite", r"(?:ignora|olvida|omite)(?:d)?\s(?:todas\s)?(?:las|tus)\s(?:instrucciones|órdenes|reglas)\s(?:anteriores|previas)", False, False),
    ("override", "ignore¦esque", r"(?:ignore|esqueça)\s(?:todas\s)?as\s(?:instruções|ordens|regras)\s(?:anteriores|prévias)", False, False),
    ("override", "ignora¦dimentica", r"(?:ignora|dimentica)\s(?:tutte\s)?le\s(?:istruzioni|regole)\s(?:precedenti|di\ssopra)", False, False),
    ("override", "игнориру¦забуд", r"(?:игнорируй(?:те)?|забудь(?:те)?)\s(?:все\s)?(?:предыдущие|прежние|прошлые)\s(?:инструкции|указания|правила)", False, False),
    ("override", "忽略¦无视¦無視¦忘", r"(?:忽略|无视|無視|忘记|忘記)(?:所有|全部|你|您)*(?:之前|以前|以上|上述|先前|前面|此前)(?:的|所有|全部)*(?:指令|指示|提示词|提示|命令|规则|規則)", False, False),
    ("override", "無視¦忘れ", r"(?:これまで|以前|前|上記|先ほど)の(?:すべての|全ての)?(?:指示|命令|プロンプト|ルール)を?(?:すべて|全て|全部)?(?:無視|忘れ)", False, False),
    ("override", "무시¦잊", r"(?:이전|위|앞)의?\s?(?:모든\s?)?(?:지시|명령|지침|프롬프트)(?:사항)?(?:를|을)?\s?(?:모두\s?|전부\s?)?(?:무시|잊)", False, False),
)  # fmt: skip


@cache
def patterns() -> tuple[Pattern, ...]:
    """Every way."""
    return tuple(
        Pattern(what, tuple(hints.split("¦")), regex, imperative, bare)
        for what, hints, regex, imperative, bare in _PATTERNS
    )


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)

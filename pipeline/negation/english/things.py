"""Sets of things that exclude each other: colours, days, countries."""

from __future__ import annotations

from pipeline.negation.english.places import PLACES

SETS: dict[str, tuple[str, ...]] = {
    name: tuple(words.split())
    for name, words in {
        "colour": "red blue green yellow white black brown grey purple pink orange",
        "day": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "month": (
            "January February March April June July August September October November December"
        ),
        "season": "spring summer autumn winter",
        "meal": "breakfast lunch dinner",
        "daytime": "morning afternoon evening night",
        "animal": (
            "dog cat horse cow sheep goat pig rabbit elephant giraffe zebra bear lion tiger monkey"
            " duck parrot"
        ),
        "fruit": "apple banana orange pear lemon peach cherry strawberry",
        "instrument": "piano guitar violin flute trumpet cello drum harp",
        "vehicle": "car bus train truck bicycle motorcycle boat plane tram",
        "material": "wood stone brick glass steel concrete paper leather plastic",
        "room": "kitchen bathroom bedroom cellar attic garage",
        "garment": "coat shirt jacket dress sweater",
        "headgear": "hat helmet",
        "sport": "football tennis baseball basketball hockey golf rugby cricket volleyball",
        "science": "biology chemistry physics geology astronomy botany",
        "substance": "protein lipid carbohydrate",
        "being": "plant animal fungus bacterium",
        "vertebrate": "mammal reptile amphibian",
        "celestial": "planet star asteroid comet galaxy",
        "word_class": "noun verb adjective adverb preposition",
        "sound": "vowel consonant",
        "chemical": "acid alkali",
        "programme": "sitcom documentary cartoon thriller drama comedy western",
        "government": "republic monarchy dictatorship",
        "division": "county province district municipality parish prefecture",
        "route": "road railway tunnel footpath",
        "footballing": "goalkeeper defender midfielder striker",
        "pitching": "pitcher catcher outfielder shortstop",
        "voice": "soprano alto tenor baritone",
        "soldiering": "lieutenant colonel sergeant corporal brigadier",
        "office_holder": "chairman treasurer secretary",
        "shape": "circle square triangle hexagon",
        "relief": "hill plain ridge gorge",
        "gas": "oxygen nitrogen hydrogen helium methane",
        "cereal_drink": "whisky rum gin vodka",
        "belief": "Catholic Protestant Jewish Muslim Buddhist Hindu",
        "language": "Latin Hebrew Sanskrit Arabic Persian Hindi Urdu Bengali Tamil Swahili Basque",
        "ocean": "Atlantic Pacific Arctic",
        "settlement": "village town city hamlet suburb",
        "water": "river lake bay canal waterfall strait",
        "land": "mountain island peninsula valley desert volcano glacier",
        "work": "film novel album song poem painting opera sculpture musical",
        "paper": "newspaper magazine dictionary encyclopedia",
        "creature": (
            "beetle moth butterfly spider snail fish bird frog lizard snake fern orchid wasp"
            " ant bee crab shrimp turtle shark mosquito grasshopper dragonfly moss lichen cactus"
            " slug mite tick cicada flea louse aphid mantis worm leech starfish squid octopus"
            " clam mussel coral sponge jellyfish salamander crocodile rodent bat shrew deer"
            " whale seal kangaroo centipede millipede scorpion termite cockroach"
            " catfish toad gecko fly weevil midge earwig barnacle"
        ),
        "profession": (
            "politician lawyer physician painter novelist poet engineer architect economist"
            " historian philosopher mathematician physicist chemist botanist geologist composer"
            " singer actor journalist photographer sculptor bishop diplomat farmer banker pianist"
            " violinist drummer guitarist comedian dancer linguist astronomer translator dentist"
        ),
        "kin": "son nephew grandson brother uncle father grandfather",
        "kinswoman": "daughter niece granddaughter sister aunt mother grandmother",
        "frequency": "daily weekly monthly quarterly annual",
        "building": (
            "church castle bridge hotel hospital school museum library theatre prison factory"
            " monastery lighthouse stadium"
        ),
        "player": (
            "footballer cricketer swimmer boxer golfer cyclist wrestler gymnast jockey rower"
            " fencer sprinter skier canoeist"
        ),
        "faith": "Buddhism Islam Christianity Judaism Hinduism",
        "metal": "gold silver copper iron zinc tin",
        "illness": "cancer malaria tuberculosis pneumonia diabetes cholera",
        "drink": "coffee tea milk beer wine",
        "crop": "wheat rice maize barley cotton tobacco",
        "limb": "arm leg shoulder knee ankle elbow",
        "craft": "submarine helicopter locomotive rocket airship",
        "weapon": "rifle pistol sword missile grenade torpedo crossbow",
        "machine": "computer printer telephone calculator typewriter",
        "organisation": "bank airline university charity orchestra brewery",
        "happening": "battle treaty earthquake festival election famine",
        "dish": "soup sausage salad stew sauce pancake pastry",
        "growth": "tree shrub vine seaweed mushroom",
        "matter": "enzyme vitamin alloy polymer alkaloid hormone antibiotic",
        "rock": "basalt granite limestone sandstone marble slate",
        "payment": "tax loan currency pension subsidy",
        "spirit": "god goddess demon giant dragon ghost",
        "mathematics": "theorem polynomial integer matrix polygon algorithm",
        "program": "compiler browser spreadsheet emulator",
        "piece": "symphony sonata concerto ballad waltz hymn",
        "dwelling": "palace cottage skyscraper bungalow",
        "shrine": "temple mosque synagogue",
        **PLACES,
    }.items()
}
"""Kind of thing -> its words, which exclude each other."""

OVERLAPPING = (
    frozenset(("biology", "botany")),
    frozenset(("evening", "night")),
    frozenset("British English Scottish Welsh".split()),
    frozenset(("Iranian", "Persian")),
    # What one calls a village another may call a hamlet; a volcano is a mountain.
    frozenset("village hamlet suburb".split()),
    frozenset("town city suburb".split()),
    frozenset("mountain volcano island".split()),
    frozenset("hill ridge".split()),
    frozenset(("island", "desert")),
    # A castle may be a museum.
    frozenset("castle museum hotel prison".split()),
    frozenset("monastery church school hospital hotel museum".split()),
    frozenset("lighthouse museum hotel".split()),
    frozenset("sitcom comedy cartoon".split()),
    frozenset("comedy drama thriller western".split()),
    frozenset("fish shark".split()),
    frozenset("mite tick".split()),
    frozenset("worm leech".split()),
    frozenset("clam mussel".split()),
)
"""Groups of words of one set that do not exclude each other."""

SET_OF: dict[str, str] = {word: name for name, words in SETS.items() for word in words}

MONTHS = frozenset((*SETS["month"], "May"))
"""All months; "May", which may be a verb, is in no set."""

COUNTERPARTS: dict[str, str] = {
    a: b
    for pair in (
        "man:woman boy:girl father:mother brother:sister son:daughter husband:wife uncle:aunt"
        " king:queen prince:princess nephew:niece grandfather:grandmother actor:actress"
    ).split()
    for one, other in [pair.split(":")]
    for a, b in ((one, other), (other, one))
}
"""Words for people that differ only in sex."""

PERSONS = frozenset(
    "man woman boy girl child person player student teacher doctor nurse driver officer policeman"
    " soldier king queen father mother brother sister son daughter husband wife friend neighbour"
    " neighbor boss worker lawyer judge singer actor actress writer poet painter artist chef waiter"
    " customer guest farmer hunter fisherman pilot sailor captain president minister mayor senator"
    " governor bishop priest monk prince princess coach goalkeeper referee winner loser team"
    " company club army dog cat horse cow wolf fox bear lion tiger mouse rat bird eagle snake shark"
    " whale lady gentleman kid baby teenager adult tourist visitor reporter journalist".split()
)
"""Nouns for beings that can act on each other."""

ANIMALS = frozenset((*SETS["animal"], *SETS["creature"])) | frozenset(
    "wolf fox mouse rat eagle shark whale puppy kitten".split()
)
"""Nouns for animals."""

BODY = frozenset(
    "arm leg foot hand hip wrist ankle knee elbow shoulder neck head thigh shin finger toe spine"
    " back rib".split()
)
"""Parts of a body."""

THINGS = frozenset(
    "house building barn tower castle church bridge wall fence gate door window roof floor room"
    " street road path field garden park river lake hill mountain tree bush flower leaf grass car"
    " bus truck train boat ship bicycle motorcycle plane cart wheel table chair bench bed sofa"
    " shelf desk lamp mirror clock box bag basket bottle cup glass plate bowl knife spoon pot book"
    " newspaper letter picture painting sign flag camera phone computer ball toy umbrella rope"
    " stone rock hat cap coat shirt jacket dress skirt trousers jeans sweater scarf glove shoe boot"
    " ring necklace hair beard eye face hand arm leg foot nose apple banana orange pear bread cake"
    " egg fish cheese dog cat horse cow sheep goat pig rabbit elephant giraffe zebra bear lion"
    " tiger monkey duck bird mouse fox wolf snake animal puppy kitten couple group crowd".split()
)
"""Nouns for what one can see and touch."""

"""Sets of things that exclude each other: colours, days, countries."""

from __future__ import annotations

SETS: dict[str, tuple[str, ...]] = {
    name: tuple(word.replace("_", " ") for word in words.split())
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
        "garment": "hat coat shirt jacket dress skirt sweater scarf",
        "sport": "football tennis baseball basketball hockey golf rugby cricket volleyball",
        "science": "biology chemistry physics geology astronomy botany",
        "country": (
            "France Spain Italy Germany Poland Sweden Norway Denmark Finland Portugal Greece"
            " Turkey Egypt Kenya Nigeria India China Japan Korea Vietnam Thailand Australia"
            " Canada Mexico Brazil Argentina Chile Peru Russia Ukraine Austria Hungary Ireland"
            " England Scotland Wales Belgium Switzerland Romania Bulgaria Pakistan Iran Iraq Israel"
            " Indonesia Malaysia Colombia Venezuela Cuba Morocco Algeria Ethiopia Ghana Iceland"
            " Croatia Serbia Slovenia Slovakia Latvia Lithuania Estonia"
            " Singapore Taiwan Nepal Bangladesh Afghanistan Syria Lebanon Libya Tunisia Sudan"
            " Somalia Uganda Tanzania Zambia Zimbabwe Angola Mozambique Bolivia Ecuador Paraguay"
            " Uruguay Cambodia Laos Myanmar Mongolia Kazakhstan Uzbekistan Armenia Azerbaijan"
            " Cyprus Malta Albania Belarus Jamaica Panama Guatemala Honduras Nicaragua Haiti"
        ),
        "nationality": (
            "French Spanish Italian German Polish Swedish Norwegian Danish Finnish Portuguese"
            " Greek Turkish Egyptian Kenyan Nigerian Indian Chinese Japanese Korean Australian"
            " Canadian Mexican Brazilian Russian Austrian Hungarian Irish American British English"
            " Scottish Welsh Dutch Swiss Belgian Chilean Peruvian Czech Bulgarian Romanian"
            " Croatian Serbian Slovenian Icelandic Estonian Latvian Lithuanian Ukrainian Iranian"
            " Iraqi Israeli Pakistani Vietnamese Thai Malaysian Indonesian Cuban Colombian"
            " Venezuelan Moroccan Algerian Tunisian Ethiopian Ghanaian Argentine Maltese"
        ),
        "city": (
            "Paris Hamburg Munich Milan Naples Barcelona Lyon Manchester Liverpool Glasgow"
            " Edinburgh Montreal Melbourne Mumbai Delhi Shanghai Jakarta Manila Lima Havana Madrid"
            " Rome Berlin Warsaw Stockholm Oslo Copenhagen Helsinki Lisbon Athens Istanbul Cairo"
            " Nairobi Tokyo Beijing Seoul Sydney Toronto Chicago Boston Moscow Vienna Budapest"
            " Dublin London Amsterdam Brussels Prague Venice Florence Turin Genoa Bologna"
            " Palermo Seville Valencia Marseille Toulouse Bordeaux Frankfurt Cologne Stuttgart"
            " Dresden Leipzig Bremen Hanover Zurich Geneva Basel Antwerp Rotterdam Gothenburg"
            " Bergen Kyiv Odessa Minsk Riga Vilnius Tallinn Belgrade Zagreb Sofia Bucharest Krakow"
            " Leeds Birmingham Bristol Sheffield Nottingham Cardiff Belfast Philadelphia Detroit"
            " Seattle Denver Houston Dallas Atlanta Miami Baltimore Cleveland Pittsburgh"
            " Cincinnati Minneapolis Milwaukee Memphis Vancouver Ottawa Calgary Brisbane Perth"
            " Adelaide Osaka Kyoto Nagoya Bangkok Hanoi Karachi Lahore Kolkata Chennai Hyderabad"
            " Bangalore Tehran Baghdad Damascus Beirut Jerusalem Lagos Accra Johannesburg Durban"
        ),
        "state": (
            "California Texas Florida Ohio Illinois Michigan Oregon Nevada Arizona Utah Kansas"
            " Missouri Kentucky Tennessee Alabama Louisiana Iowa Minnesota Wisconsin Indiana"
            " Pennsylvania Maryland Connecticut Vermont Maine Alaska Hawaii Colorado Montana"
            " Massachusetts Oklahoma Nebraska Wyoming Idaho Arkansas Mississippi Delaware"
            " Ontario Quebec Alberta Manitoba Saskatchewan Queensland Tasmania"
        ),
        "continent": "Africa Asia Europe Antarctica",
        "settlement": "village town city hamlet suburb",
        "water": "river lake bay canal waterfall strait",
        "land": "mountain island peninsula valley desert volcano glacier",
        "work": "film novel album song poem painting opera sculpture musical",
        "paper": "newspaper magazine dictionary encyclopedia",
        "creature": (
            "beetle moth butterfly spider snail fish bird frog lizard snake fern orchid wasp ant"
            " bee crab shrimp turtle shark mosquito grasshopper dragonfly moss lichen cactus"
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
    }.items()
}
"""Kind of thing -> its words, which exclude each other."""

SET_OF: dict[str, str] = {word: name for name, words in SETS.items() for word in words}

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
    (
        "man woman boy girl child person player student teacher doctor nurse driver officer"
        " policeman soldier king queen father mother brother sister son daughter husband wife"
        " friend neighbour neighbor boss worker lawyer judge singer actor actress writer poet"
        " painter artist chef waiter customer guest farmer hunter fisherman pilot sailor captain"
        " president minister mayor senator governor bishop priest monk prince princess coach"
        " goalkeeper referee winner loser team company club army"
        " dog cat horse cow wolf fox bear lion tiger mouse rat bird eagle snake shark whale"
        " lady gentleman kid baby teenager adult tourist visitor reporter journalist"
    ).split()
)
"""Nouns for beings that can act on each other."""

THINGS = frozenset(
    (
        "house building barn tower castle church bridge wall fence gate door window roof floor room"
        " street road path field garden park river lake hill mountain tree bush flower leaf grass"
        " car bus truck train boat ship bicycle motorcycle plane cart wheel"
        " table chair bench bed sofa shelf desk lamp mirror clock box bag basket bottle cup glass"
        " plate bowl knife spoon pot book newspaper letter picture painting sign flag camera phone"
        " computer ball toy umbrella rope stone rock hat cap coat shirt jacket dress skirt"
        " trousers jeans sweater scarf glove shoe boot ring necklace hair beard eye face hand arm"
        " leg foot nose apple banana orange pear bread cake egg fish cheese"
        " dog cat horse cow sheep goat pig rabbit elephant giraffe zebra bear lion tiger monkey"
        " duck bird mouse fox wolf snake animal puppy kitten couple group crowd"
    ).split()
)
"""Nouns for what one can see and touch."""

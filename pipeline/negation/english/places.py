"""Places and peoples that exclude each other, by kind.

A name that is also a common given name or word (Georgia, Jordan, Reading) is left out.
"""

from __future__ import annotations

PLACES: dict[str, str] = {
    "country": (
        "England Scotland Wales Ireland Iceland France Belgium Luxembourg Switzerland Germany"
        " Austria Liechtenstein Monaco Andorra Spain Portugal Italy Malta Denmark Norway"
        " Sweden Finland Estonia Latvia Lithuania Poland Czechoslovakia Slovakia Hungary"
        " Romania Moldova Bulgaria Serbia Croatia Slovenia Yugoslavia Montenegro Kosovo"
        " Macedonia Albania Greece Cyprus Turkey Ukraine Belarus Russia Armenia Azerbaijan"
        " Kazakhstan Uzbekistan Turkmenistan Kyrgyzstan Tajikistan Mongolia Afghanistan Iran"
        " Iraq Syria Lebanon Israel Kuwait Bahrain Qatar Oman Yemen Egypt Libya Tunisia"
        " Algeria Morocco Mauritania Senegal Mali Niger Guinea Liberia Ghana Togo Benin"
        " Nigeria Cameroon Gabon Sudan Ethiopia Eritrea Djibouti Somalia Kenya Uganda Tanzania"
        " Rwanda Burundi Malawi Zambia Zimbabwe Mozambique Angola Namibia Botswana Lesotho"
        " Madagascar Mauritius Pakistan India Nepal Bhutan Bangladesh Myanmar Thailand Laos"
        " Cambodia Vietnam Malaysia Singapore Indonesia Brunei Taiwan China Korea Japan"
        " Australia Fiji Tonga Samoa Greenland Canada Mexico Guatemala Belize Honduras"
        " Nicaragua Panama Cuba Jamaica Haiti Barbados Venezuela Colombia Guyana Suriname"
        " Ecuador Peru Bolivia Brazil Paraguay Uruguay Argentina Chile"
    ),
    "nationality": (
        "English British Scottish Welsh Irish Icelandic French Belgian Dutch Swiss German"
        " Austrian Spanish Portuguese Italian Maltese Danish Norwegian Swedish Finnish"
        " Estonian Latvian Lithuanian Polish Czech Slovak Hungarian Romanian Bulgarian Serbian"
        " Croatian Slovenian Bosnian Macedonian Albanian Greek Cypriot Turkish Ukrainian"
        " Belarusian Russian Armenian Azerbaijani Kazakh Uzbek Mongolian Afghan Iranian"
        " Persian Iraqi Syrian Lebanese Israeli Jordanian Kuwaiti Bahraini Qatari Omani"
        " Yemeni Egyptian Libyan"
        " Tunisian Algerian Moroccan Mauritanian Senegalese Malian Gambian Liberian Ivorian"
        " Ghanaian Togolese Nigerian Cameroonian Gabonese Congolese Sudanese"
        " Ethiopian Eritrean Somali"
        " Kenyan Ugandan Tanzanian Rwandan Zambian Zimbabwean Mozambican Angolan Pakistani Indian"
        " Nepalese Bhutanese Bangladeshi Maldivian Burmese"
        " Thai Laotian Cambodian Vietnamese Malaysian Singaporean Indonesian"
        " Filipino Taiwanese Chinese Korean Japanese Australian American Canadian Mexican"
        " Cuban Jamaican Haitian Venezuelan Colombian Ecuadorian Peruvian Bolivian Brazilian"
        " Paraguayan Uruguayan Argentine Chilean"
    ),
    "city": (
        "London Birmingham Manchester Liverpool Leeds Bristol Sheffield Nottingham"
        " Southampton Portsmouth Plymouth Norwich Coventry Leicester Exeter Canterbury Cardiff"
        " Swansea Edinburgh Glasgow Aberdeen Dundee Inverness Belfast Dublin Galway Limerick"
        " Paris Lyon Marseille Toulouse Bordeaux Strasbourg Grenoble Nantes Rouen Dijon Reims"
        " Avignon Lille Brussels Antwerp Ghent Bruges Amsterdam Rotterdam Utrecht Haarlem"
        " Leiden Berlin Hamburg Munich Frankfurt Cologne Stuttgart Dresden Leipzig Bremen"
        " Hanover Nuremberg Dortmund Bonn Mainz Heidelberg Freiburg Kiel Potsdam Zurich Geneva"
        " Basel Bern Lausanne Lucerne Vienna Salzburg Graz Innsbruck Linz Madrid Barcelona"
        " Seville Valencia Granada Córdoba Málaga Bilbao Zaragoza Toledo Lisbon Porto Coimbra"
        " Rome Milan Naples Venice Florence Turin Genoa Bologna Palermo Padua Verona Pisa"
        " Siena Ravenna Parma Modena Trieste Bari Catania Copenhagen Stockholm Oslo Helsinki"
        " Gothenburg Bergen Malmö Uppsala Aarhus Trondheim Stavanger Tampere Turku Warsaw"
        " Krakow Gdańsk Wrocław Poznań Łódź Lublin Prague Brno Bratislava Budapest Bucharest"
        " Ljubljana Zagreb Belgrade Sarajevo Skopje Tirana Sofia Athens Thessaloniki Istanbul"
        " Ankara Izmir Moscow Kyiv Odessa Minsk Riga Vilnius Tallinn Tbilisi Yerevan Baku"
        " Tashkent Almaty Kabul Kandahar Tehran Isfahan Shiraz Tabriz Baghdad Basra Mosul"
        " Damascus Aleppo Beirut Jerusalem Haifa Mecca Medina Riyadh Dubai Cairo Alexandria"
        " Tunis Algiers Tripoli Casablanca Marrakesh Khartoum Nairobi Mombasa Kampala Kigali"
        " Lusaka Harare Luanda Kinshasa Lagos Accra Dakar Abidjan Ibadan Johannesburg Durban"
        " Pretoria Karachi Lahore Islamabad Peshawar Mumbai Delhi Kolkata Chennai Hyderabad"
        " Bangalore Lucknow Kanpur Jaipur Ahmedabad Pune Surat Varanasi Agra Bhopal Dhaka"
        " Kathmandu Colombo Rangoon Yangon Mandalay Saigon Bangkok Hanoi Manila Jakarta"
        " Bandung Surabaya Shanghai Beijing Nanjing Wuhan Guangzhou Shenzhen Chengdu Tianjin"
        " Harbin Chongqing Taipei Seoul Busan Tokyo Osaka Kyoto Nagoya Yokohama Kobe Fukuoka"
        " Sapporo Hiroshima Nagasaki Sydney Melbourne Brisbane Perth Adelaide Hobart Canberra"
        " Auckland Christchurch Dunedin Montreal Toronto Vancouver Ottawa Calgary Winnipeg"
        " Edmonton Boston Providence Hartford Albany Syracuse Rochester Philadelphia Baltimore"
        " Pittsburgh Cleveland Cincinnati Detroit Chicago Milwaukee Minneapolis Indianapolis"
        " Louisville Omaha Denver Seattle Sacramento Oakland Fresno Tucson Albuquerque Tulsa"
        " Houston Dallas Galveston Memphis Nashville Knoxville Atlanta Charleston Savannah"
        " Miami Tampa Orlando Anchorage Honolulu Havana Guadalajara Monterrey Tijuana Veracruz"
        " Caracas Bogotá Quito Guayaquil Lima Montevideo Asunción Valparaíso Recife Brasília"
    ),
    "state": (
        "Maine Vermont Massachusetts Connecticut Pennsylvania Maryland Delaware Ohio Indiana"
        " Illinois Michigan Wisconsin Minnesota Iowa Missouri Kentucky Tennessee Alabama"
        " Mississippi Louisiana Florida Arkansas Oklahoma Texas Kansas Nebraska Colorado"
        " Wyoming Montana Idaho Utah Nevada Arizona California Oregon Alaska Hawaii Ontario"
        " Quebec Manitoba Saskatchewan Alberta Queensland Tasmania"
    ),
    "continent": ("Africa Asia Europe Antarctica"),
    "region": (
        "Normandy Brittany Provence Burgundy Alsace Lorraine Gascony Bavaria Saxony Prussia"
        " Pomerania Silesia Bohemia Moravia Tyrol Carinthia Tuscany Lombardy Piedmont Umbria"
        " Calabria Apulia Sicily Sardinia Corsica Catalonia Andalusia Castile Flanders"
        " Wallonia Galicia Transylvania Wallachia Thrace Anatolia Crimea Siberia Punjab"
        " Gujarat Kerala Rajasthan Maharashtra Karnataka Bihar Assam Kashmir Sindh Yunnan"
        " Sichuan Guangdong Hokkaido Okinawa Manchuria Tibet"
    ),
    "county": (
        "Cornwall Devon Dorset Somerset Wiltshire Gloucestershire Oxfordshire Berkshire"
        " Hampshire Sussex Surrey Essex Suffolk Norfolk Cambridgeshire Lincolnshire"
        " Nottinghamshire Derbyshire Staffordshire Shropshire Cheshire Lancashire Yorkshire"
        " Cumbria Northumberland Warwickshire Worcestershire Herefordshire Leicestershire"
        " Bedfordshire Hertfordshire Buckinghamshire"
    ),
}
"""Kind of place or people -> its names, separated by spaces; neighbours in the list are near each
other on the map."""

LONG_NAMES: tuple[tuple[str, ...], ...] = tuple(
    tuple(name.strip() for name in group.split(","))
    for group in (
        "United States, United Kingdom, Netherlands, Philippines, Soviet Union, Czech Republic",
        "New Zealand, South Africa, Saudi Arabia, Sri Lanka, North Korea, South Korea, Costa Rica,"
        " El Salvador, Puerto Rico, Papua New Guinea, Sierra Leone, Great Britain",
        "New York, New York City, Los Angeles, San Francisco, San Diego, San Antonio, New Orleans,"
        " Las Vegas, Salt Lake City, Kansas City, St. Louis, Buenos Aires, Rio de Janeiro,"
        " São Paulo, Mexico City, Tel Aviv, New Delhi, Cape Town, Hong Kong, Kuala Lumpur,"
        " St. Petersburg, Saint Petersburg, Addis Ababa, Santa Barbara, Fort Worth, El Paso",
        "New Jersey, New Mexico, New Hampshire, North Carolina, South Carolina, North Dakota,"
        " South Dakota, West Virginia, Rhode Island, New South Wales, British Columbia",
        "North America, South America",
        "World War I, World War II",
        "First World War, Second World War",
        "Atlantic Ocean, Pacific Ocean, Indian Ocean, Arctic Ocean",
    )
)
"""Names of several words that exclude each other, without "the"."""

TOWNS: dict[str, tuple[tuple[str, str], ...]] = {
    "state": (
        ("Tulsa", "Oklahoma"),
        ("Boise", "Idaho"),
        ("Omaha", "Nebraska"),
        ("Dayton", "Ohio"),
        ("Eugene", "Oregon"),
        ("Duluth", "Minnesota"),
        ("Tucson", "Arizona"),
        ("Wichita", "Kansas"),
        ("Knoxville", "Tennessee"),
        ("Burlington", "Vermont"),
        ("Mobile", "Alabama"),
        ("Spokane", "Washington"),
        ("Peoria", "Illinois"),
        ("Bangor", "Maine"),
        ("Fresno", "California"),
        ("Amarillo", "Texas"),
    ),
    "country": (
        ("Lyon", "France"),
        ("Bremen", "Germany"),
        ("Turin", "Italy"),
        ("Bilbao", "Spain"),
        ("Ghent", "Belgium"),
        ("Bergen", "Norway"),
        ("Uppsala", "Sweden"),
        ("Linz", "Austria"),
        ("Basel", "Switzerland"),
        ("Porto", "Portugal"),
        ("Brno", "Czechia"),
        ("Tampere", "Finland"),
        ("Perth", "Australia"),
        ("Calgary", "Canada"),
        ("Leeds", "England"),
        ("Durban", "South Africa"),
    ),
}
"""Kind of region -> towns, each with its region, that exclude each other."""

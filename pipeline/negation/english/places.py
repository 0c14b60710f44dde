"""Places and peoples that exclude each other, by what they are.

A name that is also a common given name or word (Georgia, Jordan, Reading) is left out.
"""

from __future__ import annotations

PLACES: dict[str, str] = {
    "country": (
        "France Spain Italy Germany Poland Sweden Norway Denmark Finland Portugal Greece"
        " Turkey Egypt Kenya Nigeria India China Japan Korea Vietnam Thailand Australia Canada"
        " Mexico Brazil Argentina Chile Peru Russia Ukraine Austria Hungary Ireland England"
        " Scotland Wales Belgium Switzerland Romania Bulgaria Pakistan Iran Iraq Israel"
        " Indonesia Malaysia Colombia Venezuela Cuba Morocco Algeria Ethiopia Ghana Iceland"
        " Croatia Serbia Slovenia Slovakia Latvia Lithuania Estonia Singapore Taiwan Nepal"
        " Bangladesh Afghanistan Syria Lebanon Libya Tunisia Sudan Somalia Uganda Tanzania"
        " Zambia Zimbabwe Angola Mozambique Bolivia Ecuador Paraguay Uruguay Cambodia Laos"
        " Myanmar Mongolia Kazakhstan Uzbekistan Armenia Azerbaijan Cyprus Malta Albania"
        " Belarus Jamaica Panama Guatemala Honduras Nicaragua Haiti Bahrain Qatar Kuwait Oman"
        " Yemen Bhutan Brunei Fiji Tonga Samoa Rwanda Burundi Cameroon Gabon Liberia Mali"
        " Niger Senegal Togo Benin Botswana Namibia Malawi Lesotho Madagascar Mauritius"
        " Eritrea Djibouti Moldova Macedonia Montenegro Kosovo Kyrgyzstan Tajikistan"
        " Turkmenistan Suriname Guyana Barbados Belize Luxembourg Monaco Liechtenstein Andorra"
        " Yugoslavia Czechoslovakia Mauritania Guinea Greenland"
    ),
    "nationality": (
        "French Spanish Italian German Polish Swedish Norwegian Danish Finnish Portuguese"
        " Greek Turkish Egyptian Kenyan Nigerian Indian Chinese Japanese Korean Australian"
        " Canadian Mexican Brazilian Russian Austrian Hungarian Irish American British English"
        " Scottish Welsh Dutch Swiss Belgian Chilean Peruvian Czech Bulgarian Romanian"
        " Croatian Serbian Slovenian Icelandic Estonian Latvian Lithuanian Ukrainian Iranian"
        " Iraqi Israeli Pakistani Vietnamese Thai Malaysian Indonesian Cuban Colombian"
        " Venezuelan Moroccan Algerian Tunisian Ethiopian Ghanaian Argentine Maltese Laotian"
        " Cambodian Mongolian Persian Syrian Lebanese Filipino Bolivian Ecuadorian Paraguayan"
        " Uruguayan Jamaican Haitian Sudanese Somali Ugandan Tanzanian Zambian Zimbabwean"
        " Angolan Senegalese Rwandan Libyan Jordanian Kuwaiti Yemeni Afghan Nepalese Burmese"
        " Taiwanese Singaporean Slovak Bosnian Albanian Macedonian Armenian Azerbaijani Kazakh"
        " Uzbek Belarusian Cypriot"
    ),
    "city": (
        "Paris Hamburg Munich Milan Naples Barcelona Lyon Manchester Liverpool Glasgow"
        " Edinburgh Montreal Melbourne Mumbai Delhi Shanghai Jakarta Manila Lima Havana Madrid"
        " Rome Berlin Warsaw Stockholm Oslo Copenhagen Helsinki Lisbon Athens Istanbul Cairo"
        " Nairobi Tokyo Beijing Seoul Sydney Toronto Chicago Boston Moscow Vienna Budapest"
        " Dublin London Amsterdam Brussels Prague Venice Florence Turin Genoa Bologna Palermo"
        " Seville Valencia Marseille Toulouse Bordeaux Frankfurt Cologne Stuttgart Dresden"
        " Leipzig Bremen Hanover Zurich Geneva Basel Antwerp Rotterdam Gothenburg Bergen Kyiv"
        " Odessa Minsk Riga Vilnius Tallinn Belgrade Zagreb Sofia Bucharest Krakow Leeds"
        " Birmingham Bristol Sheffield Nottingham Cardiff Belfast Philadelphia Detroit Seattle"
        " Denver Houston Dallas Atlanta Miami Baltimore Cleveland Pittsburgh Cincinnati"
        " Minneapolis Milwaukee Memphis Vancouver Ottawa Calgary Brisbane Perth Adelaide Osaka"
        " Kyoto Nagoya Bangkok Hanoi Karachi Lahore Kolkata Chennai Hyderabad Bangalore Tehran"
        " Baghdad Damascus Beirut Jerusalem Lagos Accra Johannesburg Durban Salzburg Graz"
        " Innsbruck Linz Bern Lausanne Lucerne Strasbourg Grenoble Nantes Rouen Dijon Reims"
        " Avignon Lille Nuremberg Dortmund Bonn Mainz Heidelberg Freiburg Kiel Potsdam Utrecht"
        " Haarlem Leiden Ghent Bruges Malmö Uppsala Aarhus Trondheim Stavanger Tampere Turku"
        " Gdańsk Wrocław Poznań Łódź Lublin Brno Bratislava Ljubljana Sarajevo Skopje Tirana"
        " Thessaloniki Ankara Izmir Tbilisi Yerevan Baku Tashkent Almaty Kabul Kandahar"
        " Islamabad Peshawar Lucknow Kanpur Jaipur Ahmedabad Pune Surat Varanasi Agra Bhopal"
        " Dhaka Kathmandu Colombo Rangoon Yangon Mandalay Saigon Nanjing Wuhan Guangzhou"
        " Shenzhen Chengdu Tianjin Harbin Chongqing Taipei Busan Yokohama Kobe Fukuoka Sapporo"
        " Hiroshima Nagasaki Bandung Surabaya Hobart Canberra Auckland Christchurch Dunedin"
        " Winnipeg Edmonton Honolulu Anchorage Sacramento Oakland Albuquerque Omaha Louisville"
        " Nashville Knoxville Charleston Savannah Tampa Orlando Galveston Tulsa Indianapolis"
        " Albany Rochester Syracuse Hartford Providence Tucson Fresno Caracas Bogotá Quito"
        " Guayaquil Montevideo Asunción Valparaíso Recife Brasília Guadalajara Monterrey"
        " Tijuana Veracruz Alexandria Tunis Algiers Tripoli Casablanca Marrakesh Khartoum"
        " Mombasa Kampala Kigali Lusaka Harare Luanda Kinshasa Dakar Abidjan Ibadan Pretoria"
        " Mecca Medina Riyadh Dubai Aleppo Basra Mosul Isfahan Shiraz Tabriz Haifa Southampton"
        " Portsmouth Plymouth Norwich Coventry Leicester Exeter Canterbury Swansea Aberdeen"
        " Dundee Inverness Galway Limerick Padua Verona Pisa Siena Ravenna Parma Modena"
        " Trieste Bari Catania Granada Córdoba Málaga Bilbao Zaragoza Toledo Porto Coimbra"
    ),
    "state": (
        "California Texas Florida Ohio Illinois Michigan Oregon Nevada Arizona Utah Kansas"
        " Missouri Kentucky Tennessee Alabama Louisiana Iowa Minnesota Wisconsin Indiana"
        " Pennsylvania Maryland Connecticut Vermont Maine Alaska Hawaii Colorado Montana"
        " Massachusetts Oklahoma Nebraska Wyoming Idaho Arkansas Mississippi Delaware Ontario"
        " Quebec Alberta Manitoba Saskatchewan Queensland Tasmania"
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
"""Kind of place or people -> its names, separated by blanks."""

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

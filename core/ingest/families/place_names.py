"""Names of places by which files are told apart: countries, and the states or provinces of some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.text.words import words

_COUNTRIES = """
afghanistan|albania|algeria|andorra|angola|argentina|armenia|australia|austria|azerbaijan|bahamas|bahrain|bangladesh
barbados|belarus|belgium|belize|benin|bhutan|bolivia|bosnia|bosnia and herzegovina|botswana|brazil|brunei|bulgaria
burkina faso|burundi|cambodia|cameroon|canada|cape verde|chad|chile|china|colombia|comoros|congo|costa rica
croatia|cuba
cyprus|czechia|czech republic|denmark|djibouti|dominica|dominican republic|ecuador|egypt|el salvador|england|eritrea
estonia|eswatini|ethiopia|fiji|finland|france|gabon|gambia|georgia|germany|ghana|greece|grenada|guatemala|guinea
guyana
haiti|honduras|hong kong|hungary|iceland|india|indonesia|iran|iraq|ireland|israel|italy|ivory coast
cote d ivoire|jamaica
japan|jordan|kazakhstan|kenya|kosovo|kuwait|kyrgyzstan|laos|latvia|lebanon|lesotho|liberia|libya
liechtenstein|lithuania
luxembourg|madagascar|malawi|malaysia|maldives|mali|malta|mauritania|mauritius|mexico|moldova|monaco|mongolia
montenegro
morocco|mozambique|myanmar|namibia|nepal|netherlands|new zealand|nicaragua|niger|nigeria|north korea|north macedonia
northern ireland|norway|oman|pakistan|palestine|panama|papua new guinea|paraguay|peru|philippines|poland
portugal|qatar
romania|russia|rwanda|samoa|saudi arabia|scotland|senegal|serbia|seychelles|sierra leone|singapore|slovakia|slovenia
somalia|south africa|south korea|korea|south sudan|spain|sri lanka|sudan|suriname|sweden|switzerland|syria|taiwan
tajikistan|tanzania|thailand|togo|tonga|trinidad and tobago|tunisia|turkey|turkmenistan|uganda|ukraine
united arab emirates|united kingdom|uk|united states|usa|us|uruguay|uzbekistan|venezuela|vietnam|wales|yemen|zambia
zimbabwe
"""
_STATES = """
alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana
iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska
nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania
rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia
wisconsin|wyoming
district of columbia|puerto rico|al|ak|az|ar|ca|co|ct|de|fl|ga|hi|id|il|in|ia|ks|ky|la|me|md|ma|mi|mn|ms|mo
mt|ne|nv|nh
nj|nm|ny|nc|nd|oh|ok|or|pa|ri|sc|sd|tn|tx|ut|vt|va|wa|wv|wi|wy|dc|pr|guam
andhra pradesh|arunachal pradesh|assam|bihar|chhattisgarh|goa|gujarat|haryana|himachal pradesh|jharkhand
karnataka|kerala
madhya pradesh|maharashtra|manipur|meghalaya|mizoram|nagaland|odisha|orissa|punjab|rajasthan|sikkim
tamil nadu|telangana
tripura|uttar pradesh|uttarakhand|west bengal|delhi|jammu and kashmir|ladakh|puducherry|chandigarh
new south wales|queensland|south australia|tasmania|victoria|western australia|northern territory
australian capital territory|nsw|qld|vic|tas|act
baden wurttemberg|bayern|berlin|brandenburg|bremen|hamburg|hessen|mecklenburg vorpommern|niedersachsen
nordrhein westfalen|rheinland pfalz|saarland|sachsen|sachsen anhalt|schleswig holstein|thuringen
acre|alagoas|amapa|amazonas|bahia|ceara|distrito federal|espirito santo|goias|maranhao|mato grosso|mato grosso do sul
minas gerais|para|paraiba|parana|pernambuco|piaui|rio de janeiro|rio grande do norte|rio grande do sul
rondonia|roraima
santa catarina|sao paulo|sergipe|tocantins
"""
_PROVINCES = """
alberta|british columbia|manitoba|new brunswick|newfoundland|newfoundland and labrador|nova scotia|ontario
prince edward island|quebec|saskatchewan|yukon|nunavut|northwest territories
"""


def _read(text: str) -> frozenset[str]:
    return frozenset(name for line in text.split("\n") for name in line.split("|") if name)


KINDS: dict[str, frozenset[str]] = {
    "country": _read(_COUNTRIES),
    "state": _read(_STATES),
    "province": _read(_PROVINCES),
}


def kind_of_places(names: Iterable[str]) -> str:
    """What these are if all are places of one kind: country, state or province; "" if they are not."""
    said = {" ".join(words(n)) for n in names}
    return next((kind for kind, known in KINDS.items() if said and said <= known), "")


def places_among(names: Sequence[str]) -> frozenset[str]:
    """Those of the names that are places of one kind, if they are two and nearly all."""
    for known in KINDS.values():
        found = frozenset(n for n in names if " ".join(words(n)) in known)
        if len(found) >= 2 and len(found) >= 0.7 * len(set(names)):
            return found
    return frozenset()

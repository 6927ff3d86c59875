"""A marina's office: piers, boats that lie at them, skippers, and the trips that skippers make with boats."""

from __future__ import annotations

PIERS = ((1, "North"), (2, "South"), (3, "Lighthouse"))
BOATS = (
    (11, "Petrel", 1, 1987, 8.5, 900),
    (12, "Kestrel", 1, 1994, 12.0, 1450),
    (13, "Heron", 1, 1998, 10.2, 1200),
    (14, "Curlew", 2, 1999, 7.1, 700),
    (15, "Dunlin", 2, 2003, 9.4, 1010),
    (16, "Gannet", 2, 2011, 14.3, 1900),
    (17, "Puffin", 3, 2012, 6.2, 560),
    (18, "Osprey", 3, 2015, 11.1, 1330),
    (19, "Plover", 3, 2019, 5.0, 410),
)
SKIPPERS = (
    (1, "Ada Quist", "1961-04-02", "2011-05-01"),
    (2, "Bo Renner", "1968-11-20", "2016-03-15"),
    (3, "Cleo Marsh", "1981-01-31", "2016-09-01"),
    (4, "Dag Holt", "1984-07-07", "2021-02-10"),
    (5, "Eve Tarn", "1988-10-12", "2023-06-20"),
)
TRIPS = tuple(
    (
        100 + n,
        BOATS[(n * n + n // 7) % 9][0],
        SKIPPERS[(0, 1, 0, 2, 0, 1, 3, 0, 1, 2)[n % 10]][0],
        f"202{3 + n // 24}-{1 + (n * 5) % 12:02d}-{1 + (n * 11) % 28:02d}",
        2 + (n * 7) % 11,
    )
    for n in range(48)
)

FILES = {
    "piers": "Pier no,Pier\n" + "".join(f"{a},{b}\n" for a, b in PIERS),
    "boats": "Boat no,Boat,Pier no,Built,Length m,Berth fee\n" + "".join(",".join(map(str, b)) + "\n" for b in BOATS),
    "skippers": "Skipper no,Name,Born,Joined on\n" + "".join(",".join(map(str, s)) + "\n" for s in SKIPPERS),
    "trips": "Trip no,Boat no,Skipper no,Sailed on,Guests\n" + "".join(",".join(map(str, t)) + "\n" for t in TRIPS),
}
PIER = dict(PIERS)
BOAT = {b[0]: b[1] for b in BOATS}
SKIPPER = {s[0]: s[1] for s in SKIPPERS}

"""Names for the sample shop's people, goods and firms."""

from __future__ import annotations

# Country, weight, cities, given names, family names.
PEOPLE = (
    (
        "United Kingdom",
        16,
        ("London", "Leeds", "Bristol", "Glasgow", "Cardiff"),
        "Oliver Amelia Harry Isla Jack Freya Alfie Poppy Archie Imogen George Harriet Rhys Fiona",
        "Smith Taylor Walker Hughes Evans Wright Green Clarke Baxter Turner Bailey Fletcher Hartley Pearce",
    ),
    (
        "Germany",
        13,
        ("Berlin", "Hamburg", "Köln", "Leipzig", "München"),
        "Lukas Hannah Jonas Lena Felix Marie Paul Greta Moritz Klara Anton Frieda Jürgen Sabine",
        "Müller Schmidt Schneider Fischer Weber Wagner Becker Hoffmann Krüger Vogel Jansen Lorenz Groß Seidel",
    ),
    (
        "France",
        11,
        ("Paris", "Lyon", "Nantes", "Lille", "Toulouse"),
        "Hugo Chloé Louis Manon Gabriel Inès Théo Camille Adrien Élise Mathis Margaux Benoît Solène",
        "Durand Moreau Lefèvre Girard Bonnet Lambert Fontaine Rousseau Chevalier Renard Barbier Gauthier Roche Colin",
    ),
    (
        "Spain",
        9,
        ("Madrid", "Valencia", "Sevilla", "Bilbao", "Zaragoza"),
        "Álvaro Lucía Diego Carmen Javier Alba Pablo Rocío Sergio Nuria Iker Pilar Raúl Inmaculada",
        "García López Martínez Sánchez Romero Navarro Torres Domínguez Gil Serrano Molina Castro Ortega Iglesias",
    ),
    (
        "Italy",
        9,
        ("Milano", "Torino", "Bologna", "Napoli", "Verona"),
        "Luca Giulia Matteo Chiara Lorenzo Sofia Davide Alessia Marco Elisa Pietro Beatrice Nicolò Ginevra",
        "Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Conti Costa Mancini Fontana",
    ),
    (
        "Netherlands",
        7,
        ("Amsterdam", "Utrecht", "Rotterdam", "Groningen"),
        "Daan Sanne Bram Fleur Sem Lotte Thijs Anouk Ruben Femke Joost Maartje Sander Hilde",
        "Visser Bakker Mulder Dekker Smits Kok Hendriks Bos Willems Peters Kuiper Postma Vermeer Kramer",
    ),
    (
        "Poland",
        6,
        ("Warszawa", "Kraków", "Gdańsk", "Poznań"),
        "Jakub Zofia Kacper Maja Michał Zuzanna Piotr Agnieszka Tomasz Katarzyna Wojciech Magda Paweł Ewelina",
        "Nowak Wójcik Kowalczyk Kamiński Lewandowski Zieliński Mazur Krawczyk Dudek Pawlak Wilk Lis Baran Sikora",
    ),
    (
        "Sweden",
        5,
        ("Stockholm", "Göteborg", "Malmö", "Uppsala"),
        "Erik Astrid Nils Ebba Gustav Linnea Axel Saga Oskar Ingrid Björn Maj Sven Elin",
        "Andersson Johansson Karlsson Nilsson Lindberg Bergström Lundqvist Sandberg Forsberg Holm Ekman Wallin",
    ),
    (
        "Portugal",
        4,
        ("Lisboa", "Porto", "Braga", "Coimbra"),
        "João Beatriz Tiago Leonor Rui Mafalda Gonçalo Catarina Duarte Filipa Nuno Margarida Vasco Teresa",
        "Silva Santos Ferreira Pereira Oliveira Rodrigues Almeida Lopes Ribeiro Pinto Teixeira Moreira Correia",
    ),
    (
        "Ireland",
        3,
        ("Dublin", "Cork", "Galway", "Limerick"),
        "Conor Aoife Cian Niamh Oisín Saoirse Darragh Ciara Eoin Róisín Fionn Orla Declan Sinéad",
        "Murphy Kelly Byrne Ryan Doyle Gallagher Doherty Kennedy Lynch Murray Quinn Nolan Brennan Daly",
    ),
)

# Department, makes of its goods, its categories with their goods.
GOODS = (
    (
        "Kitchen",
        ("Oak", "Steel", "Stoneware", "Copper", "Bamboo", "Enamel", "Slate", "Cast Iron"),
        (
            ("Cookware", ("Frying Pan", "Saucepan", "Casserole", "Wok"), 1_900, 8_900),
            ("Tableware", ("Dinner Plate", "Soup Bowl", "Mug", "Serving Dish"), 600, 3_400),
            ("Kitchen Tools", ("Grater", "Ladle", "Peeler", "Rolling Pin"), 400, 2_200),
            ("Storage Jars", ("Spice Jar", "Bread Bin", "Tea Caddy", "Biscuit Tin"), 700, 3_900),
        ),
    ),
    (
        "Garden",
        ("Cedar", "Zinc", "Terracotta", "Willow", "Classic", "Compact", "Heritage", "Rustic"),
        (
            ("Planters", ("Window Box", "Flower Pot", "Raised Bed", "Hanging Basket"), 900, 9_500),
            ("Hand Tools", ("Trowel", "Secateurs", "Hand Fork", "Dibber"), 600, 3_600),
            ("Watering", ("Watering Can", "Hose Reel", "Sprinkler", "Rain Gauge"), 700, 6_900),
            ("Bird Care", ("Nest Box", "Seed Feeder", "Bird Bath", "Bird Table"), 800, 5_400),
        ),
    ),
    (
        "Office",
        ("Walnut", "Graphite", "Linen", "Recycled", "Slim", "Nordic", "Leather", "Cork"),
        (
            ("Desk Accessories", ("Pen Pot", "Letter Tray", "Desk Mat", "Bookend"), 500, 4_500),
            ("Notebooks", ("Pocket Notebook", "Diary", "Sketchbook", "Planner"), 400, 2_600),
            ("Lighting", ("Desk Lamp", "Clip Light", "Floor Lamp", "Reading Light"), 1_800, 12_900),
            ("Bags", ("Laptop Sleeve", "Satchel", "Backpack", "Tote"), 1_500, 11_900),
        ),
    ),
    (
        "Outdoors",
        ("Trail", "Alpine", "Coastal", "Summit", "Featherlight", "Storm", "Valley", "Polar"),
        (
            ("Camping", ("Tent", "Sleeping Bag", "Camp Chair", "Lantern"), 1_900, 24_900),
            ("Walking", ("Walking Pole", "Map Case", "Gaiters", "Day Sack"), 900, 7_900),
            ("Drinkware", ("Flask", "Water Bottle", "Travel Cup", "Hip Flask"), 700, 3_900),
            ("Rainwear", ("Poncho", "Rain Jacket", "Umbrella", "Rain Hat"), 900, 13_900),
        ),
    ),
    (
        "Children",
        ("Wooden", "Rainbow", "Little", "Giant", "Magnetic", "Patchwork", "Musical", "Painted"),
        (
            ("Puzzles", ("Jigsaw", "Tangram", "Maze Board", "Shape Sorter"), 700, 3_200),
            ("Soft Toys", ("Rabbit", "Bear", "Fox", "Elephant"), 900, 3_900),
            ("Building Sets", ("Castle", "Railway", "Farm", "Crane"), 1_900, 8_900),
            ("Art Supplies", ("Paint Set", "Easel", "Crayon Box", "Stamp Kit"), 500, 5_900),
        ),
    ),
)

FIRMS = "Northlight Harbour Lindenhof Quayside Bellweather Fjordhus Castello Tidewell Ambleway Roseto Kestrel Verte"
TRADES = ("Goods", "Supply", "Trading", "Workshop")
FIRM_COUNTRIES = ("Germany", "United Kingdom", "Italy", "Poland", "Portugal", "China", "India", "Denmark")

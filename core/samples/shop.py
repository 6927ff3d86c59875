"""A small web shop: seven files whose keys are mostly, but not always, named alike."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta
from pathlib import Path

from core.samples.base import Cell, Draws, Sample, SampleQuestion, decimal, write_table
from core.samples.shop_words import FIRM_COUNTRIES, FIRMS, GOODS, PEOPLE, TRADES

_SEED = 20_240_501
_OPENED = date(2022, 3, 1)
_CLOSED = date(2025, 6, 30)

_CUSTOMERS = 800
_ORDERS = 2_400
_REVIEWS = 1_500

_PRAISE = ("Lovely quality", "Exactly as pictured", "Works very well", "Would buy again", "A good present")
_MIXED = ("Smaller than I thought", "Fine for the price", "Colour differs a little", "Took a while to arrive")
_BLAME = ("Arrived damaged", "Broke within a week", "Not as described", "Poor finish")


def _ascii(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss").replace("ł", "l"))
    return "".join(c for c in plain if c.isascii() and c.isalnum()).lower()


def _customers(draws: Draws) -> list[tuple[Cell, ...]]:
    """id, name, email, city, country, loyalty_level, signup_date."""
    names = {
        country: draws.shuffled((given, family) for given in givens.split() for family in families.split())
        for country, _, _, givens, families in PEOPLE
    }
    countries = [(person, person[1]) for person in PEOPLE]
    rows: list[tuple[Cell, ...]] = []
    for number in range(1001, 1001 + _CUSTOMERS):
        country, _, cities, _, _ = draws.weighted(countries)
        given, family = names[country].pop()
        email = f"{_ascii(given)}.{_ascii(family)}@{draws.pick(('example.com', 'example.org', 'example.net'))}"
        level = draws.weighted((("bronze", 40), ("silver", 25), ("gold", 10), (None, 25)))
        signup = draws.day(_OPENED, date(2025, 3, 31))
        mail = None if draws.chance(60) else email
        rows.append((number, f"{given} {family}", mail, draws.pick(cities), country, level, signup.isoformat()))
    return rows


def _suppliers(draws: Draws) -> list[tuple[Cell, ...]]:
    """supplier_id, company, country, lead_time_days."""
    firms = draws.shuffled(f"{firm} {trade}" for firm in FIRMS.split() for trade in TRADES)[:40]
    return [
        (f"S{number:03d}", firm, draws.pick(FIRM_COUNTRIES), draws.whole(3, 45))
        for number, firm in enumerate(firms, start=1)
    ]


def _categories() -> list[tuple[Cell, ...]]:
    """id, name, parent_id: departments first, without a parent."""
    rows: list[tuple[Cell, ...]] = [(number, goods[0], None) for number, goods in enumerate(GOODS, start=1)]
    for parent, (_, _, categories) in enumerate(GOODS, start=1):
        for name, *_ in categories:
            rows.append((len(rows) + 1, name, parent))
    return rows


def _products(draws: Draws) -> list[tuple[str, str, int, str | None, int, int]]:
    """code, name, category_id, supplier, price in cents, stock."""
    rows: list[tuple[str, str, int, str | None, int, int]] = []
    category = len(GOODS)
    for _, makes, categories in GOODS:
        for name, goods, low, high in categories:
            category += 1
            for make, good in draws.shuffled((make, good) for make in makes for good in goods)[:17]:
                made = len(rows)
                supplier = f"S{made + 1:03d}" if made < 40 else f"S{draws.whole(1, 40):03d}"
                price = draws.whole(low, high) // 50 * 50 + 49
                rows.append(
                    (
                        f"{name[:3].upper()}-{draws.whole(10, 99)}{made:03d}",
                        f"{make} {good}",
                        category,
                        None if made >= 40 and draws.chance(30) else supplier,
                        price,
                        draws.whole(0, 240),
                    )
                )
    return rows


def write(folder: Path) -> list[Path]:
    """Write the seven files; see `Sample.write`."""
    draws = Draws(_SEED)
    customers = _customers(draws)
    suppliers = _suppliers(draws)
    categories = _categories()
    products = _products(draws)

    buyers = [(row, draws.weighted(((0, 12), (1, 38), (3, 30), (8, 20)))) for row in customers]
    orders: list[tuple[Cell, ...]] = []
    for _ in range(_ORDERS):
        buyer = draws.weighted(buyers)
        placed = draws.day(date.fromisoformat(str(buyer[6])), _CLOSED)
        status = draws.weighted(
            (("delivered", 78), ("shipped", 8), ("processing", 6), ("cancelled", 5), ("returned", 3))
        )
        payment = draws.weighted((("card", 55), ("paypal", 25), ("bank transfer", 15), (None, 5)))
        orders.append((placed.isoformat(), buyer[0], status, payment))
    orders = [(50_001 + number, *row) for number, row in enumerate(sorted(orders, key=lambda row: str(row[0])))]

    popular = [(product, draws.whole(1, 30)) for product in products]
    items: list[tuple[Cell, ...]] = []
    for order in orders:
        for _ in range(draws.weighted(((1, 40), (2, 32), (3, 18), (4, 10)))):
            code, _, _, _, price, _ = draws.weighted(popular)
            quantity = draws.weighted(((1, 70), (2, 18), (3, 7), (4, 5)))
            paid = price * 9 // 10 if draws.chance(120) else price
            items.append((len(items) + 1, order[0], code, quantity, decimal(paid, 2), decimal(paid * quantity, 2)))

    reviews: list[tuple[Cell, ...]] = []
    for number in range(1, _REVIEWS + 1):
        buyer = draws.weighted(buyers)
        rating = draws.weighted(((5, 40), (4, 30), (3, 14), (2, 9), (1, 7)))
        words = _PRAISE if rating > 3 else _MIXED if rating == 3 else _BLAME
        written = date.fromisoformat(str(buyer[6])) + timedelta(days=draws.whole(5, 400))
        comment = None if draws.chance(350) else draws.pick(words)
        reviews.append((number, draws.weighted(popular)[0], buyer[0], rating, written.isoformat(), comment))

    folder.mkdir(parents=True, exist_ok=True)
    return [
        write_table(
            folder / "customers.csv",
            ("id", "name", "email", "city", "country", "loyalty_level", "signup_date"),
            customers,
        ),
        write_table(folder / "orders.csv", ("id", "order_date", "customer_id", "status", "payment_method"), orders),
        write_table(
            folder / "order_items.csv",
            ("item_id", "order_id", "product_code", "quantity", "unit_price", "amount"),
            items,
        ),
        write_table(
            folder / "products.csv",
            ("code", "name", "category_id", "supplier", "price", "stock"),
            ((*row[:4], decimal(row[4], 2), row[5]) for row in products),
        ),
        write_table(folder / "categories.csv", ("id", "name", "parent_id"), categories),
        write_table(folder / "suppliers.csv", ("supplier_id", "company", "country", "lead_time_days"), suppliers),
        write_table(
            folder / "reviews.csv",
            ("review_id", "product", "reviewer_id", "rating", "review_date", "comment"),
            reviews,
        ),
    ]


SAMPLE = Sample(
    key="shop",
    title="Web shop",
    sentence="A small web shop's customers, orders, products and reviews in seven files.",
    preview=(
        ("customers.csv", "who buys, and where they live"),
        ("orders.csv", "who ordered when, and how it went"),
        ("order_items.csv", "what each order holds, with prices"),
        ("products.csv", "what is sold, its price and stock"),
        ("categories.csv", "departments and their categories"),
        ("suppliers.csv", "who makes the goods"),
        ("reviews.csv", "customers' ratings of products"),
    ),
    joins=(
        ("orders.customer_id", "customers.id"),
        ("order_items.order_id", "orders.id"),
        ("order_items.product_code", "products.code"),
        ("products.category_id", "categories.id"),
        ("products.supplier", "suppliers.supplier_id"),
        ("categories.parent_id", "categories.id"),
        ("reviews.product", "products.code"),
        ("reviews.reviewer_id", "customers.id"),
    ),
    questions=(
        SampleQuestion("How many customers are there?", "SELECT COUNT(*) FROM customers"),
        SampleQuestion(
            "List the name and city of the customers in Portugal.",
            "SELECT name, city FROM customers WHERE country = 'Portugal'",
        ),
        SampleQuestion("How many orders are there per status?", "SELECT status, COUNT(*) FROM orders GROUP BY status"),
        SampleQuestion("What is the average price of the products?", "SELECT AVG(price) FROM products"),
        SampleQuestion(
            "How many orders are there per customer country?",
            "SELECT c.country, COUNT(*) FROM orders o JOIN customers c ON o.customer_id = c.id GROUP BY c.country",
        ),
        SampleQuestion(
            "Which five products have the highest total amount in the order items?",
            "SELECT p.name FROM order_items i JOIN products p ON i.product_code = p.code "
            "GROUP BY p.code, p.name ORDER BY SUM(i.amount) DESC LIMIT 5",
            ordered=True,
        ),
        SampleQuestion(
            "Which customers have no orders?",
            "SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
        ),
        SampleQuestion(
            "How many orders were placed in 2024?",
            "SELECT COUNT(*) FROM orders WHERE order_date >= '2024-01-01' AND order_date < '2025-01-01'",
        ),
        SampleQuestion(
            "What is the average rating per category name?",
            "SELECT c.name, AVG(r.rating) FROM reviews r JOIN products p ON r.product = p.code "
            "JOIN categories c ON p.category_id = c.id GROUP BY c.name",
        ),
        SampleQuestion(
            "How many products are there for each supplier company?",
            "SELECT s.company, COUNT(*) FROM products p JOIN suppliers s ON p.supplier = s.supplier_id "
            "GROUP BY s.company",
        ),
    ),
    write=write,
)

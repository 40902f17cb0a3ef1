"""The Berger tables of chess, as caissify-pairings 0.5.0 (Apache-2.0) has them, for 4 to 40 places.

To make the file again, where that package is installed:
    python tests/oracles/berger_tables.py > tests/data/berger_tables.json
Each round is a line; the first named of two has white. The last place is the phantom's where the number is odd.
"""

import json


def main() -> None:
    """Print the tables."""
    from caissify_pairings.engines.round_robin import berger_round

    tables = {
        places: [
            " ".join(f"{white}-{black}" for white, black in berger_round(places, number)) for number in range(1, places)
        ]
        for places in range(4, 41, 2)
    }
    print("{")
    print(",\n".join(f'"{places}": {json.dumps(rounds)}' for places, rounds in tables.items()))
    print("}")


if __name__ == "__main__":
    main()

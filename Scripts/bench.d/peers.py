"""peers.py polars|duckdb|msgspec SOURCE TARGET: the person form's rules as each library says them best; right records to TARGET."""

import sys

peer, source, target = sys.argv[1:4]
MAIL = r"^([a-z0-9_\.-]+)@([0-9a-z\.-]+)\.([a-z\.]{2,6})$"

if peer == "polars":
    import polars as pl

    text = pl.read_csv(source, infer_schema=False)
    age = pl.col("age").str.contains(r"^[0-9]{1,3}$") & pl.col("age").cast(pl.Int32, strict=False).is_between(1, 100)
    text.filter(
        pl.col("name").str.len_chars().is_between(1, 10) & age.fill_null(False)
        & pl.col("gender").is_in(["M", "F"]) & pl.col("email").str.contains(MAIL)
    ).write_csv(target)
elif peer == "duckdb":
    import duckdb

    duckdb.sql(f"""copy (select * from read_csv('{source}', header=true, all_varchar=true)
      where length_grapheme(name) between 1 and 10 and try_cast(age as integer) between 1 and 100
      and gender in ('M','F') and regexp_matches(email, '{MAIL}')) to '{target}' (header)""")
else:
    import typing

    import msgspec

    class Person(msgspec.Struct):
        name: typing.Annotated[str, msgspec.Meta(min_length=1, max_length=10)]
        age: typing.Annotated[int, msgspec.Meta(ge=1, le=100)]
        gender: typing.Literal["M", "F"]
        email: typing.Annotated[str, msgspec.Meta(pattern=MAIL)]

    decoder = msgspec.json.Decoder(Person)
    with open(source, "rb") as lines, open(target, "wb") as right:
        for number, line in enumerate(lines, 1):
            try:
                decoder.decode(line)
                right.write(line)
            except msgspec.MsgspecError as fault:
                print(f"{number}: {fault}", file=sys.stderr)

"""The benchmark suite behind `naniwazu bench`: one module an area, each with `run() -> list[Figure]`."""

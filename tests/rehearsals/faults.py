"""Not yet."""


def rehearse(stage):
    raise NotImplementedError

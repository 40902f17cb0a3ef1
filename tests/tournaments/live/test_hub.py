from __future__ import annotations

import asyncio

import pytest

from tournaments.live.hub import Hub, TooManyViewers

SLUG = "monday"
SOON = 5.0


def run(coroutine):
    return asyncio.run(coroutine)


def hub(**options):
    return Hub(**{"most_viewers": 10, **options})


def tell(hub, version, slug=SLUG):
    hub.tell({} if version is None else {slug: version}, asked=(slug,))


def test_viewer_that_comes_gets_the_newest_version_at_once():
    async def play():
        ours = hub()
        with ours.looking(SLUG, has=None) as viewer:
            tell(ours, "v1")
            tell(ours, "v2")
            return await viewer.next_version(within=0)

    assert run(play()) == "v2"


def test_viewer_that_has_the_newest_version_is_told_it_again_only_as_a_sign_of_life():
    async def play():
        ours = hub()
        with ours.looking(SLUG, has="v1") as viewer:
            tell(ours, "v1")
            waiting = asyncio.create_task(viewer.next_version(within=SOON))
            await asyncio.sleep(0)
            tell(ours, "v1")
            done, _ = await asyncio.wait({waiting}, timeout=0.05)
            waiting.cancel()
            return done, await viewer.next_version(within=0)

    assert run(play()) == (set(), "v1")


def test_slow_viewers_skip_versions_and_miss_the_last_one_never():
    received = {number: [] for number in range(200)}
    slow = {number for number in received if number % 2}

    async def play():
        ours = hub(most_viewers=200)
        line_is_free = asyncio.Event()

        async def follow(number):
            with ours.looking(SLUG, has=None) as viewer:
                await viewer.channel.looked_up.wait()
                while not received[number] or received[number][-1] != "v99":
                    received[number].append(await viewer.next_version(within=SOON))
                    if number in slow:
                        await line_is_free.wait()

        async with asyncio.TaskGroup() as group:
            for number in received:
                group.create_task(follow(number))
            await asyncio.sleep(0)
            # Half of them are still being sent the first version whenever the next one comes.
            for number in range(100):
                tell(ours, f"v{number}")
                await asyncio.sleep(0)
            line_is_free.set()

    run(play())

    assert [received[number] for number in slow] == [["v0", "v99"]] * 100
    assert [received[number][-1] for number in received if number not in slow] == ["v99"] * 100


def test_version_that_comes_while_the_one_before_is_being_sent_is_not_lost():
    async def play():
        ours = hub()
        with ours.looking(SLUG, has=None) as viewer:
            tell(ours, "v1")
            first = await viewer.next_version(within=0)
            # Here it would be sent, and meanwhile:
            tell(ours, "v2")
            return first, await viewer.next_version(within=0)

    assert run(play()) == ("v1", "v2")


def test_viewers_of_another_tournament_hear_nothing():
    async def play():
        ours = hub()
        with ours.looking(SLUG, has=None), ours.looking("tuesday", has="t1") as other:
            tell(ours, "t1", slug="tuesday")
            tell(ours, "v1")
            return other.wake.is_set()

    assert run(play()) is False


def test_tournament_that_is_not_there_any_more_lets_its_viewers_go():
    async def play():
        ours = hub()
        with ours.looking(SLUG, has="v1") as viewer:
            tell(ours, "v1")
            waiting = asyncio.create_task(viewer.next_version(within=SOON))
            await asyncio.sleep(0)
            tell(ours, None)
            with pytest.raises(LookupError):
                await waiting

    run(play())


def test_hub_that_sees_nothing_lets_all_viewers_go():
    async def play():
        ours = hub()
        with ours.looking(SLUG, has="v1") as viewer:
            tell(ours, "v1")
            ours.lose_sight()
            with pytest.raises(LookupError):
                await viewer.next_version(within=SOON)

    run(play())


def test_viewers_above_the_bound_are_refused_until_one_leaves():
    ours = hub(most_viewers=1)
    with ours.looking(SLUG, has=None):
        with pytest.raises(TooManyViewers), ours.looking("tuesday", has=None):
            pass
        assert list(ours.channels) == [SLUG]
    with ours.looking("tuesday", has=None):
        assert list(ours.channels) == ["tuesday"]


def test_hub_keeps_nothing_of_those_who_have_left():
    ours = hub()
    with ours.looking(SLUG, has=None), ours.looking(SLUG, has=None):
        assert ours.viewers == 2

    assert (ours.viewers, ours.channels) == (0, {})

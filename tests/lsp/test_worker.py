from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from ctxlayer.lsp.worker import Worker


def test_jobs_run_in_order_and_give_their_results() -> None:
    worker = Worker()
    worker.start()
    futures = [worker.submit(partial(abs, n)) for n in range(20)]
    assert [future.result(20) for future in futures] == list(range(20))


def test_a_burst_under_one_key_is_one_job() -> None:
    worker, seen = Worker(), list[int]()
    for number in range(5):
        worker.submit(partial(seen.append, number), "a")
    last = worker.submit(lambda: None)
    worker.start()
    last.result(20)
    assert seen == [4]


def test_a_change_never_overtakes_the_request_before_it() -> None:
    worker, seen = Worker(), list[str]()
    worker.submit(lambda: seen.append("change 1"), "a")
    worker.submit(lambda: seen.append("hover"))
    last = worker.submit(lambda: seen.append("change 2"), "a")
    assert worker.waiting("a") and not worker.waiting("b")
    worker.start()
    last.result(20)
    assert seen == ["change 1", "hover", "change 2"]
    assert not worker.waiting("a")


def test_a_job_that_fails_fails_alone() -> None:
    worker = Worker()
    worker.start()
    failing = worker.submit(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        failing.result(20)
    assert worker.submit(lambda: 1).result(20) == 1


def test_the_failure_of_a_job_that_nobody_waits_for_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    worker = Worker()
    worker.start()
    worker.post(lambda: 1 // 0)
    worker.submit(lambda: None).result(20)
    assert "ZeroDivisionError" in caplog.text


def test_a_cancelled_job_does_not_run() -> None:
    worker, seen = Worker(), list[int]()
    assert worker.submit(lambda: seen.append(1)).cancel()
    last = worker.submit(lambda: None)
    worker.start()
    last.result(20)
    assert seen == []


def test_jobs_go_before_the_next_step_in_the_background() -> None:
    worker, seen, begun, go_on = Worker(), list[str](), threading.Event(), threading.Event()

    def steps() -> Iterator[None]:
        seen.append("step 1")
        begun.set()
        go_on.wait(20)
        yield
        seen.append("step 2")
        ended.set()

    ended = threading.Event()
    worker.start()
    worker.set_background(steps())
    assert begun.wait(20)
    worker.submit(lambda: seen.append("job"))
    go_on.set()
    assert ended.wait(20)
    assert seen == ["step 1", "job", "step 2"]


def test_background_work_that_fails_ends_and_can_be_replaced() -> None:
    worker, done = Worker(), threading.Event()

    def failing() -> Iterator[None]:
        yield
        raise RuntimeError("broken")

    def good() -> Iterator[None]:
        yield
        done.set()

    worker.start()
    worker.set_background(failing())
    worker.submit(lambda: None).result(20)
    worker.set_background(good())
    assert done.wait(20)

"""Processes that answer, one job each: a running kernel hears nothing, but a process can be ended.

Belongs here: the processes, their queue, and how a job is handed over.
Does not: the content of jobs (``questions/``), nor HTTP.
"""

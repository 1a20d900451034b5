"""Processes that answer, one job each: a running kernel hears nothing, but a process can be ended.

Belongs here: the processes, their queue, and how a job is handed over.
Does not: what a job is about (``questions/``), nor HTTP.
"""

"""What a table says, in sentences for eye and ear alike: pure, from what is so and what was decided."""

from momentum.spoken.journal import journal_sentence
from momentum.spoken.sentence import Sentence, cells_spoken
from momentum.spoken.steps import steps_now
from momentum.spoken.teller import Teller
from momentum.spoken.telling import Detail, Scene, announced, told
from momentum.spoken.terms import clock_terms, irregular_terms

__all__ = [
    "Detail",
    "Scene",
    "Sentence",
    "Teller",
    "announced",
    "cells_spoken",
    "clock_terms",
    "irregular_terms",
    "journal_sentence",
    "steps_now",
    "told",
]

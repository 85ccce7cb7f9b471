"""Tests of guidance: what each light means."""

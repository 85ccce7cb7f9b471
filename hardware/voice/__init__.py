"""A voice: sentences spoken by a program such as espeak-ng, in processes of its own."""

"""The table in the browser: views of its state, the commands a page may send, and the server between."""

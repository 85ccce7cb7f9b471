"""The errors of the bridge: who broke the protocol, we or they. Runs on CPython and MicroPython alike."""


class BridgeError(Exception):
    """The root of every error the bridge raises on purpose."""


try:

    class ProtocolError(BridgeError, ValueError):
        """Something said over the wire is against the protocol."""

except TypeError:  # MicroPython lets a class have one builtin ancestor only

    class ProtocolError(BridgeError):  # type: ignore[no-redef]
        """Something said over the wire is against the protocol."""


class LocalProtocolError(ProtocolError):
    """We broke the protocol: this end was asked to say something that must not be said."""


class RemoteProtocolError(ProtocolError):
    """They broke the protocol: the frame was whole (its CRC is right), but what it says is wrong."""


class VersionMismatch(RemoteProtocolError):
    """The other end speaks another version of the protocol; one of the two has to be updated."""

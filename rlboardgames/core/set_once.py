"""Objects whose attributes are set once: compiled code relies on what they say."""

__all__ = ["SetOnce"]


class SetOnce:
    """Refuses to change or to delete an attribute that there is.

    Examples
    --------
    >>> from rlboardgames import monad_v0
    >>> monad_v0.game().num_players = 4
    Traceback (most recent call last):
    AttributeError: num_players of a Monad cannot be changed: make another one
    """

    def __setattr__(self, name, value):
        if hasattr(self, name):
            raise AttributeError(f"{name} of a {type(self).__name__} cannot be changed: make another one")
        super().__setattr__(name, value)

    def __delattr__(self, name):
        raise AttributeError(f"{name} of a {type(self).__name__} cannot be deleted")

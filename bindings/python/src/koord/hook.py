"""What of a container changes: the lists of an adjustment."""

from __future__ import annotations

from . import _calls
from .enums import AdjustmentList

__all__ = ["Adjustment"]


class Adjustment(_calls.Adjustment):
    """What of a container changes (docs/hooks.md). Immutable."""

    __slots__ = ()

    def _texts(self, which: AdjustmentList, count: int) -> list[str]:
        return [self.text(which, item) for item in range(count)]

    @property
    def env(self) -> list[str]:
        """Environment variables, "NAME=value", which replace those of that name."""
        return self._texts(AdjustmentList.ENV, self.info.env)

    @property
    def cdi_devices(self) -> list[str]:
        """Names for the container device interface."""
        return self._texts(AdjustmentList.CDI_DEVICES, self.info.cdi_devices)

    @property
    def device_nodes(self) -> list[str]:
        """Paths of device nodes."""
        return self._texts(AdjustmentList.DEVICE_NODES, self.info.device_nodes)

"""Sound in the drills: the clips and marks that a run needs, and the delay of the device that it is heard on."""

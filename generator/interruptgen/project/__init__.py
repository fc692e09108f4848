"""Where a build happens: the configuration, its folder, the sources in it, and their history."""

"""Players. A bot gets a view, never a state; worlds that fit the view are sampled for it."""

"""Rules of thumb, one game a module: quick players that a beginner may lose to, and what playouts are made with."""

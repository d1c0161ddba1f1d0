// Appends records as formsh does, for tests that run several processes at once.

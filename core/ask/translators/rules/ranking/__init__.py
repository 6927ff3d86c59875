"""Which of several readings is meant, and how sure that is."""

"""What people say their own words mean."""

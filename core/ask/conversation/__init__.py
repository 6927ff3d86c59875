"""What makes a talk of single questions: follow-ups, memory, and questions back to the person."""

"""The chat page: questions, answers, and what stands under an answer."""

"""The chat-model translator: any model that LangChain opens, its prompts, and what its replies are checked by."""

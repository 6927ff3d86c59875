"""Joinery for agents: what they may look at and ask, as plain values (`tools`), and served by MCP (`mcp_server`)."""

"""What other tools read and write: witnesses of verification, SARIF, JUnit."""

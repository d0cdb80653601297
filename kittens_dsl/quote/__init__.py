"""Problems shown with the line they are about, in plain text."""

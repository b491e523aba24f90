"""What is printed: brackets, table cards, lists, result sheets, certificates, practice sheets. Values in, PDF out."""

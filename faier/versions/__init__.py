"""Two versions of files -> what became of each claim and of each tight epsilon."""

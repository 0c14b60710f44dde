"""What rules of several kinds ask before a change: may the old and the new both be true?"""

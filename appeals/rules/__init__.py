"""The procedure of an appeal: plain Python, no Django, no clock."""

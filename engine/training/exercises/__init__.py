"""The exercises, one module each: what is asked, how an answer is judged, what a run shows, what changes next.

A drill is a frozen value with its seed. Its next question is a pure function of what was answered so far, so a run can
be stopped and taken up again anywhere, and the same seed and answers always give the same questions.
"""

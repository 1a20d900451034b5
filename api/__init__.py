"""What ``import pokerlake`` offers: the answers of all rooms for arrays, frames and notebooks.

Belongs here: taking what people have, and results that show themselves.
Does not: how anything is computed; nothing of pokerlake but the face at the root imports this room.
"""

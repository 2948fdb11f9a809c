/** A program that a file has taken over, and that never ends. */
for (;;);

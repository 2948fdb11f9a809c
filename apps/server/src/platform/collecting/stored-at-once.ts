/**
 * Documents of one run that are on their way into the safe. Each waits for the disk and for its commit, which the
 * machine does for several in little more than the time of one.
 */
export const storedAtOnce = 8;

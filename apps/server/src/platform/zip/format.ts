/** The entry of a file in the directory at the end. */
export type Written = { name: Buffer; stamp: Buffer; flags: number; crc: number; size: number; offset: number };

/** Readers that know version 45 or newer know archives beyond 4 GB. */
export const versionNeeded = 45;
/** The name is UTF-8 (APPNOTE 4.4.4, bit 11). */
export const nameFlag = 0x0800;
/** Size and checksum follow the content (bit 3). */
export const streamedFlags = nameFlag | 0x0008;

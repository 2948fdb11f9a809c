/** What the directory at the end says of a file. */
export type Written = { name: Buffer; stamp: Buffer; flags: number; crc: number; size: number; offset: number };

/** Of what is 45 or newer, a reader knows archives beyond 4 GB. */
export const versionNeeded = 45;
/** The name is UTF-8; size and checksum follow the content (APPNOTE 4.4.4, bits 11 and 3). */
export const streamedFlags = 0x0808;

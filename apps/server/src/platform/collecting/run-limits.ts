export type RunLimits = {
  /** Without what the owner takes to give a code. */
  timeMs: number;
  /** How long a run that says nothing counts among those that are starting. */
  startMs: number;
  /** How long a connection may go without a byte in either direction. */
  silentMs: number;
  memoryBytes: number;
  /** The bytes that come from the partner, all of them counted. */
  receivedBytes: number;
  connections: number;
  /** Documents that it offers, known ones too: beyond, it goes round in circles. */
  offers: number;
  /** Documents that it brings: the next runs bring the rest. */
  documents: number;
  rememberedBytes: number;
};

export const usualLimits: RunLimits = {
  timeMs: 10 * 60_000,
  startMs: 10_000,
  silentMs: 60_000,
  memoryBytes: 300_000_000,
  receivedBytes: 3_000_000_000,
  connections: 8,
  offers: 20_000,
  documents: 1_000,
  rememberedBytes: 65_536,
};

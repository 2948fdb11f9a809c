const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]']);

function readAddress(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** Whether a browser may be sent there to sign in or out: over TLS, or to this very machine in a demonstration. */
export function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = readAddress(address) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && hostname !== undefined && loopbacks.has(hostname));
}

/** Whether an address that was answered leads to the installation that was configured, and nowhere else. */
export function isAtOrigin(address: string, configured: string | null | undefined): boolean {
  const origin = readAddress(address)?.origin;
  return isSafeAddress(address) && origin === readAddress(configured ?? '')?.origin;
}

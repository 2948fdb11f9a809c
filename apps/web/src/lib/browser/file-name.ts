/** The name that an answer gives to its bytes (RFC 6266): the extended form first. */
export function fileNameOf(disposition: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Not encoded as it says: the plain form is left.
      return plainName(disposition);
    }
  }
  return plainName(disposition);
}

const plainName = (disposition: string | null) => /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];

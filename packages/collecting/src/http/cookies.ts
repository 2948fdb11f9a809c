type Cookie = { name: string; value: string; domain: string; isHostOnly: boolean; path: string; isSecure: boolean };

const atMost = 200;

/** The cookies of one run (RFC 6265, as far as a partner's pages need it); they end with it. */
export class CookieJar {
  #cookies: Cookie[] = [];

  /** Takes the `Set-Cookie` headers of an answer of this address. */
  take(url: URL, headers: readonly string[]): void {
    for (const header of headers) {
      const cookie = parse(url, header);
      if (!cookie) continue;
      const { isExpired, ...kept } = cookie;
      const others = this.#cookies.filter((known) => !isSame(known, kept));
      this.#cookies = isExpired ? others : [...others, kept].slice(-atMost);
    }
  }

  /** The `Cookie` header for a request to this address; undefined without any. */
  headerFor(url: URL): string | undefined {
    const sent = this.#cookies
      .filter((cookie) => isFor(cookie, url))
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`);
    return sent.length === 0 ? undefined : sent.join('; ');
  }
}

const isSame = (a: Cookie, b: Cookie): boolean => a.name === b.name && a.domain === b.domain && a.path === b.path;

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const isFor = (cookie: Cookie, { hostname, pathname, protocol }: URL): boolean =>
  (cookie.isHostOnly ? hostname === cookie.domain : isWithin(hostname, cookie.domain)) &&
  (pathname === cookie.path || pathname.startsWith(cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`)) &&
  (!cookie.isSecure || protocol === 'https:');

function parse({ hostname, pathname }: URL, header: string): (Cookie & { isExpired: boolean }) | null {
  const [pair = '', ...attributes] = header.split(';');
  const split = pair.indexOf('=');
  if (split < 1) return null;
  const given = new Map(
    attributes.map((attribute) => {
      const [key = '', ...rest] = attribute.split('=');
      return [key.trim().toLowerCase(), rest.join('=').trim()] as const;
    }),
  );
  const domain = (given.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  // A partner speaks for itself alone, and never for a whole top-level domain.
  if (domain !== '' && (!domain.includes('.') || !isWithin(hostname, domain))) return null;
  const path = given.get('path');
  return {
    name: pair.slice(0, split).trim(),
    value: pair.slice(split + 1).trim(),
    domain: domain || hostname,
    isHostOnly: domain === '',
    path: path?.startsWith('/') ? path : pathname.slice(0, Math.max(1, pathname.lastIndexOf('/'))),
    isSecure: given.has('secure'),
    isExpired: Number(given.get('max-age') ?? 1) <= 0 || isPast(given.get('expires')),
  };
}

/** A partner ends a cookie by a date at the very beginning of time: no other is looked at, since a run is short. */
const isPast = (expires: string | undefined): boolean => {
  const at = expires === undefined ? Number.NaN : Date.parse(expires);
  return !Number.isNaN(at) && at <= 86_400_000;
};

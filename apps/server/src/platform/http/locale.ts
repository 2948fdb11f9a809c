export type Locale = 'fr' | 'en';

/** The first of our languages in an `Accept-Language` (RFC 9110, 12.5.4), by its weights; French without one. */
export function readLocale(header: string | undefined): Locale {
  const wanted = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const ours = wanted.filter(({ language, weight }) => (language === 'fr' || language === 'en') && weight > 0);
  const best = ours.toSorted((a, b) => b.weight - a.weight)[0];
  return best?.language === 'en' ? 'en' : 'fr';
}

/** The language that a request asks for. */
export const localeOf = ({ headers }: { headers: { 'accept-language'?: string | undefined } }): Locale =>
  readLocale(headers['accept-language']);

/** The same; null where the request asks for none. */
export const askedLocaleOf = (request: Parameters<typeof localeOf>[0]): Locale | null =>
  request.headers['accept-language'] === undefined ? null : localeOf(request);

import { countryCodes } from '@perenne/contract/countries';

/** Every country under its name in a language, in that language's order. */
export function countriesIn(locale: string): { id: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return countryCodes
    .map((id) => ({ id, label: names.of(id) ?? id }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));
}

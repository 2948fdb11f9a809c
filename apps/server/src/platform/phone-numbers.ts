import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Calling codes of France and of its territories overseas. */
const frenchCallingCodes = new Set(['33', '262', '508', '590', '594', '596', '681', '687', '689']);

/**
 * A French number as typed, in E.164 (`+33612345678`); null when it is none. The ranges that are
 * kept for fiction (06 39 98 …) are accepted: what counts is that the number can be dialled.
 */
export function readFrenchPhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'FR', extract: false });
  if (!number || number.ext !== undefined || !frenchCallingCodes.has(number.countryCallingCode)) return null;
  const isDialled = number.countryCallingCode === '33' ? /^[1-9]\d{8}$/.test(number.nationalNumber) : number.isValid();
  return isDialled ? number.number : null;
}

/** A French number that receives SMS, in E.164; null for a landline too. */
export function readFrenchMobile(typed: string): string | null {
  const dialled = readFrenchPhone(typed);
  const number = dialled === null ? undefined : parsePhoneNumberFromString(dialled);
  if (!number) return null;
  const isMobile =
    number.countryCallingCode === '33'
      ? /^[67]/.test(number.nationalNumber)
      : ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(String(number.getType()));
  return isMobile ? number.number : null;
}

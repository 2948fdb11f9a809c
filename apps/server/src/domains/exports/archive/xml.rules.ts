/** The namespaces and algorithms of the files in `META-INF`. */
export const names = {
  asic: 'http://uri.etsi.org/02918/v1.2.1#',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  signedProperties: 'http://uri.etsi.org/01903#SignedProperties',
  c14n: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  es256: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
} as const;

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Characters that XML 1.0 cannot write, not even by a reference. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' },
};

/** Escaped as canonical XML escapes the text of an element. */
export const escapeText = (text: string): string =>
  text.replace(unwritable, '\ufffd').replace(/[&<>\r]/g, (character) => entities[character] ?? character);

/** Escaped as canonical XML escapes the value of an attribute. */
export const escapeAttribute = (text: string): string =>
  text.replace(unwritable, '\ufffd').replace(/[&<"\t\n\r]/g, (character) => entities[character] ?? character);

/** The path of a file as a relative URI (RFC 3986). */
export const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

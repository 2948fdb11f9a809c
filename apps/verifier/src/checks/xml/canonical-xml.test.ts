import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasXmlTools, inFolder } from '../../testing/openssl.ts';
import { utf8 } from '../bytes.ts';
import { canonicalXml, type CanonicalForm } from './canonical-xml.ts';
import { findOne, parseXml } from './xml.ts';

const canonical = (text: string, form: CanonicalForm, ...path: string[]): string =>
  canonicalXml(findOne(parseXml(utf8(text), 'x.xml'), ...path) ?? expect.fail('no such element'), form);

const texts = [
  `<a xmlns="urn:a" xmlns:b="urn:b" b:z="1" a="2" y='3'><b:c xmlns:b="urn:b"/><d xmlns=""/></a>`,
  `<p:a xmlns:p="urn:p" xmlns:unused="urn:u">\r\n<p:b c="&lt;&quot;&amp;&#9;&#10;&#13;>'"/>&gt;&amp;&#13;<![CDATA[<x>&]]></p:a>`,
  `<a xmlns:z="urn:1" xmlns:y="urn:2" z:a="1" y:a="2"><?target data?><b xmlns:z="urn:3" z:q="é"/><c z:q="🙂"/></a>`,
];

describe('the canonical form of XML', () => {
  it.skipIf(!hasXmlTools).each(texts)('is that of xmllint for %j', (text) => {
    for (const [form, option] of [
      ['inclusive', '--c14n'],
      ['exclusive', '--exc-c14n'],
    ] as const) {
      const expected = inFolder((folder) => {
        writeFileSync(join(folder, 'x.xml'), text);
        return execFileSync('xmllint', ['--nonet', option, join(folder, 'x.xml')], { encoding: 'utf8' });
      });
      expect(canonical(text, form)).toBe(expected);
    }
  });

  it('takes along what stands around a part, where the form says so', () => {
    const text = `<a xmlns="urn:a" xmlns:b="urn:b" xml:lang="fr"><b:c d="1"><e/></b:c></a>`;
    expect(canonical(text, 'inclusive', 'c')).toBe(
      `<b:c xmlns="urn:a" xmlns:b="urn:b" d="1" xml:lang="fr"><e></e></b:c>`,
    );
    expect(canonical(text, 'exclusive', 'c')).toBe(`<b:c xmlns:b="urn:b" d="1"><e xmlns="urn:a"></e></b:c>`);
  });

  it.each(['<a>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '<a b="1" b="2"/>', 'a', ''])(
    'is that of no %j',
    (text) => {
      expect(() => parseXml(utf8(text), 'x.xml')).toThrow('notXml');
    },
  );
});

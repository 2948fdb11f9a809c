import { describe, expect, it } from 'vitest';
import { formatOf } from './pronom.rules.ts';

const of = (mimeType: string, head: string) => formatOf(mimeType, Buffer.from(head, 'latin1'));

describe('the format of a file', () => {
  it('is its PRONOM identifier, by its version where the registry tells versions apart', () => {
    expect(of('application/pdf', '%PDF-1.7\n')).toBe('fmt/276');
    expect(of('application/pdf', '\r\n%PDF-1.4\n')).toBe('fmt/18');
    expect(of('image/gif', 'GIF89a')).toBe('fmt/4');
    expect(of('image/jpeg', '\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01')).toBe('fmt/43');
    expect(of('image/webp', 'RIFF\x00\x01\x02\x03WEBPVP8L')).toBe('fmt/567');
    expect(of('text/plain; charset=utf-8', 'abc')).toBe('x-fmt/111');
  });

  it('is its MIME type where that is all that is known', () => {
    expect(of('application/pdf', '%PDF-3.1')).toBe('application/pdf');
    expect(of('image/png', '\x89PNG')).toBe('image/png');
    expect(of('application/msword', '\xd0\xcf')).toBe('application/msword');
  });
});

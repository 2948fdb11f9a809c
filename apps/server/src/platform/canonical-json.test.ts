import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('writes the same facts in one way', () => {
  const facts = { b: [1, { y: null, x: 'é "q" \n' }], a: true, '\u20ac': -0, A: 1e21 };
  const turned = { A: 1e21, '\u20ac': 0, a: true, b: [1, { x: 'é "q" \n', y: null }] };
  expect(canonicalJson(facts)).toBe(canonicalJson(turned));
  expect(canonicalJson(facts)).toBe('{"A":1e+21,"a":true,"b":[1,{"x":"é \\"q\\" \\n","y":null}],"€":0}');
});

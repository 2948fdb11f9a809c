/** Without what is read or heard for something else: 0 and O, 1, I and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 3;
const groupLength = 4;

/** A code that can be dictated: three groups of four, about 59 bits. */
export function makeSecurityCode(): string {
  const code = Array.from({ length: groups * groupLength }, () => letters[draw(letters.length)] ?? '');
  return Array.from({ length: groups }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-');
}

/** Each value as likely as any other: those beyond the last whole round are drawn again. */
function draw(below: number): number {
  const bytes = crypto.getRandomValues(new Uint8Array(1));
  const [value = 0] = bytes;
  return value < 256 - (256 % below) ? value % below : draw(below);
}

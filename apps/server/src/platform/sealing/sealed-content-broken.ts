/** The sealed content is damaged, cut short, out of order, or belongs to another document or key. */
export class SealedContentBroken extends Error {
  override readonly name = 'SealedContentBroken';
}

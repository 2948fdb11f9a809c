import type { Html } from './html.ts';

/** Rules beyond inline styles: the dark theme, and narrow screens. Mail programs that drop them show the light one. */
export const mailStyle: Html = {
  source: `<style>
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #0a1419 !important; }
  .card { background-color: #16262d !important; }
  .text { color: #e6eef0 !important; }
  .muted { color: #a5b8bf !important; }
  .tint { background-color: #15343f !important; }
  .on-tint { color: #b4e0eb !important; }
  .primary { background-color: #86cbdc !important; }
  .on-primary { color: #06222b !important; }
  .link { color: #86cbdc !important; }
}
@media (max-width: 480px) {
  .card { padding: 28px 20px 24px !important; }
  .head { padding: 18px 20px !important; }
  .display { font-size: 23px !important; line-height: 28px !important; }
}
</style>`,
};

import { encode } from 'uqr';
import css from './qr-code.module.css';

/** Modules of quiet around the code (ISO/IEC 18004). */
const quiet = 2;
/** From here on, larger modules help a camera more than redundancy does. */
const longText = 200;

/** A text as a QR code, drawn here: it never leaves the page. Dark on white in both themes, for cameras. */
export function QrCode({ text, label, size: side = 208 }: { text: string; label: string; size?: number }) {
  const { data, size } = encode(text, { ecc: text.length > longText ? 'L' : 'M', border: quiet });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      className={css.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

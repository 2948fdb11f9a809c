const ticks = 50;

const lines = Array.from({ length: ticks }, (_, index) => {
  const angle = (index / ticks) * 2 * Math.PI - Math.PI / 2;
  const inner = index % 5 ? 41 : 38.5;
  const at = (radius: number) => [(Math.cos(angle) * radius).toFixed(2), (Math.sin(angle) * radius).toFixed(2)];
  const [x1, y1] = at(inner);
  const [x2, y2] = at(47);
  return { index, x1, y1, x2, y2 };
});

interface DialProps {
  /** 0 to 1: the share of the ticks that are lit. */
  value?: number;
  size?: number;
  strokeWidth?: number;
  className?: string | undefined;
}

/** The motif of the brand: a safe's dial of 50 ticks, one for each year a document is kept. */
export function Dial({ value = 0, size = 132, strokeWidth = 3, className }: DialProps) {
  const lit = value > 0 ? Math.max(1, Math.round(value * ticks)) : 0;
  return (
    <svg viewBox="-50 -50 100 100" width={size} height={size} className={className} aria-hidden>
      {lines.map(({ index, ...line }) => (
        <line
          key={index}
          {...line}
          strokeWidth={strokeWidth}
          strokeLinecap="round"
          stroke={index < lit ? 'var(--dial-on, var(--primary))' : 'var(--dial-off, var(--border))'}
        />
      ))}
    </svg>
  );
}

const ink = '#134c5c';

interface BarProps {
  x: number;
  y: number;
  width: number;
  height?: number;
  opacity: number;
}

const Bar = ({ height = 5, ...bar }: BarProps) => <rect {...bar} height={height} rx={height / 2} fill={ink} />;

const labels = [70, 54, 78, 46, 62];

/** Paper stays paper: the same in both themes. */
export const PayslipDrawing = ({ className }: { className?: string | undefined }) => (
  <svg viewBox="0 0 190 250" className={className} aria-hidden>
    <path d="M14 0h130l46 46v190a14 14 0 0 1-14 14H14a14 14 0 0 1-14-14V14A14 14 0 0 1 14 0z" fill="#fbfdfd" />
    <path d="M144 0l46 46h-34a12 12 0 0 1-12-12z" fill="#bcd3da" />
    <circle cx="32" cy="34" r="12" fill="#e2a93b" />
    <Bar x={52} y={25} width={62} opacity={0.85} height={7} />
    <Bar x={52} y={38} width={40} opacity={0.3} />
    {labels.map((width, index) => (
      <g key={width}>
        <Bar x={20} y={70 + index * 18} width={width} opacity={0.28} />
        <Bar x={134} y={70 + index * 18} width={36} opacity={0.5} />
      </g>
    ))}
    <rect x="20" y="166" width="150" height="34" rx="8" fill="#e1eff2" />
    <Bar x={32} y={180} width={48} opacity={0.7} height={6} />
    <Bar x={118} y={178} width={40} opacity={1} height={9} />
    <Bar x={20} y={216} width={88} opacity={0.2} />
    <Bar x={20} y={228} width={60} opacity={0.2} />
  </svg>
);

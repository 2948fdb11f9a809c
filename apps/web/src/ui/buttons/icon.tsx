import type { SVGProps } from 'react';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  /** Its width and its height. */
  size?: number;
  /** How thick its lines are. */
  stroke?: number;
};

/** An icon of Tabler. The build knows its lines by its name; without a build, in unit tests, it has none. */
export const makeIcon = (_name: string, lines: readonly string[] = []) =>
  function Icon({ size = 24, stroke = 2, ...props }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...props}
      >
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </svg>
    );
  };

/** The walls that the kernel puts around a process, as they were tried on this machine. */
export type Walls = {
  /** A user of its own that owns nothing, without capabilities, and without a way to new privileges. */
  user: boolean;
  /** No network: not the machine's own addresses either. */
  network: boolean;
  /** No files but the code that it reads. */
  files: boolean;
  /** A filter lets through the system calls that our programs need and no other. */
  systemCalls: boolean;
  /** The machine's answer if it gave less than all of them. */
  refusal: string | null;
  /** The command that puts up the walls and becomes `command`, which may see these absolute paths. */
  wrap(command: readonly string[], paths: readonly string[]): string[];
};

export const noWalls = (refusal: string): Walls => ({
  ...{ user: false, network: false, files: false, systemCalls: false, refusal },
  wrap: (command) => [...command],
});

export const wallNames = {
  user: 'a user that owns nothing',
  network: 'no network',
  files: 'no files',
  systemCalls: 'a filter of system calls',
} as const;

/** The walls that are missing, for an operator; empty where all are up. */
export function missingWalls(walls: Walls): string[] {
  return (['user', 'network', 'files', 'systemCalls'] as const)
    .filter((wall) => !walls[wall])
    .map((wall) => wallNames[wall]);
}

/** The numbers of a system call by machine; null where the machine has no such call. */
type Numbers = readonly [x64: number | null, arm64: number | null];

/** All that Node, the decoders in WebAssembly and the decoder of images ask of the kernel. The most frequent first. */
const allowed: Record<string, Numbers> = {
  futex: [202, 98],
  read: [0, 63],
  write: [1, 64],
  mmap: [9, 222],
  mprotect: [10, 226],
  munmap: [11, 215],
  madvise: [28, 233],
  epoll_pwait: [281, 22],
  epoll_wait: [232, null],
  epoll_ctl: [233, 21],
  clock_gettime: [228, 113],
  statx: [332, 291],
  openat: [257, 56],
  close: [3, 57],
  getcwd: [79, 17],
  brk: [12, 214],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  sigaltstack: [131, 132],
  getpid: [39, 172],
  getppid: [110, 173],
  gettid: [186, 178],
  getuid: [102, 174],
  geteuid: [107, 175],
  getgid: [104, 176],
  getegid: [108, 177],
  getgroups: [115, 158],
  capget: [125, 90],
  fcntl: [72, 25],
  dup: [32, 23],
  dup2: [33, null],
  dup3: [292, 24],
  pipe: [22, null],
  pipe2: [293, 59],
  eventfd2: [290, 19],
  epoll_create1: [291, 20],
  poll: [7, null],
  ppoll: [271, 73],
  readv: [19, 65],
  writev: [20, 66],
  pread64: [17, 67],
  lseek: [8, 62],
  open: [2, null],
  stat: [4, null],
  lstat: [6, null],
  fstat: [5, 80],
  newfstatat: [262, 79],
  access: [21, null],
  faccessat: [269, 48],
  faccessat2: [439, 439],
  readlink: [89, null],
  readlinkat: [267, 78],
  getdents64: [217, 61],
  mremap: [25, 216],
  mincore: [27, 232],
  membarrier: [324, 283],
  pkey_mprotect: [329, 288],
  pkey_alloc: [330, 289],
  pkey_free: [331, 290],
  prlimit64: [302, 261],
  getrlimit: [97, 163],
  getrusage: [98, 165],
  getrandom: [318, 278],
  gettimeofday: [96, 169],
  time: [201, null],
  times: [100, 153],
  clock_getres: [229, 114],
  clock_nanosleep: [230, 115],
  nanosleep: [35, 101],
  uname: [63, 160],
  sysinfo: [99, 179],
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  sched_getscheduler: [145, 120],
  sched_getparam: [143, 121],
  getpriority: [140, 141],
  sched_get_priority_max: [146, 125],
  sched_get_priority_min: [147, 126],
  set_tid_address: [218, 96],
  set_robust_list: [273, 99],
  rseq: [334, 293],
  arch_prctl: [158, null],
  restart_syscall: [219, 128],
  exit: [60, 93],
  exit_group: [231, 94],
  // The pipes to the parent are sockets that are connected already.
  shutdown: [48, 210],
  getsockname: [51, 204],
  getpeername: [52, 205],
  getsockopt: [55, 209],
  // Becoming Node comes after the filter. Behind the other walls Node is the only program there is.
  execve: [59, 221],
};

/** Answered as by a kernel that does not know them: the libraries then take the older call. */
const unknown: Record<string, Numbers> = {
  // Its flags are in memory, where a filter cannot look.
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** Allowed with these first or second arguments alone. */
const bounded: Record<string, { numbers: Numbers; argument: 0 | 1; values: readonly number[] }> = {
  // FIONBIO, FIOCLEX, FIONCLEX, FIONREAD
  ioctl: { numbers: [16, 29], argument: 1, values: [0x5421, 0x5451, 0x5450, 0x541b] },
  // PR_SET_NAME, PR_GET_NAME, PR_SET_VMA
  prctl: { numbers: [157, 167], argument: 0, values: [15, 16, 0x53564d41] },
};

/** A thread may begin; a process may not. */
const clone: Numbers = [56, 220];
const cloneThread = 0x10000;

const machines: Partial<Record<NodeJS.Architecture, { column: 0 | 1; auditArch: number }>> = {
  x64: { column: 0, auditArch: 0xc000003e },
  arm64: { column: 1, auditArch: 0xc00000b7 },
};

/** The calls by which walls are built, in the order in which `walls.pl` takes them. */
const building: readonly Numbers[] = [
  [272, 97], // unshare
  [165, 40], // mount
  [155, 41], // pivot_root
  [166, 39], // umount2
  [116, 159], // setgroups
  [119, 149], // setresgid
  [117, 147], // setresuid
  [157, 167], // prctl
  [126, 91], // capset
];

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfSet = 0x45;
const end = 0x06;
const outcomes = { allow: 0x7fff0000, refuse: 0x00050001, unknown: 0x00050026, kill: 0x80000000 };

type Instruction = { code: number; ifTrue?: number; ifFalse?: number; k: number };

const loadWord = (offset: number): Instruction => ({ code: load, k: offset });
const answer = (outcome: keyof typeof outcomes): Instruction => ({ code: end, k: outcomes[outcome] });
/** Goes on with the next instruction if it is equal, and leaves out so many if it is not. */
const unlessEqual = (k: number, skipped: number): Instruction => ({
  code: jumpIfEqual,
  ifTrue: 0,
  ifFalse: skipped,
  k,
});
const argumentOffset = (argument: number): number => 16 + 8 * argument;

/** The numbers for `walls.pl`, and the program of the filter in hex; null on a machine that was never tried. */
export function systemCallsOf(machine: NodeJS.Architecture): { building: string; filter: string } | null {
  const known = machines[machine];
  if (!known) return null;
  const { column, auditArch } = known;
  const each = (calls: Record<string, Numbers>, outcome: 'allow' | 'unknown') =>
    Object.values(calls).flatMap((numbers) => {
      const number = numbers[column];
      return number === null ? [] : [unlessEqual(number, 1), answer(outcome)];
    });
  const oneOf = ({ numbers, argument, values }: (typeof bounded)[string]) => [
    unlessEqual(numbers[column] ?? 0, 2 * values.length + 2),
    loadWord(argumentOffset(argument)),
    ...values.flatMap((value) => [unlessEqual(value, 1), answer('allow')]),
    answer('refuse'),
  ];
  const program = [
    ...[loadWord(4), { code: jumpIfEqual, ifTrue: 1, ifFalse: 0, k: auditArch }, answer('kill'), loadWord(0)],
    ...each(allowed, 'allow'),
    ...each(unknown, 'unknown'),
    ...Object.values(bounded).flatMap(oneOf),
    ...[unlessEqual(clone[column] ?? 0, 3), loadWord(argumentOffset(0))],
    ...[{ code: jumpIfSet, ifTrue: 0, ifFalse: 1, k: cloneThread }, answer('allow')],
    answer('refuse'),
  ];
  return { building: building.map((numbers) => numbers[column]).join(), filter: encode(program).toString('hex') };
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * program.length);
  for (const [at, { code, ifTrue = 0, ifFalse = 0, k }] of program.entries()) {
    bytes.writeUInt16LE(code, 8 * at);
    bytes.writeUInt8(ifTrue, 8 * at + 2);
    bytes.writeUInt8(ifFalse, 8 * at + 3);
    bytes.writeUInt32LE(k, 8 * at + 4);
  }
  return bytes;
}

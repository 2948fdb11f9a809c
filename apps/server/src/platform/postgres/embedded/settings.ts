import { totalmem } from 'node:os';

/** `full` survives a power cut; `none` is for test databases, which are thrown away. */
export type Durability = 'full' | 'none';

/** Those that PostgreSQL keeps for its owner among them. */
const ownersConnections = 10;

const megabyte = 1024 * 1024;

/** Settings for a small machine that also runs the application, which opens up to so many connections. */
export function serverSettings(durability: Durability, connections: number): Record<string, string> {
  const sharedBuffersMb = Math.max(32, Math.min(256, Math.floor(totalmem() / megabyte / 8)));
  return {
    shared_buffers: `${sharedBuffersMb}MB`,
    max_connections: String(connections + ownersConnections),
    max_worker_processes: '4',
    max_parallel_workers_per_gather: '0',
    max_wal_senders: '2',
    // The statements are short: compiling them costs more than it saves.
    jit: 'off',
    // Bounds the replay after a crash to some seconds.
    max_wal_size: '512MB',
    min_wal_size: '128MB',
    wal_buffers: '16MB',
    wal_compression: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // Statements and their values never reach a log: neither the text of an error (WARNING and ERROR are left out,
    // the application receives them) nor its details.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...durabilitySettings(durability),
  };
}

function durabilitySettings(durability: Durability): Record<string, string> {
  const state = durability === 'full' ? 'on' : 'off';
  // In the folder of the database, which is in memory and goes when it is thrown away. Elsewhere a server that is killed
  // leaves its shared memory behind; Windows knows one kind alone.
  const isInFolder = durability === 'none' && process.platform !== 'win32';
  return {
    ...{ fsync: state, synchronous_commit: state, full_page_writes: state },
    ...(isInFolder && { dynamic_shared_memory_type: 'mmap' }),
  };
}

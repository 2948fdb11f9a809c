import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Nothing that is loaded here has a reason to reach anybody; the permissions of Node do not cover the network yet. */
const refuse = (): never => {
  throw new Error('this process reaches nobody');
};

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
dgram.createSocket = refuse;
Object.assign(dns, { lookup: refuse, resolve: refuse });
Object.assign(dns.promises, { lookup: refuse, resolve: refuse });
syncBuiltinESMExports();

/** Messages of libraries would be taken for an answer. */
const hush = (): void => {};
Object.assign(console, { log: hush, info: hush, warn: hush, error: hush, debug: hush });

import 'fastify';
import '@fastify/cookie';
import type { Endpoint } from '@perenne/contract/endpoint';
import type { Actor, Origin } from './actors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    origin: Origin;
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** The endpoint of the call in the contract. */
    endpoint?: Endpoint;
  }
}

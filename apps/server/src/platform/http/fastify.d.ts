import 'fastify';
import '@fastify/cookie';
import type { Actor, Origin } from './actors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    origin: Origin;
    actor: Actor;
  }
}

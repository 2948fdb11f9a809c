/** The public face of links: what the reference of a mailed or copied link opens, whichever domain made it. */
export { mountLinks } from './links.routes.ts';

/** The public face of the activation: how someone whom an employer knows becomes the owner of a safe. */
export { activationJobs, allActivationJobs } from './activation.jobs.ts';
export { mountActivation } from './activation.routes.ts';
export { forbiddenAddress } from './addresses.ts';
export { authenticateFederatedNewcomer } from './begin-federated-activation.ts';
export { askerOfOwner, proveSafe, type MergeProof } from './prove-safe.ts';
export { authenticateNewcomer } from './newcomer.ts';

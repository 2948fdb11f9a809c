import { login } from '@perenne/contract/identity';
import { contractResolver } from '../../lib/contract-resolver.ts';

export const credentialsResolver = contractResolver(login.body.pick({ email: true, password: true }));

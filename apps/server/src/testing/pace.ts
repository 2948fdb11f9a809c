export { pace } from '../../../../scripts/testing/machine.mjs';

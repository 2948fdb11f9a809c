/** How many times slower than usual the machine is, as `npm test` has measured it: it stretches each limit. */
export const pace = Number(process.env.PERENNE_TEST_PACE ?? 1);

/** Whether « de » becomes « d’ » before the name of a month: d’avril, d’août, d’octobre. Only French asks. */
export const elides = (month: string): 'yes' | 'no' => (/^[ao]/i.test(month) ? 'yes' : 'no');

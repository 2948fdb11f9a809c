import { BaseSequencer } from 'vitest/node';

/** The files that take longest, by far: begun last, one of them would run alone at the end. The first makes what two others need. */
const longest = [
  'src/instance.test.ts',
  'merge/merge-kills.http.test.ts',
  'resumable/tus-client.http.test.ts',
  'objects/radosgw.test.ts',
  'src/instance-kills.test.ts',
  'jobs/jobs.test.ts',
  'src/instance-beside.test.ts',
];

/** A first run knows no durations, and takes the largest files first. */
export class LongestFirst extends BaseSequencer {
  async sort(specifications) {
    const rank = ({ moduleId }) => {
      const index = longest.findIndex((end) => moduleId.endsWith(end));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(specifications)).toSorted((a, b) => rank(a) - rank(b));
  }
}

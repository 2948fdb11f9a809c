import { relative } from 'node:path';
import { root } from '../run.mjs';
import { quote, report } from './events.mjs';

const states = { passed: 'passed', skipped: 'skipped' };

/** A reporter of Playwright for the run that started it. */
export default class RunReporter {
  onBegin(config, suite) {
    report({ type: 'planned', count: suite.allTests().length });
  }

  onTestEnd(test, { status, duration, errors, startTime }) {
    const project = test.parent.project().name;
    const place = `${relative(root, test.location.file)}:${test.location.line}`;
    const state = states[status] ?? 'failed';
    report({
      type: 'test',
      name: `${place} › ${test.title} (${project})`,
      state,
      ms: duration,
      ...(state === 'failed' && { error: describe(errors), startedAt: startTime.toISOString() }),
      repeat: `${quote(place)} --project ${project}`,
    });
  }

  onError(error) {
    const file = relative(root, error.location?.file ?? '');
    const repeat = file.endsWith('.spec.ts') ? quote(file) : 'journeys';
    report({ type: 'fault', name: 'outside of any journey', error: describe([error]), repeat });
  }

  printsToStdio() {
    return false;
  }
}

const describe = (errors) => errors.map(({ stack, message, value }) => stack ?? message ?? value).join('\n');

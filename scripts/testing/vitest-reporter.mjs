import { relative } from 'node:path';
import { root } from '../run.mjs';
import { quote, report } from './events.mjs';

const states = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' };

/** A reporter of Vitest for the run that started it. */
export default class RunReporter {
  onTestModuleCollected(module) {
    report({ type: 'planned', count: [...module.children.allTests()].length });
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    const file = fileOf(test.module);
    report({
      type: 'test',
      name: `${file} › ${test.fullName}`,
      state: states[state],
      ms: test.diagnostic()?.duration ?? 0,
      ...(state === 'failed' && { error: describe(errors) }),
      repeat: `${quote(file)} -t ${quote(patternOf(test.name))}`,
    });
  }

  onTestModuleEnd(module) {
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    const errors = [...module.errors(), ...suites];
    const file = fileOf(module);
    if (errors.length > 0) report({ type: 'fault', name: file, error: describe(errors), repeat: quote(file) });
  }

  onTestRunEnd(modules, unhandledErrors) {
    for (const error of unhandledErrors) {
      // Vitest notes the file during which it came, where it knows one.
      const path = error.VITEST_TEST_PATH;
      const repeat = path ? quote(relative(root, path)) : 'unit';
      report({ type: 'fault', name: 'outside of any test', error: describe([error]), repeat });
    }
  }
}

/** Vitest reads what follows `-t` as a regular expression. */
const patternOf = (name) => `${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

const fileOf = (module) => relative(root, module.moduleId);

const describe = (errors) =>
  errors.map(({ stack, message, diff }) => [stack ?? message, diff].filter(Boolean).join('\n')).join('\n');

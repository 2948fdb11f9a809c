import { appendFileSync } from 'node:fs';
import process from 'node:process';

/** A reporter of Vitest: a line for each test or file that failed, into the file that `FAILED_TESTS` names. */
export default class FailedTests {
  onTestRunEnd(modules, unhandledErrors) {
    const lines = [
      ...modules.flatMap((module) => linesOf(module)),
      ...unhandledErrors.map((error) => `outside of any test: ${firstLine(error)}`),
    ];
    for (const line of lines) appendFileSync(process.env.FAILED_TESTS, `${line}\n`);
  }
}

function linesOf(module) {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests('failed')];
  return [
    ...module.errors().map((error) => `${file}: ${firstLine(error)}`),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map((error) => `${file} › ${suite.fullName}: ${firstLine(error)}`),
    ),
    ...tests.map((test) => `${file} › ${test.fullName}: ${firstLine(test.result().errors[0])}`),
  ];
}

const firstLine = (error) => String(error?.message ?? error).split('\n', 1)[0];

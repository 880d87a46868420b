import * as v from 'valibot'
import { countPlaywright } from '../../scripts/count-playwright.ts'
import type { Fault } from './fault.ts'

/** `missed`: the tests stayed green. `invalid`: nothing can be said, and why stands in `reason`. */
export type Verdict = { result: 'caught' | 'missed' } | { result: 'invalid'; reason: string }

const invalid = (reason: string): Verdict => ({ result: 'invalid', reason })

/** The file with the fault in it, or null where the list is out of date: the text has to stand there exactly once. */
export function plant(text: string, { find, replace }: Pick<Fault, 'find' | 'replace'>): string | null {
  const pieces = text.split(find)
  return find !== '' && find !== replace && pieces.length === 2 ? pieces.join(replace) : null
}

/** What a compiler refuses never reaches a test. That an import is left over with nothing to do is no fault of its own. */
export const readTypeErrors = (output: string): string[] =>
  output.split('\n').filter((line) => /error TS\d+/.test(line) && !/error TS(6133|6192|6196|6198)\b/.test(line))

/** A test file as it was run: `faults` is what was wrong with the file itself. */
export type TestFile = { name: string; faults: readonly string[]; tests: readonly { state: string; messages: readonly string[] }[] }

/** A machine under load is slow, and code that cannot be read fails everywhere: neither says that a test noticed anything. */
const tellsNothing = /(Test|Hook) timed out|^(SyntaxError|ReferenceError): |Failed to (load|parse|resolve)|Transform failed/m

const brokenSql = /D1_ERROR: (near \\?"|no such |ambiguous |incomplete input|unrecognized token|wrong number of)/

type VitestRun = { files: readonly TestFile[]; errors: readonly string[]; logged: string }

/** Caught is a failed test in a file that could be loaded. */
export function judgeTestFiles({ files, errors, logged }: VitestRun): Verdict {
  const broken = files.find(({ faults }) => faults.length > 0)
  if (broken) return invalid(`${broken.name} could not be run: ${broken.faults.join(', ')}`)
  if (brokenSql.test(logged)) return invalid('a statement could not be read')
  const tests = files.flatMap((file) => file.tests)
  const failed = tests.filter(({ state }) => state === 'failed')
  if (failed.some(({ messages }) => !tellsNothing.test(messages.join('\n')))) return { result: 'caught' }
  if (failed.length > 0) return invalid('its tests timed out or could not run')
  if (errors.length > 0) return invalid(`outside of its tests: ${errors.join(', ')}`)
  return tests.some(({ state }) => state === 'passed') ? { result: 'missed' } : invalid('there are no such tests')
}

const PlaywrightErrors = v.object({ errors: v.optional(v.array(v.unknown()), []) })

export function judgePlaywright(code: number, report: unknown): Verdict {
  const parsed = v.safeParse(PlaywrightErrors, report)
  if (!parsed.success) return invalid('the tests did not report')
  if (parsed.output.errors.length > 0) return invalid('the browser tests could not start')
  const { passed, failed } = countPlaywright(report)
  if (failed > 0) return { result: 'caught' }
  if (passed === 0) return invalid('there are no such tests')
  return code === 0 ? { result: 'missed' } : invalid('the run ended badly without a failed test')
}

/** `✗ lint (3.1 s)` is what `npm run check` prints of a check that failed. */
export function judgeChecks(output: string, names: readonly string[]): Verdict {
  const marks = names.map((name) => output.split('\n').find((line) => /^[✓✗] /.test(line) && line.slice(2).startsWith(`${name} (`))?.[0])
  if (marks.includes(undefined)) return invalid('there are no such checks')
  return { result: marks.includes('✗') ? 'caught' : 'missed' }
}

export type Outcome = { fault: Fault; layer: string; verdict: Verdict }

/** Fewer caught than this share, and the tests are no longer to be trusted. */
const leastShare = 0.95

export function summarize(outcomes: readonly Outcome[]): { line: string; isGood: boolean } {
  const caught = outcomes.filter(({ verdict }) => verdict.result === 'caught').length
  const invalidOnes = outcomes.filter(({ verdict }) => verdict.result === 'invalid').length
  return {
    line: `${caught} of ${outcomes.length} caught${invalidOnes > 0 ? `, ${invalidOnes} of the list to be mended` : ''}`,
    isGood: invalidOnes === 0 && caught >= leastShare * outcomes.length,
  }
}

import * as v from 'valibot'
import type { Counts } from './test-summary.ts'

/** One test on one screen, with everything it was tried. */
const Test = v.object({
  projectName: v.string(),
  status: v.picklist(['skipped', 'expected', 'unexpected', 'flaky']),
  annotations: v.array(v.object({ type: v.string(), description: v.optional(v.string()) })),
})

type Suite = { title: string; specs: { title: string; file: string; tests: v.InferOutput<typeof Test>[] }[]; suites?: Suite[] | undefined }
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.array(v.object({ title: v.string(), file: v.string(), tests: v.array(Test) })),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})

const Report = v.object({ suites: v.array(Suite), errors: v.array(v.unknown()) })

/** So many tests of a run may pass only when tried again. */
const maxUnsteady = 2

function listTests(suite: Suite): { name: string; status: string; reason: string }[] {
  const own = suite.specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, annotations }) => ({
      name: `${file} › ${title} [${projectName}]`,
      status,
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(listTests)]
}

/**
 * A test that failed and passed when tried again counts as passed and is named as unsteady. It fails the run when there
 * are more than two of them, or when it was unsteady before: `known` lists those.
 */
export function countPlaywright(report: unknown, known: readonly string[]): Counts {
  const { suites, errors } = v.parse(Report, report)
  const tests = suites.flatMap(listTests)
  const having = (status: string) => tests.filter((test) => test.status === status)
  const unsteady = having('flaky').map(({ name }) => name)
  const refused = unsteady.length > maxUnsteady ? unsteady : unsteady.filter((name) => known.includes(name))
  return {
    passed: having('expected').length + unsteady.length - refused.length,
    failed: having('unexpected').length + refused.length + errors.length,
    skipped: having('skipped').length,
    remarks: [
      ...unsteady.map((name) => `unsteady${known.includes(name) ? ' again' : ''}: ${name}`),
      ...having('skipped').map(({ name, reason }) => `skipped: ${name}: ${reason}`),
    ],
  }
}

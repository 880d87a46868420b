import * as v from 'valibot'
import { type Counts, shortenError } from './test-summary.ts'

/** One test in one Playwright project, with the outcome of all its attempts. */
const Test = v.object({
  projectName: v.string(),
  status: v.picklist(['skipped', 'expected', 'unexpected', 'flaky']),
  annotations: v.array(v.object({ type: v.string(), description: v.optional(v.string()) })),
  results: v.optional(v.array(v.object({ error: v.optional(v.object({ message: v.optional(v.string()) })) })), []),
})

type Suite = { title: string; specs: { title: string; file: string; tests: v.InferOutput<typeof Test>[] }[]; suites?: Suite[] | undefined }
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.array(v.object({ title: v.string(), file: v.string(), tests: v.array(Test) })),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})

const Report = v.object({ suites: v.array(Suite), errors: v.array(v.unknown()) })

function listTests(suite: Suite): { name: string; status: string; reason: string; error: string }[] {
  const ownTests = suite.specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, annotations, results }) => ({
      name: `${file} › ${title} [${projectName}]`,
      status,
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
      error: shortenError(results.find(({ error }) => error)?.error?.message),
    })),
  )
  return [...ownTests, ...(suite.suites ?? []).flatMap(listTests)]
}

export function countPlaywright(report: unknown): Counts {
  const { suites, errors } = v.parse(Report, report)
  const tests = suites.flatMap(listTests)
  const withStatus = (status: string) => tests.filter((test) => test.status === status)
  const unsteady = withStatus('flaky').map(({ name }) => name)
  return {
    passed: withStatus('expected').length + unsteady.length,
    failed: withStatus('unexpected').length + errors.length,
    skipped: withStatus('skipped').length,
    unsteady,
    remarks: [
      ...withStatus('unexpected').map(({ name, error }) => `failed: ${name}: ${error}`),
      ...withStatus('flaky').map(({ name, error }) => `at first: ${name}: ${error}`),
      ...withStatus('skipped').map(({ name, reason }) => `skipped: ${name}: ${reason}`),
    ],
  }
}

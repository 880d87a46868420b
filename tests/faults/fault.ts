/** The kind of tests or checks that should catch a fault. For `check` (`npm run check`), the tests are names of single checks. */
export type Part = 'node' | 'worker' | 'components' | 'browser' | 'check'

/** A realistic mistake, described as data: in `file`, the text `find` is replaced. It must occur there exactly once. */
export type Fault = {
  /** One sentence about what goes wrong. */
  name: string
  file: string
  find: string
  replace: string
  caughtBy: { part: Part; tests: readonly string[] }
}

/** Which run of the project's tests or checks finds it. `check` is `npm run check`; its tests are the names of single checks. */
export type Part = 'node' | 'worker' | 'components' | 'browser' | 'check'

/** A mistake as a tired colleague makes it, as data: what stands in `file` exactly once is replaced. */
export type Fault = {
  /** What a person or a caller would notice. */
  name: string
  file: string
  find: string
  replace: string
  caughtBy: { part: Part; tests: readonly string[] }
}

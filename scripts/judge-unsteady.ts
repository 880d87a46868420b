/** So many tests of a part may pass only when tried again. */
const maxUnsteady = 2

/**
 * A test that failed and passed when tried again counts as passed and is named as unsteady. It fails the run when there
 * are more than two of them, or when it was unsteady before: `known` lists those.
 */
export function judgeUnsteady(names: readonly string[], known: readonly string[]): { refused: number; remarks: string[] } {
  return {
    refused: names.length > maxUnsteady ? names.length : names.filter((name) => known.includes(name)).length,
    remarks: names.map((name) => `unsteady${known.includes(name) ? ' again' : ''}: ${name}`),
  }
}

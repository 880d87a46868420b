type Counted = { value: number; count: number }
export type NumberBar = { from: number; to: number; count: number }

const maxBars = 8

const total = (values: readonly Counted[]) => values.reduce((sum, { count }) => sum + count, 0)

/** The average of all answers; null without one. */
export function averageOf(values: readonly Counted[]): number | null {
  const count = total(values)
  return count === 0 ? null : values.reduce((sum, one) => sum + one.value * one.count, 0) / count
}

/** The smallest of 1, 2, 5, 10, 20, 50 and so on that is at least this large. */
function roundUp(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  return power * ([1, 2, 5].find((factor) => factor * power >= step * 0.999_999) ?? 10)
}

/** Puts numbers into a few bars of the same width, or one for each number if there are few. `from` counts, `to` belongs to the next one. */
export function listNumberBars(values: readonly Counted[]): NumberBar[] {
  if (values.length <= maxBars) return values.map(({ value, count }) => ({ from: value, to: value, count }))
  const numbers = values.map(({ value }) => value)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  let step = roundUp((most - least) / maxBars)
  // Round limits can need a bar more.
  while (Math.floor(most / step) - Math.floor(least / step) >= maxBars) step = roundUp(step * 1.5)
  const first = Math.floor(least / step)
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, index) => {
    const [from, to] = [(first + index) * step, (first + index + 1) * step]
    return { from, to, count: total(values.filter(({ value }) => Math.floor(value / step) === first + index)) }
  })
}

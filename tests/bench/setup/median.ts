function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const lower = sorted[Math.floor(position)]
  const upper = sorted[Math.ceil(position)]
  if (lower === undefined || upper === undefined) throw new Error('There is no middle of nothing.')
  return lower + (upper - lower) * (position % 1)
}

/** The middle value: one bad round of a busy machine does not move it. */
export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Half of all values lie between the two. */
export const quartiles = (values: readonly number[]): [number, number] => [quantile(values, 0.25), quantile(values, 0.75)]

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const lower = sorted[Math.floor(position)]
  const upper = sorted[Math.ceil(position)]
  if (lower === undefined || upper === undefined) throw new Error('An empty list has no median.')
  return lower + (upper - lower) * (position % 1)
}

/** The middle value. One slow round of a busy machine does not change it much. */
export const median = (values: readonly number[]) => quantile(values, 0.5)

/** Returns the lower and the upper quartile. Half of all values are between them. */
export const quartiles = (values: readonly number[]): [number, number] => [quantile(values, 0.25), quantile(values, 0.75)]

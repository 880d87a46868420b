/** Runs a task for each item, at most `limit` at a time, in the order of the items. A task must handle its own errors. */
export async function runInParallel<Item>(items: readonly Item[], limit: number, run: (item: Item) => Promise<unknown>): Promise<void> {
  // All lanes share one iterator, so that each item is taken once.
  const remaining = items.values()
  const runLane = async () => {
    for (const item of remaining) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runLane))
}

/** Runs a task for each item, at most so many at a time, in the order of the items. Tasks handle their own failures. */
export async function inParallel<Item>(items: readonly Item[], limit: number, run: (item: Item) => Promise<unknown>): Promise<void> {
  // All lanes take from one iterator, so each item is taken once.
  const left = items.values()
  const lane = async () => {
    for (const item of left) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
}
